import * as categories from '@homecare/domain/payroll/category-contract.ts';
import { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import * as calls from '@homecare/domain/payroll/rate-contract.ts';
import { previewRun } from '@homecare/domain/payroll/run-contract.ts';
import { listTypes } from '@homecare/domain/plan-types/contract.ts';
import { useRead } from '../../platform/query.ts';

/** Pay categories, and pay rates of a provider with the days from which they count. */

export const usePayRates = (id: number) => useRead(calls.listPayRates, { id }, { staleTime: 0 });

const RATE_READERS = [calls.listPayRates, getPayMonth, previewRun];
export const SAVE_PAY_RATE = { call: calls.savePayRate, changes: RATE_READERS } as const;
export const REMOVE_PAY_RATE = { call: calls.removePayRate, changes: RATE_READERS } as const;

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
