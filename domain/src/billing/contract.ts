import { z } from 'zod';
import { commandCall, getCall, postCall } from '../call.ts';
import { BAD_RATE, centsOf } from '../plan-types/rules.ts';
import {
  command,
  dateText,
  equality,
  filtered,
  MAX_ID,
  monthText,
  ranges,
  rev,
  wireDate,
  wireInt,
  wireJson,
  wireText,
} from '../wire.ts';
import { renamed } from '../wire-names.ts';
import { daysOfMonth } from './counting.ts';
import { isCardStatus, WRONG_STATUS } from './moves.ts';
import { WRONG_MONTH } from './rules.ts';
import {
  CARD_NAMES,
  CARD_STATUSES,
  CardDay,
  ClientMonth,
  DATED_RATES,
  EvvVisit,
  NotAssigned,
  Work,
} from './schema.ts';

const admin = { roles: ['admin'] } as const;
const idText = z.string().regex(/^\d{1,9}$/);
const id = wireInt(1, MAX_ID).pipe(z.int());
/** A refinement, so that its message is shown exactly, without the field's name in front. */
export const month = z.string().refine((text) => monthText.safeParse(text).success, WRONG_MONTH);

const recordFilters = {
  ID: { ops: equality, value: idText },
  careplanId: { ops: equality, value: idText },
  clientId: { ops: equality, value: idText },
  providerId: { ops: equality, value: idText },
  date: { ops: ranges, value: monthText },
  customDate: { ops: ranges, value: monthText },
  Status: { ops: equality, value: z.enum(CARD_STATUSES) },
  careplanType: { ops: equality, value: z.string().min(1).max(40) },
} as const;

/** Maps the names of filter fields in calls to those in the product. */
export const FILTERED_FIELDS = {
  ID: 'id',
  careplanId: CARD_NAMES.careplanId,
  clientId: 'clientId',
  providerId: 'providerId',
  date: 'date',
  customDate: 'customDate',
  Status: CARD_NAMES.Status,
  careplanType: CARD_NAMES.careplanType,
} as const satisfies Record<keyof typeof recordFilters, string>;

/** Live billing records. The request must name a client, provider, care plan, month or record. */
export const getWork = commandCall('work_get', {
  name: 'billing.get',
  ...admin,
  effect: 'read',
  input: filtered(recordFilters),
  output: z.array(Work),
});

/** Dollars in the request, cents from here on. */
const wireRate = z.preprocess(
  (value) => (value === '' ? null : value),
  z
    .union([z.string(), z.number()])
    .transform((dollars, ctx) => {
      const cents = centsOf(dollars);
      if (cents !== undefined) return cents;
      ctx.addIssue({ code: 'custom', message: BAD_RATE });
      return z.NEVER;
    })
    .nullable(),
);

/** Inside and Outside bill each day at its own rate; null bills all days at payRate. If it is not sent, payRate decides. */
const rateKind = z.enum(DATED_RATES).nullable();

/** Older clients send numbers as text, and 1 and 0 for yes and no. */
const flag = z.preprocess(
  (value) => (value === 1 || value === '1' ? true : value === 0 || value === '0' ? false : value),
  z.boolean(),
);
const wireClock = z.preprocess(
  (value) => (value === '' || value === undefined ? null : value),
  CardDay.shape.start,
);
const wireTravel = z.preprocess(
  (value) =>
    value === '' || value === null || value === undefined
      ? 0
      : typeof value === 'string' && /^\d{1,4}$/.test(value)
        ? Number(value)
        : value,
  CardDay.shape.travel,
);
const wireRows = wireJson(
  z
    .array(
      z.strictObject({
        date: dateText,
        start: wireClock,
        end: wireClock,
        travel: wireTravel,
        billing: flag,
        payroll: flag,
      }),
    )
    .max(31),
);

/**
 * Totals, people, type and flags of a record always come from its plan and its grid. Older clients send them too; they are
 * accepted and ignored.
 */
const ignored = z.unknown().optional();
const DERIVED = {
  clientId: ignored,
  providerId: ignored,
  careplanType: ignored,
  working_hours: ignored,
  travel_hours: ignored,
  unit: ignored,
  no_billing_working: ignored,
  no_billing_travel: ignored,
  no_billing_unit: ignored,
  no_payroll_working: ignored,
  no_payroll_travel: ignored,
  no_payroll_unit: ignored,
  excluded: ignored,
  covid: ignored,
} as const;

const period = { startPeriod: wireDate, endPeriod: wireDate } as const;
const calculation = z.preprocess((value) => (value === '' ? null : value), month.nullable());
const status = z.string().refine(isCardStatus, WRONG_STATUS);
/** The user's yes to the question about hours in which the caregiver is on another card too. */
const allowOverlap = z.boolean().optional();
/** Why more is billed than authorized, if the agency requires a reason. */
const limitJustification = wireText(1_000).optional();
const Saved = z.strictObject({ id: z.int(), rev: z.int() });

/** Saves a card. There is one live record per care plan and month. */
export const insertWork = commandCall('work_insert', {
  name: 'billing.insert',
  ...admin,
  effect: 'write',
  refusals: ['hoursTaken', 'hoursElsewhere', 'overLimit', 'justificationMissing'],
  creates: true,
  input: command(
    renamed(
      z.strictObject({
        ...DERIVED,
        careplanId: id,
        date: month,
        ...period,
        payRate: wireRate,
        rateKind: rateKind.optional(),
        json: wireRows,
        customDate: calculation.optional(),
        remarks: wireText(10_000).optional(),
        allowOverlap,
        limitJustification,
        /** A new record is always saved as Billed (docs/rules/billing.md, rule 29). */
        Status: z.literal('Billed').optional(),
      }),
      CARD_NAMES,
    ),
  ),
  output: Saved,
});

/** Changes the sent fields of a saved record: its grid (Modify), its status, or its remarks. */
export const updateWork = commandCall('work_update', {
  name: 'billing.update',
  ...admin,
  effect: 'write',
  refusals: ['hoursTaken', 'hoursElsewhere', 'overLimit', 'justificationMissing'],
  input: command(
    renamed(
      z.strictObject({
        ...DERIVED,
        startPeriod: period.startPeriod.optional(),
        endPeriod: period.endPeriod.optional(),
        payRate: wireRate.optional(),
        rateKind: rateKind.optional(),
        json: wireRows.optional(),
        customDate: calculation.optional(),
        remarks: wireText(10_000).optional(),
        Status: status.optional(),
        deniedReason: wireText(1_000).optional(),
        allowOverlap,
        limitJustification,
        rev,
      }),
      { json: CARD_NAMES.json, Status: CARD_NAMES.Status },
    ),
  ),
  output: Saved,
});

/**
 * Pays a day for the recorded time: the row in its billing record gets the recorded length, and is billed at that length if
 * it is marked for billing. `worked` and `paid` are the minutes that the user saw.
 */
export const payRecordedTime = postCall(['billing/pay-recorded-time'], {
  name: 'billing.payRecordedTime',
  ...admin,
  effect: 'write',
  refusals: ['hoursTaken', 'hoursElsewhere', 'overLimit', 'justificationMissing'],
  input: z.strictObject({
    planId: z.int().min(1).max(MAX_ID),
    date: dateText,
    worked: z.int().min(1),
    paid: z.int().min(0),
    allowOverlap,
    limitJustification,
  }),
  /** `claimed` means that the day is now billed longer than the claim already sent. */
  output: z.strictObject({ id: z.int(), minutes: z.int(), claimed: z.boolean() }),
});

export const deleteWork = commandCall('work_delete', {
  name: 'billing.delete',
  ...admin,
  effect: 'write',
  input: command(z.strictObject({ rev })),
  output: z.null(),
});

/** Everything that the billing page shows about one client and month, in one answer. */
export const getClientMonth = getCall(['billing/client-month'], {
  name: 'billing.clientMonth',
  ...admin,
  effect: 'read',
  input: z.strictObject({ clientId: id, date: month }),
  output: ClientMonth,
});

const billingPaths = (file: string) =>
  [`Billing_generator/${file}`, `modules/Billing_generator/${file}`, file] as const satisfies [
    string,
    ...string[],
  ];

/**
 * Checks whether a card may be saved: `date` is its month, `time` its grid, `start` and `end` its period, `id` the record
 * being modified. A refusal gives the reason in Info; an acceptance may have warnings, including whatever saving will ask
 * about.
 */
export const checkTime = postCall([...billingPaths('checkTime.php')], {
  name: 'billing.checkTime',
  refusals: ['hoursTaken'],
  ...admin,
  effect: 'read',
  input: z.strictObject({
    date: month,
    clientId: id,
    providerId: id,
    time: wireRows.pipe(z.array(CardDay)),
    start: dateText,
    end: dateText,
    id: wireInt(1, MAX_ID).optional(),
  }),
  output: z.strictObject({ warnings: z.array(z.string()) }),
});

export const SPAN_BACKWARDS = 'Error: End date cannot be before start date';
export const SPAN_TOO_LONG = 'Choose at most 366 days.';
const isShort = (from: string, to: string) =>
  from > to || Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days < 366;

/** Visits of a care plan and its provider, by the day they are on now. */
export const getEvvVisits = getCall(['modules/getEvvVisits.php', 'getEvvVisits.php'], {
  name: 'billing.getEvvVisits',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z
    .strictObject({ id, provider: id, dateFrom: dateText, dateTo: dateText })
    .refine(({ dateFrom, dateTo }) => dateFrom <= dateTo, { path: ['dateTo'], message: SPAN_BACKWARDS })
    .refine(({ dateFrom, dateTo }) => isShort(dateFrom, dateTo), {
      path: ['dateTo'],
      message: SPAN_TOO_LONG,
    }),
  output: z.array(EvvVisit),
});

/** A record that Status Set changed, with its new revision. */
const Changed = z.strictObject({ id: z.int(), rev: z.int() });

/** Gives all records of a calculation month with one status another one, in a single compare-and-set. */
export const setStatus = getCall([...billingPaths('statusSet.php')], {
  name: 'billing.setStatus',
  ...admin,
  needs: ['premium'],
  effect: 'write',
  input: z.strictObject({ date: month, fromStatus: z.string().max(20), toStatus: z.string().max(20) }),
  /** `changed` counts changed records with something to claim, `nothing` the other changed ones. */
  output: z.strictObject({
    changed: z.int(),
    nothing: z.int(),
    ids: z.array(z.int()),
    undo: z.array(Changed),
  }),
});

/** Undoes a Status Set for the records that nobody has changed since. */
export const undoSetStatus = postCall(['billing/undo-status-set'], {
  name: 'billing.undoSetStatus',
  ...admin,
  needs: ['premium'],
  effect: 'write',
  input: z.strictObject({
    undo: z
      .array(z.strictObject({ id: z.int().min(1).max(MAX_ID), rev: z.int().min(0).max(MAX_ID) }))
      .min(1)
      .max(50_000),
    fromStatus: z.string().max(20),
    toStatus: z.string().max(20),
  }),
  output: z.strictObject({ changed: z.int(), nothing: z.int(), kept: z.int() }),
});

/** Client groups of reports (docs/rules/billing.md, rule 37). */
export const GROUPS = ['all', 'private', 'nonprivate'] as const;
export type Group = (typeof GROUPS)[number];

/** From and to are the first and last day of one month; YYYY-MM stands for the whole month (docs/rules/billing.md, rule 36). */
const MONTH_EDGE = /^\d{4}-(0[1-9]|1[0-2])(-\d{2})?$/;
export const monthEdge = z.string().refine((text) => MONTH_EDGE.test(text), WRONG_MONTH);
export const isWholeMonth = (from: string, to: string) => {
  if (!MONTH_EDGE.test(from) || !MONTH_EDGE.test(to)) return true;
  const days = daysOfMonth(from.slice(0, 7));
  return [days.from, from.slice(0, 7)].includes(from) && [days.through, from.slice(0, 7)].includes(to);
};
export const ONE_MONTH = 'Choose the first and last day of one month.';

/** Plans of a month that have a planned day but no billing record. */
export const listNotAssigned = getCall(['billing/list-not-assigned'], {
  name: 'billing.listNotAssigned',
  ...admin,
  needs: ['premium'],
  effect: 'read',
  input: z.strictObject({ date: month, private: z.enum(GROUPS).default('all') }),
  output: z.array(NotAssigned),
});

/** How many messages were queued, and who was skipped and why. */
export const Reminded = z.strictObject({
  queued: z.int(),
  skipped: z.array(z.strictObject({ id: z.int(), name: z.string(), reason: z.string() })),
});

/** Writes to the providers in that list with the template named 'Missing timesheet'. */
export const sendNotAssigned = getCall([...billingPaths('NotAssignSend.php')], {
  name: 'billing.sendNotAssigned',
  ...admin,
  needs: ['premium'],
  effect: 'write',
  input: z
    .strictObject({ from: monthEdge, to: monthEdge, private: z.enum(GROUPS).default('all') })
    .refine(({ from, to }) => isWholeMonth(from, to), { path: ['to'], message: ONE_MONTH }),
  output: Reminded,
});
