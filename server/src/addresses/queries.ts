import type { AddressSuggestion } from '@homecare/domain/addresses/schema.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import { queryRow, queryRows } from '../platform/db/rows.ts';
import type { Point } from './provider.ts';

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

const point = sql`address_latitude as "AddressLatitude", address_longitude as "AddressLongitude",
  false as "AddressApproximate"`;
const isExact = sql`not address_approximate and address_latitude is not null and address_longitude is not null`;

/** Addresses of the agency's people that contain every typed word and have exact points, which are known to be real. */
export const findKnownAddresses = async (
  scope: Scope,
  words: readonly string[],
  limit: number,
): Promise<AddressSuggestion[]> => {
  const line = sql`lower(concat_ws(' ', address, city, state, postal_code))`;
  const holds = words.map((word) => sql`${line} like ${`%${escapeLike(word.toLowerCase())}%`}`);
  return queryRows<AddressSuggestion>(scope.site.db)`
    select distinct on (lower(address), lower(city), state, postal_code)
      address as "Address", city as "City", state as "State", postal_code as "PostalCode", county as "County",
      ${point}
    from people
    where address is not null and city is not null and state is not null and postal_code is not null
      and ${isExact} and ${sql.join(holds, sql` and `)}
    order by lower(address), lower(city), state, postal_code, updated desc
    limit ${limit}`;
};

/** The ZIP codes where most of the agency's people live; they come first for towns with several. */
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

/** The exact point of a street address from someone's record, latest record first. */
export const findExactPoint = (scope: Scope, street: string, zip: string): Promise<Point | undefined> =>
  queryRow<Point>(scope.site.db)`select ${point} from people
    where lower(address) = lower(${street}) and left(postal_code, 5) = ${zip} and ${isExact}
    order by updated desc limit 1`;

/** All exact points, by `lineKey`. */
export const listExactPoints = async (scope: Scope): Promise<Map<string, Point>> => {
  const { rows } = await sql<
    Point & StreetLine
  >`select address as street, left(postal_code, 5) as zip, ${point}
    from people where address is not null and postal_code is not null and ${isExact}
    order by updated`.execute(scope.site.db);
  return new Map(rows.map(({ street, zip, ...point }): [string, Point] => [lineKey({ street, zip }), point]));
};
