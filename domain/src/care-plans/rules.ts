import {
  DAY_MINUTES,
  hoursOf,
  minuteOfDay,
  showDate,
  spanMinutes,
  toClock,
  WEEKDAY_NAMES,
  WEEKDAYS,
  type Weekday,
  weekdayOf,
} from '../calendar.ts';
import type { FieldError, Reason, Refusal } from '../errors.ts';
import { isActiveOfKind, type KindAndStatus } from '../people/kind-and-status.ts';
import { checkBackground, checkCaps } from '../people/rules.ts';
import type { PersonRow } from '../people/schema.ts';
import { SWITCH_DEFAULTS, type TemporaryWindow, temporaryWindow } from '../sites/limits.ts';
import { sum } from '../sum.ts';
import type { VisitTasks } from '../visits/schema.ts';
import type { CarePlan, PlanWeek, TaskRow, WeekRows, WeekTotals } from './schema.ts';
import { oncePerWeek, type PlanWeeks, weekOn, weeksOf } from './weeks.ts';

/** Limits of a care plan (docs/rules/care-plans.md, rules 14, 20 and 36). */
export const REMARKS_MAX = 285;
export const CREATE_REASON_MAX = 63;
export const GAP_MINUTES = 15;
/** Visit records exist for today through 13 days ahead. */
export const VISIT_DAYS = 14;

// --- Days on which a plan runs -------------------------------------------------------------------------------------

export type PlanDates = Pick<CarePlan, 'StartDate' | 'EndDate' | 'coversPlanId'>;

/**
 * Days since 1970-01-01, a Thursday: whole numbers compare and shift without a calendar. Counted from 1 March, so that a leap
 * day is the last of its year; by hand, since a save compares many plans.
 */
export const dayNumber = (iso: string) => {
  const month = Number(iso.slice(5, 7));
  const year = Number(iso.slice(0, 4)) - (month < 3 ? 1 : 0);
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  const ofYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + Number(iso.slice(8, 10)) - 1;
  return 365 * year + leapDays + ofYear - 719_468;
};
const weekdayIndex = (day: number) => (((day + 3) % 7) + 7) % 7;

/** First and last day of service as day numbers; a temporary plan includes its end date (docs/rules/care-plans.md, rule 4). */
interface PlanRun {
  readonly first: number;
  readonly last: number;
}
const runOf = (plan: PlanDates): PlanRun => ({
  first: dayNumber(plan.StartDate),
  last:
    plan.EndDate === null
      ? Number.POSITIVE_INFINITY
      : dayNumber(plan.EndDate) - (plan.coversPlanId === null ? 1 : 0),
});

const ALWAYS: PlanRun = { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY };

/** Whether the plan is in force on a day (YYYY-MM-DD), whatever its week says about that weekday. */
export const runsOn = (plan: PlanDates & Pick<CarePlan, 'Status'>, date: string) =>
  plan.Status !== 'Deleted' &&
  plan.StartDate <= date &&
  (plan.EndDate === null || date < plan.EndDate || (plan.coversPlanId !== null && date === plan.EndDate));

// --- One week ------------------------------------------------------------------------------------------------------

/** Minutes from midnight of the day; `end` lies beyond 1440 when the visit ends the next day. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The planned span of a weekday; undefined when a time is missing or both are equal. */
export const spanOn = ([timeIn, timeOut]: WeekRows, day: Weekday): Span | undefined => {
  const from = timeIn[day];
  const to = timeOut[day];
  if (from === null || to === null || from === to) return undefined;
  const start = minuteOfDay(from);
  return { start, end: start + spanMinutes(from, to) };
};

const showSpan = (span: Span) => `(${toClock(span.start)} – ${toClock(span.end)})`;

const sumOn = (rows: readonly TaskRow[], day: Weekday) => sum(rows.map((row) => row[day]));

export interface DayTotals {
  readonly personalCare: number;
  readonly homeMaking: number;
  /** Minutes of both task tables. */
  readonly tasks: number;
  /** Time out minus time in. */
  readonly planned: number;
  readonly travel: number;
}

export const dayTotals = (week: PlanWeek, day: Weekday): DayTotals => {
  const personalCare = sumOn(week.personalCareItems, day);
  const homeMaking = sumOn(week.homeMakingItems, day);
  const span = spanOn(week.time, day);
  return {
    personalCare,
    homeMaking,
    tasks: personalCare + homeMaking,
    planned: span ? span.end - span.start : 0,
    travel: week.time[2][day],
  };
};

export const rowTotal = (row: TaskRow) => sum(WEEKDAYS.map((day) => row[day]));

/** Hours are rounded apart and the total is their sum, so that printed totals add up (docs/rules/care-plans.md, rule 7). */
export const computeTotals = (week: PlanWeek): WeekTotals => {
  const days = WEEKDAYS.map((day) => dayTotals(week, day));
  const total = (pick: (day: DayTotals) => number) => sum(days.map(pick));
  const workingHours = hoursOf(total((day) => day.planned));
  const computedWorking = hoursOf(total((day) => day.tasks));
  const travelHours = hoursOf(total((day) => day.travel));
  const plusTravel = (hours: number) => Math.round((hours + travelHours) * 100) / 100;
  return {
    pcTotal: total((day) => day.personalCare),
    hmTotal: total((day) => day.homeMaking),
    computedWorking,
    computedTotal: plusTravel(computedWorking),
    workingHours,
    travelHours,
    totalHours: plusTravel(workingHours),
  };
};

/** A finding about one weekday. `planId` is the other plan, where there is one. */
export interface DayFinding {
  readonly day: Weekday;
  readonly message: string;
  readonly planId: number | null;
}

const hasMismatch = (week: PlanWeek, day: Weekday) => {
  const [timeIn, timeOut] = week.time;
  const { tasks, planned } = dayTotals(week, day);
  const incomplete = spanOn(week.time, day) === undefined && (timeIn[day] !== null || timeOut[day] !== null);
  return incomplete || tasks !== planned || runsIntoNextDay(week.time, day);
};

/** An overnight visit must not reach into the plan's own visit of the next day. */
const runsIntoNextDay = (time: WeekRows, day: Weekday) => {
  const span = spanOn(time, day);
  const next = spanOn(time, WEEKDAYS[(WEEKDAYS.indexOf(day) + 1) % 7] ?? 'Mon');
  return span !== undefined && next !== undefined && span.end > DAY_MINUTES + next.start;
};

/** For each day the sum of option minutes must equal the time in/out span (docs/rules/care-plans.md, rule 15). */
export const checkWeek = (week: PlanWeek): DayFinding[] =>
  WEEKDAYS.filter((day) => hasMismatch(week, day)).map((day) => ({
    day,
    message: `Error: You have time mismatch in Care Plan on ${WEEKDAY_NAMES[day]}`,
    planId: null,
  }));

/** A night before the first day of a week must not reach into the first visit of that week. */
export const checkWeekBorders = (
  plan: PlanDates & Pick<CarePlan, 'Status'> & PlanWeeks<{ readonly time: WeekRows }>,
): DayFinding[] =>
  weeksOf(plan).flatMap(({ from, week }, at, weeks) => {
    const first = Temporal.PlainDate.from(from);
    const before = first.subtract({ days: 1 });
    const last = weeks[at - 1]?.week;
    if (!last || !runsOn(plan, from) || !runsOn(plan, before.toString())) return [];
    const day = weekdayOf(before);
    const [night, next] = [spanOn(last.time, day), spanOn(week.time, weekdayOf(first))];
    return night && next && night.end > DAY_MINUTES + next.start
      ? [
          {
            day,
            message: `Error: The visit of ${WEEKDAY_NAMES[day]} ${showDate(before.toString())} ends at ${toClock(night.end)}, after the first visit of the changed week starts at ${toClock(next.start)}`,
            planId: null,
          },
        ]
      : [];
  });

export const EMPTY_WEEK = 'Enter Time In and Time Out for at least one day.';

/** A plan without any time plans nothing. */
export const checkNotEmpty = ([timeIn, timeOut]: WeekRows): FieldError[] =>
  WEEKDAYS.some((day) => timeIn[day] !== null || timeOut[day] !== null)
    ? []
    : [{ field: 'time', message: EMPTY_WEEK }];

// --- Other plans and services --------------------------------------------------------------------------------------

export type ComparedPlan = Pick<
  CarePlan,
  'ProviderID' | 'Provider' | 'ClientID' | 'Client' | 'StartDate' | 'EndDate' | 'Status' | 'coversPlanId'
> & { readonly id: number | null } & PlanWeeks<{ readonly time: WeekRows }>;

/** A regular service of the client by somebody else. */
export interface OutsideService {
  readonly company: string;
  readonly days: readonly Weekday[];
  readonly from: string;
  readonly to: string;
}

type ServiceFields = Pick<
  PersonRow,
  'Daycare' | 'DaycareName' | 'DaycareDays' | 'DaycareTimeFrom' | 'DaycareTimeTo' | 'otherService'
>;

/** Daycare and other services of a client record that say when they take place. */
export const outsideServices = (client: ServiceFields): OutsideService[] => {
  const daycare = {
    company: client.DaycareName ?? 'Daycare',
    days: client.Daycare ? (client.DaycareDays ?? []) : [],
    from: client.DaycareTimeFrom,
    to: client.DaycareTimeTo,
  };
  const others = (client.otherService ?? []).map((service) => ({
    company: service.CompanyName,
    days: WEEKDAYS.filter((day) => service[day]),
    from: service.From,
    to: service.To,
  }));
  return [daycare, ...others].flatMap(({ company, days, from, to }) =>
    from !== null && to !== null && from !== to && days.length > 0 ? [{ company, days, from, to }] : [],
  );
};

/** A plan is never compared with itself or with its temporary or covered pair. */
const isPair = (a: ComparedPlan, b: ComparedPlan) =>
  (a.id !== null && (a.id === b.id || b.coversPlanId === a.id)) ||
  (a.coversPlanId !== null && a.coversPlanId === b.id);

/** A visit of another plan or service near one of ours: its span counted from midnight of our day. */
interface Neighbour {
  readonly day: Weekday;
  readonly ours: Span;
  readonly theirs: Span;
}

const OFFSETS = [-1, 0, 1] as const;

/** The spans of a week, Mon to Sun. */
type WeekSpans = readonly (Span | undefined)[];
const spansOfWeek = (time: WeekRows): WeekSpans => WEEKDAYS.map((day) => spanOn(time, day));

/** Days on which a plan goes by one of its weeks. */
interface Stretch {
  readonly run: PlanRun;
  readonly spans: WeekSpans;
}

/** A plan as the stretches of its weeks; weeks that none of its days go by are left out. */
const stretchesOf = (plan: PlanDates & PlanWeeks<{ readonly time: WeekRows }>): Stretch[] => {
  const run = runOf(plan);
  const weeks = weeksOf(plan);
  if (weeks.length === 1) return weeks.map(({ week }) => ({ run, spans: spansOfWeek(week.time) }));
  return weeks.flatMap(({ from, week }, at) => {
    const next = weeks[at + 1];
    const first = at === 0 ? run.first : Math.max(run.first, dayNumber(from));
    const last = next ? Math.min(run.last, dayNumber(next.from) - 1) : run.last;
    return first <= last ? [{ run: { first, last }, spans: spansOfWeek(week.time) }] : [];
  });
};

/**
 * All pairs of spans on the same, the previous or the next day (overnight visits roll over), on days on which `run` says
 * that both take place. Those that lie `GAP_MINUTES` and more apart are no neighbours.
 */
const neighbours = (
  spans: WeekSpans,
  theirSpans: WeekSpans,
  bothRun: (weekday: number, offset: number) => boolean,
): Neighbour[] => {
  const found: Neighbour[] = [];
  for (const [weekday, day] of WEEKDAYS.entries()) {
    const ours = spans[weekday];
    if (!ours) continue;
    for (const offset of OFFSETS) {
      const span = theirSpans[(weekday + offset + 7) % 7];
      if (!span) continue;
      const theirs = { start: span.start + offset * DAY_MINUTES, end: span.end + offset * DAY_MINUTES };
      if (isNear(ours, theirs) && bothRun(weekday, offset)) found.push({ day, ours, theirs });
    }
  }
  return found;
};

const isNear = (ours: Span, theirs: Span) =>
  ours.start < theirs.end + GAP_MINUTES && theirs.start < ours.end + GAP_MINUTES;

/** Whether there is a day of this weekday on which our plan runs while the other runs `offset` days later. */
const bothRunOf = (ours: PlanRun, theirs: PlanRun) => (weekday: number, offset: number) => {
  const from = Math.max(ours.first, theirs.first - offset);
  const firstOfWeekday = from + ((weekday - weekdayIndex(from) + 7) % 7);
  return firstOfWeekday <= Math.min(ours.last, theirs.last - offset);
};

/** The visits of another plan near ours. What concerns our plan alone is worked out once for all others. */
const planNeighbours = (plan: ComparedPlan) => {
  const stretches = stretchesOf(plan);
  return (other: ComparedPlan) => {
    const theirs = stretchesOf(other);
    return stretches.flatMap(({ run, spans }) =>
      theirs.flatMap((their) => neighbours(spans, their.spans, bothRunOf(run, their.run))),
    );
  };
};

/**
 * Times that another plan takes on and around each weekday of a plan while both run, counted from midnight of that weekday:
 * what findConflicts would refuse to overlap.
 */
export const takenBeside = (
  plan: PlanDates,
  other: PlanDates & Pick<ComparedPlan, 'Status' | 'week' | 'weeks'>,
): Record<Weekday, Span[]> => {
  const run = runOf(plan);
  const theirs = other.Status === 'Deleted' ? [] : stretchesOf(other);
  const taken = theirs.map((their) => rolledOver(their.spans, bothRunOf(run, their.run)));
  const on = (day: Weekday) => taken.flatMap((spans) => spans[day]);
  return {
    Mon: on('Mon'),
    Tue: on('Tue'),
    Wed: on('Wed'),
    Thu: on('Thu'),
    Fri: on('Fri'),
    Sat: on('Sat'),
    Sun: on('Sun'),
  };
};

const rolledOver = (
  spans: WeekSpans,
  bothRun: (weekday: number, offset: number) => boolean,
): Record<Weekday, Span[]> => {
  const on = (weekday: number) =>
    OFFSETS.flatMap((offset) => {
      const span = spans[(weekday + offset + 7) % 7];
      return span && bothRun(weekday, offset)
        ? [{ start: span.start + offset * DAY_MINUTES, end: span.end + offset * DAY_MINUTES }]
        : [];
    });
  return { Mon: on(0), Tue: on(1), Wed: on(2), Thu: on(3), Fri: on(4), Sat: on(5), Sun: on(6) };
};

const overlaps = ({ ours, theirs }: Neighbour) => ours.start < theirs.end && theirs.start < ours.end;

const isComparable = (plan: ComparedPlan, other: ComparedPlan) =>
  plan.Status !== 'Deleted' && other.Status !== 'Deleted' && !isPair(plan, other);

const planConflicts = (
  plan: ComparedPlan,
  other: ComparedPlan,
  near: (other: ComparedPlan) => Neighbour[],
): DayFinding[] => {
  const sameProvider = plan.ProviderID === other.ProviderID;
  if (!isComparable(plan, other) || (!sameProvider && plan.ClientID !== other.ClientID)) return [];
  const [who, withWhom] = sameProvider
    ? ['provider', `client ${other.Client}`]
    : ['client', `provider ${other.Provider}`];
  return near(other)
    .filter(overlaps)
    .map(({ day, theirs }) => ({
      day,
      message: `Error: This ${who} have same time in ${WEEKDAY_NAMES[day]} with ${withWhom} ${showSpan(theirs)}`,
      planId: other.id,
    }));
};

const spansOfService = (service: OutsideService): WeekSpans => {
  const start = minuteOfDay(service.from);
  const span = { start, end: start + spanMinutes(service.from, service.to) };
  return WEEKDAYS.map((day) => (service.days.includes(day) ? span : undefined));
};

/** As takenBeside, of daycare and other services: they take place every week. */
export const serviceSpans = (service: OutsideService): Record<Weekday, Span[]> =>
  rolledOver(spansOfService(service), () => true);

const serviceConflicts = (plan: ComparedPlan, service: OutsideService): DayFinding[] =>
  stretchesOf(plan)
    .flatMap(({ run, spans }) => neighbours(spans, spansOfService(service), bothRunOf(run, ALWAYS)))
    .filter(overlaps)
    .map(({ day, theirs }) => ({
      day,
      message: `Error: This client have same time in ${WEEKDAY_NAMES[day]} with ${service.company} ${showSpan(theirs)}`,
      planId: null,
    }));

const byDay = (a: DayFinding, b: DayFinding) => WEEKDAYS.indexOf(a.day) - WEEKDAYS.indexOf(b.day);

/** From Mon to Sun; what two weeks of a plan have in common is reported once. */
const inOrder = (findings: readonly DayFinding[]): DayFinding[] =>
  [
    ...new Map(
      findings.map((finding) => [`${finding.day} ${finding.planId} ${finding.message}`, finding]),
    ).values(),
  ].toSorted(byDay);

/**
 * Whether two caregivers are wanted at a client's hour: the plan that a temporary one covers is beside the other one already,
 * by an override.
 */
const doublesOf = (plan: ComparedPlan, others: readonly ComparedPlan[]) => {
  const covered = plan.coversPlanId === null ? undefined : others.find(({ id }) => id === plan.coversPlanId);
  if (!covered) return () => false;
  const near = planNeighbours(covered);
  return (other: ComparedPlan, on: Weekday) =>
    other.ProviderID !== plan.ProviderID && planConflicts(covered, other, near).some(({ day }) => day === on);
};

/**
 * Time conflicts of a plan per weekday: its provider with the provider's other plans, its client with other providers and with
 * daycare and other services (docs/rules/care-plans.md, rule 17).
 */
export const findConflicts = (
  plan: ComparedPlan,
  others: readonly ComparedPlan[],
  services: readonly OutsideService[],
): DayFinding[] => {
  const near = planNeighbours(plan);
  const isDouble = doublesOf(plan, others);
  return inOrder([
    ...others.flatMap((other) => planConflicts(plan, other, near).filter(({ day }) => !isDouble(other, day))),
    ...services.flatMap((service) => serviceConflicts(plan, service)),
  ]);
};

const gapText = ({ ours, theirs }: Neighbour, client: string) => {
  const before = theirs.end <= ours.start;
  const gap = before ? ours.start - theirs.end : theirs.start - ours.end;
  if (gap < 0 || gap >= GAP_MINUTES) return undefined;
  const minutes = `${gap} ${gap === 1 ? 'minute' : 'minutes'}`;
  return before
    ? `${minutes} after the visit with ${client} (ends ${toClock(theirs.end)})`
    : `${minutes} before the visit with ${client} (starts ${toClock(theirs.start)})`;
};

/** Fewer than 15 minutes between two visits of the provider: a warning that the user approves per day. */
export const gapWarnings = (plan: ComparedPlan, others: readonly ComparedPlan[]): DayFinding[] => {
  const neighboursOf = planNeighbours(plan);
  const findings = others
    .filter((other) => plan.ProviderID === other.ProviderID && isComparable(plan, other))
    .flatMap((other) =>
      neighboursOf(other).flatMap((near) => {
        const message = overlaps(near) ? undefined : gapText(near, other.Client);
        return message ? [{ day: near.day, message, planId: other.id }] : [];
      }),
    );
  return inOrder(findings);
};

/** Question before a save with short gaps (docs/rules/care-plans.md, rule 20). */
export const gapQuestion = (days: readonly Weekday[]) =>
  `This days have warning: ${days.map((day) => WEEKDAY_NAMES[day]).join(', ')}. Do you want to continue?`;

/** The days of a refusal that asks about short gaps alone: once they are approved, the plan is saved. */
export const gapDaysOf = ({ reason, errors }: Pick<Refusal<Reason>, 'reason' | 'errors'>): Weekday[] =>
  reason === 'shortGaps' ? WEEKDAYS.filter((day) => errors.some(({ field }) => field === day)) : [];

// --- The rest of the form ------------------------------------------------------------------------------------------

export const CHOOSE_BOTH = 'Please select provider and client';
export const EXCLUDED_TOO_OLD =
  'Error: Excluded date must be greater than 11 months, check it before creating careplan';
export const END_BEFORE_START = 'Error: End date cannot be before start date';
export const WRONG_IHSS_START = 'Error: Wrong Start IHSS Date, add it before creating careplan';
export const ARCHIVE_WITHOUT_END = 'Error: Cant create archive care plan without end date';

/** A fault of the form that is a toast too; the others are reported at their field alone. */
export const isToast = ({ fault }: FieldError) => fault !== undefined;
/** The provider may not work under the type that is chosen: shown before anybody saves. */
export const isIhssFault = ({ fault }: FieldError) => fault === 'ihssStartMissing';

export const excludedTooOld: FieldError = {
  field: 'excluded',
  message: EXCLUDED_TOO_OLD,
  fault: 'excludedTooOld',
};
export const endBeforeStart: FieldError = {
  field: 'EndDate',
  message: END_BEFORE_START,
  fault: 'endBeforeStart',
};
export const archiveWithoutEnd: FieldError = {
  field: 'EndDate',
  message: ARCHIVE_WITHOUT_END,
  fault: 'endMissing',
};
const ihssStartMissing: FieldError = {
  field: 'ProviderID',
  message: WRONG_IHSS_START,
  fault: 'ihssStartMissing',
};
const notChosen = (field: 'ProviderID' | 'ClientID'): FieldError => ({
  field,
  message: CHOOSE_BOTH,
  fault: 'peopleMissing',
});

/** Where no admin has set another one. */
export const TEMPORARY_WINDOW = temporaryWindow(SWITCH_DEFAULTS);

export interface PlanDraft {
  readonly ProviderID: number | null;
  readonly ClientID: number | null;
  readonly Type: string | null;
  readonly StartDate: string | null;
  readonly EndDate: string | null;
  readonly Remarks: string | null;
  readonly createReason: string | null;
  readonly Status: 'Active' | 'Archive';
  readonly excluded: string | null;
  /** The plan that this temporary plan covers. */
  readonly coversPlanId: number | null;
}

/** What the rules need to know about the records that the draft names; null = there is no such record. */
export interface PlanFacts {
  readonly today: Temporal.PlainDate;
  readonly provider: (KindAndStatus & Pick<PersonRow, 'BackgroundCheck' | 'capsCheck' | 'Start IHSS'>) | null;
  readonly client: KindAndStatus | null;
  readonly type: { readonly ihss: boolean } | null;
  readonly covered: Pick<CarePlan, 'ProviderID' | 'ClientID' | 'Status' | 'coversPlanId'> | null;
  readonly window?: TemporaryWindow;
}

const START_FLOOR = '1900-01-01';

const checkPeople = (facts: PlanFacts): FieldError[] => {
  const errors: FieldError[] = [];
  if (!isActiveOfKind(facts.provider, 'Provider')) errors.push(notChosen('ProviderID'));
  if (!isActiveOfKind(facts.client, 'Client')) errors.push(notChosen('ClientID'));
  return errors;
};

/** The checks that also clear the provider's selection on the form. */
export const checkProviderDates = (
  provider: Pick<PersonRow, 'BackgroundCheck' | 'capsCheck'>,
  today: Temporal.PlainDate,
): FieldError[] =>
  [checkBackground(provider.BackgroundCheck, today), checkCaps(provider.capsCheck, today)].flatMap(
    (message) => (message ? [{ field: 'ProviderID', message }] : []),
  );

const isWithoutIhssStart = ({ type, provider }: Pick<PlanFacts, 'type' | 'provider'>) =>
  type?.ihss === true && provider?.['Start IHSS'] === null;

/** Both people of a plan that is set active again: neither is archived, the provider's checks are valid. */
export const checkPlanPeople = (
  facts: Pick<PlanFacts, 'today' | 'provider' | 'client' | 'type'>,
): FieldError[] => {
  const archived = (field: string, who: string): FieldError => ({
    field,
    message: `The ${who} of this care plan is archived. Set the ${who} active first.`,
  });
  return [
    ...(isActiveOfKind(facts.provider, 'Provider') ? [] : [archived('ProviderID', 'provider')]),
    ...(isActiveOfKind(facts.client, 'Client') ? [] : [archived('ClientID', 'client')]),
    ...(facts.provider ? checkProviderDates(facts.provider, facts.today) : []),
    ...(isWithoutIhssStart(facts) ? [ihssStartMissing] : []),
  ];
};

/** Excluded time of 11 months and more is no base for a new plan. */
export const isExcludedTooOld = (excluded: string, today: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(Temporal.PlainDate.from(excluded).add({ months: 11 }), today) <= 0;

const checkDates = (draft: PlanDraft): FieldError[] => {
  if (draft.StartDate === null) return [{ field: 'StartDate', message: 'Start Date is required.' }];
  if (draft.StartDate < START_FLOOR)
    return [{ field: 'StartDate', message: 'Start Date should be after 01/01/1900.' }];
  if (draft.EndDate !== null && draft.EndDate < draft.StartDate) return [endBeforeStart];
  return [];
};

export const checkRemarks = (remarks: string | null): FieldError[] =>
  (remarks?.length ?? 0) > REMARKS_MAX
    ? [{ field: 'Remarks', message: `Remarks can have at most ${REMARKS_MAX} characters.` }]
    : [];

const checkTexts = (draft: PlanDraft): FieldError[] => {
  const errors = checkRemarks(draft.Remarks);
  const reason = draft.createReason?.trim() ?? '';
  if (reason === '') errors.push({ field: 'createReason', message: 'Create reason is required.' });
  if (reason.length > CREATE_REASON_MAX)
    errors.push({
      field: 'createReason',
      message: `Create reason can have at most ${CREATE_REASON_MAX} characters.`,
    });
  return errors;
};

const daysFrom = (from: Temporal.PlainDate, to: string) =>
  from.until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days;

/** A temporary plan: same client, other provider, 1 to 90 days, start between today − 14 and today + 90. */
const checkTemporary = (draft: PlanDraft, facts: PlanFacts): FieldError[] => {
  if (draft.coversPlanId === null) return [];
  const { window = TEMPORARY_WINDOW, covered } = facts;
  const wrong = (field: string, message: string): FieldError[] => [{ field, message }];
  if (covered === null || covered.Status === 'Deleted' || covered.coversPlanId !== null)
    return wrong('coversPlanId', 'The plan to be covered was not found.');
  if (covered.ClientID !== draft.ClientID)
    return wrong('ClientID', 'A temporary plan is for the client of the plan that it covers.');
  if (covered.ProviderID === draft.ProviderID)
    return wrong('ProviderID', 'A temporary plan needs another provider than the plan that it covers.');
  if (draft.StartDate === null) return [];
  const early = checkTemporaryStart(draft.StartDate, facts.today, window);
  return early.length > 0 ? early : checkTemporaryLength(draft.StartDate, draft.EndDate, window);
};

/** Covers are temporary plans, too. */
export const checkTemporarySwitch = ({
  temporaryEnabled,
}: {
  readonly temporaryEnabled: boolean;
}): FieldError[] =>
  temporaryEnabled
    ? []
    : [{ field: 'coversPlanId', message: 'Temporary plans are not switched on for your agency.' }];

export const checkTemporaryStart = (
  start: string,
  today: Temporal.PlainDate,
  { back, ahead }: TemporaryWindow = TEMPORARY_WINDOW,
): FieldError[] => {
  const days = daysFrom(today, start);
  const message = `A temporary plan starts at most ${back} days back and ${ahead} days ahead.`;
  return days < -back || days > ahead ? [{ field: 'StartDate', message }] : [];
};

export const checkTemporaryLength = (
  start: string,
  end: string | null,
  { length }: TemporaryWindow = TEMPORARY_WINDOW,
): FieldError[] => {
  if (end === null) return [{ field: 'EndDate', message: 'A temporary plan needs an end date.' }];
  const days = daysFrom(Temporal.PlainDate.from(start), end) + 1;
  return days > length
    ? [{ field: 'EndDate', message: `A temporary plan lasts at most ${length} days.` }]
    : [];
};

/**
 * Everything about a plan but its times (docs/rules/care-plans.md, rules 9 to 16). Unlike time errors (checkWeek,
 * findConflicts), nobody may save despite one of these.
 */
export const checkCarePlan = (draft: PlanDraft, facts: PlanFacts): FieldError[] => [
  ...checkPeople(facts),
  ...(facts.provider ? checkProviderDates(facts.provider, facts.today) : []),
  ...(draft.excluded !== null && isExcludedTooOld(draft.excluded, facts.today) ? [excludedTooOld] : []),
  ...checkDates(draft),
  ...(facts.type === null ? [{ field: 'Type', message: 'Type is required.' }] : []),
  ...(isWithoutIhssStart(facts) ? [ihssStartMissing] : []),
  ...(draft.Status === 'Archive' && draft.EndDate === null ? [archiveWithoutEnd] : []),
  ...checkTexts(draft),
  ...checkTemporary(draft, facts),
];

// --- Visits --------------------------------------------------------------------------------------------------------

export interface PlannedVisit {
  readonly day: string;
  readonly start: string;
  readonly end: string;
  readonly tasks: VisitTasks;
}

const minutesByName = (rows: readonly TaskRow[], day: Weekday) =>
  Object.fromEntries(rows.filter((row) => row[day] > 0).map((row) => [row.Name, row[day]]));

const visitOf = (week: PlanWeek, day: Weekday): Omit<PlannedVisit, 'day'> | undefined => {
  const start = week.time[0][day];
  const end = week.time[1][day];
  if (start === null || end === null || !spanOn(week.time, day)) return undefined;
  const { planned, travel } = dayTotals(week, day);
  const tasks = {
    WorkingTime: planned,
    TravelTime: travel,
    Care: minutesByName(week.personalCareItems, day),
    Home: minutesByName(week.homeMakingItems, day),
  };
  return { start, end, tasks };
};

/** The days of a visit window as YYYY-MM-DD with their weekday. */
export const visitWindow = (from: Temporal.PlainDate, days: number = VISIT_DAYS) =>
  Array.from({ length: days }, (_, n) => {
    const date = from.add({ days: n });
    return { date: date.toString(), weekday: weekdayOf(date) };
  });

/** What else ends or takes over a plan's days. */
export interface VisitLimits {
  /** Archive dates of client and provider: the first days without service. */
  readonly archived: readonly (string | null)[];
  /** Temporary plans that cover this plan. */
  readonly temporary: readonly (PlanDates & Pick<CarePlan, 'Status'>)[];
  /** Days (YYYY-MM-DD) whose visit another plan of its temporary or covered pair has: begun, done, closed or moved to another date. */
  readonly taken?: readonly string[];
  /** Planned days whose visit was missed and closed: nobody served them, and nobody will. */
  readonly closed?: readonly { readonly plannedDay: string }[];
}

/**
 * Whether the plan runs on a day (YYYY-MM-DD), nobody is archived yet, and no running temporary plan has taken the day over
 * (docs/rules/care-plans.md, rule 36). Whether that weekday has times is the week's matter.
 */
export const isOpenDay = (
  plan: PlanDates & Pick<CarePlan, 'Status'>,
  date: string,
  limits: VisitLimits,
): boolean =>
  runsOn(plan, date) &&
  !limits.archived.some((archived) => archived !== null && archived <= date) &&
  !limits.taken?.includes(date) &&
  !limits.closed?.some(({ plannedDay }) => plannedDay === date) &&
  !limits.temporary.some((other) => runsOn(other, date));

/**
 * The visits that should exist for a plan in a window: its planned days (docs/rules/care-plans.md, rule 36). An excluded plan
 * has none, a day that a running temporary plan covers is that plan's.
 */
export const plannedVisits = (
  plan: PlanDates & Pick<CarePlan, 'Status' | 'excluded'> & PlanWeeks,
  window: ReturnType<typeof visitWindow>,
  limits: VisitLimits,
): PlannedVisit[] => {
  if (plan.excluded !== null) return [];
  const visitsOf = oncePerWeek(visitOf);
  return window.flatMap(({ date, weekday }) => {
    const visit = visitsOf(weekOn(plan, date)).get(weekday);
    return visit && isOpenDay(plan, date, limits) ? [{ day: date, ...visit }] : [];
  });
};
