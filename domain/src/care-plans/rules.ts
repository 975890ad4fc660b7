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
 * Days since 1970-01-01, a Thursday. Whole numbers compare and shift without a calendar. Years are counted from March 1, so
 * that a leap day is the last of its year. Computed by hand because saving compares many plans.
 */
export const dayNumber = (iso: string) => {
  const month = Number(iso.slice(5, 7));
  const year = Number(iso.slice(0, 4)) - (month < 3 ? 1 : 0);
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  const ofYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + Number(iso.slice(8, 10)) - 1;
  return 365 * year + leapDays + ofYear - 719_468;
};
const weekdayIndex = (day: number) => (((day + 3) % 7) + 7) % 7;

/** The first and last day of service as day numbers. A temporary plan includes its end date (docs/rules/care-plans.md, rule 4). */
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

/** Whether the plan is in force on a day (YYYY-MM-DD), whether or not its week has times for that weekday. */
export const runsOn = (plan: PlanDates & Pick<CarePlan, 'Status'>, date: string) =>
  plan.Status !== 'Deleted' &&
  plan.StartDate <= date &&
  (plan.EndDate === null || date < plan.EndDate || (plan.coversPlanId !== null && date === plan.EndDate));

// --- One week ------------------------------------------------------------------------------------------------------

/** Minutes from midnight of the day; `end` is beyond 1440 if the visit ends the next day. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The planned span of a weekday; undefined if a time is missing or both are equal. */
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

/**
 * Each hour value is rounded on its own and the total is the sum of the rounded values, so that printed totals add up
 * (docs/rules/care-plans.md, rule 7).
 */
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

/** A finding about one weekday. `planId` is the other plan, if there is one. */
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

/** An overnight visit must not overlap the plan's own visit of the next day. */
const runsIntoNextDay = (time: WeekRows, day: Weekday) => {
  const span = spanOn(time, day);
  const next = spanOn(time, WEEKDAYS[(WEEKDAYS.indexOf(day) + 1) % 7] ?? 'Mon');
  return span !== undefined && next !== undefined && span.end > DAY_MINUTES + next.start;
};

/** On each day, the minutes of all tasks must add up to the span between time in and time out (docs/rules/care-plans.md, rule 15). */
export const checkWeek = (week: PlanWeek): DayFinding[] =>
  WEEKDAYS.filter((day) => hasMismatch(week, day)).map((day) => ({
    day,
    message: `Error: You have time mismatch in Care Plan on ${WEEKDAY_NAMES[day]}`,
    planId: null,
  }));

/** A night visit before the first day of a week must not overlap the first visit of that week. */
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

/** A plan without any times would schedule no visits. */
export const checkNotEmpty = ([timeIn, timeOut]: WeekRows): FieldError[] =>
  WEEKDAYS.some((day) => timeIn[day] !== null || timeOut[day] !== null)
    ? []
    : [{ field: 'time', message: EMPTY_WEEK }];

// --- Other plans and services --------------------------------------------------------------------------------------

export type ComparedPlan = Pick<
  CarePlan,
  'ProviderID' | 'Provider' | 'ClientID' | 'Client' | 'StartDate' | 'EndDate' | 'Status' | 'coversPlanId'
> & { readonly id: number | null } & PlanWeeks<{ readonly time: WeekRows }>;

/** A regular service that the client gets from somebody else. */
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

/** The daycare and other services in a client's record that have times. */
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

/** A plan is never compared with itself, with its temporary plans, or with the plan that it covers. */
const isPair = (a: ComparedPlan, b: ComparedPlan) =>
  (a.id !== null && (a.id === b.id || b.coversPlanId === a.id)) ||
  (a.coversPlanId !== null && a.coversPlanId === b.id);

/** A visit of another plan or service near one of ours, as a span counted from midnight of our day. */
interface Neighbour {
  readonly day: Weekday;
  readonly ours: Span;
  readonly theirs: Span;
}

const OFFSETS = [-1, 0, 1] as const;

/** The spans of a week, Mon to Sun. */
type WeekSpans = readonly (Span | undefined)[];
const spansOfWeek = (time: WeekRows): WeekSpans => WEEKDAYS.map((day) => spanOn(time, day));

/** Days on which a plan follows one of its weeks. */
interface Stretch {
  readonly run: PlanRun;
  readonly spans: WeekSpans;
}

/** Splits a plan into the stretches of its weeks, without weeks that no day follows. */
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
 * All pairs of spans on the same, the previous or the next day (because of overnight visits), on days on which `run` says
 * that both take place. Spans at least `GAP_MINUTES` apart are left out.
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

/** The visits of another plan near ours. What depends on our plan alone is computed once for all others. */
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
 * The times that another plan takes on and around each weekday of a plan while both run, counted from midnight of that
 * weekday. findConflicts refuses any overlap with them.
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

/** The same as takenBeside for daycare and other services, which take place every week. */
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

/** Sorted from Mon to Sun. A finding that two weeks of a plan share is reported once. */
const inOrder = (findings: readonly DayFinding[]): DayFinding[] =>
  [
    ...new Map(
      findings.map((finding) => [`${finding.day} ${finding.planId} ${finding.message}`, finding]),
    ).values(),
  ].toSorted(byDay);

/**
 * Whether the client gets two caregivers on purpose: the plan that the temporary one covers already overlaps with the other
 * plan, by an override.
 */
const doublesOf = (plan: ComparedPlan, others: readonly ComparedPlan[]) => {
  const covered = plan.coversPlanId === null ? undefined : others.find(({ id }) => id === plan.coversPlanId);
  if (!covered) return () => false;
  const near = planNeighbours(covered);
  return (other: ComparedPlan, on: Weekday) =>
    other.ProviderID !== plan.ProviderID && planConflicts(covered, other, near).some(({ day }) => day === on);
};

/**
 * Time conflicts of a plan by weekday: its provider with the provider's other plans, and its client with other providers,
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

/** Warnings about less than 15 minutes between two visits of the provider, which the user approves day by day. */
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

/** The question before saving with short gaps (docs/rules/care-plans.md, rule 20). */
export const gapQuestion = (days: readonly Weekday[]) =>
  `This days have warning: ${days.map((day) => WEEKDAY_NAMES[day]).join(', ')}. Do you want to continue?`;

/** The days in a refusal that is only about short gaps. Once the user approves them, the plan can be saved. */
export const gapDaysOf = ({ reason, errors }: Pick<Refusal<Reason>, 'reason' | 'errors'>): Weekday[] =>
  reason === 'shortGaps' ? WEEKDAYS.filter((day) => errors.some(({ field }) => field === day)) : [];

// --- The rest of the form ------------------------------------------------------------------------------------------

export const CHOOSE_BOTH = 'Please select provider and client';
export const EXCLUDED_TOO_OLD =
  'Error: Excluded date must be greater than 11 months, check it before creating careplan';
export const END_BEFORE_START = 'Error: End date cannot be before start date';
export const WRONG_IHSS_START = 'Error: Wrong Start IHSS Date, add it before creating careplan';
export const ARCHIVE_WITHOUT_END = 'Error: Cant create archive care plan without end date';

/** Whether a fault of the form is also shown as a toast; all others appear only at their field. */
export const isToast = ({ fault }: FieldError) => fault !== undefined;
/** Whether the fault is that the provider may not work under the chosen type, which is shown before saving. */
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

/** The default, as long as no admin has changed it. */
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

/** What the rules need to know about the records that the draft names; null if there is no such record. */
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

/** The checks that also clear the form's selected provider if they fail. */
export const checkProviderDates = (
  provider: Pick<PersonRow, 'BackgroundCheck' | 'capsCheck'>,
  today: Temporal.PlainDate,
): FieldError[] =>
  [checkBackground(provider.BackgroundCheck, today), checkCaps(provider.capsCheck, today)].flatMap(
    (message) => (message ? [{ field: 'ProviderID', message }] : []),
  );

const isWithoutIhssStart = ({ type, provider }: Pick<PlanFacts, 'type' | 'provider'>) =>
  type?.ihss === true && provider?.['Start IHSS'] === null;

/** Checks both people of a plan that is set active again: neither is archived, and the provider's checks are valid. */
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

/** An exemption that began 11 or more months ago cannot be used for a new plan. */
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

/** A temporary plan has the same client, another provider and 1 to 90 days, and starts between 14 days ago and 90 days ahead. */
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

/** Covers count too, because they are temporary plans. */
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
 * Everything about a plan except its times (docs/rules/care-plans.md, rules 9 to 16). Unlike time errors (checkWeek,
 * findConflicts), these cannot be overridden.
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

/** The days of a visit window as YYYY-MM-DD with their weekdays. */
export const visitWindow = (from: Temporal.PlainDate, days: number = VISIT_DAYS) =>
  Array.from({ length: days }, (_, n) => {
    const date = from.add({ days: n });
    return { date: date.toString(), weekday: weekdayOf(date) };
  });

/** What else ends or takes over days of a plan. */
export interface VisitLimits {
  /** The archive dates of client and provider, their first days without service. */
  readonly archived: readonly (string | null)[];
  /** Temporary plans that cover this plan. */
  readonly temporary: readonly (PlanDates & Pick<CarePlan, 'Status'>)[];
  /**
   * Days (YYYY-MM-DD) whose visit was begun, done, closed or moved to another date under the plan that covers this one or is
   * covered by it.
   */
  readonly taken?: readonly string[];
  /** Planned days whose visit was missed and closed, so nobody will serve them. */
  readonly closed?: readonly { readonly plannedDay: string }[];
}

/**
 * Whether the plan runs on a day (YYYY-MM-DD), nobody is archived yet, and no running temporary plan has taken over the day
 * (docs/rules/care-plans.md, rule 36). Whether that weekday has times is not considered.
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
 * The visits that should exist for a plan in a window: its planned days (docs/rules/care-plans.md, rule 36). An excluded
 * plan has none, and a day that a running temporary plan covers belongs to that plan.
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
