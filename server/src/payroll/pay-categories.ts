import { done, type FieldError, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import {
  BUILT_IN_STAYS,
  byCategory,
  CATEGORY_IN_USE,
  checkCategoryName,
  isBuiltIn,
  noSuchCategory,
} from '@homecare/domain/payroll/categories.ts';
import type * as calls from '@homecare/domain/payroll/category-contract.ts';
import type { PayCategory } from '@homecare/domain/payroll/category-contract.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type Change, mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  deleteCategory,
  insertCategory,
  listCategories,
  listNamedCategories,
  lockCategories,
  updateCategory,
} from './category-queries.ts';

/** The agency's list of pay categories. */

type Categories = Promise<Result<PayCategory[]>>;

/** The record log's name. */
const ENTITY: Pick<Change, 'entity' | 'id'> = { entity: 'payCategory', id: null };

export const listPayCategories = async (scope: Scope): Categories =>
  done(await listCategories(scope.site.db));

/** Names that can be chosen now, in order. */
export const listOfferedCategories = async (db: Db): Promise<string[]> =>
  (await listNamedCategories(db))
    .filter(({ retired }) => !retired)
    .map(({ name }) => name)
    .toSorted(byCategory);

/** Those that the agency has added itself. */
export const ownCategories = async (db: Db): Promise<string[]> =>
  (await listOfferedCategories(db)).filter((name) => !isBuiltIn(name));

/** What is wrong with the chosen category. The one chosen before may stay, even if retired. */
export const chosenCategoryFaults = async (
  db: Db,
  field: string,
  wanted: string | null,
  stored: string | null = null,
): Promise<FieldError[]> =>
  wanted === null || wanted === stored || (await listOfferedCategories(db)).includes(wanted)
    ? []
    : [{ field, message: noSuchCategory(wanted) }];

export const savePayCategory: UseCase<typeof calls.savePayCategory> = (
  scope,
  { was, name: typed, retired },
) =>
  mutate(scope, 'payroll.saveCategory', async (tx, record) => {
    await lockCategories(tx);
    const all = await listNamedCategories(tx);
    const stored = all.find(({ name }) => name === was);
    if (was !== null && !stored) return refuse('notFound');
    const name = typed.trim().replaceAll(/\s+/g, ' ');
    if (name !== was) {
      const isBuiltIn = (await listCategories(tx)).some((one) => one.name === was && one.builtIn);
      if (isBuiltIn) return refuseFields([{ field: 'name', message: BUILT_IN_STAYS }], 'conflict');
      const [fault] = checkCategoryName(
        name,
        all.filter((one) => one !== stored),
      );
      if (fault) return refuseFields([fault]);
    }
    if (!stored) {
      await addPayCategory(tx, { name, retired }, record);
      return done(await listCategories(tx));
    }
    await updateCategory(tx, stored.name, { name, retired });
    record({
      ...ENTITY,
      action: 'update',
      changes: {
        ...(stored.name === name ? {} : { name: [was, name] as const }),
        [`${name} retired`]: [stored.retired, retired],
      },
    });
    return done(await listCategories(tx));
  });

/** Adds a category whose name has been validated. */
export const addPayCategory = async (
  tx: Tx,
  { name, retired }: Pick<PayCategory, 'name' | 'retired'>,
  record: Recorder,
): Promise<void> => {
  await insertCategory(tx, name, retired);
  record({
    ...ENTITY,
    action: 'insert',
    changes: { name: [null, name], [`${name} retired`]: [null, retired] },
  });
};

export const removePayCategory: UseCase<typeof calls.removePayCategory> = (scope, { name }) =>
  mutate(scope, 'payroll.removeCategory', async (tx, record) => {
    await lockCategories(tx);
    const category = (await listCategories(tx)).find((one) => one.name === name);
    if (!category) return refuse('notFound');
    if (!category.unused) return refuse('conflict', CATEGORY_IN_USE);
    await deleteCategory(tx, name);
    record({ ...ENTITY, action: 'delete', changes: { name: [name, null] } });
    return done(await listCategories(tx));
  });
