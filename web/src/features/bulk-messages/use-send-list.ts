import {
  addGroup,
  addPeople,
  type ListFacts,
  mayStand,
  NOBODY,
  ONE_BY_ONE,
  sendListOf,
  takePerson,
} from '@homecare/domain/bulk-messages/rules.ts';
import { type Chosen, type Group, type Listed, MAX_MONTHS } from '@homecare/domain/bulk-messages/schema.ts';
import { todayIn } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { NO_EMAIL } from '@homecare/domain/messaging/rules.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { useMemo, useState } from 'react';
import { useKept } from '../../platform/kept.ts';
import { serverNow } from '../../platform/server-time.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { readOwing, useListed, useOwing } from './api.ts';

const EMPTY: readonly Listed[] = [];

/** What a button of a group says about nobody. */
const NOBODY_IN: Readonly<Record<Group, string>> = {
  providers: 'No provider can be added.',
  clients: 'No client can be added.',
  verified: 'No address is verified yet.',
  birthday: 'Nobody has a birthday today.',
};

/** Who stands on the lists and on the send list; it is the same when staff come back to the page. */
export const useSendList = (channel: Channel) => {
  const query = useListed();
  const people = query.data ?? EMPTY;
  const [chosen, setChosen] = useKept<Chosen>(`bulk.${channel}.list`, NOBODY);
  const [said, setSaid] = useState('');
  const [asking, setAsking] = useState(false);
  const withoutTimesheet = useOwing(chosen.months);
  const zone = useCapabilities()?.timeZone;
  const day = zone === undefined ? undefined : todayIn(zone, serverNow()).toString();
  const facts = useMemo<ListFacts>(
    () => ({
      // Until the zone is known nobody can press anything: the people are not there either.
      today: day === undefined ? Temporal.Now.plainDateISO() : Temporal.PlainDate.from(day),
      withoutTimesheet,
    }),
    [day, withoutTimesheet],
  );
  const members = useMemo(() => sendListOf(channel, people, chosen, facts), [channel, people, chosen, facts]);
  const ids = useMemo(() => new Set(members.map(({ id }) => id)), [members]);

  const take = (next: Chosen, now: ListFacts, none: string) => {
    const added = sendListOf(channel, people, next, now).length - members.length;
    setChosen(next);
    setSaid(added > 0 ? `${counted(added, 'person', 'people')} added.` : none);
  };
  const addGroups = (groups: readonly Group[]) => {
    const only = addGroup(NOBODY, { groups: [...groups] }, people, facts);
    const [first = 'providers'] = groups;
    const isNone = sendListOf(channel, people, only, facts).length === 0;
    take(
      addGroup(chosen, { groups: [...groups] }, people, facts),
      facts,
      isNone ? NOBODY_IN[first] : 'They are on the send list already.',
    );
  };
  const addMonth = async (month: string) => {
    if (asking) return;
    if (chosen.months.length >= MAX_MONTHS) return toast.error(`At most ${MAX_MONTHS} months at once.`);
    setAsking(true);
    try {
      const owing = new Set(await readOwing(month));
      const now = { ...facts, withoutTimesheet: new Map([...withoutTimesheet, [month, owing]]) };
      const isNone = !people.some((person) => owing.has(person.id) && mayStand(channel, person));
      take(
        addGroup(chosen, { months: [month] }, people, now),
        now,
        isNone ? `Nobody is without a timesheet for ${month}.` : 'They are on the send list already.',
      );
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The timesheets could not be read.');
    } finally {
      setAsking(false);
    }
  };
  /** A press on a person: added, or taken out again. */
  const toggle = (person: Listed) => {
    setSaid('');
    if (!mayStand(channel, person)) return toast.error(NO_EMAIL);
    const next = ids.has(person.id) ? takePerson(chosen, person, facts) : addPeople(chosen, [person], facts);
    if (next) setChosen(next);
    else toast.error(ONE_BY_ONE);
  };
  const addFound = (found: readonly Listed[]) => {
    const able = found.filter((person) => mayStand(channel, person));
    const next = addPeople(chosen, able, facts);
    if (!next) return toast.error(ONE_BY_ONE);
    take(next, facts, 'They are on the send list already.');
  };
  const clear = () => {
    setChosen(NOBODY);
    setSaid('The send list is empty.');
  };
  /** After it was sent. */
  const empty = () => {
    setChosen(NOBODY);
    setSaid('');
  };
  const adding = { addGroups, addMonth, toggle, addFound, clear, empty };
  return { query, people, chosen, members, ids, said, asking, ...adding };
};
export type SendList = ReturnType<typeof useSendList>;
