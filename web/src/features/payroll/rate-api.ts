import type { InputOf } from '@homecare/domain/call.ts';
import * as categories from '@homecare/domain/payroll/category-contract.ts';
import { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import * as calls from '@homecare/domain/payroll/rate-contract.ts';
import { previewRun } from '@homecare/domain/payroll/run-contract.ts';
import { listTypes } from '@homecare/domain/plan-types/contract.ts';
import { markStale, useRead } from '../../platform/query.ts';
import { send } from '../../platform/send.ts';

/** Pay categories, and pay rates of a provider with the days from which they count. */

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

// --- Pay categories

export const usePayCategories = () => useRead(categories.listPayCategories, {});

/** Names to choose from, with the one that is chosen even where it was retired since. */
export const useCategoryNames = (chosen: string | null): string[] => {
  const { data } = usePayCategories();
  const offered = (data ?? []).filter(({ name, retired }) => !retired || name === chosen);
  return data || chosen === null ? offered.map(({ name }) => name) : [chosen];
};

/** A new name is that of rates and types too. */
export const CATEGORY_READERS = [
  categories.listPayCategories,
  calls.listPayRates,
  listTypes,
  getPayMonth,
  previewRun,
];
export const SAVE_CATEGORY = { call: categories.savePayCategory, changes: CATEGORY_READERS } as const;
