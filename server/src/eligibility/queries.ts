import type { EligibilityEntry } from '@homecare/domain/eligibility/schema.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';

/** The newest request first; `clientId` null asks for all. */
export const listEntries = async (scope: Scope, clientId: number | null): Promise<EligibilityEntry[]> => {
  const { rows } = await sql<EligibilityEntry>`select entry.id, entry.client_id as "clientId",
      client.last_name || ', ' || client.first_name as name, entry.status, entry.request_date as date,
      entry.start_date as start, entry.end_date as "end", entry.data
    from eligibility_entries entry join people client on client.id = entry.client_id
    where ${clientId}::int is null or entry.client_id = ${clientId}
    order by entry.request_date desc, entry.id desc`.execute(scope.site.db);
  return rows;
};

export type NewEntry = Omit<EligibilityEntry, 'id' | 'name'>;

export const insertEntries = async (
  tx: Tx,
  entries: readonly NewEntry[],
  stamp: { readonly by: string; readonly at: string },
): Promise<number[]> => {
  const ids: number[] = [];
  for (let at = 0; at < entries.length; at += ROWS_AT_ONCE)
    ids.push(...(await insertBatch(tx, entries.slice(at, at + ROWS_AT_ONCE), stamp)));
  return ids;
};

/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const ROWS_AT_ONCE = 4_000;

const insertBatch = async (
  tx: Tx,
  entries: readonly NewEntry[],
  stamp: { readonly by: string; readonly at: string },
) => {
  const rows = await tx
    .insertInto('eligibility_entries')
    .values(
      entries.map(({ clientId, status, date, start, end, data }) => ({
        client_id: clientId,
        status,
        request_date: date,
        start_date: start,
        end_date: end,
        data: JSON.stringify(data),
        created: stamp.at,
        created_by: stamp.by,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
};
