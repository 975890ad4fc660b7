import type { InputOf } from '@homecare/domain/call.ts';
import * as calls from '@homecare/domain/webhooks/contract.ts';
import { useRead } from '../../platform/query.ts';

export const useWebhooks = () => useRead(calls.listWebhooks, {}, { staleTime: 0 });
export const useDeliveries = (asked: InputOf<typeof calls.listDeliveries>) =>
  useRead(calls.listDeliveries, asked, { staleTime: 0 });

const LISTS = [calls.listWebhooks, calls.listDeliveries] as const;
export const ADD_WEBHOOK = { call: calls.addWebhook, changes: LISTS, keyed: false } as const;
export const PAUSE_WEBHOOK = { call: calls.pauseWebhook, changes: LISTS } as const;
export const REMOVE_WEBHOOK = { call: calls.removeWebhook, changes: LISTS } as const;
export const TEST_WEBHOOK = { call: calls.testWebhook } as const;
export const SEND_AGAIN = { call: calls.sendAgain, changes: LISTS } as const;
