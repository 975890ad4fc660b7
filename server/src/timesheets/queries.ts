import { halfStart } from '@homecare/domain/timesheets/rules.ts';
import type { ScanError } from '@homecare/domain/timesheets/schema.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';

/** Errors that are not archived, of plans that are not deleted; the newest month first. */
export const listOpenErrors = async (scope: Scope): Promise<ScanError[]> => {
  const { rows } = await sql<Omit<ScanError, 'tsdate'>>`select scan.id, scan.plan_id as "CareID",
      provider.last_name || ', ' || provider.first_name as "Provider",
      client.last_name || ', ' || client.first_name as "Client", scan.month as date, scan.period,
      array_to_string(scan.errors, ',') as error, scan.archived as archive, scan.created as "DateCreated"
    from scan_errors scan join care_plans plan on plan.id = scan.plan_id
      join people provider on provider.id = plan.provider_id join people client on client.id = plan.client_id
    where not scan.archived and plan.status <> 'Deleted'
    order by scan.month desc, scan.period desc, provider.sort_key, client.sort_key, scan.id`.execute(
    scope.site.db,
  );
  return rows.map((row) => ({ ...row, tsdate: halfStart(row.date, row.period) }));
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
  stamp: { readonly by: string; readonly at: string },
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
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};
