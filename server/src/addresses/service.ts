import type { suggestAddresses as SuggestAddresses } from '@homecare/domain/addresses/contract.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { done } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { localAddresses } from './local.ts';
import type { AddressProvider, PlainAddress } from './provider.ts';

/** The provider of a site; `local` is the default and needs no network (decisions.md, Addresses). */
const providerOf = (_site: Scope['site']): AddressProvider => localAddresses;

export const suggestAddresses = async (scope: Scope, { text }: InputOf<typeof SuggestAddresses>) =>
  done(await providerOf(scope.site).suggest(scope, text));

export const locateAddress = (scope: Scope, address: PlainAddress) =>
  providerOf(scope.site).locate(scope, address);
