import * as calls from '@homecare/domain/api-keys/contract.ts';
import { useRead } from '../../platform/query.ts';

export const useApiKeys = () => useRead(calls.listApiKeys, {}, { staleTime: 0 });
/** They change with the edition of the product alone. */
export const useKeyCalls = () => useRead(calls.listKeyCalls, {}, { staleTime: 60 * 60_000 });

export const MAKE_KEY = { call: calls.makeApiKey, changes: [calls.listApiKeys], keyed: false } as const;
export const REVOKE_KEY = { call: calls.revokeApiKey, changes: [calls.listApiKeys] } as const;
