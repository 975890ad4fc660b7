import * as calls from '@homecare/domain/billing/contract.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { getClientProof } from '@homecare/domain/claims/contract.ts';
import { markStale, readNow, useRead } from '../../platform/query.ts';

/** All billing of a client and month, loaded again whenever the page opens. */
export const useClientMonth = (clientId: number | null, date: string) =>
  useRead(
    calls.getClientMonth,
    { clientId: clientId ?? 0, date },
    { enabled: clientId !== null, staleTime: 0 },
  );

const BILLING_READERS = [calls.getClientMonth, calls.listNotAssigned];
export const refreshBilling = () => markStale(...BILLING_READERS);

/** Reloads everything on the page, such as after scans came in. */
export const refreshPage = () => Promise.all([refreshBilling(), markStale(getClientProof)]);

type NewFields = InputOf<typeof calls.insertWork>['data'];
export type CardFields = Pick<
  NewFields,
  | 'startPeriod'
  | 'endPeriod'
  | 'payRate'
  | 'rateKind'
  | 'days'
  | 'customDate'
  | 'remarks'
  | 'allowOverlap'
  | 'limitJustification'
>;

/** Converts cents, as used by the rules, to dollars on the wire. */
export const onWire = <F extends { readonly payRate?: number | null | undefined }>(fields: F): F =>
  typeof fields.payRate === 'number' ? { ...fields, payRate: fields.payRate / 100 } : fields;

export const INSERT_CARD = { call: calls.insertWork, changes: BILLING_READERS, keyed: true } as const;
export const UPDATE_CARD = { call: calls.updateWork, changes: BILLING_READERS, keyed: true } as const;
export const DELETE_CARD = { call: calls.deleteWork, changes: BILLING_READERS, keyed: true } as const;

/** The current visits of a plan and month. */
export const readVisits = (
  plan: { readonly id: number; readonly ProviderID: number },
  from: string,
  to: string,
) => readNow(calls.getEvvVisits, { id: plan.id, provider: plan.ProviderID, dateFrom: from, dateTo: to });

export const SET_STATUS = { call: calls.setStatus, changes: BILLING_READERS, keyed: true } as const;
export const UNDO_STATUS = { call: calls.undoSetStatus, changes: BILLING_READERS, keyed: true } as const;

export const useNotAssigned = (date: string, group: calls.Group) =>
  useRead(calls.listNotAssigned, { date, private: group }, { staleTime: 0 });

export const WRITE_TO_NOT_ASSIGNED = { call: calls.sendNotAssigned, keyed: true } as const;
