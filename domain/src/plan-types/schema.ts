import { z } from 'zod';
import { UNIT_RULES } from '../unit-rules.ts';
import { dateText } from '../wire.ts';

/** What changes by law or contract, from a day on (docs/rules/plan-types.md, rule 2). Rates are cents per unit of 15 minutes. */
export const Term = z.strictObject({
  validFrom: dateText,
  /** The billing code (HCPCS), not the aggregator's. */
  procedureCode: z.string().nullable(),
  modifiers: z.array(z.string()),
  /** The same in Community First Choice; absent: none. */
  cfcCode: z.string().optional(),
  cfcModifiers: z.array(z.string()).optional(),
  /** null: as the state says. */
  unitRule: z.enum(UNIT_RULES).nullable(),
  /** Inside and outside area; null until the agency enters its rate. */
  rateCents: z.int().nullable(),
  addrateCents: z.int().nullable(),
  /** By which of a provider's rates its days are paid; null: by none. */
  payCategory: z.string().max(200).nullable(),
  /** Where it comes from: fee schedule, contract, letter. */
  source: z.string(),
});
export type Term = z.output<typeof Term>;

/** What a type is, whatever the day. */
export const TypeFacts = z.strictObject({
  Name: z.string(),
  Code: z.string(),
  ihss: z.boolean(),
  relative: z.boolean(),
  evvNeeded: z.boolean(),
  aggregatorCode: z.string().nullable(),
  /** Names of the tasks that its two option tables offer, in their order. */
  pcItems: z.array(z.string()),
  hmItems: z.array(z.string()),
});
export type TypeFacts = z.output<typeof TypeFacts>;

/** A type as the Configuration screen sees it. */
export const PlanType = TypeFacts.extend({
  id: z.int(),
  /** The newest first. */
  terms: z.array(Term),
  /** Care plans of it that are not deleted. */
  plans: z.int(),
  rev: z.int(),
});
export type PlanType = z.output<typeof PlanType>;

/** A postcode of the outside area, and how many active clients live there. */
export const OutsidePostcode = z.strictObject({ code: z.string(), clients: z.int() });
export type OutsidePostcode = z.output<typeof OutsidePostcode>;
