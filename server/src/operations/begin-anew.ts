import type pg from 'pg';

const UNSURE = 'Restored: whether this message went out before is not known.';
/** More than any agency has events between two backups. */
const IDS_AHEAD = 1_000_000;

/** What went on in the time that is lost must not reach into what comes now. */
export const beginAnew = async (pool: pg.Pool) => {
  // A session or a phone that was ended after the backup must not come to life again.
  await pool.query('update sessions set ended = now() where ended is null');
  await pool.query('update phones set ended = now() where ended is null');
  // A receiver that has the id of an event does nothing: none that was given after the backup comes again.
  await pool.query(
    `select setval(ids, nextval(ids) + ${IDS_AHEAD}) from to_regclass('webhook_deliveries_id_seq') as ids
     where ids is not null`,
  );
  // What was answered is no base of a later answer (docs/decisions, 106).
  await pool.query(`insert into revisions values ('restored', 'all', 0) on conflict do nothing`);
  await pool.query('update revisions set rev = extract(epoch from clock_timestamp()) * 1000');
  await pool.query('delete from revision_rows');
  // What waited then may have gone out since: it is never sent twice by itself, staff see it and decide.
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
