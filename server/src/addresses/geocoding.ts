import { houseNumber, isStreet, readTyped, stateCode } from '@homecare/domain/addresses/rules.ts';
import type { AddressSuggestion } from '@homecare/domain/addresses/schema.ts';
import type { z } from 'zod';
import { type Reach, send } from '../platform/net/outgoing.ts';

const TIMEOUT_MS = 2_000;

/** Why a geocoder gave no answer. The words name nobody, because they are logged. */
export class GeocoderFailed extends Error {}

const reasonOf = (error: unknown) => {
  if (error instanceof GeocoderFailed) return error;
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  return new GeocoderFailed(isLate ? `no answer in ${TIMEOUT_MS / 1000} s` : 'it cannot be reached');
};

/** The deadline of one suggestion, however many requests it takes. */
export const deadline = () => AbortSignal.timeout(TIMEOUT_MS);

/** Sends one request. Neither its address nor the answer may reach an error message, because both contain what was typed. */
export const ask = async <S extends z.ZodType>(
  url: URL,
  shape: S,
  signal: AbortSignal,
  reach: Reach,
  init: { readonly headers?: Record<string, string>; readonly body?: unknown } = {},
): Promise<z.output<S>> => {
  const body = init.body === undefined ? undefined : JSON.stringify(init.body);
  try {
    const answer = await send(url, reach, {
      signal,
      headers: {
        accept: 'application/json',
        'user-agent': 'HomeCareDashboard/1',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...init.headers,
      },
      ...(body !== undefined && { method: 'POST', body }),
    });
    if (!answer.ok) throw new GeocoderFailed(`status ${answer.status}`);
    const text = await answer.text();
    const parsed = shape.safeParse(readJson(text));
    if (!parsed.success) throw new GeocoderFailed('an answer that is not understood');
    return parsed.data;
  } catch (error) {
    throw reasonOf(error);
  }
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A place as a geocoder returns it. */
export interface Found {
  readonly number?: string | undefined;
  readonly street?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly county?: string | undefined;
  readonly latitude: number;
  readonly longitude: number;
  /** The point is that of the house itself. */
  readonly rooftop: boolean;
  readonly credit: string;
}

/**
 * A suggestion in the fields of the record. A street without the house keeps the typed number and is approximate. Places without
 * street, town or US state give none.
 */
export const suggestionOf = (found: Found, typed: string): AddressSuggestion | undefined => {
  const number = found.number || houseNumber(readTyped(typed).street);
  const state = stateCode(found.state ?? '');
  if (!found.street || !number || !found.city || !state) return undefined;
  const Address = `${number} ${found.street}`;
  if (!isStreet(Address)) return undefined;
  return {
    Address,
    City: found.city,
    State: state,
    PostalCode: /^\d{5}(-\d{4})?$/.test(found.postalCode ?? '') ? (found.postalCode ?? '') : '',
    County: found.county?.replace(/ County$/, '') || null,
    AddressLatitude: found.latitude,
    AddressLongitude: found.longitude,
    AddressApproximate: !(found.rooftop && found.number),
    credit: found.credit,
  };
};

/** Each address once, an exact point before an approximate one. */
export const suggestionsOf = (all: readonly Found[], typed: string): AddressSuggestion[] => {
  const kept = new Map<string, AddressSuggestion>();
  for (const found of all) {
    const suggestion = suggestionOf(found, typed);
    if (!suggestion) continue;
    const key = `${suggestion.Address}|${suggestion.City}|${suggestion.State}`.toLowerCase();
    const before = kept.get(key);
    if (!before || (before.AddressApproximate && !suggestion.AddressApproximate)) kept.set(key, suggestion);
  }
  return [...kept.values()];
};
