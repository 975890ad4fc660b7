import * as calls from '@homecare/domain/api-keys/contract.ts';
import type { Call } from '@homecare/domain/call.ts';
import { type Binding, bind } from '../platform/http/bind.ts';
import { keyCallsOf, listApiKeys, listKeyCalls, makeApiKey, revokeApiKey } from './service.ts';

/** All calls are passed in, because this feature knows none of the others. */
export const apiKeyRoutes = (all: readonly Call[]): readonly Binding[] => {
  const known = keyCallsOf(all);
  return [
    bind(calls.listApiKeys, listApiKeys),
    bind(calls.listKeyCalls, listKeyCalls(known)),
    bind(calls.makeApiKey, makeApiKey(known)),
    bind(calls.revokeApiKey, revokeApiKey),
  ];
};
