import type { OutputOf } from '@homecare/domain/call.ts';
import { getSetUp, skipStep } from '@homecare/domain/set-up/contract.ts';
import { getToday } from '@homecare/domain/today/contract.ts';
import { useRead } from '../../platform/query.ts';

/** What is saved in a step, here or in another window, counts a moment later. */
const EVERY_MS = 4_000;

export const useSetUp = () => useRead(getSetUp, {}, { every: EVERY_MS, staleTime: 0 });

export const SKIP = { call: skipStep, changes: [getSetUp, getToday] } as const;
export type SetUp = OutputOf<typeof getSetUp>;
