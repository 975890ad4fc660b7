import type { FieldError } from '../errors.ts';
import { PAY_CATEGORIES } from '../people/dictionary.ts';

/**
 * The agency's list of pay categories: the four built-in ones, which keep their names, and its own. Each is identified by
 * its current name.
 */

/** The pay category of a care plan type from a day on; null if it has none and so no rate. */
export interface CategoryTerm {
  readonly from: string;
  readonly category: string | null;
}

/** The category of the latest term that has begun. The oldest term also applies to all days before it. */
export const categoryOn = (terms: readonly CategoryTerm[], date: string): string | null =>
  terms.reduce<CategoryTerm | undefined>((found, term) => {
    if (!found) return term;
    const hasBegun = term.from <= date;
    if (hasBegun !== found.from <= date) return hasBegun ? term : found;
    return term.from > found.from === hasBegun ? term : found;
  }, undefined)?.category ?? null;

const BUILT_IN: readonly (string | null)[] = PAY_CATEGORIES;
export const isBuiltIn = (category: string | null): boolean => BUILT_IN.includes(category);

/** The category on paper, where one of the built-in names would look like a field name. */
export const sayCategory = (category: string): string =>
  category === 'HealthMaintenance' ? 'Health maintenance' : category;

const placeOf = (category: string | null): number => {
  if (category === null) return BUILT_IN.length + 1;
  return isBuiltIn(category) ? BUILT_IN.indexOf(category) : BUILT_IN.length;
};

/** Built-in categories in their order, then the agency's own by name, then none (docs/rules/payroll.md, rule 4). */
export const byCategory = (a: string | null, b: string | null): number =>
  placeOf(a) - placeOf(b) || ((a ?? '') < (b ?? '') ? -1 : Number(a !== b));

/** The name of a category's columns in files: 'Private pay' → 'private_pay'. */
export const columnName = (category: string): string =>
  category
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');

// --- What an admin may enter

/** A category with all names it had before. */
export interface NamedCategory {
  readonly name: string;
  readonly former: readonly string[];
}

export const MAX_CATEGORY_NAME = 40;
export const BUILT_IN_STAYS = 'Built-in categories keep their name. Retire it, or add your own.';
export const CATEGORY_IN_USE =
  'This category is in use: a care plan type, a pay rate or a payroll run has it. Retire it instead.';
export const noSuchCategory = (name: string) =>
  `${name} is not an active pay category. Choose one under Configuration, Payroll.`;

/** Whether two names look the same in columns of files, or differ only by case. */
const isAlike = (a: string, b: string) =>
  a.toLowerCase() === b.toLowerCase() || columnName(a) === columnName(b);

/** Column names in the export that are already used for built-in categories. */
const TAKEN_COLUMNS = ['pcp', 'medicaid131'];

/**
 * Checks a tidied name. `others` are all categories except the one being renamed. Former names stay taken, because exported
 * runs keep them.
 */
export const checkCategoryName = (name: string, others: readonly NamedCategory[]): FieldError[] => {
  const fault = (message: string) => [{ field: 'name', message }];
  if (name === '') return fault('Enter a name.');
  if (name.length > MAX_CATEGORY_NAME) return fault(`Use at most ${MAX_CATEGORY_NAME} characters.`);
  if (/\p{C}/u.test(name)) return fault('Use letters, digits and signs only.');
  if (columnName(name) === '') return fault('Use at least one letter A to Z or a digit.');
  const other = others.find((one) => [one.name, ...one.former].some((taken) => isAlike(taken, name)));
  if (other) return fault(`${other.name} has this name or had it before. Choose another one.`);
  if (TAKEN_COLUMNS.includes(columnName(name)))
    return fault('Another category has this name. Choose another one.');
  return [];
};

/** Returns the current name for any name that a category ever had. */
export const presentNames = (all: readonly NamedCategory[]): ((name: string | null) => string | null) => {
  const names = new Map(all.flatMap(({ name, former }) => former.map((old) => [old, name])));
  return (name) => (name === null ? null : (names.get(name) ?? name));
};
