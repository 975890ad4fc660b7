import { sum } from '@homecare/domain/sum.ts';
import type { Statements } from './connections.ts';

export type RevisionKey = readonly [kind: string, key: string];

/** Ids of changed rows by the kind of their revision. */
export type Changed = ReadonlyMap<string, readonly number[]>;

/** More changed rows than this are no saving over the whole list. */
const MOST_CHANGED = 500;

/**
 * The rows that changed since each of the keys had these revisions; undefined where that is not known any more, or where it
 * is too many. Read after the tag of the answer: a later change may be among them and comes again with the next answer.
 */
export const listChanged = async (
  pool: Statements,
  keys: readonly RevisionKey[],
  since: readonly number[],
): Promise<Changed | undefined> => {
  const { rows } = await pool.query<{ kind: string; complete: boolean; ids: number[] }>({
    name: 'changed_rows',
    text: `select kind, complete, ids from unnest($1::text[], $2::text[], $3::bigint[]) as asked (kind, key, since)
      cross join lateral (
        select since + count(*) filter (where step.rows is not null)
            = coalesce((select rev from revisions as counter where counter.kind = asked.kind and counter.key = asked.key), 0)
          as complete
        from revision_rows step where step.kind = asked.kind and step.key = asked.key and step.rev > since
      ) as steps
      cross join lateral (
        select array(select distinct id from revision_rows step, unnest(step.rows) as id
          where step.kind = asked.kind and step.key = asked.key and step.rev > since) as ids
      ) as changed`,
    values: [keys.map(([kind]) => kind), keys.map(([, key]) => key), since],
  });
  if (!rows.every(({ complete }) => complete)) return undefined;
  const changed = new Map<string, number[]>();
  for (const { kind, ids } of rows) changed.set(kind, [...(changed.get(kind) ?? []), ...ids]);
  const total = sum(changed.values().map(({ length }) => length));
  return total > MOST_CHANGED ? undefined : changed;
};
