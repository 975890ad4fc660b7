import { sum } from '@homecare/domain/sum.ts';
import type { Statements } from './connections.ts';

export type RevisionKey = readonly [kind: string, key: string];

/** Ids of changed rows by the kind of their revision, and by its kind and key, such as 'people.named'. */
export type Changed = ReadonlyMap<string, readonly number[]>;

/** More changed rows than this are no saving over the whole list. */
const MOST_CHANGED = 500;

/** One look into the index for each key, in their order: a join with the list of keys costs twice as much. */
export const revisionAt = (kind: number) =>
  `coalesce((select rev from revisions where kind = $${kind} and key = $${kind + 1}), 0)`;
const revisionsOf = (keys: readonly RevisionKey[], first: number) =>
  `concat_ws('.', ${keys.map((_, n) => revisionAt(first + 2 * n)).join(', ')}) as revision`;

/** The revision of what is asked for, and what became different since the one that the caller holds. */
export interface Counted {
  readonly revision: string;
  /** Undefined: not asked for, not known any more, or too much. */
  readonly changed?: Changed | undefined;
}

export const readRevision = async (pool: Statements, keys: readonly RevisionKey[]): Promise<Counted> => {
  const { rows } = await pool.query<{ revision: string }>({
    name: `revision_${keys.length}`,
    text: `select ${revisionsOf(keys, 1)}`,
    values: keys.flat(),
  });
  return { revision: rows[0]?.revision ?? '' };
};

export type ChangedRow = readonly [kind: string, key: string, isComplete: boolean, ids: readonly number[]];

/**
 * The rows that changed since the revisions of the third array had those of the keys in the first two, all of them parameters, as
 * JSON of one row for each key. The planner does not see the arrays: it plans once.
 */
export const changedSince = (kinds: number, keys: number, since: number) => `(
    select json_agg(json_build_array(kind, key, complete, ids))
    from unnest((select $${kinds}::text[]), (select $${keys}::text[]), (select $${since}::bigint[])) as asked (kind, key, since)
    cross join lateral (
      select since + count(*) filter (where step.rows is not null)
          = coalesce((select rev from revisions as counter where counter.kind = asked.kind and counter.key = asked.key), 0)
        as complete
      from revision_rows step where step.kind = asked.kind and step.key = asked.key and step.rev > since
    ) as steps
    cross join lateral (
      select array(select distinct id from revision_rows step, unnest(step.rows) as id
        where step.kind = asked.kind and step.key = asked.key and step.rev > since) as ids
    ) as changed)`;

/**
 * The same with the rows that changed since each of the keys had these revisions, of one moment. The rows themselves are read
 * after it: a later change may be among them and comes again with the next answer.
 */
export const readChanged = async (
  pool: Statements,
  keys: readonly RevisionKey[],
  since: readonly number[],
): Promise<Counted> => {
  const { rows } = await pool.query<{ revision: string; changed: readonly ChangedRow[] }>({
    name: `changed_${keys.length}`,
    text: `select ${revisionsOf(keys, 4)}, ${changedSince(1, 2, 3)} as changed`,
    values: [keys.map(([kind]) => kind), keys.map(([, key]) => key), since, ...keys.flat()],
  });
  const [row] = rows;
  return { revision: row?.revision ?? '', changed: row && changedOf(row.changed) };
};

export const changedOf = (rows: readonly ChangedRow[]): Changed | undefined => {
  if (!rows.every(([, , isComplete]) => isComplete)) return undefined;
  const changed = new Map<string, readonly number[]>();
  for (const [kind, key, , ids] of rows) {
    changed.set(kind, [...new Set([...(changed.get(kind) ?? []), ...ids])]);
    changed.set(`${kind}.${key}`, ids);
  }
  const total = sum(rows.map(([, , , { length }]) => length));
  return total > MOST_CHANGED ? undefined : changed;
};
