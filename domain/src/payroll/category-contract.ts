import { z } from 'zod';
import { getCall, postCall } from '../call.ts';

const admin = { roles: ['admin'] } as const;
const name = z.string().max(200);

export const PayCategory = z.strictObject({
  name: z.string(),
  /** It is built in: it keeps its name and is never removed (docs/rules/payroll.md, rule 4). */
  builtIn: z.boolean(),
  retired: z.boolean(),
  /** Care plan types that have it now or had it, and providers with a rate of it. */
  types: z.int(),
  providers: z.int(),
  /** Nothing has it, and no run ever paid it. */
  unused: z.boolean(),
});
export type PayCategory = z.output<typeof PayCategory>;

/** The built-in ones first, then the agency's own by name. */
const Categories = z.array(PayCategory);

export const listPayCategories = getCall(['payroll/list-categories'], {
  name: 'payroll.listCategories',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: Categories,
});

/** A new one (`was` null), or another name for the one that is called `was`; retired ones are no longer offered. */
export const savePayCategory = postCall(['payroll/save-category'], {
  name: 'payroll.saveCategory',
  ...admin,
  effect: 'write',
  input: z.strictObject({ was: name.nullable(), name, retired: z.boolean() }),
  output: Categories,
});

export const removePayCategory = postCall(['payroll/remove-category'], {
  name: 'payroll.removeCategory',
  ...admin,
  effect: 'write',
  input: z.strictObject({ name }),
  output: Categories,
});
