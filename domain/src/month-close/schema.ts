import { z } from 'zod';
import { dateText, monthText, stampText } from '../wire.ts';
import { CAUSE_NAMES, STAGES } from './causes.ts';

const stage = z.enum(STAGES);
const cause = z.enum(CAUSE_NAMES);
const person = z.strictObject({ id: z.int(), name: z.string() });

export const RUN_STATES = ['cards', 'claims', 'done', 'undone'] as const;
export type RunState = (typeof RUN_STATES)[number];
export const isUnderWay = (state: RunState): boolean => state === 'cards' || state === 'claims';

/** Cards for all: one press and what came of it. */
export const MonthRun = z.strictObject({
  id: z.int(),
  date: monthText,
  /** cards: they are being made; claims: the file is. */
  state: z.enum(RUN_STATES),
  /** Clients: all of them, and those looked at. */
  total: z.int(),
  done: z.int(),
  /** Clients with cards, and those without for a reason. */
  made: z.int(),
  stopped: z.int(),
  cards: z.int(),
  cents: z.int(),
  /** Minutes that visits ran longer than planned: neither billed nor paid. */
  above: z.int(),
  startedAt: stampText,
  startedBy: z.string(),
  endedAt: stampText.nullable(),
  /** By the pace so far; null: it has just begun, or is over. */
  secondsLeft: z.int().nullable(),
  withClaims: z.boolean(),
  batch: z.int().nullable(),
  file: z.string().nullable(),
  claimedCents: z.int(),
  /** Why no file was made. */
  info: z.string().nullable(),
  /** Its cards are all as they were made or changed by hand, and none is claimed. */
  canUndo: z.boolean(),
  exceptions: z.array(
    z.strictObject({ clientId: z.int(), client: z.string(), cause: cause, reason: z.string() }),
  ),
  /** Changed by hand before the run was taken back: these cards stayed. */
  kept: z.array(z.strictObject({ cardId: z.int(), clientId: z.int(), client: z.string() })),
});
export type MonthRun = z.output<typeof MonthRun>;

export const StageRow = z.strictObject({
  stage,
  count: z.int(),
  cents: z.int(),
  losses: z.array(z.strictObject({ cause, count: z.int(), cents: z.int() })),
  less: z.int(),
});

const blockage = {
  cents: z.int(),
  oldest: dateText,
  /** The last day on which the payer takes the first of its claims. */
  claimBy: dateText.nullable(),
  /** The first three, and how many there are. */
  clients: z.array(person),
  clientCount: z.int(),
  /** Dollars for each day that is left: what holds up payment and earlier months are ranked together. */
  urgency: z.number(),
};

export const HoldupRow = z.strictObject({
  cause,
  /** Which of its cause: the payer's reason of a denial, what the aggregator rejects; '' where there is one. */
  part: z.string(),
  title: z.string(),
  count: z.int(),
  waiting: z.int(),
  /** The most urgent of its days: where mending begins. */
  first: z.strictObject({
    clientId: z.int(),
    planId: z.int(),
    providerId: z.int(),
    day: dateText,
    part: z.string(),
  }),
  /** Caregivers of its own days. */
  caregiverCount: z.int(),
  /** Caregivers who can say what is missing of a visit, or owe its timesheet. */
  askedIds: z.array(z.int()),
  /** Those of them who were reminded of all that they owe, and when: nobody is reminded of one thing twice. */
  reminded: z.array(person.extend({ at: stampText })),
  ...blockage,
});
export type HoldupRow = z.output<typeof HoldupRow>;

/** An earlier month of which worked days were never claimed. */
export const EarlierRow = z.strictObject({
  month: monthText,
  count: z.int(),
  /** It waits for a claim file alone. */
  isReady: z.boolean(),
  ...blockage,
});
export type EarlierRow = z.output<typeof EarlierRow>;

/** The page of a month. */
export const MonthClose = z.strictObject({
  date: monthText,
  stages: z.array(StageRow),
  /** What the press would do. */
  ready: z.strictObject({ clients: z.int(), days: z.int(), cents: z.int() }),
  notReady: z.int(),
  holdups: z.array(HoldupRow),
  /** Worked and not claimed. */
  waitingCents: z.int(),
  /** The first day on which the press is offered: the month is over. */
  opens: dateText,
  provenBy: z.enum(['aggregator', 'visit']),
  /** Of the cards of the group. */
  payers: z.array(z.strictObject({ key: z.string(), name: z.string() })),
});
export type MonthClose = z.output<typeof MonthClose>;

/** One day of a list. */
export const MonthDay = z.strictObject({
  planId: z.int(),
  clientId: z.int(),
  client: z.string(),
  providerId: z.int(),
  provider: z.string(),
  type: z.string(),
  day: dateText,
  stage,
  cause: cause.nullable(),
  part: z.string(),
  reason: z.string(),
  cents: z.int(),
});
export type MonthDay = z.output<typeof MonthDay>;

export const MonthDays = z.strictObject({
  total: z.int(),
  cents: z.int(),
  rows: z.array(MonthDay),
});
export type MonthDays = z.output<typeof MonthDays>;
