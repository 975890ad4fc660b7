import { z } from 'zod';
import { LIMITS } from '../calculator/limit-rules.ts';
import { Cap } from '../calculator/schema.ts';
import { CLAIM_PROGRAMS } from '../plan-types/programs.ts';
import { dateText, monthText, stampText } from '../wire.ts';
import { FINDING_KINDS } from './findings.ts';

/** A prior authorization of a client for a care plan type; both days included. */
export const ClientPar = z.strictObject({
  id: z.int(),
  /** Code of the care plan type. */
  type: z.string(),
  number: z.string(),
  from: dateText,
  through: dateText,
  units: z.int().nullable(),
  /** Claimed so far. */
  used: z.int(),
  rev: z.int(),
});
export type ClientPar = z.output<typeof ClientPar>;

/** The program by which Medicaid pays for a client from a day on. */
export const ClientProgram = z.strictObject({
  id: z.int(),
  from: dateText,
  program: z.enum(CLAIM_PROGRAMS),
  /** Which waiver, such as EBD. */
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
  /** Null: the caller may not see money. */
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

/** A line of the page Authorizations; without an id a type with days that no authorization covers. */
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
  /** Of the client, on the day. */
  program: z.enum(CLAIM_PROGRAMS).nullable(),
  /** The first one is the line's. */
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
  /** Units of an authorization, minutes of a cap. */
  amount: z.int(),
  until: dateText,
  text: z.string(),
  at: stampText,
  /** Initials. */
  by: z.string(),
  /** The care plan that was saved with it; null: none. */
  planId: z.int().nullable(),
});
export type Justification = z.output<typeof Justification>;

export const LEDGER_SOURCES = ['card', 'visit', 'plan'] as const;

/** One authorization: the eight numbers, its months, and every day that uses it. */
export const AuthorizationDetail = z.strictObject({
  day: dateText,
  row: AuthorizationRow,
  rev: z.int(),
  /** Which days of care each finding is about, and how many visits they are. */
  findingDays: z.array(
    z.strictObject({ kind: z.enum(FINDING_KINDS), days: z.array(dateText), visits: z.int() }),
  ),
  shortCents: cents,
  paidCents: cents,
  deniedCents: cents,
  /** Cents of a unit on the day; null as well where no rate is entered. */
  rateCents: cents,
  /** Programs of the client, the newest first, each with the code that the type has in it. */
  programs: z.array(ClientProgram.omit({ id: true, rev: true }).extend({ code: z.string().nullable() })),
  limits: z.array(LimitUseShape),
  /** Claims with a denied line of it, for those who see money. */
  deniedClaims: z.array(z.string()),
  /** Limits of the line that are exceeded now and can be justified. */
  exceeded: z.array(z.enum(LIMITS)),
  /** Of the client, for this authorization or any cap; the newest first. */
  justifications: z.array(Justification),
  months: z.array(z.strictObject({ month: monthText, ...units, open: z.int() })),
  days: z.array(z.strictObject({ date: dateText, units: z.int(), from: z.enum(LEDGER_SOURCES) })),
});
export type AuthorizationDetail = z.output<typeof AuthorizationDetail>;
