import { type ExportFormat, exportVisits } from '@homecare/domain/list-export/contract.ts';
import { listOpenVisits } from '@homecare/domain/staffing/contract.ts';
import { getEvvList, getEvvProvider } from '@homecare/domain/visits/contract.ts';
import type { DayView } from '@homecare/domain/visits/day-list.ts';
import type { DayOnly } from '@homecare/domain/visits/day-state.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { markStale, queryClient, useRead } from '../../platform/query.ts';
import { fetchFile } from '../../platform/send-file.ts';

/** Both visit screens refresh every 15 seconds (docs/rules/visits.md, rule 37). */
export const REFRESH_SECONDS = 15;
const polled = { every: REFRESH_SECONDS * 1000, staleTime: 0 } as const;

export const partsOf = (date: string) => {
  const { year, month, day } = Temporal.PlainDate.from(date);
  return { year, month, day };
};

export const useVisitsOf = (date: string) => {
  const { year, month, day } = partsOf(date);
  return useRead(getEvvList, { year, month, startDay: day, endDay: day }, polled);
};

/** Visits of a day that have no caregiver. */
export const useOpenOn = (date: string, enabled: boolean) =>
  useRead(listOpenVisits, { from: date, through: date }, { ...polled, enabled });

export const useSchedule = (providerId: number, date: string) =>
  useRead(getEvvProvider, { providerId, ...partsOf(date) }, polled);

/** Loaded only now and then, to be stored on the phone. */
export const useKeptSchedule = (providerId: number, date: string) =>
  useRead(getEvvProvider, { providerId, ...partsOf(date) }, { staleTime: 30 * 60_000 });

/** Shows the server's answer at once. A poll already running must not undo it. */
export const showVisit = async (visit: Visit) => {
  await queryClient.cancelQueries({ queryKey: [getEvvProvider.name] });
  queryClient.setQueriesData<Visit[]>({ queryKey: [getEvvProvider.name] }, (visits) =>
    visits?.map((one) => (one.id === visit.id ? visit : one)),
  );
  void markStale(getEvvProvider);
};

export const refreshSchedule = () => markStale(getEvvProvider);

export const exportDay = (date: string, view: DayView & DayOnly, format: ExportFormat) =>
  fetchFile(exportVisits, { date, ...view, format });
