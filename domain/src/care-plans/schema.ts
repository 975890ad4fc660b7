import { z } from 'zod';
import { perDay, WEEKDAYS } from '../calendar.ts';
import { UNIT_RULES } from '../unit-rules.ts';
import { dateText, monthText, stampText, timeText } from '../wire.ts';
import { renamed } from '../wire-names.ts';

export const PLAN_STATUSES = ['Active', 'Archive', 'Deleted'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

const minutes = z.int().min(0).max(1440);

/** Minutes of one task by weekday; 0 if it is not done. */
export const TaskRow = z.strictObject({ Name: z.string(), ...perDay(() => minutes) });
export type TaskRow = z.output<typeof TaskRow>;

const ClockRow = <N extends string>(name: N) =>
  z.strictObject({ Name: z.literal(name), ...perDay(() => timeText.nullable()) });

/** The three rows of the week in this order: Time In and Time Out as HH:mm, Travel Time in minutes. */
export const WeekRows = z.tuple([
  ClockRow('Time In'),
  ClockRow('Time Out'),
  z.strictObject({ Name: z.literal('Travel Time'), ...perDay(() => minutes) }),
]);
export type WeekRows = z.output<typeof WeekRows>;

/**
 * Totals of a week, always computed by the server. pcTotal and hmTotal are the minutes of the two task tables. The others
 * are hours with 2 decimals: working from time in and out, computedWorking from the tasks, and each plus travel as a total.
 */
export const WeekTotals = z.strictObject({
  pcTotal: z.int(),
  hmTotal: z.int(),
  computedWorking: z.number(),
  computedTotal: z.number(),
  workingHours: z.number(),
  travelHours: z.number(),
  totalHours: z.number(),
});
export type WeekTotals = z.output<typeof WeekTotals>;

/** What a user enters for a week. */
export const PlanWeek = z.strictObject({
  personalCareItems: z.array(TaskRow),
  homeMakingItems: z.array(TaskRow),
  time: WeekRows,
});
export type PlanWeek = z.output<typeof PlanWeek>;

export const CarePlanWeek = PlanWeek.extend(WeekTotals.shape);
export type CarePlanWeek = z.output<typeof CarePlanWeek>;

/** Fields whose name in calls differs from the product's name, here and where a plan is written (contract.ts). */
export const PLAN_NAMES = { covid: 'isTemporary', covidBy: 'coversPlanId', json: 'week' } as const;

const planShape = z.strictObject({
  id: z.int(),
  ProviderID: z.int(),
  /** 'LastName, FirstName' */
  Provider: z.string(),
  ClientID: z.int(),
  Client: z.string(),
  /** The code of the care plan type. */
  Type: z.string(),
  StartDate: dateText,
  EndDate: dateText.nullable(),
  Remarks: z.string().nullable(),
  createReason: z.string(),
  Modify: stampText,
  Status: z.enum(PLAN_STATUSES),
  ArchiveInfo: z.string().nullable(),
  DeleteInfo: z.string().nullable(),
  /** The language group, which is the client's language. */
  Language: z.string().nullable(),
  /** The start of the exemption from EVV. */
  excluded: dateText.nullable(),
  /** Whether this is a temporary plan. If so, `covidBy` is the plan that it covers. */
  covid: z.boolean(),
  covidBy: z.int().nullable(),
  /** The week that applies today; for a plan that has not begun its first week, for one that has ended its last. */
  json: CarePlanWeek,
  /** All weeks of a plan that changed from some day on, each with its first day. If empty, `json` applies to all days. */
  weeks: z.array(renamed(z.strictObject({ from: dateText, json: CarePlanWeek }), { json: 'week' })),
  rev: z.int(),
});

/** A care plan as calls return it (docs/rules/care-plans.md, rule 1). */
export const CarePlan = renamed(planShape, { ...PLAN_NAMES, Modify: 'modifiedAt' });
export type CarePlan = z.output<typeof CarePlan>;

/** A pair that is exempt from EVV (docs/rules/care-plans.md, rule 37); `id` is the plan's. */
export const ExcludedPlan = z.strictObject({
  id: z.int(),
  ClientID: z.int(),
  Client: z.string(),
  ProviderID: z.int(),
  Provider: z.string(),
  excluded: dateText,
});
export type ExcludedPlan = z.output<typeof ExcludedPlan>;

const TypeItem = z.strictObject({ Name: z.string() });

/** A care plan type with the data valid today. Rates are dollars per unit of 15 minutes; only admins get them, other roles get null. */
const typeShape = z.strictObject({
  id: z.int(),
  Name: z.string(),
  Code: z.string(),
  /** The rates inside and outside the area. */
  rate: z.number().nullable(),
  addrate: z.number().nullable(),
  json: z.strictObject({ pcItems: z.array(TypeItem), hmItems: z.array(TypeItem) }),
  ihss: z.boolean(),
  relative: z.boolean(),
  evvNeeded: z.boolean(),
  /** The aggregator's service code (not the billing code). */
  aggregatorCode: z.string().nullable(),
  procedureCode: z.string().nullable(),
  modifiers: z.array(z.string()),
  unitRule: z.enum(UNIT_RULES).nullable(),
  payCategory: z.string().nullable(),
});
export const CarePlanType = renamed(typeShape, { json: 'taskOptions' });
export type CarePlanType = z.output<typeof CarePlanType>;

/** The visits that were created, and for which days; returned when a plan or its visit records are created. */
export const VisitsMade = z.strictObject({ created: z.int(), from: dateText, through: dateText });
export type VisitsMade = z.output<typeof VisitsMade>;

/** Returned by 'delete visit records'. */
export const VisitsRemoved = z.strictObject({ removed: z.int() });
export type VisitsRemoved = z.output<typeof VisitsRemoved>;

/** What a change did to the visits of one plan from today on. */
export const VisitsChanged = z.strictObject({
  created: z.int(),
  changed: z.int(),
  removed: z.int(),
});
export type VisitsChanged = z.output<typeof VisitsChanged>;

/** Returned by every change of one plan. */
export const PlanChanged = z.strictObject({
  id: z.int(),
  Status: z.enum(PLAN_STATUSES),
  EndDate: dateText.nullable(),
  rev: z.int(),
  visits: VisitsChanged,
  /**
   * Changed visits of other plans: of the covered plan, whose visits a temporary plan took over or gave back, or of
   * temporary plans that ended with theirs.
   */
  coveredVisits: VisitsChanged,
  /** The messages to the user, in order; `Info` is the first. */
  messages: z.array(z.string()),
});
export type PlanChanged = z.output<typeof PlanChanged>;

/** Returned when all plans of an archived person are ended. */
export const PlansEnded = z.strictObject({ archived: z.int(), deleted: z.int() });
export type PlansEnded = z.output<typeof PlansEnded>;

/** A secondary plan under its primary (docs/rules/care-plans.md, rule 28), numbered 1, 2, … */
export const SecondaryPlan = z.strictObject({
  ID: z.int(),
  Client: z.string(),
  Provider: z.string(),
  EndDate: dateText.nullable(),
  tserror: z.int(),
  order: z.int(),
});
export type SecondaryPlan = z.output<typeof SecondaryPlan>;

export const weekdayName = z.enum(WEEKDAYS);
const plannedDay = z.strictObject({ day: weekdayName, from: timeText, to: timeText });

/** One row of the care plan list. Secondary plans are rows of their own and also listed under their primary. */
const listShape = planShape.omit({ json: true, weeks: true, createReason: true }).extend({
  /** Initials of the last editor. */
  ModifiedBy: z.string(),
  /** The planned days of the week that applies today. */
  week: z.array(plannedDay),
  /** Temporary plans that cover this plan, in the month or, without a month, from today on. */
  covered: z.array(
    z.strictObject({ ID: z.int(), Provider: z.string(), StartDate: dateText, EndDate: dateText }),
  ),
  /** Open errors of scanned timesheets by month and half, with their codes separated by commas; `tserror` is their number. */
  scan: z.array(z.strictObject({ date: monthText, period: z.int(), error: z.string() })),
  tserror: z.int(),
  compared: z.array(SecondaryPlan),
  /** The primary plan of a secondary one, and its number there; null for all other plans. */
  comparedTo: z.int().nullable(),
  order: z.int().nullable(),
});
export const PlanListRow = renamed(listShape, {
  covid: PLAN_NAMES.covid,
  covidBy: PLAN_NAMES.covidBy,
  Modify: 'modifiedAt',
});
export type PlanListRow = z.output<typeof PlanListRow>;

/** A stretch of a care plan, following one week, on which its provider is away. */
export const AwayPart = z.strictObject({
  /** The care plan's id. */
  id: z.int(),
  ClientID: z.int(),
  Client: z.string(),
  Type: z.string(),
  from: dateText,
  through: dateText,
  week: z.array(plannedDay),
  /** The days with a visit, and the total hours. */
  days: z.int(),
  hours: z.number(),
  /** Why nobody can take it over, in words; empty if somebody can. */
  why: z.array(z.string()),
});
export type AwayPart = z.output<typeof AwayPart>;

/** A provider who could step in; `parts` are in the order of the absence's parts. */
export const StandIn = z.strictObject({
  id: z.int(),
  Name: z.string(),
  /** Weekly hours of the active care plans. */
  hours: z.number(),
  /** Why this provider may not work now, in words. */
  mayNotWork: z.array(z.string()),
  parts: z.array(
    z.strictObject({
      /** How well provider and client match, 0 to 100; null if the client's address has no location. */
      rate: z.int().nullable(),
      distance: z.number().nullable(),
      errorMiles: z.number(),
      /** Why the provider cannot take this part, in words. */
      why: z.array(z.string()),
    }),
  ),
});
export type StandIn = z.output<typeof StandIn>;

/** A visit of a provider who is away that was moved to another time or date. */
export const MovedAway = z.strictObject({
  ClientID: z.int(),
  Client: z.string(),
  /** The planned day, and where the visit is now. */
  day: dateText,
  date: dateText,
  start: timeText,
  end: timeText,
});
export type MovedAway = z.output<typeof MovedAway>;

export const Absence = z.strictObject({
  parts: z.array(AwayPart),
  standIns: z.array(StandIn),
  /** Moved visits planned for or now on these days, whether somebody takes them over or not. */
  moved: z.array(MovedAway),
});
export type Absence = z.output<typeof Absence>;

/** What became of one part: the plan that was created, or why none was. */
export const CoverResult = z.strictObject({
  planId: z.int(),
  from: dateText,
  /** The temporary plan and its visits; null if refused. */
  made: z.strictObject({ id: z.int(), visits: z.int() }).nullable(),
  refused: z.string().nullable(),
  /** Days with short gaps between visits. The plan can be created once they are approved. */
  gapDays: z.array(weekdayName),
  /** Limits that its visits exceed. Some of them refuse the plan until there is a justification, others only warn. */
  exceeded: z.array(z.string()),
  /** Set only if the plan was refused because that justification is missing. */
  asksWhy: z.literal(true).optional(),
});
export type CoverResult = z.output<typeof CoverResult>;

/** What the limits say about a part and its chosen provider, before anything is created. */
export const CoverLimits = CoverResult.pick({
  planId: true,
  from: true,
  refused: true,
  exceeded: true,
  asksWhy: true,
}).extend({
  /** A sentence that the plan would have a different type than the one that it covers. */
  otherType: z.string().optional(),
});
export type CoverLimits = z.output<typeof CoverLimits>;
