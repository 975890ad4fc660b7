import * as calls from '@homecare/domain/billing/contract.ts';
import type { SavedCard } from '@homecare/domain/billing/schema.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { getClientProof } from '@homecare/domain/claims/contract.ts';
import { markStale, useRead } from '../../platform/query.ts';
import { send } from '../../platform/send.ts';

/** Everything of a client and month; asked again whenever the page is opened. */
export const useClientMonth = (clientId: number | null, date: string) =>
  useRead(
    calls.getClientMonth,
    { clientId: clientId ?? 0, date },
    { enabled: clientId !== null, staleTime: 0 },
  );

export const refreshBilling = () => markStale(calls.getClientMonth, calls.listNotAssigned);

/** Everything that the page shows, e.g. after scans came in. */
export const refreshPage = () => Promise.all([refreshBilling(), markStale(getClientProof)]);

type NewFields = InputOf<typeof calls.insertWork>['data'];
export type CardFields = Pick<
  NewFields,
  'startPeriod' | 'endPeriod' | 'payRate' | 'rateKind' | 'json' | 'customDate' | 'remarks' | 'allowOverlap'
>;

/** Cents of the rules, dollars on the wire. */
const onWire = <F extends { readonly payRate?: number | null | undefined }>(fields: F): F =>
  typeof fields.payRate === 'number' ? { ...fields, payRate: fields.payRate / 100 } : fields;

/** `key` is one per attempt, so that a doubled one is answered and not done again. */
export const saveNewCard = async (
  card: CardFields & { readonly careplanId: number; readonly date: string },
  key: string,
) => {
  const sent = await send(calls.insertWork, { data: onWire(card) }, { key });
  // Also after a refusal: somebody else may have been first.
  await refreshBilling();
  return sent;
};

export const changeCard = async (
  { id, rev }: SavedCard,
  data: Partial<CardFields & InputOf<typeof calls.updateWork>['data']>,
  key: string,
) => {
  const sent = await send(calls.updateWork, { id, data: { ...onWire(data), rev } }, { key });
  await refreshBilling();
  return sent;
};

export const removeCard = async ({ id, rev }: SavedCard, key: string) => {
  const sent = await send(calls.deleteWork, { id, data: { rev } }, { key });
  await refreshBilling();
  return sent;
};

/** The visits of a plan and month as they stand now. */
export const readVisits = (
  plan: { readonly id: number; readonly ProviderID: number },
  from: string,
  to: string,
) => send(calls.getEvvVisits, { id: plan.id, provider: plan.ProviderID, dateFrom: from, dateTo: to });

export const setStatusOfMonth = async (date: string, fromStatus: string, toStatus: string, key: string) => {
  const sent = await send(calls.setStatus, { date, fromStatus, toStatus }, { key });
  await refreshBilling();
  return sent;
};

export const undoStatusOfMonth = async (input: InputOf<typeof calls.undoSetStatus>, key: string) => {
  const sent = await send(calls.undoSetStatus, input, { key });
  await refreshBilling();
  return sent;
};

export const useNotAssigned = (date: string, group: calls.Group) =>
  useRead(calls.listNotAssigned, { date, private: group }, { staleTime: 0 });

export const writeToNotAssigned = (month: string, group: calls.Group, key: string) =>
  send(calls.sendNotAssigned, { from: month, to: month, private: group }, { key });
