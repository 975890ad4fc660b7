import { byCategory, type NamedCategory } from '@homecare/domain/payroll/categories.ts';
import type { PayCategory } from '@homecare/domain/payroll/category-contract.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';

/** The agency's pay categories and what uses them. */

/** Locks all categories until the transaction ends, because a name is compared with all others. */
export const lockCategories = (tx: Tx) =>
  sql`select name from pay_categories order by name for update`.execute(tx);

export interface StoredCategory extends NamedCategory {
  readonly retired: boolean;
}
export const listNamedCategories = (db: Db) =>
  queryRows<StoredCategory>(db)`select name, to_json(former) as former, retired from pay_categories`;

export const listCategories = async (db: Db): Promise<PayCategory[]> => {
  const rows = await queryRows<PayCategory & { runs: number }>(
    db,
  )`select category.name, category.built_in as "builtIn",
      category.retired, types.count as types, providers.count as providers,
      not category.built_in and types.count = 0 and providers.count = 0 and not exists (
        select from payroll_run_rows paid cross join unnest(category.former || category.name) as called (name)
        where paid.state->'lines' @> jsonb_build_array(jsonb_build_object('category', called.name))) as unused
    from pay_categories category
      cross join lateral (select count(distinct type_id)::int as count from care_plan_type_terms
        where pay_category = category.name) as types
      cross join lateral (select count(distinct provider_id)::int as count from pay_rates
        where pay_rates.category = category.name) as providers`;
  return rows.toSorted((a, b) => byCategory(a.name, b.name));
};

export const insertCategory = (tx: Tx, name: string, retired: boolean) =>
  sql`insert into pay_categories (name, retired) values (${name}, ${retired})`.execute(tx);

/** Renames a category together with its rates and types' terms. The old name is kept, because runs use it. */
export const updateCategory = (
  tx: Tx,
  was: string,
  { name, retired }: Pick<PayCategory, 'name' | 'retired'>,
) =>
  sql`update pay_categories set name = ${name}, retired = ${retired},
      former = case when ${name} = name then former else array_remove(former, ${name}) || name end
    where name = ${was}`.execute(tx);

export const deleteCategory = (tx: Tx, name: string) =>
  sql`delete from pay_categories where name = ${name}`.execute(tx);
