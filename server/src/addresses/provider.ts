import type { AddressSuggestion } from '@homecare/domain/addresses/schema.ts';
import type { Scope } from '../platform/auth/scope.ts';

/** An address as a person record holds it. */
export interface PlainAddress {
  readonly Address?: string | null | undefined;
  readonly City?: string | null | undefined;
  readonly State?: string | null | undefined;
  readonly PostalCode?: string | null | undefined;
}

export type Point = Pick<AddressSuggestion, 'AddressLatitude' | 'AddressLongitude' | 'AddressApproximate'>;

/** Where suggestions and points come from (decisions.md, Addresses). */
export interface AddressProvider {
  suggest(scope: Scope, typed: string): Promise<AddressSuggestion[]>;
  /** The best known point of an address, or undefined when not even its ZIP is known. */
  locate(scope: Scope, address: PlainAddress): Promise<Point | undefined>;
}
