import type { InputOf } from '@homecare/domain/call.ts';
import { attemptsToAccept } from '@homecare/domain/visits/attempts.ts';
import {
  acceptAttempts,
  getEvvList,
  listExceptions,
  markReviewed,
  rescheduleVisit,
  updateVisit,
} from '@homecare/domain/visits/contract.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { perform } from '../../platform/form/use-action.ts';
import { markStale, queryClient, readNow, useRead } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';

/** Calls of the office's visit screens. */

export const useExceptions = (from: string, to: string, enabled: boolean) =>
  useRead(listExceptions, { from, to }, { enabled, staleTime: 0 });

/** Reloads the lists. A poll already running must not undo what the server just answered. */
export const refreshVisits = () => markStale(getEvvList, listExceptions);

export const showOfficeVisit = async (visit: Visit) => {
  await queryClient.cancelQueries({ queryKey: [getEvvList.name] });
  queryClient.setQueriesData<Visit[]>({ queryKey: [getEvvList.name] }, (visits) =>
    visits?.map((one) => (one.id === visit.id ? visit : one)),
  );
  void refreshVisits();
};

export type VisitFields = InputOf<typeof updateVisit>['data'];

/** Saves an edit or a status. A repeated request is answered without being applied again. */
export const SAVE_VISIT = { call: updateVisit, keyed: true } as const;

/** The current visit, after a conflict with somebody else's change. */
export const readVisitAgain = async ({ id, Date: date }: Visit): Promise<Visit | undefined> => {
  const { year, month, day } = Temporal.PlainDate.from(date);
  const visits = await readNow(getEvvList, { year, month, startDay: day, endDay: day });
  return visits.find((visit) => visit.id === id);
};

export const visitInput = ({ id, rev }: Pick<Visit, 'id' | 'rev'>, data: VisitFields) => ({
  id,
  data: { ...data, rev },
});

/** Accepts the arrival, departure or both as recorded by the phone. */
export const acceptRecorded = async (visit: Visit) => {
  const attempts = attemptsToAccept(visit).map(({ id }) => id);
  if (attempts.length === 0) return;
  const sent = await perform({ call: acceptAttempts }, { id: visit.id, attempts, rev: visit.rev });
  if (sent.ok) {
    toast.success(sent.info ?? 'Success: Recorded time accepted');
    await showOfficeVisit(sent.data);
  } else {
    toast.error(`Error: ${sent.info}`);
    await refreshVisits();
  }
};

/** Marks the review hints on this screen as seen, but no later ones. */
export const markVisitSeen = async ({ id, rev }: Visit) => {
  const sent = await perform({ call: markReviewed }, { id, rev });
  if (sent.ok) toast.success('Success: Marked as seen');
  else toast.error(`Error: ${sent.info}`);
  await refreshVisits();
};

export const MOVE_VISIT = {
  call: rescheduleVisit,
  changes: [getEvvList, listExceptions],
  keyed: true,
} as const;
