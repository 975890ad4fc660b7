import { listOwnForms } from '@homecare/domain/agency-forms/contract.ts';
import type { OwnForm } from '@homecare/domain/agency-forms/schema.ts';
import { useKeptRead } from './answers.ts';
import { useWaitingRequests } from './requests.ts';

/** A form that can be filled at a visit. */
export interface FormAtVisit extends OwnForm {
  /** The last day for it; null: nobody waits for it. */
  readonly due: string | null;
  /** It was filled at this visit, and waits on this phone. */
  readonly isKept: boolean;
}

/** The forms of the agency at a visit, those that are due first; without a network as they were the last time. */
export const useForms = (): ((visitId: number) => readonly FormAtVisit[]) => {
  const { forms = [], due = [] } = useKeptRead(listOwnForms, {}).data ?? {};
  const kept = useWaitingRequests().flatMap(({ request }) =>
    request.kind === 'form' ? [request.input] : [],
  );
  return (visitId) => {
    const atVisit = forms.map((form) => {
      const isThis = (one: { readonly visitId: number; readonly versionId: number }) =>
        one.visitId === visitId && one.versionId === form.versionId;
      const isKept = kept.some(isThis);
      return { ...form, isKept, due: isKept ? null : (due.find(isThis)?.due ?? null) };
    });
    return [...atVisit.filter((form) => form.due !== null), ...atVisit.filter((form) => form.due === null)];
  };
};
