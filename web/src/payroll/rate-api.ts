import type { InputOf } from '@homecare/domain/call.ts';
import { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import * as calls from '@homecare/domain/payroll/rate-contract.ts';
import { previewRun } from '@homecare/domain/payroll/run-contract.ts';
import { markStale, useRead } from '../shell/query.ts';
import { send } from '../shell/send.ts';

/** Pay rates of a provider with the days from which they count. */

export const usePayRates = (id: number) => useRead(calls.listPayRates, { id }, { staleTime: 0 });

const refresh = () => markStale(calls.listPayRates, getPayMonth, previewRun);

export const savePayRate = async (rate: InputOf<typeof calls.savePayRate>) => {
  const sent = await send(calls.savePayRate, rate);
  await refresh();
  return sent;
};

export const removePayRate = async (rate: InputOf<typeof calls.removePayRate>) => {
  const sent = await send(calls.removePayRate, rate);
  await refresh();
  return sent;
};
