import { createHash } from 'node:crypto';
import { addDays } from '@homecare/domain/calendar.ts';
import { openOf } from '@homecare/domain/claims/list-words.ts';
import type { Arrival } from '@homecare/domain/staffing/schema.ts';
import { sum } from '@homecare/domain/sum.ts';
import {
  DAYS_AHEAD,
  DAYS_BACK,
  type Denied,
  type Stake,
  type TodayFacts,
  type Unaccepted,
  type WaitingMonth,
} from '@homecare/domain/today/facts.ts';
import { mayFix } from '@homecare/domain/today/kinds.ts';
import type { Kind } from '@homecare/domain/today/schema.ts';
import { REFUSED } from '@homecare/domain/visits/rules.ts';
import { listDueForms } from '../agency-forms/due.ts';
import { listStakes } from '../authorizations/ledgers.ts';
import { listTimeOffRows } from '../availability/time-off.ts';
import { findLastCheck } from '../books/service.ts';
import { listWaitingRequests } from '../care-plans/open-requests.ts';
import { listDenials } from '../claims/denials.ts';
import { listOpenIncidents } from '../incidents/service.ts';
import { listUnread } from '../messaging/conversations.ts';
import { loadEarlierMonths, loadMonthClose } from '../month-close/service.ts';
import { loadNotices } from '../notices/service.ts';
import { countAnswers, listTexts } from '../offers/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { findOverdue } from '../private-pay/open-invoices.ts';
import { loadSteps } from '../set-up/service.ts';
import { loadArrivals } from '../staffing/arrivals.ts';
import { callOutsOn, listOpen } from '../staffing/service.ts';
import { listDayVisits, listUnaccepted } from '../visits/service.ts';
import { heavyPart, keptPart, type Part } from './kept.ts';
import { listRevisions } from './queries.ts';

/** What Today asks of each feature, and of what that depends. */

const dayOf = (scope: Scope, ahead = 0) => addDays(scope.today().toString(), ahead);

const unacceptedOf = async (scope: Scope): Promise<Unaccepted | undefined> => {
  if (!scope.settings.capabilities.sandataEnabled) return undefined;
  const [from, to] = [dayOf(scope, -DAYS_BACK), dayOf(scope)];
  const rows = await listUnaccepted(scope, { from, to });
  const failed = rows.filter(({ isFailed }) => isFailed);
  return {
    visits: rows.flatMap(({ visits }) => visits),
    failed: sum(failed.map(({ visits }) => visits.length)),
    unsent: sum(rows.filter(({ isFailed }) => !isFailed).map(({ visits }) => visits.length)),
    reasons: failed.map(({ words, visits }) => ({ words: words ?? REFUSED, count: visits.length })),
    from,
    to,
  };
};

const stakesOf = async (scope: Scope): Promise<Stake[]> =>
  (await listStakes(scope)).flatMap(({ id, clientId, client, typeName, findings: [first] }) =>
    first ? [{ id, clientId, client, typeName, ...first, cents: first.cents ?? 0 }] : [],
  );

const arrivalsOf = async (scope: Scope): Promise<Arrival[]> => {
  const found = await loadArrivals(scope, { from: dayOf(scope, -1), through: dayOf(scope, 1) });
  return found.ok ? found.data : [];
};

const EVERYTHING = { private: 'all', payer: 'all' } as const;
const lastMonth = (scope: Scope) => scope.today().toPlainYearMonth().subtract({ months: 1 }).toString();

const readyOf = async (scope: Scope): Promise<WaitingMonth | undefined> => {
  const month = lastMonth(scope);
  const found = await loadMonthClose(scope, { ...EVERYTHING, date: month });
  return found.ok ? { month, count: found.data.ready.clients, cents: found.data.ready.cents } : undefined;
};

const neverClaimedOf = async (scope: Scope): Promise<TodayFacts['neverClaimed']> => {
  const found = await loadEarlierMonths(scope, { ...EVERYTHING, date: lastMonth(scope) });
  return found.ok
    ? found.data.map(({ month, count, cents, claimBy }) => ({ month, count, cents, claimBy }))
    : [];
};

const deniedOf = async (scope: Scope): Promise<Denied | undefined> => {
  const found = await listDenials(scope);
  if (!found.ok) return undefined;
  const { denials } = found.data;
  const byReason = [...Map.groupBy(denials, ({ reason }) => reason)]
    .map(([reason, alike]) => ({ reason, cents: sum(alike.map(openOf)) }))
    .toSorted((a, b) => b.cents - a.cents);
  return {
    claims: denials.map(({ id }) => id),
    cents: sum(denials.map(openOf)),
    reason: byReason[0]?.reason ?? null,
  };
};

/** Kinds of revisions of which each part is counted, and whether the clock or the day changes it too. */
interface Depends {
  readonly on: readonly string[];
  readonly by: 'minute' | 'day';
}

const PEOPLE = ['people all', 'people named'] as const;
const STAFFING = ['people staffed', 'carePlans all', 'callOuts all', 'timeOff all', 'ahead'] as const;
const MONEY = ['people all', 'carePlans all', 'work all', 'pars all', 'back', 'ahead'] as const;

const DEPENDS = {
  open: { on: STAFFING, by: 'minute' },
  requests: { on: ['openRequests all', 'people named'], by: 'day' },
  visits: { on: [...PEOPLE, 'carePlans all', 'back'], by: 'day' },
  answers: { on: ['offers all'], by: 'day' },
  timeOff: { on: ['timeOff all', 'people staffed'], by: 'day' },
  incidents: { on: ['incidents all', 'people named'], by: 'day' },
  forms: { on: ['agencyForms all', 'incidents all', ...PEOPLE], by: 'day' },
  callOuts: { on: ['callOuts all', 'people named'], by: 'day' },
  unaccepted: { on: ['people all', 'carePlans all', 'back'], by: 'day' },
  notices: {
    on: [...PEOPLE, 'carePlans all', 'eligibility all', 'pars all', 'scanErrors all'],
    by: 'day',
  },
  stakes: { on: MONEY, by: 'day' },
  ready: { on: MONEY, by: 'day' },
  neverClaimed: { on: MONEY, by: 'day' },
  // Claims have no revision: looked for each minute.
  denied: { on: ['work all'], by: 'minute' },
  texts: { on: ['people staffed', 'candidates all', 'messages unread'], by: 'day' },
  // Neither have invoices and checks of the books.
  overdue: { on: [], by: 'minute' },
  books: { on: [], by: 'minute' },
  // Nor have accounts; what an admin sets is in the key of every part.
  setUp: { on: ['people all', 'carePlans all'], by: 'minute' },
} as const satisfies Record<string, Depends>;
type PartName = keyof typeof DEPENDS;

const COUNTERS = {
  open: keptPart((scope) => listOpen(scope, { from: dayOf(scope), through: dayOf(scope, DAYS_AHEAD) })),
  requests: keptPart((scope) => listWaitingRequests(scope.site.db)),
  visits: keptPart((scope) =>
    listDayVisits(scope.site.db, { from: dayOf(scope, -DAYS_BACK), day: dayOf(scope) }),
  ),
  answers: keptPart((scope) => countAnswers(scope, dayOf(scope, -DAYS_BACK))),
  callOuts: keptPart((scope) => callOutsOn(scope, { from: dayOf(scope), through: dayOf(scope) })),
  timeOff: keptPart(async (scope) => (await listTimeOffRows(scope, {})).data),
  incidents: keptPart(listOpenIncidents),
  forms: keptPart(listDueForms),
  unaccepted: keptPart(unacceptedOf),
  notices: keptPart(async (scope) => {
    const found = await loadNotices(scope);
    return found.ok ? found.data.notices : [];
  }),
  stakes: heavyPart(stakesOf),
  ready: heavyPart(readyOf),
  neverClaimed: heavyPart(neverClaimedOf),
  denied: keptPart(deniedOf),
  texts: keptPart(async (scope) => {
    const found = await listUnread(scope, {});
    return found.ok ? found.data : [];
  }),
  overdue: keptPart((scope) => findOverdue(scope.site.db, dayOf(scope))),
  books: keptPart(findLastCheck),
  setUp: keptPart(loadSteps),
} as const;

/** Which part a kind of row is made of; what a role cannot fix is not counted for it. */
const NEEDED: Readonly<Record<PartName, readonly Kind[]>> = {
  open: ['late', 'open', 'openSoon', 'expiring'],
  requests: ['request'],
  visits: ['late', 'open', 'notOut', 'missed', 'recorded'],
  answers: ['open'],
  timeOff: ['timeOff', 'open'],
  incidents: ['incident'],
  forms: ['forms'],
  callOuts: ['open'],
  unaccepted: ['unaccepted'],
  notices: ['expired', 'expiring', 'eligibility', 'scans'],
  stakes: ['authorizations'],
  ready: ['ready'],
  neverClaimed: ['neverClaimed'],
  denied: ['denied'],
  texts: ['texts'],
  overdue: ['overdue'],
  books: ['books'],
  setUp: ['setUp'],
};

type Revisions = ReadonlyMap<string, string>;

/** Days are in the revisions by their date. */
const readRevisions = async (scope: Scope): Promise<Revisions> => {
  const [from, today, through] = [dayOf(scope, -DAYS_BACK), dayOf(scope), dayOf(scope, DAYS_AHEAD)];
  const rows = await listRevisions(scope.site.db, { from, through });
  const ofDays = (first: string, last: string) =>
    rows
      .filter(({ name }) => name >= `visits ${first}` && name <= `visits ${last}`)
      .map(({ rev }) => rev)
      .join('.');
  return new Map([
    ...rows.map(({ name, rev }) => [name, rev] as const),
    ['back', ofDays(from, today)],
    // A night of yesterday may not be over.
    ['ahead', ofDays(addDays(today, -1), through)],
  ]);
};

/** All of them in a few letters. */
export const readState = async (scope: Scope): Promise<string> => {
  const revisions = await readRevisions(scope);
  return createHash('sha256')
    .update(JSON.stringify([...revisions]))
    .digest('base64url')
    .slice(0, 16);
};

const keyOf = (scope: Scope, revisions: Revisions, { on, by }: Depends): string =>
  [
    scope.settings.revision,
    by === 'day' ? dayOf(scope) : minuteOf(scope),
    ...on.map((name) => revisions.get(name) ?? '0'),
  ].join(' ');

export const minuteOf = (scope: Scope): string =>
  scope.now().round({ smallestUnit: 'minute', roundingMode: 'floor' }).toString();

export interface Loaded {
  readonly facts: TodayFacts;
  readonly isCounting: boolean;
  /** The oldest count that is not from now; undefined: all are. */
  readonly since: string | undefined;
}

const knownOf = <T>(part: Part<T> | undefined): T | undefined => part?.value;
/** Whether one of them is being counted, and since when the oldest is what it is. */
const stateOf = (parts: readonly (Part<unknown> | undefined)[]) => ({
  isCounting: parts.some((part) => part?.isCounting),
  since: parts.flatMap((part) => part?.since ?? []).toSorted()[0],
});

/** Asks for a part, unless nothing that the role may fix is made of it. */
const askerOf = async (scope: Scope) => {
  const { role } = scope.user;
  const { capabilities } = scope.settings;
  const may = (kind: Kind) => role !== 'job' && mayFix(kind, role, capabilities);
  const revisions = await readRevisions(scope);
  return <T>(name: PartName, count: (scope: Scope, key: string) => Promise<Part<T>>) =>
    NEEDED[name].some(may) ? count(scope, keyOf(scope, revisions, DEPENDS[name])) : undefined;
};
type Ask = Awaited<ReturnType<typeof askerOf>>;

const loadWork = async (ask: Ask) => {
  const parts = await Promise.all([
    ask('open', COUNTERS.open),
    ask('requests', COUNTERS.requests),
    ask('visits', COUNTERS.visits),
    ask('answers', COUNTERS.answers),
    ask('callOuts', COUNTERS.callOuts),
    ask('timeOff', COUNTERS.timeOff),
    ask('incidents', COUNTERS.incidents),
    ask('forms', COUNTERS.forms),
    ask('unaccepted', COUNTERS.unaccepted),
    ask('notices', COUNTERS.notices),
    ask('texts', COUNTERS.texts),
    ask('setUp', COUNTERS.setUp),
  ]);
  const [open, requests, visits, answers, callOuts, timeOff, incidents, ...others] = parts;
  const [forms, unaccepted, notices, texts, setUp] = others;
  return {
    facts: {
      open: knownOf(open),
      requests: knownOf(requests),
      visits: knownOf(visits),
      answers: knownOf(answers),
      callOuts: knownOf(callOuts),
      timeOff: knownOf(timeOff),
      incidents: knownOf(incidents),
      forms: knownOf(forms),
      unaccepted: knownOf(unaccepted),
      notices: knownOf(notices),
      texts: knownOf(texts),
      setUp: knownOf(setUp),
    },
    ...stateOf(parts),
  };
};

const loadMoney = async (ask: Ask) => {
  const [denied, overdue, books, stakes, ready, neverClaimed] = await Promise.all([
    ask('denied', COUNTERS.denied),
    ask('overdue', COUNTERS.overdue),
    ask('books', COUNTERS.books),
    ask('stakes', COUNTERS.stakes),
    ask('ready', COUNTERS.ready),
    ask('neverClaimed', COUNTERS.neverClaimed),
  ]);
  return {
    facts: {
      denied: knownOf(denied),
      overdue: knownOf(overdue),
      books: knownOf(books),
      stakes: knownOf(stakes),
      ready: knownOf(ready),
      neverClaimed: knownOf(neverClaimed),
    },
    ...stateOf([denied, overdue, books, stakes, ready, neverClaimed]),
  };
};

/** Everything that the role may fix something of; what is being counted is undefined, or as it was before. */
export const loadFacts = async (scope: Scope): Promise<Loaded> => {
  const ask = await askerOf(scope);
  const work = await loadWork(ask);
  // Money begins when what cannot wait is counted.
  const money = await loadMoney(ask);
  const [arrivals, proposals] = await Promise.all([arrivalsOf(scope), listTexts(scope)]);
  return {
    facts: { ...work.facts, ...money.facts, arrivals, proposals },
    isCounting: work.isCounting || money.isCounting,
    since: [work.since, money.since].filter((one) => one !== undefined).toSorted()[0],
  };
};
