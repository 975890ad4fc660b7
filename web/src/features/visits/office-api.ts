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
import { isBehind } from '../../platform/answer.ts';
import { markStale, queryClient, useRead } from '../../platform/query.ts';
import { send } from '../../platform/send.ts';
import { toast } from '../../platform/toasts.ts';

/** What is asked and changed on the screen of the office. */

export const useExceptions = (from: string, to: string, enabled: boolean) =>
  useRead(listExceptions, { from, to }, { enabled, staleTime: 0 });

/** Lists are read again; a poll that was under way must not undo what the server just answered. */
export const refreshVisits = () => markStale(getEvvList, listExceptions);

const showOfficeVisit = async (visit: Visit) => {
  await queryClient.cancelQueries({ queryKey: [getEvvList.name] });
  queryClient.setQueriesData<Visit[]>({ queryKey: [getEvvList.name] }, (visits) =>
    visits?.map((one) => (one.id === visit.id ? visit : one)),
  );
  void refreshVisits();
};

export type VisitFields = InputOf<typeof updateVisit>['data'];

/** Edit or status; `key` is one per attempt, so that a doubled one is answered and not done again. */
export const saveVisit = async (visit: Visit, data: VisitFields, key: string) => {
  const sent = await send(updateVisit, { id: visit.id, data: { ...data, rev: visit.rev } }, { key });
  if (sent.ok) await showOfficeVisit(sent.data);
  else if (isBehind(sent)) void refreshVisits();
  return sent;
};

/** The arrival, the departure or both that the phone recorded count as they were recorded. */
export const acceptRecorded = async (visit: Visit) => {
  const attempts = attemptsToAccept(visit).map(({ id }) => id);
  if (attempts.length === 0) return;
  const sent = await send(acceptAttempts, { id: visit.id, attempts, rev: visit.rev });
  if (sent.ok) {
    toast.success(sent.info ?? 'Success: Recorded time accepted');
    await showOfficeVisit(sent.data);
  } else {
    toast.error(`Error: ${sent.info}`);
    await refreshVisits();
  }
};

/** Staff have looked at the review hints that this screen shows, and at no later ones. */
export const markVisitSeen = async ({ id, rev }: Visit) => {
  const sent = await send(markReviewed, { id, rev });
  if (sent.ok) toast.success('Success: Marked as seen');
  else toast.error(`Error: ${sent.info}`);
  await refreshVisits();
};

export const moveVisitTo = async (
  visit: Visit,
  to: {
    readonly startDate: string;
    readonly startTime: string;
    readonly endDate: string;
    readonly endTime: string;
  },
  key: string,
) => {
  const { CareID: careId, id, Date: fromDate, rev } = visit;
  const sent = await send(rescheduleVisit, { careId, id, fromDate, ...to, rev }, { key });
  if (sent.ok || isBehind(sent)) void refreshVisits();
  return sent;
};
