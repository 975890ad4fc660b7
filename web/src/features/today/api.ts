import { decideTimeOff } from '@homecare/domain/availability/contract.ts';
import { assignRow, getToday, listMarks, snoozeRow } from '@homecare/domain/today/contract.ts';
import { useState } from 'react';
import { queryClient, readQuery, useRead } from '../../platform/query.ts';
import { DECIDE_TIME_OFF } from '../availability/api.ts';

/** Seconds between two looks; sooner while something is still being counted. */
const EVERY = 15;
const COUNTING = 2;

/** Asked as early as possible, where Today is what is seen first. */
export const prefetchToday = () => queryClient.prefetchQuery(readQuery(getToday, {}));

export const useTodayList = () => {
  const [isCounting, setCounting] = useState(false);
  const query = useRead(getToday, {}, { every: (isCounting ? COUNTING : EVERY) * 1000, staleTime: 0 });
  const counts = query.data?.isCounting ?? false;
  if (counts !== isCounting) setCounting(counts);
  return query;
};

/** What is kept of the rows of Today and of the inbox. */
export const useMarks = () => useRead(listMarks, {}, { every: EVERY * 1000, staleTime: 0 });

export const SNOOZE = { call: snoozeRow, changes: [getToday, listMarks] } as const;
export const ASSIGN = { call: assignRow, changes: [getToday, listMarks] } as const;
export const APPROVE = { call: decideTimeOff, changes: [...DECIDE_TIME_OFF.changes, getToday] } as const;
