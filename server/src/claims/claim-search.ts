import { fold } from '@homecare/domain/fold.ts';
import { type RawBuilder, sql } from 'kysely';

/** Turns a search of the Claims page into query conditions. */

const asPattern = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** `claim` of `client` matches by the beginning of its number, ours or the payer's, or by a part of the client's name. */
export const isSearchedClaim = (search: string) => {
  const number = `${asPattern(search)}%`;
  const name = `%${asPattern(fold(search).replace(/[,\s]+/g, ' '))}%`;
  return sql`(claim.id like ${number} or claim.icn ilike ${number}
    or replace(client.sort_key, E'\t', ' ') like ${name})`;
};

/** A file matches by its own name or by one of the claims it contains or is about. */
export const isSearchedFile = (search: string, name: RawBuilder<unknown>, holds: RawBuilder<unknown>) =>
  search === '' ? sql`true` : sql`(${name} ilike ${`%${asPattern(search)}%`} or ${holds})`;
