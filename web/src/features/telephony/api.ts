import { addDays } from '@homecare/domain/calendar.ts';
import * as calls from '@homecare/domain/telephony/contract.ts';
import { listExceptions } from '@homecare/domain/visits/contract.ts';
import { useRead } from '../../platform/query.ts';

/** Seconds between two looks at the calls that came in. */
const EVERY = 30;

export const useTelephony = () => useRead(calls.getTelephony, {}, { staleTime: 0 });
export const useCalls = (today: string) =>
  useRead(
    calls.listCalls,
    { from: addDays(today, 1 - calls.CALL_DAYS), through: today },
    { every: EVERY * 1000 },
  );

const changes = [calls.getTelephony];
export const SAVE_LINE = { call: calls.saveLine, changes } as const;
export const SAVE_PINS = { call: calls.savePins, changes } as const;
export const REMOVE_PIN = { call: calls.removePin, changes } as const;
export const ADD_DEVICE = { call: calls.addDevice, changes } as const;
export const REMOVE_DEVICE = { call: calls.removeDevice, changes } as const;
export const MARK_SEEN = { call: calls.markCallSeen, changes: [calls.listCalls, listExceptions] } as const;
