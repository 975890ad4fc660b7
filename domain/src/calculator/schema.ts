import { z } from 'zod';
import { WEEKDAYS } from '../calendar.ts';
import { keysOf } from '../keys.ts';
import { dateText, MAX_ID, timeText, wireDate, wireInt, wireJson, wireTime } from '../wire.ts';
import { TASK_KINDS } from './tasks.ts';

/** A number as typed or sent, 0 or more; '' counts as 0 (docs/rules/calculator.md, rule 4). */
const wireAmount = z.preprocess(
  (value) =>
    value === '' || value === null || value === undefined
      ? 0
      : typeof value === 'string' && /^\d{1,6}(\.\d{1,6})?$/.test(value)
        ? Number(value)
        : value,
  z
    .number('Minutes and times are numbers, 0 or more.')
    .min(0, 'Minutes and times are numbers, 0 or more.')
    .max(10_080),
);

/** A row of a task table (docs/rules/calculator.md, rule 4). */
export const TaskLine = z.strictObject({
  code: wireInt(0, 999).transform((code) => code ?? 0),
  name: z.string().max(100).default(''),
  norm: z
    .union([z.string().max(40), z.number()])
    .nullable()
    .default(''),
  duration: wireAmount,
  times: wireAmount,
  /** The server computes it again. */
  total: wireAmount.optional(),
});
export type TaskLine = z.output<typeof TaskLine>;

const TaskList = wireJson(z.array(TaskLine).max(100)).transform((lines) => lines ?? []);
export const TaskLists = z.strictObject({
  homemaker: TaskList.default([]),
  personal: TaskList.default([]),
  health: TaskList.default([]),
});
export type TaskLists = z.output<typeof TaskLists>;

const code = z.string().max(40).nullable().default(null);
/** A provider in the calculation; `days` is a list of Mon to Sun, separated by commas. */
export const ProviderLine = z.strictObject({
  value: wireInt(1, MAX_ID),
  days: z.preprocess(
    (days) =>
      typeof days === 'string'
        ? days
            .split(',')
            .map((day) => day.trim())
            .filter(Boolean)
        : days,
    z.array(z.enum(WEEKDAYS, 'A day is one of Mon, Tue, Wed, Thu, Fri, Sat, Sun.')).max(7),
  ),
  hmkTasks: code,
  personalTasks: code,
  hmaTasks: code,
});
export type ProviderLine = z.output<typeof ProviderLine>;

export const CalculatorRequest = z.strictObject({
  client: wireInt(1, MAX_ID),
  providers: wireJson(z.array(ProviderLine).max(20)).transform((providers) => providers ?? []),
  startDate: wireDate,
  /** Five minutes before the entered time. */
  timeStart: wireTime,
  timeEnd: wireTime,
  tasks: wireJson(TaskLists).transform((tasks) => tasks ?? { homemaker: [], personal: [], health: [] }),
});
export type CalculatorRequest = z.output<typeof CalculatorRequest>;

// --- Results ---------------------------------------------------------------------------------------------------------

const kind = z.enum(TASK_KINDS);

export const NotPlaced = z.strictObject({ code: z.int(), minutes: z.int(), reason: z.string() });
export type NotPlaced = z.output<typeof NotPlaced>;

const PlacedTask = z.strictObject({ code: z.int(), name: z.string(), minutes: z.int() });
export const ResultDay = z.strictObject({
  day: z.enum(WEEKDAYS),
  in: timeText,
  out: timeText,
  tasks: z.array(PlacedTask),
});
export type ResultDay = z.output<typeof ResultDay>;

/** One provider's visits of one kind in a week. */
export const WeekOfResult = z.strictObject({ provider: z.int(), type: kind, days: z.array(ResultDay) });
export type WeekOfResult = z.output<typeof WeekOfResult>;

const StoredLine = z.strictObject({
  code: z.int(),
  name: z.string(),
  norm: z.string(),
  duration: z.number(),
  times: z.number(),
  total: z.int(),
});
export type StoredLine = z.output<typeof StoredLine>;

const StoredProvider = z.strictObject({
  value: z.int(),
  days: z.string(),
  hmkTasks: z.string().nullable(),
  personalTasks: z.string().nullable(),
  hmaTasks: z.string().nullable(),
});

/** The request as it is stored. */
export const StoredRequest = z.strictObject({
  client: z.int(),
  providers: z.array(StoredProvider),
  startDate: dateText,
  timeStart: timeText,
  timeEnd: timeText,
  tasks: z.strictObject({
    homemaker: z.array(StoredLine),
    personal: z.array(StoredLine),
    health: z.array(StoredLine),
  }),
});
export type StoredRequest = z.output<typeof StoredRequest>;

/** One result file: a provider's care plan of one kind (docs/rules/calculator.md, rule 11). */
export const ResultFile = z.strictObject({
  version: z.literal(1),
  run: z.int(),
  added: z.int(),
  request: StoredRequest,
  provider: z.int(),
  type: kind,
  /** The code of the care plan type. */
  code: z.string(),
  days: z.array(ResultDay),
  totals: z.strictObject({
    minutes: z.int(),
    hours: z.number(),
    byDay: z.record(z.enum(WEEKDAYS), z.int()),
  }),
  notPlaced: z.array(NotPlaced),
  warnings: z.array(z.string()),
  optimal: z.boolean(),
  /** By how many percent a better result could improve on this one at most; 0 if it is optimal. */
  gap: z.number(),
  /** Tasks that are not on their days, and why. Older files have neither this nor the next field. */
  spread: z.array(z.string()).default([]),
  /** What a longer search could still gain; null if nothing. */
  unproven: z.string().nullable().default(null),
});
export type ResultFile = z.output<typeof ResultFile>;

/** A row of Calc List; `added` is Unix time. */
export const CalcListRow = z.strictObject({ file: z.string(), added: z.int(), result: z.string() });
export type CalcListRow = z.output<typeof CalcListRow>;

export const Calculated = z.strictObject({
  run: z.int(),
  asked: z.int(),
  placed: z.int(),
  optimal: z.boolean(),
  gap: z.number(),
  /** All result files of the run. */
  files: z.array(z.string()),
  notPlaced: z.array(NotPlaced),
  /** The cheapest change that would make everything fit; null if everything does. */
  change: z.string().nullable(),
  warnings: z.array(z.string()),
  /** Tasks that are not on their days, and why. */
  spread: z.array(z.string()),
  /** What a longer search could still gain; null if nothing. */
  unproven: z.string().nullable(),
  /** The week of each provider and kind, to be checked before a care plan is created from it. */
  week: z.array(WeekOfResult),
});
export type Calculated = z.output<typeof Calculated>;

// --- Dated data ------------------------------------------------------------------------------------------------------

export const NORM_PER = ['room', 'event', 'week'] as const;

/** The name and duration of a task from a day on. Without minutes, the norm is set individually (IND). */
export const Norm = z.strictObject({
  code: z.int().max(MAX_ID),
  validFrom: dateText,
  name: z.string(),
  minutes: z.int().nullable(),
  per: z.enum(NORM_PER).nullable(),
  source: z.string(),
  rev: z.int(),
});
export type Norm = z.output<typeof Norm>;

/** What each cap limits, in words. */
export const CAP_WORDS = {
  providerDay: 'One provider a day',
  providerWeek: 'One provider a week',
  relativeWeek: 'A family member a week',
  relativeYear: 'Family members a year',
  personalYear: 'Personal care a year',
  oversightYear: 'Protective oversight a year',
  healthYear: 'Health maintenance a year',
} as const;
export type CapKind = keyof typeof CAP_WORDS;

/** How many minutes one provider may work, or one client may get in a year, from a day on; null if there is no cap. */
export const Cap = z.strictObject({
  kind: z.enum(keysOf(CAP_WORDS)),
  validFrom: dateText,
  minutes: z.int().nullable(),
  source: z.string(),
  /** The cap may be exceeded with a justification; missing for a hard cap. */
  soft: z.boolean().optional(),
  rev: z.int(),
});
export type Cap = z.output<typeof Cap>;
