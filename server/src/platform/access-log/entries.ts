import type { LookedAt, Way } from '@homecare/domain/access-log/looked-at.ts';
import type { Statements } from '../db/connections.ts';

/** A line of a journal. */
export type Entry = readonly [
  at: string,
  accountId: number,
  address: string,
  call: string,
  way: Way,
  subjects: LookedAt['subjects'],
  rows: number | null,
  filter: LookedAt['filter'],
  request: string,
];

interface Part {
  /** The journal, and the range of bytes these entries occupy. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const WRITE = `with moved as (
    insert into access_journals as known (name, position) values ($1, $3)
    on conflict (name) do update set position = excluded.position, at = now() where known.position = $2
    returning 1
  ), written as (
    insert into access_log (at, account_id, address, call, way, subject, subject_id, rows, filter, request)
    select look.at, look.account_id, look.address, look.call, look.way, look.subject, look.subject_id, look.rows, look.filter, look.request
    from unnest($4::timestamptz[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[], $10::int[], $11::int[], $12::jsonb[], $13::text[])
      with ordinality as look (at, account_id, address, call, way, subject, subject_id, rows, filter, request, place)
    where exists (select from moved)
    order by look.place
  )
  select exists (select from moved) as moved`;

/** One statement writes the rows and the new read position, all or nothing. Returns false if another process has read them already. */
export const writeEntries = async (
  pool: Statements,
  { name, from, to }: Part,
  entries: readonly Entry[],
): Promise<boolean> => {
  const rows = entries.flatMap(([at, account, address, call, way, subjects, count, filter, request]) => {
    const kept = filter && JSON.stringify(filter);
    const row = (subject: string | null, id: number | null) =>
      [at, account, address, call, way, subject, id, count, kept, request] as const;
    return subjects.length === 0 ? [row(null, null)] : subjects.map(([subject, id]) => row(subject, id));
  });
  const columns = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((column) => rows.map((row) => row[column] ?? null));
  const answer = await pool.query<{ moved: boolean }>({
    name: 'access_log',
    text: WRITE,
    values: [name, from, to, ...columns],
  });
  return answer.rows[0]?.moved ?? false;
};
