import type { AddressSuggestion } from '@homecare/domain/addresses/schema.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import type { Point } from './provider.ts';

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** Addresses of the agency's people that hold every typed word; exact points before approximate ones. */
export const findKnownAddresses = async (
  scope: Scope,
  words: readonly string[],
  limit: number,
): Promise<AddressSuggestion[]> => {
  const line = sql`lower(concat_ws(' ', address, city, state, postal_code))`;
  const holds = words.map((word) => sql`${line} like ${`%${escapeLike(word.toLowerCase())}%`}`);
  const { rows } = await sql<AddressSuggestion>`
    select distinct on (lower(address), lower(city), state, postal_code)
      address as "Address", city as "City", state as "State", postal_code as "PostalCode", county as "County",
      address_latitude as "AddressLatitude", address_longitude as "AddressLongitude",
      address_approximate as "AddressApproximate"
    from people
    where address is not null and city is not null and state is not null and postal_code is not null
      and address_latitude is not null and address_longitude is not null and ${sql.join(holds, sql` and `)}
    order by lower(address), lower(city), state, postal_code, address_approximate, updated desc
    limit ${limit}`.execute(scope.site.db);
  return rows;
};

/** The ZIPs where most of the agency's people live: what a street without a town probably means. */
export const listUsualZips = async (scope: Scope, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ zip: string }>`select left(postal_code, 5) as zip from people
    where postal_code is not null group by 1 order by count(*) desc, 1 limit ${limit}`.execute(scope.site.db);
  return rows.map(({ zip }) => zip);
};

export interface StreetLine {
  readonly street: string;
  readonly zip: string;
}
export const lineKey = ({ street, zip }: StreetLine) => `${street.toLowerCase()}|${zip}`;

/** The exact points of these street addresses as far as somebody's record holds them, by `lineKey`. */
export const findExactPoints = async (
  scope: Scope,
  lines: readonly StreetLine[],
): Promise<Map<string, Point>> => {
  const streets = lines.map(({ street }) => street);
  const zips = lines.map(({ zip }) => zip);
  const { rows } = await sql<
    Point & StreetLine
  >`select distinct on (asked.street, asked.zip) asked.street, asked.zip,
      p.address_latitude as "AddressLatitude", p.address_longitude as "AddressLongitude",
      false as "AddressApproximate"
    from people p join unnest(${streets}::text[], ${zips}::text[]) as asked (street, zip)
      on lower(p.address) = lower(asked.street) and left(p.postal_code, 5) = asked.zip
    where not p.address_approximate and p.address_latitude is not null and p.address_longitude is not null
    order by asked.street, asked.zip, p.updated desc`.execute(scope.site.db);
  return new Map(rows.map(({ street, zip, ...point }): [string, Point] => [lineKey({ street, zip }), point]));
};

export const findExactPoint = async (scope: Scope, street: string, zip: string): Promise<Point | undefined> =>
  (await findExactPoints(scope, [{ street, zip }])).get(lineKey({ street, zip }));
