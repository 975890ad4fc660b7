import type pg from 'pg';

const UNSURE = 'Restored: whether this message went out before is not known.';
/** More events than any agency has between two backups. */
const IDS_AHEAD = 1_000_000;

/** After a restore, keeps what happened in the lost time from affecting the present. */
export const beginAnew = async (pool: pg.Pool) => {
  // A session or phone that was ended after the backup must not become valid again.
  await pool.query('update sessions set ended = now() where ended is null');
  await pool.query('update phones set ended = now() where ended is null');
  // Receivers ignore event ids they have seen, so ids used after the backup must not be used again.
  await pool.query(
    `select setval(ids, nextval(ids) + ${IDS_AHEAD}) from to_regclass('webhook_deliveries_id_seq') as ids
     where ids is not null`,
  );
  // Answers given before must not be the base of later ones (docs/decisions, 106).
  await pool.query(`insert into revisions values ('restored', 'all', 0) on conflict do nothing`);
  await pool.query('update revisions set rev = extract(epoch from clock_timestamp()) * 1000');
  await pool.query('delete from revision_rows');
  // What was waiting then may have been sent since, so it is never sent again automatically; staff see it and decide.
  await pool.query(
    `with unsure as (
       update messages set status = 'unknown', error = $1, sent = coalesce(sent, now()), not_before = null,
         lease = null, leased_until = null, sealed_link = null
       where status in ('waiting', 'sending') returning id)
     insert into change_log (actor, role, call, entity, entity_id, action, changes)
     select 'restore', 'job', 'restore', 'message', id, 'update', '{"Status": ["waiting", "unknown"]}' from unsure`,
    [UNSURE],
  );
};
