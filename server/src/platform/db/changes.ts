import { sum } from '@homecare/domain/sum.ts';
import type { Statements } from './connections.ts';

export type RevisionKey = readonly [kind: string, key: string];

/** Ids of changed rows by kind of revision, and by kind and key, such as 'people.named'. */
export type Changed = ReadonlyMap<string, readonly number[]>;

/** With more changed rows than this, sending the whole list is as cheap. */
const MOST_CHANGED = 500;

/** One index look-up per key, in order; joining a list of keys costs twice as much. */
export const revisionAt = (kind: number) =>
  `coalesce((select rev from revisions where kind = $${kind} and key = $${kind + 1}), 0)`;
const revisionsOf = (keys: readonly RevisionKey[], first: number) =>
  `concat_ws('.', ${keys.map((_, n) => revisionAt(first + 2 * n)).join(', ')}) as revision`;

/** The requested revision, and what has changed since the caller's. */
export interface Counted {
  readonly revision: string;
  /** Undefined if not requested, no longer known, or too much. */
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
 * The rows changed since the revisions in the third array, for the keys in the first two, as JSON with one row per key. All are
 * parameters; the planner does not see the arrays, so it plans once.
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
 * The same together with the rows changed since the keys had these revisions, as of one moment. The rows themselves are read
 * afterwards, so a later change may be among them and will be sent again.
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
