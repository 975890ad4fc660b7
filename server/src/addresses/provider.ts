import type { AddressSuggestion } from '@homecare/domain/addresses/schema.ts';
import type { Scope } from '../platform/auth/scope.ts';

/** An address as stored in a person's record. */
export interface PlainAddress {
  readonly Address?: string | null | undefined;
  readonly City?: string | null | undefined;
  readonly State?: string | null | undefined;
  readonly PostalCode?: string | null | undefined;
}

export type Point = Pick<AddressSuggestion, 'AddressLatitude' | 'AddressLongitude' | 'AddressApproximate'>;

/** The source of suggestions and points (docs/rules/addresses.md, rule 1). */
export interface AddressProvider {
  suggest(scope: Scope, typed: string): Promise<AddressSuggestion[]>;
  /** The best known point of an address; undefined if not even its ZIP code is known. */
  locate(scope: Scope, address: PlainAddress): Promise<Point | undefined>;
}

/** The middle of the area where the agency works, because near places come first. */
export interface Near {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * A geocoder on the network. It returns only places in the US, best first. Only a house's own point is exact; those of streets,
 * towns and interpolated house numbers are approximate. Every failure is thrown.
 */
export interface Geocoder {
  /** For a street address that is still being typed. */
  suggest(typed: string, near: Near | undefined): Promise<AddressSuggestion[]>;
  /** For a complete address. */
  find(line: string): Promise<AddressSuggestion[]>;
}
