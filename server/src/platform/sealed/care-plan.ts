import { sealedColumn } from './column.ts';

/** Free text of a care plan. No other file names these columns; they are read whole with their row. */
export const sealedPlan = {
  remarks: sealedColumn('care_plans.remarks'),
  createReason: sealedColumn('care_plans.create_reason'),
  archiveInfo: sealedColumn('care_plans.archive_info'),
  deleteInfo: sealedColumn('care_plans.delete_info'),
} as const;

interface Words {
  readonly remarks: string | null;
  readonly createReason: string;
  readonly archiveInfo: string | null;
}

/** What a new plan stores of them. */
export const storedPlanWords = ({ remarks, createReason, archiveInfo }: Words) => ({
  remarks,
  create_reason: createReason,
  archive_info: archiveInfo,
});
