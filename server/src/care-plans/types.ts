import type { CategoryTerm } from '@homecare/domain/payroll/categories.ts';
import type { PlanType, Term, TypeFacts } from '@homecare/domain/plan-types/schema.ts';
import { type Kysely, sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import { queryRows } from '../platform/db/rows.ts';
import type { Tables } from '../platform/db/tables.ts';

/** Rows of care plan types and their terms, for the feature plan-types, which decides what may be written. */

/** Types are changed one after the other, because names and codes are compared with all others. */
export const lockTypes = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('carePlanTypes'))`.execute(tx);

export const listAllTypes = (db: Kysely<Tables> | Tx) =>
  queryRows<PlanType>(db)`select type.id, type.name as "Name", type.code as "Code", type.ihss,
      type.relative, type.evv_needed as "evvNeeded", type.aggregator_code as "aggregatorCode",
      type.pc_items as "pcItems", type.hm_items as "hmItems",
      coalesce((select jsonb_agg(term_json(terms) order by terms.valid_from desc)
        from care_plan_type_terms terms where terms.type_id = type.id), '[]') as terms,
      (select count(*)::int from care_plans plan where plan.type_id = type.id and plan.status <> 'Deleted') as plans,
      type.rev
    from care_plan_types type order by type.position, type.id`;

const factsRow = (facts: TypeFacts) => ({
  name: facts.Name,
  code: facts.Code,
  ihss: facts.ihss,
  relative: facts.relative,
  evv_needed: facts.evvNeeded,
  aggregator_code: facts.aggregatorCode,
  pc_items: facts.pcItems,
  hm_items: facts.hmItems,
});

/** A new type is last in every list. */
export const insertTypeRow = async (tx: Tx, facts: TypeFacts): Promise<number> => {
  const { id } = await tx
    .insertInto('care_plan_types')
    .values({
      ...factsRow(facts),
      position: sql<number>`(select coalesce(max(position), 0) + 1 from care_plan_types)`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const updateTypeRow = (tx: Tx, id: number, facts: TypeFacts) =>
  tx.updateTable('care_plan_types').set(factsRow(facts)).where('id', '=', id).execute();

/** Changing terms counts as a change of the type. */
export const raiseTypeRev = async (tx: Tx, id: number): Promise<number> => {
  const { rev } = await tx
    .updateTable('care_plan_types')
    .set({ rev: sql<number>`rev + 1` })
    .where('id', '=', id)
    .returning('rev')
    .executeTakeFirstOrThrow();
  return rev;
};

/** Inserts terms or replaces those of the same day. */
export const putTermRow = async (tx: Tx, typeId: number, term: Term): Promise<void> => {
  const values = {
    procedure_code: term.procedureCode,
    modifiers: term.modifiers,
    unit_rule: term.unitRule,
    rate: term.rateCents,
    addrate: term.addrateCents,
    pay_category: term.payCategory,
    source: term.source,
    cfc_code: term.cfcCode || null,
    cfc_modifiers: term.cfcModifiers ?? [],
  };
  await tx
    .insertInto('care_plan_type_terms')
    .values({ type_id: typeId, valid_from: term.validFrom, ...values })
    .onConflict((conflict) => conflict.columns(['type_id', 'valid_from']).doUpdateSet(values))
    .execute();
};

export const removeTermRow = (tx: Tx, typeId: number, validFrom: string) =>
  tx
    .deleteFrom('care_plan_type_terms')
    .where('type_id', '=', typeId)
    .where('valid_from', '=', validFrom)
    .execute();

/** States do not regulate private agreements. */
const PRIVATE = 'PRIVATE';

/** Replaces the types of an agency without plans with those of a state. */
export const replaceTypes = async (
  tx: Tx,
  types: readonly { readonly facts: TypeFacts; readonly term: Term }[],
): Promise<void> => {
  await lockTypes(tx);
  await sql`delete from care_plan_type_terms where type_id in (select id from care_plan_types where code <> ${PRIVATE})`.execute(
    tx,
  );
  await sql`delete from care_plan_types where code <> ${PRIVATE}`.execute(tx);
  for (const { facts, term } of types) await putTermRow(tx, await insertTypeRow(tx, facts), term);
  await sql`update care_plan_types set position = (select max(position) + 1 from care_plan_types)
    where code = ${PRIVATE}`.execute(tx);
};

/** Dated pay categories of all types, oldest first. */
export const listPayCategories = async (
  db: Kysely<Tables> | Tx,
): Promise<ReadonlyMap<number, readonly CategoryTerm[]>> => {
  const rows = await queryRows<CategoryTerm & { readonly id: number }>(
    db,
  )`select type_id as id, valid_from as "from",
      pay_category as category from care_plan_type_terms order by type_id, valid_from`;
  const byId = Map.groupBy(rows, ({ id }) => id);
  return new Map(
    [...byId].map(([id, own]) => [
      id,
      // Terms with the same category as those before them do not affect pay.
      own
        .filter(({ category }, n) => n === 0 || own[n - 1]?.category !== category)
        .map(({ from, category }) => ({ from, category })),
    ]),
  );
};
