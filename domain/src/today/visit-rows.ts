import { addDays, hoursText, instantOf, sayDay, sayTime, spanMinutes } from '../calendar.ts';
import { requestedToday } from '../care-plans/open-requests.ts';
import { counted } from '../counted.ts';
import { formatPhone } from '../formats.ts';
import { sayName } from '../person-name.ts';
import { sayMinutes } from '../staffing/figure-words.ts';
import type { OpenReason, OpenVisit, VisitKey } from '../staffing/schema.ts';
import { sum } from '../sum.ts';
import { attemptsToAccept, attemptText } from '../visits/attempts.ts';
import { instantsOfDay } from '../visits/day-state.ts';
import { arrivalWaits } from '../visits/rules.ts';
import {
  type Around,
  DAYS_BACK,
  type Draft,
  type StatedVisit,
  statedVisits,
  type TodayFacts,
} from './facts.ts';
import { namedAs } from './named.ts';

/** Rows about visits: who is late, to whom nobody will come, what was missed. */

type Numbered = Pick<StatedVisit, 'id'>;
export const lateKey = ({ id }: Numbered) => `late:${id}`;
export const notOutKey = ({ id }: Numbered) => `notOut:${id}`;
export const openKey = ({ planId, day }: VisitKey) => `open:${planId}:${day}`;
export const requestKey = ({ id }: Numbered) => `request:${id}`;

const minutesFrom = (since: Temporal.Instant, until: Temporal.Instant) =>
  Math.floor((until.epochMilliseconds - since.epochMilliseconds) / 60_000);

const startOf = ({ date, start }: Pick<OpenVisit, 'date' | 'start'>, zone: string) =>
  instantOf(date, start, zone);

const keyOf = ({ planId, day }: VisitKey): VisitKey => ({ planId, day });

/** A call fixes it where there is a number; else somebody else comes, once staffing has the visit as open. */
const callOf = (
  { ProviderName, ProviderPhone, planId, day }: StatedVisit,
  isOpen: boolean,
): Pick<Draft, 'mend' | 'button'> => {
  const visit = isOpen ? keyOf({ planId, day }) : null;
  if (ProviderPhone)
    return { button: 'Call', mend: { by: 'call', phone: ProviderPhone, name: sayName(ProviderName), visit } };
  return visit
    ? { button: 'Cover', mend: { by: 'cover', visit } }
    : { button: 'Review', mend: { by: 'list' } };
};

/** The schedule with the rows of those who are named, and of nobody else. */
const boardOf = (day: string, people: readonly number[]): Pick<Draft, 'place' | 'placeCount'> => ({
  place: { list: 'schedule', day, people: [...people] },
  placeCount: people.length,
});

interface Placed {
  readonly date: string;
  readonly ProviderID: number;
  /** How many EVV Admin has on that day in this state; 0: it does not have this one. */
  readonly alike: number;
}

/** EVV Admin, with the visits of that day in the same state; where it does not have it, the schedule of who was to come. */
const visitsOf = (
  { switches }: Around,
  state: StatedVisit['state'],
  { date, ProviderID, alike }: Placed,
): Pick<Draft, 'place' | 'placeCount'> =>
  switches.premium && alike > 0
    ? { place: { list: 'visits', date, hour: null, state }, placeCount: alike }
    : boardOf(date, [ProviderID]);

/** Visits of today, and those of yesterday that are still a matter of now: the clock may just have passed midnight. */
const recent = (facts: TodayFacts, around: Around, state: StatedVisit['state']) =>
  statedVisits(facts, around).filter(
    (visit) => visit.state === state && visit.Date >= addDays(around.today, -1),
  );

const placeOf = (visit: StatedVisit, around: Around, all: readonly StatedVisit[]) =>
  visitsOf(around, visit.state, {
    date: visit.Date,
    ProviderID: visit.ProviderID,
    alike: all.filter(({ Date: date }) => date === visit.Date).length,
  });

const bothOf = ({ ProviderID, ProviderName, ClientID, ClientName }: StatedVisit): Draft['named'] => [
  namedAs(ProviderID, ProviderName),
  namedAs(ClientID, ClientName),
];

/** 'Chidi Okafor has not checked in', each with the number to call. */
export const lateRows = (facts: TodayFacts, around: Around): Draft[] => {
  const late = recent(facts, around, 'late');
  const open = new Set(facts.open?.map(({ visitId }) => visitId));
  return late.map((visit): Draft => {
    const { start } = instantsOfDay(visit, around.zone);
    return {
      key: lateKey(visit),
      kind: 'late',
      tone: 'danger',
      title: `${sayName(visit.ProviderName)} has not checked in`,
      text: `${sayName(visit.ClientName)}, planned ${sayTime(visit.PlanStartTime)}`,
      named: bothOf(visit),
      visit: keyOf(visit),
      figure: { main: `${sayMinutes(minutesFrom(start, around.now))} late`, note: '' },
      count: 1,
      cents: null,
      at: start.toString(),
      ...placeOf(visit, around, late),
      ...callOf(visit, open.has(visit.id)),
    };
  });
};

export const notOutRows = (facts: TodayFacts, around: Around): Draft[] => {
  const visits = recent(facts, around, 'notOut');
  return visits.map((visit): Draft => {
    const { end } = instantsOfDay(visit, around.zone);
    return {
      key: notOutKey(visit),
      kind: 'notOut',
      tone: 'warn',
      title: `${sayName(visit.ProviderName)} has not checked out`,
      text: `${sayName(visit.ClientName)}, planned until ${sayTime(visit.PlanEndTime)}`,
      named: bothOf(visit),
      visit: keyOf(visit),
      figure: { main: `${sayMinutes(minutesFrom(end, around.now))} late`, note: '' },
      count: 1,
      cents: null,
      at: end.toString(),
      ...placeOf(visit, around, visits),
      ...callOf(visit, false),
    };
  });
};

/** '4 asked, 2 said no'; '' where nobody was asked. */
const answersWords = ({ answers = [] }: TodayFacts, { planId, day }: Pick<OpenVisit, 'planId' | 'day'>) => {
  const found = answers.find((one) => one.planId === planId && one.day === day);
  if (!found || found.asked === 0) return '';
  return `${found.asked} asked${found.declined > 0 ? `, ${found.declined} said no` : ''}`;
};

const untilWords = (minutes: number) =>
  minutes > 0
    ? { main: `in ${sayMinutes(minutes)}`, note: 'to start' }
    : { main: `started ${sayMinutes(-minutes)} ago`, note: '' };

/** Visits that start today, or began last night, and have nobody; the first to start first. Who is late has a row of that. */
export const openRows = (facts: TodayFacts, around: Around): Draft[] => {
  const met = new Set(facts.visits?.filter(arrivalWaits).map(({ id }) => id));
  const open = (facts.open ?? []).filter(
    ({ date, reason, visitId }) =>
      date <= around.today && reason !== 'late' && !(visitId !== null && met.has(visitId)),
  );
  const alike = ({ date, visitId }: OpenVisit) =>
    visitId === null ? 0 : open.filter((one) => one.visitId !== null && one.date === date).length;
  return open.map((visit): Draft => {
    const start = startOf(visit, around.zone);
    const where = [sayName(visit.Client), visit.town].filter(Boolean).join(', ');
    return {
      key: openKey(visit),
      kind: 'open',
      tone: 'danger',
      title: `${sayTime(visit.start)} visit needs a caregiver`,
      text: [where, `${visit.Type}, ${hoursText(visit.minutes)}`, answersWords(facts, visit)]
        .filter(Boolean)
        .join('. '),
      named: [namedAs(visit.ClientID, visit.Client)],
      visit: keyOf(visit),
      figure: untilWords(minutesFrom(around.now, start)),
      count: 1,
      cents: null,
      at: start.toString(),
      ...visitsOf(around, 'open', { ...visit, alike: alike(visit) }),
      button: 'Cover',
      mend: { by: 'cover', visit: keyOf(visit) },
    };
  });
};

/** A visit of today of a client who has no caregiver yet waits as an open one does. */
export const requestRows = ({ requests = [] }: TodayFacts, { now, today, zone }: Around): Draft[] => {
  const waiting = requests.flatMap((request) => {
    const visit = requestedToday(request, now, zone);
    return visit ? [{ request, visit }] : [];
  });
  return waiting.map(({ request: { id, ClientID, Client, town, Type }, visit: { from, to } }): Draft => {
    const start = startOf({ date: today, start: from }, zone);
    const where = [sayName(Client), town].filter(Boolean).join(', ');
    return {
      key: requestKey({ id }),
      kind: 'request',
      tone: 'danger',
      title: `${sayTime(from)} visit needs a caregiver`,
      text: `${where}. ${Type}, ${hoursText(spanMinutes(from, to))}. Open request: the client has no caregiver yet`,
      named: [namedAs(ClientID, Client)],
      figure: untilWords(minutesFrom(now, start)),
      count: 1,
      cents: null,
      at: start.toString(),
      place: { list: 'requests' },
      placeCount: requests.length,
      button: 'Find a caregiver',
      mend: { by: 'list' },
    };
  });
};

const REASONS: Readonly<Record<OpenReason, string>> = {
  calledOut: 'called out',
  timeOff: 'is off',
  mayNotWork: 'may not work',
  late: 'is late',
};

/** 'Dolores Martinez called out 2, Caleb Yoder is off 2'; the two with the most visits. */
const causesOf = (open: readonly OpenVisit[]): Pick<Draft, 'text' | 'named'> => {
  const groups = [...Map.groupBy(open, ({ ProviderID, reason }) => `${ProviderID} ${reason}`).values()]
    .flatMap(([first, ...others]) => (first ? [{ ...first, count: 1 + others.length }] : []))
    .toSorted((a, b) => b.count - a.count);
  const shown = groups.slice(0, 2);
  const rest = sum(groups.slice(2).map(({ count }) => count));
  return {
    text: [
      ...shown.map(({ Provider, reason, count }) => `${sayName(Provider)} ${REASONS[reason]} ${count}`),
      ...(rest > 0 ? [`others ${rest}`] : []),
    ].join(', '),
    named: shown.map(({ ProviderID, Provider }) => namedAs(ProviderID, Provider)),
  };
};

/** Visits of the days after today that have nobody, as one row. */
export const openSoonRows = ({ open = [] }: TodayFacts, { today, zone }: Around): Draft[] => {
  const later = open.filter(({ date }) => date > today);
  const [first, last] = [later[0], later.at(-1)];
  if (!first || !last) return [];
  const count = later.length;
  const when = first.date === addDays(today, 1) ? 'tomorrow' : sayDay(first.date);
  const by = count === 1 ? ` ${when}` : ` by ${sayDay(last.date)}`;
  return [
    {
      key: 'openSoon',
      of: later.map(openKey),
      when: later.map(({ date, since }) => ({ day: date, since })),
      kind: 'openSoon',
      tone: 'danger',
      title: `${counted(count, 'visit needs', 'visits need')} a caregiver${by}`,
      ...causesOf(later),
      figure: { main: hoursText(sum(later.map(({ minutes }) => minutes))), note: `from ${when}` },
      count,
      cents: null,
      at: startOf(first, zone).toString(),
      place: { list: 'plan', from: first.date, through: last.date },
      placeCount: count,
      button: `Plan ${count}`,
      mend: { by: 'list' },
    },
  ];
};

/** The exceptions view, as far back as it opens. */
const exceptionsOf = (
  { today }: Around,
  kind: Extract<Draft['place'], { list: 'exceptions' }>['kind'],
  count: number,
): Pick<Draft, 'place' | 'placeCount'> => ({
  place: { list: 'exceptions', kind, from: addDays(today, -DAYS_BACK), to: today },
  placeCount: count,
});

/** '3 visits were missed', of two weeks. */
export const missedRows = (facts: TodayFacts, around: Around): Draft[] => {
  const missed = statedVisits(facts, around).filter(({ state, isToBill }) => state === 'missed' && isToBill);
  const [first] = missed;
  if (!first) return [];
  const all = [...new Map(missed.map((visit) => [visit.ProviderID, visit.ProviderName]))];
  const named = all.slice(0, 2).map(([id, name]) => namedAs(id, name));
  const rest = all.length - named.length;
  return [
    {
      key: 'missed',
      of: missed.map(({ id }) => String(id)),
      kind: 'missed',
      tone: 'danger',
      title: missed.length === 1 ? '1 visit was missed' : `${missed.length} visits were missed`,
      text: `${named.map(({ name }) => name).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}: enter the times, or close the ${missed.length === 1 ? 'visit' : 'visits'} with a reason`,
      named,
      figure: {
        main: counted(missed.length, 'visit'),
        note: first.Date === around.today ? 'not billable' : `since ${sayDay(first.Date)}`,
      },
      count: missed.length,
      cents: null,
      at: instantsOfDay(first, around.zone).end.toString(),
      ...exceptionsOf(around, 'missed', missed.length),
      button: `Fix ${missed.length}`,
      mend: { by: 'list' },
    },
  ];
};

/** '2 visits wait for acceptance': a click takes the times that phones recorded, of two weeks. */
export const recordedRows = ({ visits = [] }: TodayFacts, around: Around): Draft[] => {
  const waiting = visits.flatMap((visit) => {
    const attempts = visit.isToBill && visit.ClosedCode === null ? attemptsToAccept(visit) : [];
    const [attempt] = attempts;
    return attempt ? [{ visit, attempt, attempts }] : [];
  });
  const [first] = waiting;
  if (!first) return [];
  const { visit, attempt } = first;
  const [count, others] = [waiting.length, waiting.length - 1];
  const said = `${sayName(visit.ProviderName)}: ${attemptText(attempt, visit, around.zone)}`;
  return [
    {
      key: 'recorded',
      of: waiting.flatMap(({ attempts }) => attempts.map(({ id }) => String(id))),
      kind: 'recorded',
      tone: 'warn',
      title: counted(count, 'visit waits for acceptance', 'visits wait for acceptance'),
      text: others > 0 ? `${said}. ${counted(others, 'more visit', 'more visits')}` : said,
      named: [namedAs(visit.ProviderID, visit.ProviderName)],
      figure: {
        main: counted(count, 'visit'),
        note: visit.Date === around.today ? 'not billable' : `since ${sayDay(visit.Date)}`,
      },
      count,
      cents: null,
      at: attempt.at,
      ...exceptionsOf(around, 'attempt', count),
      button: `Accept ${count}`,
      mend: { by: 'list' },
    },
  ];
};

const sayAgo = (at: string, { now }: Around) =>
  `${sayMinutes(Math.max(0, minutesFrom(Temporal.Instant.from(at), now)))} ago`;

/** Somebody is at a door that is no longer theirs. */
export const arrivalRows = ({ arrivals = [] }: TodayFacts, around: Around): Draft[] =>
  arrivals.map(
    ({ id, planId, day, ProviderID, Provider, ClientID, Client, at, cover }): Draft => ({
      key: `arrival:${id}`,
      kind: 'arrival',
      tone: 'danger',
      title: `${sayName(Provider)} came to a visit that is not theirs`,
      text: `${sayName(Client)}. ${cover ? `${sayName(cover.Provider)} covers it` : 'The visit was canceled'}`,
      named: [
        namedAs(ProviderID, Provider),
        namedAs(ClientID, Client),
        ...(cover ? [namedAs(cover.ProviderID, cover.Provider)] : []),
      ],
      visit: { planId, day },
      figure: {
        main: sayAgo(at, around),
        note: 'checked in',
      },
      count: 1,
      cents: null,
      at,
      ...boardOf(day, [ProviderID, ...(cover ? [cover.ProviderID] : [])]),
      button: 'Review',
      mend: { by: 'list' },
    }),
  );

/** A text that sounds like a call-out, in the caregiver's own words. */
export const callOutTextRows = ({ proposals = [] }: TodayFacts, around: Around): Draft[] =>
  proposals.map(
    ({ id, ProviderID, Provider, others, at, words }): Draft => ({
      key: `callOutText:${id}`,
      kind: 'callOutText',
      tone: 'danger',
      title: `${[Provider, ...others.map((other) => other.Provider)].map(sayName).join(' or ')} may not come`,
      text: `“${words}”`,
      named: [{ ProviderID, Provider }, ...others].map((one) => namedAs(one.ProviderID, one.Provider)),
      figure: {
        main: sayAgo(at, around),
        note: 'text message',
      },
      count: 1,
      cents: null,
      at,
      ...boardOf(around.today, [ProviderID, ...others.map((other) => other.ProviderID)]),
      button: 'Answer',
      mend: { by: 'list' },
    }),
  );

/** Texts that nobody of the office has read, by phone. */
export const textRows = ({ texts = [] }: TodayFacts, around: Around): Draft[] => {
  const oldest = texts.toSorted((a, b) =>
    Temporal.Instant.compare(Temporal.Instant.from(a.last), Temporal.Instant.from(b.last)),
  )[0];
  if (!oldest) return [];
  const count = sum(texts.map((thread) => thread.count));
  const shown = texts.slice(0, 2);
  const names = shown.map(({ name, number }) => name ?? formatPhone(number));
  const rest = texts.length - names.length;
  return [
    {
      key: 'texts',
      // By its last one: what that phone writes then is another matter. The number itself is written nowhere else.
      of: texts.map(({ people, last }) => `${people.join('-')} ${last}`),
      kind: 'texts',
      tone: 'warn',
      title: counted(count, 'text is unread', 'texts are unread'),
      text: `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
      // A phone that several share leads to none of them.
      named: shown.flatMap(({ people: [id, ...others], name }) =>
        id !== undefined && others.length === 0 && name !== null ? [{ id, name }] : [],
      ),
      figure: { main: sayAgo(oldest.last, around), note: texts.length === 1 ? 'the last' : 'the oldest' },
      count,
      cents: null,
      at: oldest.last,
      place: { list: 'texts' },
      placeCount: texts.length,
      button: `Read ${count}`,
      mend: { by: 'list' },
    },
  ];
};

/** What the aggregator rejected, and what was never sent. */
export const unacceptedRows = ({ unaccepted }: TodayFacts, { zone }: Around): Draft[] => {
  if (!unaccepted) return [];
  const { visits, failed, unsent, reasons, from, to } = unaccepted;
  const count = visits.length;
  if (count === 0) return [];
  const rejected = `Sandata rejected ${counted(failed, 'visit')}`;
  const waiting = `${counted(unsent, 'visit is', 'visits are')} not sent to Sandata`;
  const sayCount = (count: number) => (reasons.length > 1 ? ` ${count}` : '');
  // What the aggregator says may be a sentence; here it is a part of one.
  const why = reasons.slice(0, 3).map(({ words, count }) => `${words.replace(/\.$/, '')}${sayCount(count)}`);
  return [
    {
      key: 'unaccepted',
      of: visits.map(String),
      kind: 'unaccepted',
      tone: failed > 0 ? 'danger' : 'warn',
      title: failed > 0 ? rejected : waiting,
      text: [
        why.join(', '),
        failed > 0 && unsent > 0 ? `${unsent} more ${unsent === 1 ? 'is' : 'are'} not sent` : '',
      ]
        .filter(Boolean)
        .join('. '),
      named: [],
      figure: { main: counted(count, 'visit'), note: 'on hold' },
      count,
      cents: null,
      at: instantOf(from, '00:00', zone).toString(),
      place: { list: 'exceptions', kind: 'notAccepted', from, to },
      placeCount: count,
      button: failed > 0 ? `Fix ${count}` : `Send ${count}`,
      mend: { by: 'list' },
    },
  ];
};
