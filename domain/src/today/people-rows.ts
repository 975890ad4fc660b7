import { sayTimeOff } from '../availability/rules.ts';
import { addDays, sayDay } from '../calendar.ts';
import { counted } from '../counted.ts';
import { byUrgency } from '../notices/order.ts';
import type { Notice } from '../notices/schema.ts';
import { withoutDay } from '../notices/words.ts';
import { sayName } from '../person-name.ts';
import type { OpenVisit } from '../staffing/schema.ts';
import { type Around, type Draft, startOfDay, type TodayFacts } from './facts.ts';
import { noticeKey } from './inbox.ts';
import { namedAs } from './named.ts';

/** Rows about people: papers that expire, time off that is asked for, eligibility. */

/** Papers that expire within so many days are today's work; later ones stay in the menu of notices. */
const SOON_DAYS = 7;

/** The last day of authorizations is no paper: the record follows them, and they have rows of their own. */
const FROM_PARS = 'PAR Expiration';

const isPaper = ({ at, menu, field }: Notice) =>
  at === 'person' &&
  field !== null &&
  field !== FROM_PARS &&
  (menu === 'warning' || menu === 'notifications');
const byDay = (a: Notice, b: Notice) =>
  (a.day ?? '').localeCompare(b.day ?? '') || a.name.localeCompare(b.name);

const peopleOf = (notices: readonly Notice[]) => [...new Set(notices.map(({ id }) => id))];

interface Words {
  readonly key: 'expired' | 'expiring' | 'eligibility';
  readonly tone: Draft['tone'];
  readonly title: (people: number) => string;
  /** Of the first one: what is said, without its day. */
  readonly said: (first: Notice) => string;
  readonly button: string;
  /** What else follows from all of them. */
  readonly also?: string | undefined;
  /** What the day beside it is: of one person, and of the first of several. */
  readonly ofDay: readonly [one: string, first: string];
}

/** One row for all: the first one is named, its button fixes it, and the count leads to all of them. */
const rowOfNotices = (notices: readonly Notice[], words: Words, { zone }: Around): Draft[] => {
  const [first] = notices;
  if (!first) return [];
  const ids = peopleOf(notices);
  const [count, others] = [ids.length, ids.length - 1];
  return [
    {
      key: words.key,
      of: notices.map(noticeKey),
      kind: words.key,
      tone: words.tone,
      title: count === 1 ? `${sayName(first.name)}: ${words.said(first)}` : words.title(count),
      text: [
        count > 1 && `${sayName(first.name)}: ${words.said(first)}`,
        count > 1 && counted(others, 'more person', 'more people'),
        words.also,
      ]
        .filter(Boolean)
        .join('. '),
      named: [namedAs(first.id, first.name)],
      figure: {
        main: first.day ? sayDay(first.day) : counted(count, 'person', 'people'),
        note: first.day ? words.ofDay[count === 1 ? 0 : 1] : '',
      },
      count,
      cents: null,
      at: first.day ? startOfDay(first.day, zone) : null,
      place: { list: 'people', ids },
      placeCount: count,
      button: words.button,
      mend: first.field === null ? { by: 'list' } : { by: 'record', id: first.id, field: first.field },
    },
  ];
};

export const expiredRows = ({ notices = [] }: TodayFacts, around: Around): Draft[] => {
  const expired = notices
    .filter((notice) => isPaper(notice) && notice.tone === 'danger' && notice.day !== null)
    // The latest first: it is the one that is still to be saved.
    .toSorted((a, b) => -byDay(a, b));
  return rowOfNotices(
    expired,
    {
      key: 'expired',
      tone: 'danger',
      title: (people) => `Papers of ${people} people have expired`,
      said: withoutDay,
      button: 'Renew',
      ofDay: ['expired', 'the latest'],
    },
    around,
  );
};

/** Whoever has no valid paper may not work: their visits after the day are open already, as far ahead as visits are looked at. */
const sayAtRisk = (notices: readonly Notice[], open: readonly OpenVisit[]): string | undefined => {
  const people = new Set(peopleOf(notices));
  const visits = open.filter(({ ProviderID, reason }) => reason === 'mayNotWork' && people.has(ProviderID));
  if (visits.length === 0) return undefined;
  return `${counted(visits.length, 'visit', 'visits')} of the next two weeks would have nobody`;
};

export const expiringRows = ({ notices = [], open = [] }: TodayFacts, around: Around): Draft[] => {
  const until = addDays(around.today, SOON_DAYS);
  const soon = notices
    .filter(
      (notice) => isPaper(notice) && notice.tone === 'warn' && notice.day !== null && notice.day <= until,
    )
    .toSorted(byDay);
  return rowOfNotices(
    soon,
    {
      key: 'expiring',
      tone: 'warn',
      title: (people) => `Papers of ${people} people expire by ${sayDay(soon.at(-1)?.day ?? until)}`,
      said: withoutDay,
      button: 'Renew',
      also: sayAtRisk(soon, open),
      ofDay: ['expires', 'the first'],
    },
    around,
  );
};

export const eligibilityRows = ({ notices = [] }: TodayFacts, around: Around): Draft[] => {
  const ended = notices
    .filter(({ menu, at, tone }) => menu === 'eligibility' && at === 'person' && tone === 'danger')
    .toSorted(byUrgency);
  return rowOfNotices(
    ended,
    {
      key: 'eligibility',
      tone: 'warn',
      title: (people) => `${people} clients are no longer eligible`,
      said: withoutDay,
      button: 'Review',
      ofDay: ['ended', 'the first'],
    },
    around,
  );
};

export const timeOffRows = ({ timeOff = [] }: TodayFacts, { today, zone }: Around): Draft[] => {
  const asked = timeOff
    .filter(({ status, through }) => status === 'Requested' && through >= today)
    .toSorted((a, b) => a.from.localeCompare(b.from) || a.id - b.id);
  return asked.map(
    ({ id, rev, providerId, Provider, reason, from, through, fromTime, throughTime }): Draft => ({
      key: `timeOff:${id}`,
      kind: 'timeOff',
      tone: 'warn',
      title: `${sayName(Provider)} asks for time off`,
      text: [sayTimeOff({ from, through, fromTime, throughTime }), reason].filter(Boolean).join('. '),
      named: [namedAs(providerId, Provider)],
      figure: { main: sayDay(from), note: 'the first day' },
      count: 1,
      cents: null,
      at: startOfDay(from, zone),
      place: { list: 'timeOff' },
      placeCount: asked.length,
      button: 'Approve',
      mend: {
        by: 'approve',
        id,
        rev,
        asked: { id, rev, providerId, Provider, from, through, fromTime, throughTime },
      },
    }),
  );
};

export const scanRows = ({ notices = [] }: TodayFacts): Draft[] => {
  const errors = notices.filter(({ menu }) => menu === 'tsErrors');
  const [first] = errors.toSorted((a, b) => (a.month ?? '').localeCompare(b.month ?? ''));
  if (!first) return [];
  const plans = peopleOf(errors);
  return [
    {
      key: 'scans',
      of: errors.map(noticeKey),
      kind: 'scans',
      tone: 'warn',
      title:
        plans.length === 1
          ? '1 care plan has timesheet errors'
          : `${plans.length} care plans have timesheet errors`,
      text: `${first.name}. ${first.text}`,
      named: [],
      figure: { main: counted(errors.length, 'error'), note: 'not billable' },
      count: plans.length,
      cents: null,
      at: null,
      place: { list: 'plans', ids: plans },
      placeCount: plans.length,
      button: `Fix ${plans.length}`,
      mend: { by: 'list' },
    },
  ];
};
