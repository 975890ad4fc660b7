import { z } from 'zod';
import { perDay, WEEKDAYS } from '../calendar.ts';
import { commandCall, getCall, postCall } from '../call.ts';
import { followed, since } from '../followed.ts';
import {
  command,
  dateText,
  equality,
  filtered,
  MAX_ID,
  monthText,
  ranges,
  rev,
  wireBool,
  wireDate,
  wireInt,
  wireJson,
  wireText,
} from '../wire.ts';
import { renamed } from '../wire-names.ts';
import { comparePlans } from './order.ts';
import {
  Absence,
  CarePlan,
  CarePlanType,
  CoverLimits,
  CoverResult,
  ExcludedPlan,
  PLAN_NAMES,
  PLAN_STATUSES,
  PlanChanged,
  PlanListRow,
  PlansEnded,
  type PlanWeek,
  VisitsMade,
  VisitsRemoved,
  weekdayName,
} from './schema.ts';

const idText = z.string().regex(/^\d{1,9}$/);

/** The fields that a list of plans can be filtered by. In EndDate filters, a plan without an end counts as never ending. */
const planFilters = {
  ID: { ops: equality, value: idText },
  ProviderID: { ops: equality, value: idText },
  ClientID: { ops: equality, value: idText },
  Status: { ops: equality, value: z.enum(PLAN_STATUSES) },
  StartDate: { ops: ranges, value: dateText },
  EndDate: { ops: ranges, value: dateText },
  Type: { ops: equality, value: z.string().min(1).max(40) },
} as const;

/** Role evv gets only its own provider's plans. */
export const getCarePlans = commandCall('care_get', {
  name: 'carePlans.get',
  roles: ['admin', 'user', 'provider', 'evv'],
  effect: 'read',
  input: filtered(planFilters),
  output: z.array(CarePlan),
});

export const readCarePlan = commandCall('care_read', {
  name: 'carePlans.read',
  roles: ['admin', 'user', 'provider', 'evv'],
  effect: 'read',
  input: filtered(planFilters),
  output: CarePlan,
});

export const getTypes = commandCall('type_get', {
  name: 'carePlans.types',
  roles: ['admin', 'user', 'provider'],
  effect: 'read',
  input: filtered({}),
  output: z.array(CarePlanType),
});

/** Pairs that are exempt from EVV (live-in caregivers): their active plans and when the exemption began. */
export const getExcludedData = getCall(['modules/getExcludedData.php', 'getExcludedData.php'], {
  name: 'carePlans.getExcludedData',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(ExcludedPlan),
});

const emptyAs =
  <T>(none: T) =>
  (value: unknown) =>
    value === '' || value === null || value === undefined ? none : value;
const wireMinutes = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : emptyAs(0)(value)),
  z.int().min(0).max(1440),
);
const wireClock = z.preprocess(
  emptyAs(null),
  z.union([z.null(), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)]),
);

const taskRows = z
  .array(z.strictObject({ Name: z.string().trim().min(1).max(100), ...perDay(() => wireMinutes) }))
  .max(60)
  .refine((rows) => new Set(rows.map((row) => row.Name)).size === rows.length, 'Add each task once.');

const weekRows = z.tuple([
  z.strictObject({ Name: z.literal('Time In'), ...perDay(() => wireClock) }),
  z.strictObject({ Name: z.literal('Time Out'), ...perDay(() => wireClock) }),
  z.strictObject({ Name: z.literal('Travel Time'), ...perDay(() => wireMinutes) }),
]);

/** The same week, sent as three maps start, end and travel by weekday (docs/rules/care-plans.md, rule 1). */
const isMaps = (value: unknown): value is { start?: unknown; end?: unknown; travel?: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asRows = (value: unknown): unknown => {
  if (!isMaps(value)) return value;
  const { start, end, travel } = value;
  const row = (Name: string, days: unknown) => ({
    Name,
    ...Object.fromEntries(WEEKDAYS.map((day) => [day, null])),
    ...(typeof days === 'object' ? days : {}),
  });
  return [row('Time In', start), row('Time Out', end), row('Travel Time', travel)];
};

const sentTotal = z.number().optional();

/** A week as clients send it. Empty cells are '' or null, rows of zeros may be missing, and totals are accepted but computed again. */
export const sentWeek = z
  .strictObject({
    personalCareItems: taskRows,
    homeMakingItems: taskRows,
    time: z.preprocess(asRows, weekRows),
    pcTotal: sentTotal,
    hmTotal: sentTotal,
    computedWorking: sentTotal,
    computedTotal: sentTotal,
    workingHours: sentTotal,
    travelHours: sentTotal,
    totalHours: sentTotal,
  })
  .transform(
    ({ personalCareItems, homeMakingItems, time }): PlanWeek => ({
      personalCareItems,
      homeMakingItems,
      time,
    }),
  );

/** The rules check lengths and have the better message; these limits only keep out nonsense. */
const planFields = {
  ProviderID: wireInt(1, MAX_ID).optional(),
  ClientID: wireInt(1, MAX_ID).optional(),
  Type: wireText(40).optional(),
  StartDate: wireDate.optional(),
  EndDate: wireDate.optional(),
  Remarks: wireText(4000).optional(),
  createReason: wireText(4000).optional(),
  excluded: wireDate.optional(),
  covid: wireBool.optional(),
  covidBy: wireInt(1, MAX_ID).optional(),
  /**
   * The days whose short gaps the user approved, as a JSON list of Mon to Sun. If it is sent, the server answers 409 for a
   * gap that is not in it. Older clients, which ask on their own, leave it out.
   */
  approvedDays: wireJson(z.array(weekdayName).max(7)).optional(),
  /** An admin's override of time errors: the site's plan override password, and a remark that is added to Remarks. */
  overridePassword: wireText(200).optional(),
  overrideRemark: wireText(4000).optional(),
  /** Why the client needs care beyond the limits that the plan exceeds. */
  limitJustification: wireText(4000).optional(),
  // The server sets timestamps itself; those of older clients are accepted but ignored.
  Modify: wireText(100).optional(),
  ArchiveInfo: wireText(100).optional(),
};

const newPlan = z.strictObject({
  ...planFields,
  /** 'Archive' comes from the archive form. A plan with an end date becomes Archive anyway. */
  Status: z.enum(['Active', 'Archive']).optional(),
  json: wireJson(sentWeek),
  /** The client's open request that this plan fills. */
  openRequestId: wireInt(1, MAX_ID).optional(),
});

/** Refusals about times of the week, other plans, gaps between visits, an admin's override, and limits of the client. */
const TIME_REASONS = [
  'weekRejected',
  'timesTaken',
  'shortGaps',
  'overrideMissing',
  'overrideRejected',
  'overLimit',
  'justificationMissing',
] as const;
const CHANGE_REASONS = [...TIME_REASONS, 'pastDays'] as const;

/** Creates the plan and its visits for today through 13 days ahead in one step. */
export const insertCarePlan = commandCall('care_insert', {
  name: 'carePlans.insert',
  roles: ['admin', 'user'],
  effect: 'write',
  creates: true,
  refusals: TIME_REASONS,
  input: command(renamed(newPlan, PLAN_NAMES)),
  output: z.strictObject({ id: z.int(), visits: VisitsMade }),
});

/** Fields that are not sent stay unchanged; an empty EndDate, Remarks or excluded is cleared. */
const changeFields = z.strictObject({
  ...planFields,
  Status: z.enum(PLAN_STATUSES).optional(),
  json: wireJson(sentWeek).optional(),
  /** The first day of the week in `json`. Defaults to today, or to the plan's start if that is still ahead. */
  weekFrom: wireDate.optional(),
  /** The first day of a later week to remove; the week before it then continues. */
  removeWeek: wireDate.optional(),
  /**
   * The user knows that the change affects days with visits that have started, or that are billed. Without it the server
   * answers 409 on weekFrom if there are such days.
   */
  pastApproved: wireBool.optional(),
  rev,
  DeleteInfo: wireText(100).optional(),
});

/**
 * Changes one plan by id: modify (week, EndDate, Remarks, excluded; a locked field only with its current value), archive
 * (Status Archive, EndDate), delete (Status Deleted), or set active (Status Active); moves.ts has the moves. With
 * `customId`, `id` is a ProviderID or ClientID and means all plans of an archived person. Archiving a person already does
 * that in its own transaction (docs/rules/care-plans.md, rule 33); older clients ask for it afterwards and are told that it
 * is done.
 */
export const updateCarePlan = commandCall('care_update', {
  name: 'carePlans.update',
  roles: ['admin', 'user'],
  effect: 'write',
  refusals: CHANGE_REASONS,
  input: command(renamed(changeFields, PLAN_NAMES), { customIds: ['ProviderID', 'ClientID'] }),
  output: z.union([PlanChanged, PlansEnded]),
});

const wireId = z.preprocess(
  (v) => (typeof v === 'string' && /^\d{1,9}$/.test(v) ? Number(v) : v),
  z.int().min(1).max(MAX_ID),
);

/**
 * create: makes a plan's visit records for today through 13 days ahead, keeping existing ones. delete: removes planned
 * visits of a plan or person on days after its end; only older clients ask for it, when none are left.
 */
export const changePlanVisits = postCall(['modules/carePlanVisits.php', 'carePlanVisits.php'], {
  name: 'carePlans.changeVisits',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.discriminatedUnion('action', [
    z.strictObject({ action: z.literal('create'), id: wireId }),
    z.strictObject({
      action: z.literal('delete'),
      id: wireId,
      key: z.enum(['CareID', 'ProviderID', 'ClientID']).default('CareID'),
      dateFrom: dateText,
      dateTo: wireDate.optional(),
    }),
  ]),
  output: z.union([VisitsMade, VisitsRemoved]),
});

/** Sets an archived plan active: clears the end date and creates visits for today through 13 days ahead. */
export const setPlanActive = getCall(['CP_TS_generator/setActive.php', 'setActive.php'], {
  name: 'carePlans.setActive',
  roles: ['admin', 'user'],
  effect: 'write',
  refusals: CHANGE_REASONS,
  input: z.strictObject({ id: wireId, rev }),
  output: PlanChanged,
});

/**
 * The care plan list, without weeks. `date` is a month (a day counts as its month); without it, plans of all times are
 * listed. Temporary plans that are not over are listed with the Active ones, the others with the archived ones; `showTemp`
 * adds all of the month's temporary plans to either list. Role provider gets no scan errors.
 */
export const listCarePlans = getCall(['modules/getCarePlans.php', 'getCarePlans.php'], {
  name: 'carePlans.list',
  roles: ['admin', 'user', 'provider'],
  effect: 'read',
  input: z.strictObject({
    status: z.enum(PLAN_STATUSES).default('Active'),
    date: z.preprocess(
      (value) =>
        typeof value === 'string' && dateText.safeParse(value).success
          ? value.slice(0, 7)
          : value === '' || value === undefined
            ? null
            : value,
      monthText.nullable(),
    ),
    showTemp: wireBool,
    since,
  }),
  output: z.array(PlanListRow),
  followed: followed<PlanListRow>({ key: ({ id }) => id, compare: comparePlans }),
});

/**
 * The care plans of a provider who is away, part by part, with everybody who could step in. Contains only what is planned on
 * these days.
 */
export const previewAbsence = getCall(['care-plans/preview-absence'], {
  name: 'carePlans.previewAbsence',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ id: wireId, from: dateText, through: dateText }),
  output: Absence,
});

/** The most care plans in one save. */
export const MOST_COVERED = 60;

/** The care plan, and the first day of its part. */
const coveredPart = { planId: wireId, from: dateText, providerId: wireId };

/** What the limits say about each part and its chosen provider, as saving would check them. Called while the user chooses. */
export const previewCoverLimits = postCall(['care-plans/preview-cover-limits'], {
  name: 'carePlans.previewCoverLimits',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({
    id: wireId,
    from: dateText,
    through: dateText,
    covers: z.array(z.strictObject(coveredPart)).min(1).max(MOST_COVERED),
  }),
  output: z.array(CoverLimits),
});

/**
 * Creates a temporary plan for each part that somebody takes over, under the same rules as a single plan and the limits of a
 * cover. A refused part does not stop the others; the answer has the result of each.
 */
export const coverAbsence = postCall(['care-plans/cover-absence'], {
  name: 'carePlans.coverAbsence',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.strictObject({
    id: wireId,
    from: dateText,
    through: dateText,
    createReason: z.string().max(4000),
    covers: z
      .array(
        z.strictObject({
          ...coveredPart,
          /** The days whose short gaps the user approved. */
          approvedDays: z.array(weekdayName).max(7).default([]),
          /** Why the client needs this caregiver despite an exceeded limit. */
          justification: z.string().max(4000).optional(),
        }),
      )
      .min(1, 'Choose who takes over at least one care plan.')
      .max(MOST_COVERED),
  }),
  output: z.array(CoverResult),
});
