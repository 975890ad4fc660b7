import { FINDING_KINDS, type FindingKind, sayFinding } from '../authorizations/findings.ts';
import { dayOfStamp, sayDay } from '../calendar.ts';
import { daysBetween } from '../claims/unpaid.ts';
import { counted } from '../counted.ts';
import { showMoney } from '../money.ts';
import { sayName } from '../person-name.ts';
import { sayMonth } from '../plan-documents/rules.ts';
import { sum } from '../sum.ts';
import { type Around, type Draft, type Stake, startOfDay, type TodayFacts } from './facts.ts';
import { namedAs } from './named.ts';

/** Rows about money: authorizations, what can be billed, what was denied. */

/** What can still be saved; what is merely underused or overplanned stays on its page. */
const STAKES: readonly FindingKind[] = FINDING_KINDS.filter(
  (kind) => kind === 'runningOut' || kind === 'ending' || kind === 'missing',
);

const MANY: Partial<Record<FindingKind, (count: number) => string>> = {
  runningOut: (count) => `${count} authorizations run out`,
  ending: (count) => `${count} authorizations end without a new one`,
  missing: (count) => `${count} services have no authorization`,
};

/** Running out: by day. Without one already: by dollars. */
const firstFirst = (a: Stake, b: Stake) =>
  a.kind === 'missing'
    ? b.cents - a.cents || a.client.localeCompare(b.client)
    : a.day.localeCompare(b.day) || b.cents - a.cents;

const stakeRow = (
  kind: FindingKind,
  stakes: readonly Stake[],
  { today, zone }: Around,
): Draft | undefined => {
  const own = stakes.filter((one) => one.kind === kind).toSorted(firstFirst);
  const [first] = own;
  if (!first) return undefined;
  const [title, text] = sayFinding(first, today);
  const count = own.length;
  const cents = sum(own.map((one) => one.cents));
  return {
    key: `authorizations:${kind}`,
    of: own.map(({ id, clientId, typeName }) => `${id ?? `${clientId} ${typeName}`}`),
    kind: 'authorizations',
    tone: kind === 'missing' ? 'danger' : 'warn',
    title:
      count === 1 ? `${sayName(first.client)}: ${lower(title)}` : (MANY[kind]?.(count) ?? `${count} clients`),
    text:
      count === 1
        ? `${first.typeName}: ${text}`
        : `${sayName(first.client)}, ${first.typeName}: ${lower(title)}, ${text}`,
    named: [namedAs(first.clientId, first.client)],
    figure: { main: showMoney(cents), note: 'not paid' },
    count,
    cents,
    at: startOfDay(first.day, zone),
    place: { list: 'authorizations', kind },
    placeCount: count,
    button: first.id === null || count > 1 ? `Open ${count === 1 ? '' : count}`.trim() : 'Open',
    mend: first.id !== null && count === 1 ? { by: 'authorization', id: first.id } : { by: 'list' },
  };
};

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export const authorizationRows = ({ stakes = [] }: TodayFacts, around: Around): Draft[] =>
  STAKES.flatMap((kind) => stakeRow(kind, stakes, around) ?? []);

export const readyRows = ({ ready }: TodayFacts): Draft[] => {
  if (!ready || ready.count === 0) return [];
  const { month, count, cents } = ready;
  return [
    {
      key: `ready:${month}`,
      kind: 'ready',
      tone: null,
      title: `${counted(count, 'client is', 'clients are')} ready to bill`,
      text: `${sayMonth(month)}: complete, verified, inside the plan and the authorization`,
      named: [],
      figure: { main: showMoney(cents), note: 'ready' },
      count,
      cents,
      at: null,
      place: { list: 'monthClose', month },
      placeCount: count,
      button: 'Make cards',
      mend: { by: 'list' },
    },
  ];
};

export const deniedRows = ({ denied }: TodayFacts): Draft[] => {
  if (!denied || denied.claims.length === 0) return [];
  const { claims, cents, reason } = denied;
  const count = claims.length;
  return [
    {
      key: 'denied',
      of: claims,
      kind: 'denied',
      tone: 'danger',
      title: `${counted(count, 'claim was', 'claims were')} denied`,
      text: reason ?? '',
      named: [],
      figure: { main: showMoney(cents), note: 'denied' },
      count,
      cents,
      at: null,
      place: { list: 'denials' },
      placeCount: count,
      button: `Fix ${count}`,
      mend: { by: 'list' },
    },
  ];
};

/** Months that the payer still takes: what comes too late for it is nothing to act on any more. */
export const neverClaimedRows = ({ neverClaimed = [] }: TodayFacts, { today, zone }: Around): Draft[] =>
  neverClaimed.flatMap(({ month, count, cents, claimBy }): Draft[] => {
    const left = claimBy === null ? null : daysBetween(today, claimBy);
    if (left !== null && left < 0) return [];
    const row: Draft = {
      key: `neverClaimed:${month}`,
      kind: 'neverClaimed',
      tone: 'warn',
      title: `${counted(count, 'day', 'days')} of ${sayMonth(month)} ${count === 1 ? 'was' : 'were'} never claimed`,
      text: claimBy === null ? '' : `The payer takes them until ${sayDay(claimBy)}`,
      named: [],
      figure: {
        main: showMoney(cents),
        note: left === null ? 'not claimed' : `${counted(left, 'day')} left`,
      },
      count,
      cents,
      at: claimBy === null ? null : startOfDay(claimBy, zone),
      place: { list: 'monthClose', month },
      placeCount: count,
      button: 'Open',
      mend: { by: 'list' },
    };
    return [row];
  });

export const overdueRows = ({ overdue }: TodayFacts, { zone }: Around): Draft[] => {
  if (!overdue || overdue.count === 0) return [];
  const { count, invoices, cents, since } = overdue;
  return [
    {
      key: 'overdue',
      of: invoices.map(String),
      kind: 'overdue',
      tone: 'warn',
      title: `${counted(count, 'client has', 'clients have')} overdue invoices`,
      text: `The oldest was due ${sayDay(since)}`,
      named: [],
      figure: { main: showMoney(cents), note: 'overdue' },
      count,
      cents,
      at: startOfDay(since, zone),
      place: { list: 'overdue' },
      placeCount: count,
      button: `Open ${count}`,
      mend: { by: 'list' },
    },
  ];
};

export const bookRows = ({ books }: TodayFacts, { zone }: Around): Draft[] => {
  if (!books || books.broken === 0) return [];
  const { broken, ended } = books;
  return [
    {
      key: 'books',
      kind: 'books',
      tone: 'danger',
      title: `${counted(broken, 'entry of the books does', 'entries of the books do')} not add up`,
      text: `Checked ${sayDay(dayOfStamp(ended, zone))}`,
      named: [],
      figure: { main: counted(broken, 'entry', 'entries'), note: 'to look at' },
      count: broken,
      cents: null,
      at: null,
      place: { list: 'books' },
      placeCount: broken,
      button: 'Review',
      mend: { by: 'list' },
    },
  ];
};
