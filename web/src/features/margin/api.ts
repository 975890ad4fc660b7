import * as calls from '@homecare/domain/margin/contract.ts';
import type { SendInput } from '../../platform/call-request.ts';
import { useRead } from '../../platform/query.ts';

export type MarginAsked = SendInput<typeof calls.getMargin>;

export const useMargin = (asked: MarginAsked) => useRead(calls.getMargin, asked, { staleTime: 0 });
export const useMarginLines = (asked: MarginAsked, key: string) =>
  useRead(calls.listMarginLines, { ...asked, key }, { staleTime: 0 });
