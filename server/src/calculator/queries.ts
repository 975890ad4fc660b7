import type { ExistingPlan } from '@homecare/domain/calculator/existing-plans.ts';
import type { Limit, LimitRule } from '@homecare/domain/calculator/limit-rules.ts';
import { type Cap, type Norm, ResultFile, type StoredRequest } from '@homecare/domain/calculator/schema.ts';
import { sql } from 'kysely';
import type { Scope, Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { PREPARED } from '../platform/db/prepared.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedCalculation, storedContent, storedRun } from '../platform/sealed/calculator.ts';

const NORM = sql`code, valid_from as "validFrom", name, minutes, per, source, rev`;
const CAP = sql`kind, valid_from as "validFrom", minutes, source, soft, rev`;

export const listNorms = (db: Db) =>
  queryRows<Norm>(db)`select ${NORM} from calculator_norms order by code, valid_from desc`;

export const listCaps = (db: Db) =>
  queryRows<Cap>(db)`select ${CAP} from calculator_caps order by kind, valid_from desc ${PREPARED}`;

export type NormKey = Pick<Norm, 'code' | 'validFrom'>;
export type CapKey = Pick<Cap, 'kind' | 'validFrom'>;

/** Locked until the transaction ends, so that two corrections come one after the other. */
export const lockNorm = (tx: Tx, { code, validFrom }: NormKey) =>
  queryRow<Norm>(tx)`select ${NORM} from calculator_norms
    where code = ${code} and valid_from = ${validFrom}::date for update`;

export const lockCap = (tx: Tx, { kind, validFrom }: CapKey) =>
  queryRow<Cap>(tx)`select ${CAP} from calculator_caps
    where kind = ${kind} and valid_from = ${validFrom}::date for update`;

/** Returns false if one from that day on was added meanwhile. */
export const insertNorm = async (tx: Tx, norm: Norm): Promise<boolean> => {
  const { numAffectedRows } =
    await sql`insert into calculator_norms (code, valid_from, name, minutes, per, source)
    values (${norm.code}, ${norm.validFrom}, ${norm.name}, ${norm.minutes}, ${norm.per}, ${norm.source})
    on conflict do nothing`.execute(tx);
  return numAffectedRows === 1n;
};

export const insertCap = async (tx: Tx, cap: Cap): Promise<boolean> => {
  const { numAffectedRows } = await sql`insert into calculator_caps (kind, valid_from, minutes, source, soft)
    values (${cap.kind}, ${cap.validFrom}, ${cap.minutes}, ${cap.source}, ${cap.soft ?? false}) on conflict do nothing`.execute(
    tx,
  );
  return numAffectedRows === 1n;
};

/** For a new agency: replaces all caps with those of its state. */
export const replaceCaps = async (tx: Tx, caps: readonly Cap[]): Promise<void> => {
  await sql`delete from calculator_caps`.execute(tx);
  for (const cap of caps) await insertCap(tx, cap);
};

export const replaceNorms = async (tx: Tx, norms: readonly Norm[]): Promise<void> => {
  await sql`delete from calculator_norms`.execute(tx);
  for (const norm of norms) await insertNorm(tx, norm);
};

export const updateNorm = (tx: Tx, norm: Norm) =>
  sql`update calculator_norms set name = ${norm.name}, minutes = ${norm.minutes}, per = ${norm.per},
      source = ${norm.source}, rev = rev + 1
    where code = ${norm.code} and valid_from = ${norm.validFrom}::date`.execute(tx);

export const updateCap = (tx: Tx, cap: Cap) =>
  sql`update calculator_caps set minutes = ${cap.minutes}, source = ${cap.source},
      soft = ${cap.soft ?? false}, rev = rev + 1
    where kind = ${cap.kind} and valid_from = ${cap.validFrom}::date`.execute(tx);

export const deleteNorm = (tx: Tx, { code, validFrom }: NormKey) =>
  sql`delete from calculator_norms where code = ${code} and valid_from = ${validFrom}::date`.execute(tx);

export const deleteCap = (tx: Tx, { kind, validFrom }: CapKey) =>
  sql`delete from calculator_caps where kind = ${kind} and valid_from = ${validFrom}::date`.execute(tx);

export interface LimitRuleRow {
  readonly limit: Limit;
  readonly rule: LimitRule;
  readonly rev: number;
}

/** The agency's choices. */
export const listLimitRules = (db: Db) =>
  queryRows<LimitRuleRow>(db)`select limit_name as limit, rule, rev from limit_rules ${PREPARED}`;

/** Undefined if another one was saved since `rev` was read. */
export const storeLimitRule = (
  tx: Tx,
  { limit, rule, rev }: Omit<LimitRuleRow, 'rev'> & { readonly rev: number | null },
  { at, by }: Stamp,
) =>
  rev === null
    ? queryRow<{ rev: number }>(tx)`insert into limit_rules (limit_name, rule, modified, modified_by)
        values (${limit}, ${rule}, ${at}, ${by}) on conflict do nothing returning rev`
    : queryRow<{ rev: number }>(
        tx,
      )`update limit_rules set rule = ${rule}, modified = ${at}, modified_by = ${by},
        rev = rev + 1 where limit_name = ${limit} and rev = ${rev} returning rev`;

// ---- what a calculation reads

/** Plans of these people that are not Deleted and run on the start date or later. */
export const listPlans = (scope: Scope, ids: readonly number[], startDate: string) =>
  queryRows<ExistingPlan>(scope.site.db)`select plan.id, plan.provider_id as "ProviderID",
      ${listedName('provider')} as "Provider", plan.client_id as "ClientID",
      ${listedName('client')} as "Client", plan.start_date as "StartDate",
      plan.end_date as "EndDate", plan.status as "Status", plan.covers_id as "coversPlanId", type.relative,
      pay_category_on(type.id, ${startDate}::date) as category, plan.json as week, plan_weeks(plan.weeks) as weeks
    from care_plans plan join people provider on provider.id = plan.provider_id
      join people client on client.id = plan.client_id join care_plan_types type on type.id = plan.type_id
    where (plan.provider_id = any(${ids}::int[]) or plan.client_id = any(${ids}::int[]))
      and plan.status <> 'Deleted' and (plan.end_date is null or plan.end_date >= ${startDate}::date - 1)
    order by plan.id`;

// ---- what was calculated

export interface NewRun {
  readonly at: string;
  readonly by: string;
  readonly request: StoredRequest;
  readonly asked: number;
  readonly placed: number;
  readonly optimal: boolean;
  readonly result: string;
  readonly change: string | null;
}

export const insertRun = async (tx: Tx, run: NewRun): Promise<number> => {
  const { id } = await tx
    .insertInto('calculator_runs')
    .values({
      at: run.at,
      by: run.by,
      client_id: run.request.client,
      asked: run.asked,
      placed: run.placed,
      optimal: run.optimal,
      ...storedRun(run),
      change: run.change,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const insertFiles = async (
  tx: Tx,
  files: readonly {
    readonly name: string;
    readonly content: ResultFile;
    readonly compared: readonly string[];
  }[],
): Promise<void> => {
  await tx
    .insertInto('calculator_files')
    .values(
      files.map(({ name, content, compared }) => ({
        name,
        run_id: content.run,
        ...storedContent(content),
        compared: [...compared],
      })),
    )
    .execute();
};

/** How many runs Calc List shows. */
const LISTED = 200;

export const listFiles = (scope: Scope) =>
  queryRows<{ name: string; added: number; result: string }>(scope.site.db)`
    select file.name, floor(extract(epoch from run.at))::int as added, ${sealedCalculation.result('run')}
    from (select * from calculator_runs order by id desc limit ${LISTED}) run
      join calculator_files file on file.run_id = run.id
    order by run.id desc, file.name`;

export interface StoredResult {
  readonly content: ResultFile;
  readonly compared: readonly string[];
  readonly change: string | null;
  readonly provider: string;
  readonly client: string;
  readonly typeName: string | null;
}

export const findFile = async (scope: Scope, name: string): Promise<StoredResult | undefined> => {
  const row = await queryRow<Omit<StoredResult, 'content'> & { content: unknown }>(scope.site.db)`
    select ${sealedCalculation.content('file')}, file.compared, run.change, ${listedName('client')} as client,
      (select ${listedName('provider')} from people provider
        where provider.id = ${sealedCalculation.providerId('file')}) as provider,
      (select type.name from care_plan_types type where type.code = ${sealedCalculation.typeCode('file')}) as "typeName"
    from calculator_files file join calculator_runs run on run.id = file.run_id
      join people client on client.id = run.client_id
    where file.name = ${name}`;
  return row && { ...row, content: ResultFile.parse(row.content) };
};
