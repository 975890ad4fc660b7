import { addDays, dayBefore } from '@homecare/domain/calendar.ts';
import type { CoverageSpan } from '@homecare/domain/claims/prediction.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';

/** The days on which clients may be covered: all except those the payer denied. An answer about one day says nothing about others. */
export const readCoverage = async (
  db: Db,
  clientIds: readonly number[],
): Promise<ReadonlyMap<number, readonly CoverageSpan[]>> => {
  const rows = await queryRows<{ clientId: number; start: string; end: string | null }>(
    db,
  )`select distinct on (client_id) client_id as "clientId", start_date as start, end_date as end
    from eligibility_entries
    where client_id = any(${[...clientIds]}::int[]) and status = 'Not eligible' and start_date is not null
      and deleted is null
      and not exists (select from eligibility_entries later where later.client_id = eligibility_entries.client_id
        and later.deleted is null and later.id > eligibility_entries.id and later.status = 'Eligible')
    order by client_id, id desc`;
  return new Map(
    rows.map(({ clientId, start, end }) => [
      clientId,
      [
        { from: '0001-01-01', through: dayBefore(start) },
        ...(end === null ? [] : [{ from: addDays(end, 1), through: null }]),
      ],
    ]),
  );
};
