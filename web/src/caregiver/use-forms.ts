import { listOwnForms } from '@homecare/domain/agency-forms/contract.ts';
import type { OwnForm } from '@homecare/domain/agency-forms/schema.ts';
import { useKeptRead } from './answers.ts';
import { isForm } from './attempts.ts';
import { useWaitingRequests } from './requests.ts';

/** A form that can be filled at a visit. */
export interface FormAtVisit extends OwnForm {
  /** The last day for it; null: nobody waits for it. */
  readonly due: string | null;
  /** It was filled at this visit, and waits on this phone. */
  readonly isKept: boolean;
}

interface Place {
  readonly visitId: number;
  /** undefined: what waits on this phone since an earlier release does not say it. */
  readonly clientId: number | undefined;
}

/** The forms of the agency at a visit, those that are due first; without a network as they were the last time. */
export const useForms = (): ((place: Place) => readonly FormAtVisit[]) => {
  const { forms = [], due = [] } = useKeptRead(listOwnForms, {}).data ?? {};
  const kept = useWaitingRequests().filter(isForm);
  return ({ visitId, clientId }) => {
    const atVisit = forms.map((form) => {
      // A newer version may have been offered since.
      const waiting = kept.filter(({ request }) => request.formId === form.formId).map((one) => one.request);
      const isKept = waiting.some(({ input }) => input.visitId === visitId);
      // Filled about the client at one visit, it is not asked for at the others.
      const isAnswered = isKept || waiting.some((one) => clientId !== undefined && one.clientId === clientId);
      const asked = due.find((one) => one.visitId === visitId && one.versionId === form.versionId);
      return { ...form, isKept, due: isAnswered ? null : (asked?.due ?? null) };
    });
    return [...atVisit.filter((form) => form.due !== null), ...atVisit.filter((form) => form.due === null)];
  };
};
