import {
  addDays,
  minuteOfDay,
  perDay,
  spanMinutes,
  toClock,
  WEEKDAYS,
  type Weekday,
  weekdayOf,
} from '@homecare/domain/calendar.ts';
import { checkProviderDates, GAP_MINUTES, type PlanDraft } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlanType, PlanWeek, TaskRow } from '@homecare/domain/care-plans/schema.ts';
import { metresBetween } from '@homecare/domain/geo.ts';
import { isActive, isArchived } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonDraft } from '@homecare/domain/people/schema.ts';
import { openDays } from './example-people.ts';
import { type Random, randomOf } from './example-random.ts';

/** A person as stored. */
export interface Placed {
  readonly id: number;
  readonly serial: number;
  readonly draft: PersonDraft;
}

export interface ExamplePlan {
  readonly draft: PlanDraft;
  readonly week: PlanWeek;
  readonly client: Placed;
  readonly provider: Placed;
  readonly type: CarePlanType;
}

type Times = Partial<Record<Weekday, readonly [timeIn: string, timeOut: string]>>;

// ---- who cares for whom

/** A caregiver's day as it fills up: one visit after the other, with travel time in between. */
interface Agenda {
  readonly provider: Placed;
  next: number;
  last: Placed | undefined;
}
const DAY_ENDS = 21 * 60;

const byPlace = (a: Placed, b: Placed) =>
  (a.draft.PostalCode ?? '').localeCompare(b.draft.PostalCode ?? '') || a.serial - b.serial;

/**
 * Plans of new people. Consecutive ZIP codes are close to each other in Colorado, so caregivers and clients in this order are
 * neighbors. The first caregiver has the first three clients and a day that suits the present time.
 */
export const examplePlans = (
  providers: readonly Placed[],
  clients: readonly Placed[],
  setting: {
    readonly types: readonly CarePlanType[];
    readonly now: Temporal.PlainDateTime;
    /** The first three clients belong to the first provider. */
    readonly hasCast: boolean;
  },
): ExamplePlan[] => {
  const today = setting.now.toPlainDate();
  const types = setting.types.filter(
    ({ taskOptions }) => taskOptions.pcItems.length + taskOptions.hmItems.length > 0,
  );
  const [head] = providers;
  const [own, others] =
    setting.hasCast && head ? [clients.slice(0, DEMO_CLIENTS), clients.slice(DEMO_CLIENTS)] : [[], clients];
  const free = providers.filter(
    (provider) =>
      isActive(provider.draft) &&
      !(own.length > 0 && provider === head) &&
      checkProviderDates(rowDates(provider.draft), today).length === 0,
  );
  const agendas = agendasOf(free, others.length);
  const plans = head ? own.flatMap((client, index) => demoPlan(head, client, index, types, setting.now)) : [];
  const sorted = others.toSorted(byPlace);
  for (const [index, client] of sorted.entries())
    plans.push(
      ...plansOf(client, agendas, Math.floor((index * agendas.length) / sorted.length), types, today),
    );
  return setting.hasCast ? withLongDays(plans, own, today) : plans;
};

// ---- a caregiver with overtime

/** More than 40 hours a week and, if Friday is free, more than 12 hours on it. */
const LONG_DAY = { from: 8 * 60, to: 17 * 60 };
const LONGEST_DAY = { from: 7 * 60, to: 20 * 60 };
const LONG_DAY_ENDS = 20 * 60;
const LEAST_LONG = 6 * 60;
/** Time to travel from the visit before. */
const BEFORE_LONG = 60;
/** Long enough for whole months of cards. */
const LONG_SINCE = { days: 200 };

/** All day, or from the end of what the caregiver or client has that day; undefined if too little time is left. */
const longSpan = (day: Weekday, others: readonly ExamplePlan[]) => {
  const spans = others.flatMap(({ week: { time } }) => {
    const [start, end] = [time[0]?.[day], time[1]?.[day]];
    return start && end ? [{ start: minuteOfDay(String(start)), end: minuteOfDay(String(end)) }] : [];
  });
  if (spans.length === 0) return day === 'Fri' ? LONGEST_DAY : LONG_DAY;
  if (spans.some(({ start, end }) => end < start)) return undefined;
  const last = Math.max(...spans.map(({ end }) => end));
  const from = Math.ceil((last + BEFORE_LONG) / 15) * 15;
  return LONG_DAY_ENDS - from < LEAST_LONG ? undefined : { from, to: LONG_DAY_ENDS };
};

const longTimes = (plan: ExamplePlan, plans: readonly ExamplePlan[]): Times | undefined => {
  const others = plans.filter(
    (other) => other !== plan && (other.provider === plan.provider || other.client === plan.client),
  );
  const days = WEEKDAYS.slice(0, 5).map((day) => [day, longSpan(day, others)] as const);
  if (days.some(([, span]) => span === undefined)) return undefined;
  return Object.fromEntries(
    days.flatMap(([day, span]) => (span ? [[day, [toClock(span.from), toClock(span.to)] as const]] : [])),
  );
};

/** Gives the first client without other services someone all day, so that payroll has overtime to show. */
const withLongDays = (
  plans: readonly ExamplePlan[],
  own: readonly Placed[],
  today: Temporal.PlainDate,
): ExamplePlan[] => {
  for (const [at, plan] of plans.entries()) {
    const { client, provider, type, draft } = plan;
    const isOpen = !own.includes(client) && openDays(client.draft).length === WEEKDAYS.length;
    if (!isOpen || draft.Status !== 'Active' || type.taskOptions.pcItems.length === 0) continue;
    const times = longTimes(plan, plans);
    if (!times) continue;
    const week = weekOf(randomOf(`long ${client.serial}`), type, times, 0);
    const since = today.subtract(LONG_SINCE).toString();
    const StartDate = later(since, client.draft.StartOfCare, provider.draft['Start Date']);
    return plans.with(at, { ...plan, week, draft: { ...draft, StartDate, excluded: null } });
  }
  return [...plans];
};

const rowDates = ({ BackgroundCheck = null, capsCheck = null }: PersonDraft) => ({
  BackgroundCheck,
  capsCheck,
});

/** Some caregivers have no client yet; the others have two or three. */
const agendasOf = (providers: readonly Placed[], clients: number): Agenda[] => {
  const count = Math.max(1, Math.min(providers.length, Math.ceil(clients / 2)));
  const sorted = providers.toSorted(byPlace);
  return Array.from(
    { length: sorted.length ? count : 0 },
    (_, n) => sorted[Math.floor((n * sorted.length) / count)],
  )
    .filter((provider) => provider !== undefined)
    .map((provider) => {
      const r = randomOf(`agenda ${provider.serial}`);
      const isNight = r.chance(0.04);
      return { provider, next: isNight ? NIGHT : 7 * 60 + r.int(0, 8) * 15, last: undefined };
    });
};
const NIGHT = 22 * 60;

const plansOf = (
  client: Placed,
  agendas: Agenda[],
  near: number,
  types: readonly CarePlanType[],
  today: Temporal.PlainDate,
): ExamplePlan[] => {
  const r = randomOf(`plans ${client.serial}`);
  const { draft } = client;
  const wanted = wantedType(r, draft, types);
  const open = openDays(draft);
  if (!wanted || open.length === 0) return [];
  const days = r.some(
    open,
    r.weighted([
      [2, 15],
      [3, 30],
      [4, 10],
      [5, 35],
      [7, 10],
    ] as const),
  );
  // If no caregiver nearby is trained for IHSS, the client starts with personal care.
  const other = wanted.ihss ? types.find((type) => !type.ihss) : undefined;
  const first =
    takePlan(r, client, agendas, near, wanted, days, today) ??
    (other && takePlan(r, client, agendas, near, other, days, today));
  if (!first) return [];
  const left = open.filter((day) => !days.includes(day));
  const second = isActive(draft) && left.length > 0 && r.chance(0.12);
  if (!second) return [first];
  const more = takePlan(r, client, agendas, near + 1, wantedType(r, draft, types) ?? wanted, left, today);
  return more && more.provider !== first.provider ? [first, more] : [first];
};

const codesOf = ({ PrivateClient, Services }: PersonDraft): readonly (readonly [string, number])[] => {
  if (PrivateClient) return [['PRIVATE', 1]];
  if (Services?.includes('IHSS'))
    return [
      ['IHSSPC', 45],
      ['IHSSRPC', 20],
      ['IHSSHMK', 15],
      ['IHSSHMA', 20],
    ];
  if (!Services?.includes('PRSNL')) return [['HMK', 1]];
  return Services.includes('HMKR')
    ? [
        ['PCP', 60],
        ['HMK', 40],
      ]
    : [
        ['PCP', 80],
        ['RPCP', 20],
      ];
};

const wantedType = (
  r: Random,
  client: PersonDraft,
  types: readonly CarePlanType[],
): CarePlanType | undefined => {
  const code = r.weighted(codesOf(client));
  return types.find((type) => type.Code === code) ?? types[0];
};

/** The next caregiver from here on who has time that day and may do this kind of work. */
const takePlan = (
  r: Random,
  client: Placed,
  agendas: Agenda[],
  near: number,
  type: CarePlanType,
  days: readonly Weekday[],
  today: Temporal.PlainDate,
): ExamplePlan | undefined => {
  const length =
    r.int(type.taskOptions.pcItems.length > 0 ? 6 : 8, type.taskOptions.pcItems.length > 0 ? 18 : 12) * 15;
  for (let tried = 0; tried < Math.min(agendas.length, 40); tried += 1) {
    const agenda = agendas[(near + tried) % agendas.length];
    if (!agenda || (type.ihss && !agenda.provider.draft['Start IHSS'])) continue;
    const slot = takeSlot(agenda, client, length);
    if (!slot) continue;
    const times = Object.fromEntries(
      days.map((day) => [day, [toClock(slot.from), toClock(slot.to)] as const]),
    );
    return planOf(r, { client, provider: agenda.provider, type, times, travel: slot.travel }, today);
  }
  return undefined;
};

const takeSlot = (agenda: Agenda, client: Placed, length: number) => {
  if (agenda.next === NIGHT) {
    if (agenda.last) return undefined;
    agenda.last = client;
    return { from: NIGHT, to: NIGHT + 8 * 60, travel: 0 };
  }
  const travel = agenda.last ? travelMinutes(agenda.last.draft, client.draft) : 0;
  const gap = agenda.last ? Math.max(GAP_MINUTES, travel) : 0;
  const from = Math.ceil((agenda.next + gap) / 15) * 15;
  if (from + length > DAY_ENDS) return undefined;
  agenda.next = from + length;
  agenda.last = client;
  return { from, to: from + length, travel };
};

/** By car at 30 km/h and five minutes to park, rounded to five minutes. */
const travelMinutes = (from: PersonDraft, to: PersonDraft) => {
  const point = ({ AddressLatitude, AddressLongitude }: PersonDraft) => ({
    lat: AddressLatitude ?? 0,
    lon: AddressLongitude ?? 0,
  });
  return Math.min(60, 5 + Math.round(metresBetween(point(from), point(to)) / 500 / 5) * 5);
};

// ---- one plan

const REASONS = [
  'Initial care plan',
  'Annual renewal',
  'Change in condition',
  'New provider',
  'More hours approved',
  'Client asked for other times',
];
const REMARKS = [
  'Please wear a mask during the visit.',
  'Shopping once a week, list is on the refrigerator.',
  'Client likes to cook together. Low-salt diet.',
  'Two-person transfer on bath days; daughter helps.',
];

const later = (...dates: (string | null | undefined)[]) =>
  dates.reduce<string>((last, date) => (date && date > last ? date : last), '');

const planOf = (
  r: Random,
  of: {
    readonly client: Placed;
    readonly provider: Placed;
    readonly type: CarePlanType;
    readonly times: Times;
    readonly travel: number;
  },
  today: Temporal.PlainDate,
): ExamplePlan => {
  const { client, provider, type } = of;
  const begun = r.chance(0.03) ? today.add({ days: r.int(1, 9) }) : today.subtract({ days: r.int(10, 420) });
  const ends = isArchived(client.draft) ? (client.draft.archiveDate ?? null) : null;
  const started = later(begun.toString(), client.draft.StartOfCare, provider.draft['Start Date']);
  const draft: PlanDraft = {
    ProviderID: provider.id,
    ClientID: client.id,
    Type: type.Code,
    StartDate: ends && started >= ends ? addDays(ends, -45) : started,
    EndDate: ends,
    Remarks: r.chance(0.2) ? r.pick(REMARKS) : null,
    createReason: r.pick(REASONS),
    Status: ends ? 'Archive' : 'Active',
    // A live-in caregiver needs no visit verification; renewed yearly.
    excluded: r.chance(0.02) ? today.subtract({ days: r.int(20, 300) }).toString() : null,
    coversPlanId: null,
  };
  return { draft, client, provider, type, week: weekOf(r, type, of.times, of.travel) };
};

/** Every task of the type has its row, as saved by the form. */
const weekOf = (r: Random, type: CarePlanType, times: Times, travel: number): PlanWeek => {
  const care = type.taskOptions.pcItems.map(({ Name }) => Name);
  const home = type.taskOptions.hmItems.map(({ Name }) => Name);
  const minutes = perDay((day) => tasksOf(r, care, home, lengthOf(times[day])));
  const rows = (names: readonly string[], table: string): TaskRow[] =>
    names.map((Name) => ({ Name, ...perDay((day) => minutes[day].get(`${table} ${Name}`) ?? 0) }));
  return {
    personalCareItems: rows(care, 'care'),
    homeMakingItems: rows(home, 'home'),
    time: [
      { Name: 'Time In', ...perDay((day) => times[day]?.[0] ?? null) },
      { Name: 'Time Out', ...perDay((day) => times[day]?.[1] ?? null) },
      { Name: 'Travel Time', ...perDay((day) => (times[day] ? travel : 0)) },
    ],
  };
};

const lengthOf = (span: readonly [string, string] | undefined) => (span ? spanMinutes(span[0], span[1]) : 0);

/** Tasks of one day that add up to its time, about one per half hour, in steps of five minutes. */
const tasksOf = (r: Random, care: readonly string[], home: readonly string[], total: number) => {
  const all = [...care.map((name) => `care ${name}`), ...home.map((name) => `home ${name}`)];
  if (total === 0) return new Map<string, number>();
  const names = r.some(all, Math.max(1, Math.min(all.length, Math.round(total / 30))));
  const each = Math.floor(total / names.length / 5) * 5;
  const minutes = new Map(names.map((name) => [name, each]));
  const [first = '', second] = names;
  const moved = second && each > 10 ? 5 : 0;
  minutes.set(first, total - each * (names.length - 1) + moved);
  if (second) minutes.set(second, each - moved);
  return minutes;
};

// ---- the caregiver of the demo logins

const DEMO_CLIENTS = 3;

/**
 * The demo caregiver's day around the present time, so that there is always something to do: one past visit, one to check in to now,
 * one later. Visits that do not fit into the day are left out.
 */
export const demoDay = (now: Temporal.PlainTime) => {
  const minute = now.hour * 60 + now.minute;
  const start = Math.ceil((minute + 1) / 5) * 5;
  const near = start <= 1435 ? ([start, start + 30] as const) : undefined;
  const over = start - 45;
  const earlier = over >= 30 ? ([Math.max(0, over - 90), over] as const) : undefined;
  const after = Math.ceil((start + 30 + 60) / 15) * 15;
  const next = after <= 22 * 60 ? ([after, after + 90] as const) : undefined;
  return [earlier, near, next] as const;
};

const USUAL = [
  ['08:30', '10:30'],
  ['11:30', '13:00'],
  ['14:30', '16:30'],
] as const;

const demoPlan = (
  provider: Placed,
  client: Placed,
  index: number,
  types: readonly CarePlanType[],
  now: Temporal.PlainDateTime,
): ExamplePlan[] => {
  const r = randomOf(`demo ${client.serial}`);
  const today = now.toPlainDate();
  const type = types.find(({ Code }) => Code === 'PCP') ?? types[0];
  const usual = USUAL[index];
  if (!type || !usual) return [];
  const present = demoDay(now.toPlainTime())[index];
  const weekdays: readonly Weekday[] = WEEKDAYS.slice(0, 5);
  const times: Times = {
    ...Object.fromEntries(weekdays.map((day) => [day, usual])),
    [weekdayOf(today)]: present && [toClock(present[0]), toClock(present[1])],
  };
  const travel = index === 0 ? 0 : 15;
  const plan = planOf(r, { client, provider, type, times, travel }, today);
  const begun = today.subtract({ days: 60 + index * 40 }).toString();
  return [{ ...plan, draft: { ...plan.draft, StartDate: begun, excluded: null } }];
};
