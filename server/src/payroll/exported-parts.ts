import type { PayPeriodRule } from '@homecare/domain/payroll/pay-rules.ts';
import { exportedParts } from '@homecare/domain/payroll/periods.ts';
import type { Db } from '../platform/db/rows.ts';
import { type ExportedHalf, listExportedHalves, listPaidPeriods } from './run-queries.ts';

/** What runs have exported, by the pay periods of these rules. */
export const listExportedParts = async (db: Db, rules: readonly PayPeriodRule[]): Promise<ExportedHalf[]> =>
  exportedParts(rules, await listExportedHalves(db), await listPaidPeriods(db));
