import { addDays } from '../calendar.ts';
import type { Role } from '../call.ts';
import { seesAuthorizationMoney } from '../permissions.ts';
import { sum } from '../sum.ts';
import { type Around, DAYS_AHEAD, type Draft, type TodayFacts } from './facts.ts';
import { formRows } from './form-rows.ts';
import { incidentRows } from './incident-rows.ts';
import { KIND_FACTS, mayFix } from './kinds.ts';
import { type Covered, isCovered, isSnoozed, type KeptMark, NO_MARK } from './marks.ts';
import {
  authorizationRows,
  bookRows,
  deniedRows,
  neverClaimedRows,
  overdueRows,
  readyRows,
} from './money-rows.ts';
import { compareRows } from './order.ts';
import { eligibilityRows, expiredRows, expiringRows, scanRows, timeOffRows } from './people-rows.ts';
import type { Kind, Today, TodayRow } from './schema.ts';
import { setUpRows } from './set-up-rows.ts';
import { unsolvedKeys } from './unsolved.ts';
import {
  arrivalRows,
  callOutTextRows,
  lateRows,
  missedRows,
  notOutRows,
  openRows,
  openSoonRows,
  recordedRows,
  requestRows,
  textRows,
  unacceptedRows,
} from './visit-rows.ts';

/** The one list of Today (docs/rules/today.md). */

const RULES: Readonly<Record<Kind, (facts: TodayFacts, around: Around) => Draft[]>> = {
  late: lateRows,
  open: openRows,
  request: requestRows,
  arrival: arrivalRows,
  callOutText: callOutTextRows,
  notOut: notOutRows,
  incident: incidentRows,
  openSoon: openSoonRows,
  missed: missedRows,
  recorded: recordedRows,
  texts: textRows,
  unaccepted: unacceptedRows,
  authorizations: authorizationRows,
  expired: expiredRows,
  expiring: expiringRows,
  eligibility: eligibilityRows,
  forms: formRows,
  timeOff: timeOffRows,
  scans: scanRows,
  ready: readyRows,
  denied: deniedRows,
  overdue: overdueRows,
  neverClaimed: neverClaimedRows,
  books: bookRows,
  setUp: setUpRows,
};

/** Kinds whose rows are single visits or people: the first ones are shown, the last of them says how many more there are. */
const SINGLE: Readonly<
  Partial<Record<Kind, { readonly shown: number; readonly more: (count: number) => string }>>
> = {
  late: { shown: 3, more: (count) => (count === 1 ? '1 more is late' : `${count} more are late`) },
  open: { shown: 3, more: (count) => `${count} more today` },
  request: { shown: 3, more: (count) => `${count} more today` },
  arrival: { shown: 3, more: (count) => `${count} more` },
  callOutText: { shown: 3, more: (count) => `${count} more` },
  notOut: { shown: 3, more: (count) => (count === 1 ? '1 more is not out' : `${count} more are not out`) },
  incident: { shown: 3, more: (count) => `${count} more to report` },
  timeOff: { shown: 1, more: (count) => (count === 1 ? '1 more asks' : `${count} more ask`) },
  setUp: { shown: 3, more: (count) => (count === 1 ? '1 more step' : `${count} more steps`) },
  neverClaimed: { shown: 1, more: (count) => (count === 1 ? '1 more month' : `${count} more months`) },
};

const firstOnes = (rows: readonly TodayRow[]): TodayRow[] =>
  [...Map.groupBy(rows, ({ kind }) => kind)].flatMap(([kind, own]) => {
    const single = SINGLE[kind];
    const rest = own.length - (single?.shown ?? own.length);
    if (!single || rest <= 0) return own;
    return own
      .slice(0, single.shown)
      .map((row, at) =>
        at === single.shown - 1 ? { ...row, figure: { ...row.figure, note: single.more(rest) } } : row,
      );
  });

/** Dollars of authorizations are for those who see them; others read how many there are. */
const withoutMoney = (row: TodayRow): TodayRow =>
  row.kind === 'authorizations'
    ? { ...row, cents: null, figure: { ...row.figure, main: `${row.count} at stake` } }
    : row;

export interface Viewer {
  readonly role: Role;
  readonly markOf: (key: string) => KeptMark | undefined;
}

const totalsOf = (rows: readonly TodayRow[]): Today['parts'] =>
  [...Map.groupBy(rows, ({ part }) => part)].map(([part, own]) => ({
    part,
    count: own.length,
    cents: sum(own.map(({ cents }) => cents ?? 0)),
  }));

const draftsFor = (role: Role, facts: TodayFacts, around: Around): Draft[] =>
  Object.values(RULES)
    .flatMap((rule) => rule(facts, around))
    .filter(({ kind }) => mayFix(kind, role, around.switches));

/** What each row stands for now, by its key: what is put off is that, and nothing that comes later. */
export const coveredNow = (role: Role, facts: TodayFacts, around: Around): ReadonlyMap<string, Covered> =>
  new Map(
    draftsFor(role, facts, around).map(({ key, count, of, when }) => [
      key,
      {
        ...{ count, of },
        ...(when && { through: addDays(around.today, DAYS_AHEAD), at: around.now.toString() }),
      },
    ]),
  );

/** With what is kept of it; a snooze holds only while nothing has come to the row. */
const rowOf = ({ of, when, ...draft }: Draft, mark: KeptMark = { ...NO_MARK, covered: null }): TodayRow => {
  const { covered, ...kept } = mark;
  const isWhole = isCovered({ count: draft.count, of, when }, covered);
  return {
    visit: null,
    ...draft,
    part: KIND_FACTS[draft.kind].part,
    ...kept,
    snoozed: isWhole ? kept.snoozed : null,
  };
};

/** What this role can fix, ranked; and apart from it what somebody has put off. */
export const todayRows = (
  facts: TodayFacts,
  around: Around,
  { role, markOf }: Viewer,
): Pick<Today, 'rows' | 'snoozed' | 'parts' | 'unsolved'> => {
  const all = draftsFor(role, facts, around)
    .map((draft) => rowOf(draft, markOf(draft.key)))
    .map((row) => (seesAuthorizationMoney(role) ? row : withoutMoney(row)))
    .toSorted(compareRows);
  const waits = (row: TodayRow) => isSnoozed(row, around.now);
  const due = all.filter((row) => !waits(row));
  const rows = firstOnes(due);
  const shown = new Set(rows.map(({ key }) => key));
  const others = [...due.map(({ key }) => key), ...unsolvedKeys(facts, around)];
  return {
    rows,
    snoozed: all.filter(waits),
    parts: totalsOf(due),
    unsolved: others.filter((key) => !shown.has(key)),
  };
};
