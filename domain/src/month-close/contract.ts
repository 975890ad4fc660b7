import { z } from 'zod';
import { GROUPS, month, Reminded } from '../billing/contract.ts';
import { getCall, postCall } from '../call.ts';
import { EVERY_PAYER, PAYER_KEY } from '../payers/payer-key.ts';
import { MAX_ID, wireBool, wireInt } from '../wire.ts';
import { CAUSE_NAMES, STAGES } from './causes.ts';
import { EarlierRow, MonthClose, MonthDays, MonthRun } from './schema.ts';

const admin = { roles: ['admin'], needs: ['billing'] } as const;
const shown = {
  date: month,
  private: z.enum(GROUPS).default('all'),
  /** Of the cards: a payer's number, 'Medicaid', 'Private' for clients who pay themselves, or all. */
  payer: z.string().regex(PAYER_KEY).default(EVERY_PAYER),
} as const;

/** The eight stages of a month, what is lost between them, what the press would do and what holds up payment. */
export const getMonthClose = getCall(['month-close/get'], {
  name: 'monthClose.get',
  ...admin,
  effect: 'read',
  input: z.strictObject(shown),
  output: MonthClose,
});

/** Rows of one answer. */
export const DAYS_AT_ONCE = 200;

/**
 * The days of a stage, of a loss or of what holds up payment, oldest and dearest first. A POST: what the aggregator said of
 * somebody is in no address.
 */
export const listMonthDays = postCall(['month-close/list-days'], {
  name: 'monthClose.listDays',
  ...admin,
  effect: 'read',
  input: z.strictObject({
    ...shown,
    stage: z.enum(STAGES).optional(),
    cause: z.enum(CAUSE_NAMES).optional(),
    /** Of this part of the cause alone. */
    part: z.string().max(1_000).optional(),
    /** With those of the same clients that wait for this cause. */
    waiting: wireBool.default(false),
    from: wireInt(0, MAX_ID).pipe(z.int()).default(0),
    /** All of them in one answer, to be saved as a file. */
    whole: wireBool.default(false),
  }),
  output: MonthDays,
});

/** Earlier months of which worked days were never claimed, as far back as a payer may take claims. */
export const listEarlierMonths = getCall(['month-close/list-earlier'], {
  name: 'monthClose.listEarlier',
  ...admin,
  effect: 'read',
  input: z.strictObject(shown),
  output: z.array(EarlierRow),
});

/** The last run of a month; null: there was none. */
export const getMonthRun = getCall(['month-close/get-run'], {
  name: 'monthClose.getRun',
  ...admin,
  effect: 'poll',
  input: z.strictObject({ date: month }),
  output: MonthRun.nullable(),
});

/** Makes the cards of every client shown that is ready; with `claims` their file too. */
export const startMonthRun = postCall(['month-close/start-run'], {
  name: 'monthClose.startRun',
  ...admin,
  effect: 'write',
  creates: true,
  input: z.strictObject({ ...shown, claims: z.boolean() }),
  output: z.strictObject({ id: z.int() }),
});

/** Writes to the caregivers who owe a timesheet of the month, once for all that is newly missing, with the template named 'Missing timesheet'. */
export const remindTimesheets = postCall(['month-close/remind-timesheets'], {
  name: 'monthClose.remindTimesheets',
  ...admin,
  effect: 'write',
  input: z.strictObject(shown),
  output: Reminded,
});

/** Takes the cards of a run back, until one of them is claimed; those changed by hand since stay and are named. */
export const undoMonthRun = postCall(['month-close/undo-run'], {
  name: 'monthClose.undoRun',
  ...admin,
  effect: 'write',
  input: z.strictObject({ id: z.int().min(1).max(MAX_ID) }),
  output: z.strictObject({ removed: z.int(), kept: z.int() }),
});
