import type { PlanStatus } from '@homecare/domain/care-plans/schema.ts';
import { halfStart } from '@homecare/domain/timesheets/rules.ts';
import type { PlanScanError, ScanCount, ScanError } from '@homecare/domain/timesheets/schema.ts';
import { sql } from 'kysely';
import type { Scope, Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { queryRow, queryRows } from '../platform/db/rows.ts';

const scanColumns = sql`scan.id, scan.plan_id as "CareID",
  ${listedName('provider')} as "Provider",
  ${listedName('client')} as "Client", scan.month as date, scan.period,
  array_to_string(scan.errors, ',') as error, scan.archived as archive, scan.created as "DateCreated"`;
const scanTables = sql`scan_errors scan join care_plans plan on plan.id = scan.plan_id
  join people provider on provider.id = plan.provider_id join people client on client.id = plan.client_id`;

const withStart = <R extends { date: string; period: number }>(rows: readonly R[]) =>
  rows.map((row) => ({ ...row, tsdate: halfStart(row.date, row.period) }));

/** Open errors of plans that are not deleted, newest month first. */
export const listOpenErrors = async ({ site }: Scope): Promise<ScanError[]> =>
  withStart(
    await queryRows<Omit<ScanError, 'tsdate'>>(site.db)`select ${scanColumns} from ${scanTables}
    where not scan.archived and plan.status <> 'Deleted'
    order by scan.month desc, scan.period desc, provider.sort_key, client.sort_key, scan.id`,
  );

/** All errors of one plan, newest half first. */
export const listErrorsOf = async ({ site }: Scope, planId: number): Promise<PlanScanError[]> =>
  withStart(
    await queryRows<Omit<PlanScanError, 'tsdate'>>(site.db)`select ${scanColumns}, scan.rev from ${scanTables}
    where scan.plan_id = ${planId} order by scan.month desc, scan.period desc`,
  );

export const countScans = async (scope: Scope, month: string): Promise<ScanCount> =>
  (await queryRow<ScanCount>(scope.site.db)`select
      (select count(*)::int from received_halves half join care_plans plan on plan.id = half.plan_id
        where half.month = ${month} and plan.status <> 'Deleted') as count,
      (select count(*)::int from scan_errors scan join care_plans plan on plan.id = scan.plan_id
        where not scan.archived and plan.status <> 'Deleted') as errcount`) ?? { count: 0, errcount: 0 };

/**
 * Locks a plan whose errors are about to change and returns its status, so that they change one after the other and the plan is not
 * deleted meanwhile.
 */
export const lockPlanStatus = async (tx: Tx, planId: number): Promise<PlanStatus | undefined> =>
  (
    await queryRow<{ status: PlanStatus }>(tx)`select status from care_plans
    where id = ${planId} for no key update`
  )?.status;

export interface StoredScan {
  readonly id: number;
  readonly plan_id: number;
  readonly errors: readonly number[];
  readonly rev: number;
  readonly modified: string;
  readonly modified_by: string;
}
const stored = sql`select id, plan_id, errors, rev, modified, modified_by from scan_errors`;

export const findScan = (tx: Tx, id: number) => queryRow<StoredScan>(tx)`${stored} where id = ${id}`;
export const findScanOf = (tx: Tx, { planId, month, period }: Omit<NewScanError, 'errors'>) =>
  queryRow<StoredScan>(tx)`${stored}
    where plan_id = ${planId} and month = ${month} and period = ${period}`;

/** Reopens corrected errors. Returns the new rev. */
export const updateScan = async (
  tx: Tx,
  { id, rev }: StoredScan,
  errors: readonly number[],
  { by, at }: Stamp,
): Promise<number> => {
  await tx
    .updateTable('scan_errors')
    .set({ errors: [...errors], archived: false, rev: rev + 1, modified: at, modified_by: by })
    .where('id', '=', id)
    .execute();
  return rev + 1;
};

export const deleteScan = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('scan_errors').where('id', '=', id).execute();
};

export interface NewScanError {
  readonly planId: number;
  /** YYYY-MM */
  readonly month: string;
  readonly period: 0 | 1;
  readonly errors: readonly number[];
}

export const insertErrors = async (
  tx: Tx,
  scans: readonly NewScanError[],
  stamp: Stamp,
): Promise<number[]> => {
  if (scans.length === 0) return [];
  const rows = await tx
    .insertInto('scan_errors')
    .values(
      scans.map(({ planId, month, period, errors }) => ({
        plan_id: planId,
        month,
        period,
        errors: [...errors],
        created: stamp.at,
        created_by: stamp.by,
        modified: stamp.at,
        modified_by: stamp.by,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};
