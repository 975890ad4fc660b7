import type { InputOf } from '@homecare/domain/call.ts';
import { listWeekCases, listWeekFigures } from '@homecare/domain/week-figures/contract.ts';
import { useRead } from '../../platform/query.ts';

/** Weeks are figures of the past: a quarter of an hour changes little in them, and counting them takes a while. */
const FIGURES_STAY = 15 * 60_000;
export const useWeekFigures = (through?: string) =>
  useRead(listWeekFigures, through === undefined ? {} : { through }, {
    staleTime: FIGURES_STAY,
    every: FIGURES_STAY,
  });

export const useWeekCases = (asked: InputOf<typeof listWeekCases>) =>
  useRead(listWeekCases, asked, { staleTime: 0 });
