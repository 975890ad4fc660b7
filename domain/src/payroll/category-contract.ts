import { z } from 'zod';
import { getCall, postCall } from '../call.ts';

const admin = { roles: ['admin'] } as const;
const name = z.string().max(200);

export const PayCategory = z.strictObject({
  name: z.string(),
  /** A built-in category keeps its name and cannot be removed (docs/rules/payroll.md, rule 4). */
  builtIn: z.boolean(),
  retired: z.boolean(),
  /** How many care plan types have or had it, and how many providers have a rate for it. */
  types: z.int(),
  providers: z.int(),
  /** Nothing has it, and no run ever paid it. */
  unused: z.boolean(),
});
export type PayCategory = z.output<typeof PayCategory>;

/** Built-in categories first, then the agency's own by name. */
const Categories = z.array(PayCategory);

export const listPayCategories = getCall(['payroll/list-categories'], {
  name: 'payroll.listCategories',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: Categories,
});

/** Adds a category (`was` null) or renames the one called `was`. Retired categories are no longer offered. */
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
