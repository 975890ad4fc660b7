import { getClientMonth, listNotAssigned } from '@homecare/domain/billing/contract.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { listBatches } from '@homecare/domain/claims/contract.ts';
import type { Cause, Stage } from '@homecare/domain/month-close/causes.ts';
import * as calls from '@homecare/domain/month-close/contract.ts';
import { isUnderWay } from '@homecare/domain/month-close/schema.ts';
import { queryClient, readQuery, useRead } from '../../platform/query.ts';

const UNDER_WAY_MS = 1_000;
const AT_REST_MS = 15_000;

/** The month with the group and the payer that are looked at. */
export type ShownMonth = InputOf<typeof calls.getMonthClose>;

export const useMonthClose = (shown: ShownMonth) => useRead(calls.getMonthClose, shown, { staleTime: 0 });
export const useEarlierMonths = (shown: ShownMonth) =>
  useRead(calls.listEarlierMonths, shown, { staleTime: 0 });

/** Asked for each second while a run is under way, and now and then for one that another window starts. */
export const useMonthRun = (date: string) => {
  const known = queryClient.getQueryData<{ state: 'cards' | 'claims' | 'done' | 'undone' } | null>(
    readQuery(calls.getMonthRun, { date }).queryKey,
  );
  const every = known && isUnderWay(known.state) ? UNDER_WAY_MS : AT_REST_MS;
  return useRead(calls.getMonthRun, { date }, { staleTime: 0, every });
};

/** What a list shows: the days of a stage, of a loss, or of what holds up payment with those that wait for it. */
export interface Listed {
  readonly title: string;
  readonly stage?: Stage;
  readonly cause?: Cause;
  readonly part?: string;
  readonly waiting?: boolean;
}

export const useMonthDays = (
  shown: ShownMonth,
  { stage, cause, part, waiting = false }: Listed,
  from: number,
) =>
  useRead(
    calls.listMonthDays,
    {
      ...shown,
      waiting,
      from,
      whole: false,
      ...(stage && { stage }),
      ...(cause && { cause }),
      ...(part !== undefined && { part }),
    },
    { staleTime: 0 },
  );

/** What other pages show of cards and files is out of date too. */
export const AFTER_RUN = [
  calls.getMonthClose,
  calls.listEarlierMonths,
  calls.getMonthRun,
  calls.listMonthDays,
  getClientMonth,
  listNotAssigned,
  listBatches,
];
export const START_RUN = { call: calls.startMonthRun, changes: [calls.getMonthRun] } as const;
export const REMIND = { call: calls.remindTimesheets, changes: [calls.getMonthClose] } as const;
export const UNDO_RUN = { call: calls.undoMonthRun, changes: AFTER_RUN, keyed: true } as const;
