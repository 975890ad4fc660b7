import { z } from 'zod';
import { commandCall, getCall, postCall } from '../call.ts';
import { command, MAX_ID, rev, wireJson } from '../wire.ts';
import { BAD_RATE, centsOf } from './rules.ts';
import { OutsidePostcode, PlanType, Term, TypeFacts } from './schema.ts';

const admin = { roles: ['admin'] } as const;
const Saved = z.strictObject({ rev: z.int() });
const id = z.int().min(1).max(MAX_ID);
/** Our own client always says which revision it saw. */
const seen = z.int().min(0).max(MAX_ID);

/** Dollars on the wire, cents from here on. */
const wireRate = z.union([z.string(), z.number()]).transform((dollars, ctx) => {
  const cents = centsOf(dollars);
  if (cents !== undefined) return cents;
  ctx.addIssue({ code: 'custom', message: BAD_RATE });
  return z.NEVER;
});
const items = z.array(z.strictObject({ Name: z.string().max(1000) })).max(1000);

/**
 * Rates of a type from today on, or its two option tables (docs/rules/plan-types.md, rule 2). What the rates were before stays
 * in the history of its terms.
 */
export const updateType = commandCall('type_update', {
  name: 'planTypes.update',
  ...admin,
  effect: 'write',
  input: command(
    z.strictObject({
      rate: wireRate.optional(),
      addrate: wireRate.optional(),
      json: wireJson(z.strictObject({ pcItems: items, hmItems: items })).optional(),
      rev,
    }),
  ),
  output: Saved,
});

/** All types with all their terms. */
export const listTypes = getCall(['plan-types/list-types'], {
  name: 'planTypes.list',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(PlanType),
});

/** A new type, as a copy of another one or empty; its first terms count from today. */
export const addType = postCall(['plan-types/add-type'], {
  name: 'planTypes.add',
  ...admin,
  effect: 'write',
  creates: true,
  input: z.strictObject({ Name: z.string().max(1000), Code: z.string().max(1000), likeId: id.nullable() }),
  output: Saved,
});

/** Name, code, what the type carries, and its two option tables; existing plans keep their rows. */
export const saveType = postCall(['plan-types/save-type'], {
  name: 'planTypes.save',
  ...admin,
  effect: 'write',
  input: TypeFacts.extend({ id, rev: seen }),
  output: Saved,
});

/** Terms from a day on: new ones, or the correction of those that start on that day. */
export const saveTerm = postCall(['plan-types/save-term'], {
  name: 'planTypes.saveTerm',
  ...admin,
  effect: 'write',
  input: Term.extend({ id, rev: seen, isNew: z.boolean() }),
  output: Saved,
});

export const removeTerm = postCall(['plan-types/remove-term'], {
  name: 'planTypes.removeTerm',
  ...admin,
  effect: 'write',
  input: z.strictObject({ id, rev: seen, validFrom: Term.shape.validFrom }),
  output: Saved,
});

/** The outside-area postcodes: clients there are billed the outside rate. */
export const getPostcodes = postCall(['info.php'], {
  name: 'planTypes.getPostcodes',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ requestInfo: z.literal('postcodes') }),
  output: z.array(z.string()),
});

/** The same with the number of active clients of each. */
export const listPostcodes = getCall(['plan-types/list-postcodes'], {
  name: 'planTypes.listPostcodes',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(OutsidePostcode),
});

/** A pasted list: what is a postcode is added, what is none is named. */
export const addPostcodes = postCall(['plan-types/add-postcodes'], {
  name: 'planTypes.addPostcodes',
  ...admin,
  effect: 'write',
  input: z.strictObject({ text: z.string().max(200_000) }),
  output: z.strictObject({ added: z.int(), already: z.int(), bad: z.array(z.string()) }),
});

export const removePostcodes = postCall(['plan-types/remove-postcodes'], {
  name: 'planTypes.removePostcodes',
  ...admin,
  effect: 'write',
  input: z.strictObject({
    codes: z
      .array(z.string().regex(/^\d{5}$/))
      .min(1)
      .max(50_000),
  }),
  output: z.strictObject({ removed: z.int() }),
});
