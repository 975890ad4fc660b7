import {
  addGroup,
  addPeople,
  type ListFacts,
  mayStand,
  ONE_BY_ONE,
  sendListOf,
  takePerson,
} from '@homecare/domain/bulk-messages/rules.ts';
import {
  type Chosen,
  type Group,
  type Listed,
  MAX_MONTHS,
  NOBODY,
} from '@homecare/domain/bulk-messages/schema.ts';
import { counted } from '@homecare/domain/counted.ts';
import { NO_EMAIL } from '@homecare/domain/messaging/rules.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { useMemo, useState } from 'react';
import { useTask } from '../../platform/form/use-action.ts';
import { useKept } from '../../platform/kept.ts';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { readOwing, useListed, useOwing } from './api.ts';
import { sendListKey } from './start-send-list.ts';

const EMPTY: readonly Listed[] = [];

/** What a button of a group says about nobody. */
const NOBODY_IN: Readonly<Record<Group, string>> = {
  providers: 'No provider can be added.',
  clients: 'No client can be added.',
  verified: 'No address is verified yet.',
  birthday: 'Nobody has a birthday today.',
};

const LISTED_ALREADY = 'They are on the send list already.';

/** What the groups are made of today. */
const useFacts = (months: readonly string[]): ListFacts => {
  const withoutTimesheet = useOwing(months);
  const today = useToday();
  return useMemo(() => ({ today, withoutTimesheet }), [today, withoutTimesheet]);
};

/** Who is on the lists and on the send list; it is the same when staff come back to the page. */
export const useSendList = (channel: Channel) => {
  const query = useListed();
  const people = query.data ?? EMPTY;
  const [chosen, setChosen] = useKept<Chosen>(sendListKey(channel), NOBODY);
  const [note, setNote] = useState('');
  const facts = useFacts(chosen.months);
  const members = useMemo(() => sendListOf(channel, people, chosen, facts), [channel, people, chosen, facts]);
  const ids = useMemo(() => new Set(members.map(({ id }) => id)), [members]);

  const put = (next: Chosen, words: string) => {
    setChosen(next);
    setNote(words);
  };
  const take = (next: Chosen, now: ListFacts, none: string) => {
    const added = sendListOf(channel, people, next, now).length - members.length;
    put(next, added > 0 ? `${counted(added, 'person', 'people')} added.` : none);
  };
  const addGroups = (groups: readonly Group[]) => {
    const added = { groups: [...groups] };
    const isNone = sendListOf(channel, people, addGroup(NOBODY, added, people, facts), facts).length === 0;
    const [first = 'providers'] = groups;
    take(addGroup(chosen, added, people, facts), facts, isNone ? NOBODY_IN[first] : LISTED_ALREADY);
  };
  const asking = useTask(async (month: string) => {
    try {
      const owing = new Set(await readOwing(month));
      const now = { ...facts, withoutTimesheet: new Map([...facts.withoutTimesheet, [month, owing]]) };
      const isNone = !people.some((person) => owing.has(person.id) && mayStand(channel, person));
      const none = isNone ? `Nobody is without a timesheet for ${month}.` : LISTED_ALREADY;
      take(addGroup(chosen, { months: [month] }, people, now), now, none);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Couldn’t read the timesheets.');
    }
  });
  const addMonth = (month: string) =>
    chosen.months.length >= MAX_MONTHS
      ? toast.error(`At most ${MAX_MONTHS} months at once.`)
      : void asking.run(month);
  /** A press on a person: added, or taken out again. */
  const toggle = (person: Listed) => {
    setNote('');
    if (!mayStand(channel, person)) return toast.error(NO_EMAIL);
    const next = ids.has(person.id) ? takePerson(chosen, person, facts) : addPeople(chosen, [person], facts);
    if (next) setChosen(next);
    else toast.error(ONE_BY_ONE);
  };
  const addFound = (found: readonly Listed[]) => {
    const able = found.filter((person) => mayStand(channel, person));
    const next = addPeople(chosen, able, facts);
    if (!next) return toast.error(ONE_BY_ONE);
    take(next, facts, LISTED_ALREADY);
  };
  const clear = () => put(NOBODY, 'The send list is empty.');
  /** After it was sent. */
  const empty = () => put(NOBODY, '');
  const adding = { addGroups, addMonth, toggle, addFound, clear, empty };
  return { query, people, chosen, members, ids, note, asking: asking.pending, ...adding };
};
export type SendList = ReturnType<typeof useSendList>;
