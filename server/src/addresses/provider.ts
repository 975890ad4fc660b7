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

/** Where suggestions and points come from (docs/rules/addresses.md, rule 1). */
export interface AddressProvider {
  suggest(scope: Scope, typed: string): Promise<AddressSuggestion[]>;
  /** The best known point of an address, or undefined when not even its ZIP is known. */
  locate(scope: Scope, address: PlainAddress): Promise<Point | undefined>;
}

/** Middle of the area where the agency works: near places come first. */
export interface Near {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * A geocoder on the network. It answers places of the US alone, best first; only the point of a house itself is exact, one of a
 * street, a town or an interpolated house number is approximate. Whatever goes wrong is thrown.
 */
export interface Geocoder {
  /** For a street address that is still being typed. */
  suggest(typed: string, near: Near | undefined): Promise<AddressSuggestion[]>;
  /** For a whole address. */
  find(line: string): Promise<AddressSuggestion[]>;
}
