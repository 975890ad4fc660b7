import type { Coordinates } from '@homecare/domain/geo.ts';
import { workweeks } from '@homecare/domain/payroll/workweeks.ts';
import {
  type AskedVisit,
  type Caregiver,
  candidatesFor,
  coverPlan,
} from '@homecare/domain/staffing/candidates.ts';
import { overlap, wallSpan } from '@homecare/domain/staffing/open-visits.ts';
import type { StaffedVisit } from '@homecare/domain/staffing/staffed-visits.ts';
import type { WeekFacts } from '@homecare/domain/staffing/week-facts.ts';
import type { Assignment } from '@homecare/domain/staffing/week-problem.ts';
import { COLORADO_PAY_RULES } from '@homecare/domain/states/testing/colorado.ts';
import { driveMinutes } from '@homecare/domain/travel/rules.ts';

/** Broken weeks generated from a number, and an oracle that checks proposals without the rules of staffing. */

export const randomOf = (seed: number) => {
  let state = (seed * 2_654_435_761) % 2_147_483_647 || 1;
  const next = () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return {
    next,
    int: (from: number, through: number) => from + Math.floor(next() * (through - from + 1)),
    pick: <T>(list: readonly T[]): T => {
      const found = list[Math.floor(next() * list.length)];
      if (found === undefined) throw new Error('nothing to pick from');
      return found;
    },
  };
};
type Random = ReturnType<typeof randomOf>;

const CATEGORIES = [{ from: '2020-01-01', category: 'PCP/RPCP' }];
const DAYS = ['22', '23', '24', '25', '26', '27', '28'].map((day) => `2026-11-${day}`);
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const placeIn = (r: Random) => ({
  latitude: 39.6 + r.next() * 0.25,
  longitude: -105.05 + r.next() * 0.3,
});

/** In quarter hours: the range of starts, and of lengths. */
interface Hours {
  readonly begin: readonly [number, number];
  readonly last: readonly [number, number];
}
const BY_DAY: Hours = { begin: [24, 72], last: [4, 16] };
/** From the afternoon on, often across midnight. */
export const BY_NIGHT: Hours = { begin: [60, 95], last: [8, 40] };
/** So long that many have overtime already. */
export const LONG: Hours = { begin: [20, 56], last: [20, 48] };

const visitOf = (
  r: Random,
  planId: number,
  ProviderID: number,
  ClientID: number,
  date: string,
  { begin, last }: Hours,
): StaffedVisit => {
  const start = r.int(...begin) * 15;
  const minutes = r.int(...last) * 15;
  const times = { start: clock(start), end: clock((start + minutes) % 1440), minutes, travel: 0 };
  return {
    planId,
    day: date,
    byPlanId: planId,
    ProviderID,
    ClientID,
    Type: 'PCP',
    date,
    ...times,
    visitId: null,
    status: 'Planned',
    isExempt: false,
  };
};

/** Visits of a week that do not overlap. */
const ownWeek = (r: Random, id: number, clients: number, hours: Hours): StaffedVisit[] => {
  const found: StaffedVisit[] = [];
  for (const date of DAYS)
    for (let n = r.int(0, 2); n > 0; n -= 1) {
      const visit = visitOf(r, 10_000 + id * 20 + found.length, id, r.int(1, clients), date, hours);
      if (!found.some((one) => overlap(wallSpan(one), wallSpan(visit)))) found.push(visit);
    }
  return found;
};

const caregiverOf = (r: Random, id: number, clients: number, hours: Hours): Caregiver => ({
  id,
  name: `Caregiver ${id}`,
  town: null,
  place: placeIn(r),
  language: 'English',
  startIhss: null,
  checks: { backgroundCheck: '2026-01-10', capsCheck: '2026-01-10', workAuthorization: null, archived: null },
  windows: null,
  wishedMinutes: r.int(10, 40) * 60,
  mostMinutes: r.pick([null, 30 * 60, 40 * 60, 48 * 60]),
  farthestMiles: r.pick([null, 8, 12, 20]),
  skills: [],
  timeOff: [],
  calledOut: [],
  visits: ownWeek(r, id, clients, hours),
  plans: [],
  rates: [{ category: 'PCP/RPCP', from: null, rate: r.int(1_700, 2_400) }],
  hasLogin: r.next() > 0.1,
  isAccepted: true,
  takesTexts: true,
  visitsHere: 0,
  visitsDone: 50,
  visitsLate: r.int(0, 5),
  isRelative: false,
  pair: null,
  exemptions: [],
});

/** This many open visits of clients whose caregiver is away, and others. */
export const randomWeek = (
  seed: number,
  visits: number,
  caregivers: number,
  hours: Hours = BY_DAY,
): WeekFacts => {
  const r = randomOf(seed);
  const count = Math.max(2, Math.round(visits / 4));
  const clients = new Map(
    Array.from(
      { length: count + 20 },
      (_, n) => [n + 1, { name: `Client ${n + 1}`, town: null, place: placeIn(r) }] as const,
    ),
  );
  const rules = {
    weekOf: workweeks(COLORADO_PAY_RULES.overtime),
    zone: 'America/Denver',
    caps: [{ validFrom: '2026-07-01', dayMinutes: 960, weekMinutes: 5_040, relativeWeekMinutes: 2_400 }],
    categoriesOf: () => CATEGORIES,
    isFarther: false,
  };
  const people = Array.from({ length: caregivers }, (_, n) => caregiverOf(r, n + 1, clients.size, hours));
  const away = caregivers + 1;
  const questions = Array.from({ length: visits }, (_, n) => {
    const client = (n % count) + 1;
    const date = DAYS[Math.floor(n / count) % 7] ?? '2026-11-22';
    const visit = visitOf(r, n + 1, away, client, date, hours);
    const asked: AskedVisit = {
      visit,
      plan: coverPlan(visit, `Client ${client}`),
      place: clients.get(client)?.place ?? null,
      language: null,
      requiredSkills: [],
      requiredLanguages: [],
      wishedLanguages: [],
      type: {
        Code: 'PCP',
        Name: 'Personal Care',
        ihss: false,
        relative: false,
        categories: CATEGORIES,
        unitRule: 'up',
        unitsLeft: null,
        unitCents: null,
      },
      otherType: null,
      holiday: null,
      visitsOfClient: 0,
      whyNobody: null,
    };
    const known = people.map((person) => ({
      ...person,
      visitsHere: (person.id * 7 + client * 13) % 11 === 0 ? (person.id + client) % 20 : 0,
    }));
    return {
      asked,
      caregivers: new Map(known.map((person) => [person.id, person])),
      candidates: candidatesFor(asked, known, clients, rules),
    };
  });
  return { questions, clients, rules };
};

const DEARER = [{ from: '2020-01-01', category: 'Respite' }];

/** The same week where every other visit of a caregiver is of a type that pays more: overtime is by the mean of both rates. */
export const withTwoRates = ({ questions, clients, rules }: WeekFacts): WeekFacts => {
  const twice = { ...rules, categoriesOf: (type: string) => (type === 'RESP' ? DEARER : CATEGORIES) };
  return {
    clients,
    rules: twice,
    questions: questions.map(({ asked, caregivers }) => {
      const people = [...caregivers.values()].map(
        (person): Caregiver => ({
          ...person,
          mostMinutes: null,
          rates: [...person.rates, { category: 'Respite', from: null, rate: 3_600 }],
          visits: person.visits.map((visit, n) => (n % 2 === 0 ? { ...visit, Type: 'RESP' } : visit)),
        }),
      );
      return {
        asked,
        caregivers: new Map(people.map((person) => [person.id, person])),
        candidates: candidatesFor(asked, people, clients, twice),
      };
    }),
  };
};

/** The most minutes a day without a justification, and the units left in a client's other type. */
export const REASON_DAY = 360;
export const OTHER_UNITS = 24;

/** The same week with every other client on a type for relatives, which nobody is, and a justification required above some hours a day. */
export const withLimits = ({ questions, clients, rules }: WeekFacts): WeekFacts => {
  const strict = {
    ...rules,
    caps: rules.caps.map((cap) => ({
      ...cap,
      dayMinutes: REASON_DAY,
      rules: { providerDay: 'justify' as const },
    })),
  };
  return {
    clients,
    rules: strict,
    questions: questions.map((question) => {
      const { asked, caregivers } = question;
      const { type, visit } = asked;
      const limited: AskedVisit =
        visit.ClientID % 2 === 0
          ? asked
          : {
              ...asked,
              visit: { ...visit, Type: 'RPCP' },
              type: { ...type, Code: 'RPCP', relative: true },
              otherType: { ...type, unitsLeft: OTHER_UNITS },
            };
      return {
        asked: limited,
        caregivers,
        candidates: candidatesFor(limited, [...caregivers.values()], clients, strict),
      };
    }),
  };
};

/** Limits that a proposal exceeds, computed without the rules of staffing. */
export const limitBreaches = ({ questions }: WeekFacts, assignment: Assignment): string[] => {
  const taken = questions.flatMap(({ asked: { visit }, caregivers }, at) => {
    const person = caregivers.get(assignment[at] ?? 0);
    return person ? [{ person, visit }] : [];
  });
  const short = [...Map.groupBy(taken, ({ visit }) => visit.ClientID)].filter(
    ([client, own]) =>
      client % 2 !== 0 &&
      own.reduce((sum, { visit }) => sum + Math.ceil(visit.minutes / 15), 0) > OTHER_UNITS,
  );
  const long = taken.filter(({ person, visit }) => {
    const others = taken.filter((one) => one.person.id === person.id).map((one) => one.visit);
    const [own, all] = [placed(visit), [...person.visits, ...others].map(placed)];
    const days = [own.start, own.end - 1].map((minute) => Math.floor(minute / DAY) * DAY);
    return days.some((day) => minutesBetween(all, day, day + DAY) > REASON_DAY);
  });
  return [
    ...short.map(([client]) => `client ${client} has too few units`),
    ...long.map(({ person, visit }) => `${person.id} works too long on ${visit.date}`),
  ];
};

interface Placed {
  readonly visit: StaffedVisit;
  readonly start: number;
  readonly end: number;
}

/** The minutes of a visit since 1970, by the clock. */
const placed = (visit: StaffedVisit): Placed => {
  const from = Date.UTC(2026, 10, Number(visit.date.slice(8))) / 60_000;
  const start = from + Number(visit.start.slice(0, 2)) * 60 + Number(visit.start.slice(3));
  return { visit, start, end: start + visit.minutes };
};

const DAY = 24 * 60;
/** How much of some visits is between two minutes. */
const minutesBetween = (visits: readonly Placed[], from: number, until: number) =>
  visits.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, until) - Math.max(start, from)), 0);
/** The first minute of the generated week, a Sunday, and of the next one. */
const WEEK = [
  Date.UTC(2026, 10, 22) / 60_000,
  Date.UTC(2026, 10, 29) / 60_000,
  Date.UTC(2026, 11, 6) / 60_000,
];

/** For a caregiver without an entry. */
const FARTHEST = 25;
const radians = (degrees: number) => (degrees * Math.PI) / 180;
/** Miles on a sphere, by the law of cosines. */
const milesApart = (a: Coordinates, b: Coordinates) => {
  const [one, other] = [radians(a.latitude), radians(b.latitude)];
  const east = Math.cos(radians(b.longitude - a.longitude));
  const angle = Math.sin(one) * Math.sin(other) + Math.cos(one) * Math.cos(other) * east;
  return 3_958.8 * Math.acos(Math.min(1, angle));
};

/** A visit is farther than its caregiver goes, from the last visit that ended up to four hours before, or from home. */
const isTooFar = (
  { place, farthestMiles }: Caregiver,
  { visit, start }: Placed,
  all: readonly Placed[],
  clients: WeekFacts['clients'],
) => {
  const before = all
    .filter((one) => one.end <= start && start - one.end <= 240)
    .reduce<Placed | undefined>((last, one) => (last && last.end >= one.end ? last : one), undefined);
  const from = before ? clients.get(before.visit.ClientID)?.place : place;
  const to = clients.get(visit.ClientID)?.place;
  // Miles are compared to a tenth.
  return !!from && !!to && milesApart(from, to) > (farthestMiles ?? FARTHEST) + 0.06;
};

/** What is wrong with a proposal, judged only by the minutes and miles of the week. */
export const breachesOf = ({ questions, clients }: WeekFacts, assignment: Assignment): string[] => {
  const found: string[] = [];
  const taken = questions.flatMap(({ asked, caregivers }, at) => {
    const person = caregivers.get(assignment[at] ?? 0);
    return person ? [{ person, visit: asked.visit }] : [];
  });
  for (const [id, own] of Map.groupBy(taken, ({ person }) => person.id)) {
    const person = own[0]?.person;
    if (!person) continue;
    const all = [...person.visits, ...own.map(({ visit }) => visit)]
      .map((visit) => ({ ...placed(visit), isNew: own.some((one) => one.visit === visit) }))
      .toSorted((a, b) => a.start - b.start);
    for (const [n, one] of all.entries()) {
      if (one.isNew && isTooFar(person, one, all, clients))
        found.push(`${id} goes too far on ${one.visit.date}`);
      const next = all[n + 1];
      if (!next || (!one.isNew && !next.isNew)) continue;
      const [a, b] = [clients.get(one.visit.ClientID)?.place, clients.get(next.visit.ClientID)?.place];
      if (next.start < one.end) found.push(`${id} is in two places on ${one.visit.date}`);
      else if (a && b && next.start - one.end <= 240 && driveMinutes(a, b) > next.start - one.end)
        found.push(`${id} cannot drive in time on ${one.visit.date}`);
    }
    // What they already had may exceed the limit; nothing may be added to that.
    const isAdded = (from: number, until: number) =>
      minutesBetween(
        all.filter(({ isNew }) => isNew),
        from,
        until,
      ) > 0;
    for (const [n, from] of WEEK.slice(0, -1).entries()) {
      const until = WEEK[n + 1] ?? from;
      const week = minutesBetween(all, from, until);
      if (isAdded(from, until) && week > (person.mostMinutes ?? 84 * 60))
        found.push(`${id} has ${week} minutes`);
      for (let day = from; day < until; day += DAY)
        if (isAdded(day, day + DAY) && minutesBetween(all, day, day + DAY) > 960)
          found.push(`${id} has a day of over 16 hours`);
    }
    if (!person.hasLogin) found.push(`${id} has no login`);
  }
  return found;
};
