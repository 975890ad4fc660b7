import { z } from 'zod';
import { LIMITS } from '../calculator/limit-rules.ts';
import { Cap } from '../calculator/schema.ts';
import { CLAIM_PROGRAMS } from '../plan-types/programs.ts';
import { dateText, monthText, stampText } from '../wire.ts';
import { FINDING_KINDS } from './findings.ts';

/** A client's prior authorization for a care plan type. Both days are included. */
export const ClientPar = z.strictObject({
  id: z.int(),
  /** The code of the care plan type. */
  type: z.string(),
  number: z.string(),
  from: dateText,
  through: dateText,
  units: z.int().nullable(),
  /** Units claimed so far. */
  used: z.int(),
  rev: z.int(),
});
export type ClientPar = z.output<typeof ClientPar>;

/** The program through which Medicaid pays for a client from a day on. */
export const ClientProgram = z.strictObject({
  id: z.int(),
  from: dateText,
  program: z.enum(CLAIM_PROGRAMS),
  /** Which waiver, for example EBD. */
  name: z.string().nullable(),
  rev: z.int(),
});
export type ClientProgram = z.output<typeof ClientProgram>;

const cents = z.int().nullable();

export const FindingShape = z.strictObject({
  kind: z.enum(FINDING_KINDS),
  day: dateText,
  until: dateText,
  units: z.int(),
  /** Null if the caller may not see money. */
  cents,
});
export type FindingShape = z.output<typeof FindingShape>;

const units = {
  worked: z.int(),
  onCards: z.int(),
  claimed: z.int(),
  paid: z.int(),
  denied: z.int(),
  planned: z.int(),
} as const;

/** A line on the page Authorizations. Without an id, it is a type with days that no authorization covers. */
export const AuthorizationRow = z.strictObject({
  id: z.int().nullable(),
  clientId: z.int(),
  client: z.string(),
  /** Code and name of the care plan type. */
  type: z.string(),
  typeName: z.string(),
  number: z.string().nullable(),
  from: dateText.nullable(),
  through: dateText.nullable(),
  ...units,
  authorized: z.int().nullable(),
  left: z.int().nullable(),
  short: z.int(),
  unused: z.int(),
  runsOut: dateText.nullable(),
  runsOutAtPace: dateText.nullable(),
  caseManager: z.string().nullable(),
  /** The client's program on the day. */
  program: z.enum(CLAIM_PROGRAMS).nullable(),
  /** The first one is shown with the line. */
  findings: z.array(FindingShape),
});
export type AuthorizationRow = z.output<typeof AuthorizationRow>;

export const AuthorizationList = z.strictObject({ day: dateText, rows: z.array(AuthorizationRow) });
export type AuthorizationList = z.output<typeof AuthorizationList>;

/** How much of a dated limit the client uses. */
const LimitUseShape = z.strictObject({
  kind: Cap.shape.kind,
  isSoft: z.boolean(),
  minutes: z.int(),
  mostMinutes: z.int(),
  validFrom: dateText,
  source: z.string(),
  until: dateText,
  beyondFrom: dateText.nullable(),
});

/** Why a limit may be exceeded, up to an amount and a day. */
export const Justification = z.strictObject({
  id: z.int(),
  limit: z.enum(LIMITS),
  /** Units for an authorization, minutes for a cap. */
  amount: z.int(),
  until: dateText,
  text: z.string(),
  at: stampText,
  /** Initials of the author. */
  by: z.string(),
  /** The care plan that was saved with it; null if there is none. */
  planId: z.int().nullable(),
});
export type Justification = z.output<typeof Justification>;

export const LEDGER_SOURCES = ['card', 'visit', 'plan'] as const;

/** One authorization: its sums, its months, and every day that uses it. */
export const AuthorizationDetail = z.strictObject({
  day: dateText,
  row: AuthorizationRow,
  rev: z.int(),
  /** The days of care that each finding concerns, and how many visits they have. */
  findingDays: z.array(
    z.strictObject({ kind: z.enum(FINDING_KINDS), days: z.array(dateText), visits: z.int() }),
  ),
  shortCents: cents,
  paidCents: cents,
  deniedCents: cents,
  /** Cents per unit on the day; null if the caller may not see money or no rate is entered. */
  rateCents: cents,
  /** The client's programs, newest first, each with the type's code in it. */
  programs: z.array(ClientProgram.omit({ id: true, rev: true }).extend({ code: z.string().nullable() })),
  limits: z.array(LimitUseShape),
  /** Claims with a denied line of this authorization, for readers who may see money. */
  deniedClaims: z.array(z.string()),
  /** Limits of the line that are exceeded now and can be justified. */
  exceeded: z.array(z.enum(LIMITS)),
  /** The client's justifications for this authorization or any cap, newest first. */
  justifications: z.array(Justification),
  months: z.array(z.strictObject({ month: monthText, ...units, open: z.int() })),
  days: z.array(z.strictObject({ date: dateText, units: z.int(), from: z.enum(LEDGER_SOURCES) })),
});
export type AuthorizationDetail = z.output<typeof AuthorizationDetail>;
