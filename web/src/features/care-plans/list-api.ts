import { getCarePlans, listCarePlans, previewAbsence } from '@homecare/domain/care-plans/contract.ts';
import type { CarePlan, PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import { plannedDays } from '@homecare/domain/care-plans/week-line.ts';
import { type ExportFormat, exportPlans } from '@homecare/domain/list-export/contract.ts';
import { listNotices } from '@homecare/domain/notices/contract.ts';
import { getEvvList, getEvvProvider } from '@homecare/domain/visits/contract.ts';
import { useMemo } from 'react';
import { markStale, useRead } from '../../platform/query.ts';
import { fetchFile } from '../../platform/send-file.ts';
import type { ListView } from './list-view.ts';

export interface AskedPlans {
  /** YYYY-MM, or '' for plans of all times. */
  readonly month: string;
  readonly showArchived: boolean;
  readonly showDeleted: boolean;
  readonly showTemp: boolean;
}

/** Loads one list per status, so that switching one on or off reloads nothing. */
export const useListedPlans = ({ month, showArchived, showDeleted, showTemp }: AskedPlans) => {
  const of = (status: 'Active' | 'Archive' | 'Deleted') => ({ status, date: month || null, showTemp });
  const active = useRead(listCarePlans, of('Active'));
  const archived = useRead(listCarePlans, of('Archive'), { enabled: showArchived });
  const deleted = useRead(listCarePlans, of('Deleted'), { enabled: showDeleted });
  const [a, b, c] = [active.data, showArchived ? archived.data : NONE, showDeleted ? deleted.data : NONE];
  const rows = useMemo(() => (a && b && c ? once([...a, ...b, ...c]) : undefined), [a, b, c]);
  const failed = [active, ...(showArchived ? [archived] : []), ...(showDeleted ? [deleted] : [])];
  return { query: failed.find(({ isError }) => isError) ?? active, rows };
};
const NONE: readonly PlanListRow[] = [];

/** With Show All Temp the server answers a temporary plan among both active and archived ones. */
const once = (rows: readonly PlanListRow[]) => [...new Map(rows.map((row) => [row.id, row])).values()];

/** Finds a plan by ID in any status and month, because a notice may lead to an archived one. */
export const usePlanById = (id: number | undefined) => {
  const query = useRead(
    getCarePlans,
    { filters: [{ field: 'ID' as const, op: '=' as const, value: String(id) }] },
    { enabled: id !== undefined },
  );
  return useMemo(() => query.data?.map(rowOf), [query.data]);
};

const rowOf = ({ week, weeks, createReason, ...plan }: CarePlan): PlanListRow => ({
  ...plan,
  ModifiedBy: '',
  week: plannedDays(week.time),
  covered: [],
  scan: [],
  tserror: 0,
  compared: [],
  comparedTo: null,
  order: null,
});

export const plansChanged = () =>
  void markStale(listCarePlans, getCarePlans, previewAbsence, getEvvList, getEvvProvider, listNotices);

/** Exports what the list shows. */
export const exportList = (
  { search, group, excluded, showDeleted, showArchived, showTemp, covidList, clientFirst }: ListView,
  month: string,
  format: ExportFormat,
) =>
  fetchFile(exportPlans, {
    search,
    month: month || null,
    group,
    excluded,
    showDeleted,
    showArchived,
    showTemp,
    covidList,
    clientFirst,
    format,
  });
