import type { Delivery, DeliveryState, Webhook, WebhookKind } from '@homecare/domain/webhooks/schema.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { changesRow, type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedChanges } from '../platform/sealed/change-log.ts';

export const WEBHOOKS_JOB = 'webhooks';

export const selectWebhooks = (db: Db) =>
  queryRows<Webhook>(
    db,
  )`select hook.id, name, url, kinds, with_data as "withData", created, created_by as "createdBy", paused,
      (select count(*)::int from webhook_deliveries where webhook_id = hook.id and state = 'waiting') as waiting,
      (select count(*)::int from webhook_deliveries where webhook_id = hook.id and state = 'parked') as parked,
      (select max(tried) from webhook_deliveries where webhook_id = hook.id and state = 'sent') as "lastSent"
    from webhooks hook where removed is null order by lower(name)`;

interface NewWebhook {
  readonly name: string;
  readonly url: string;
  readonly kinds: readonly WebhookKind[];
  readonly withData: boolean;
  readonly secret: Buffer;
}

/** Undefined if the name is taken. */
export const insertWebhook = (tx: Tx, { at, by }: Stamp, hook: NewWebhook) =>
  queryRow<{ id: number }>(tx)`insert into webhooks (name, url, kinds, with_data, secret, created, created_by)
    values (${hook.name}, ${hook.url}, ${[...hook.kinds]}, ${hook.withData}, ${hook.secret}, ${at}, ${by})
    on conflict (lower(name)) where removed is null do nothing returning id`;

/** Locked until the transaction ends. */
export const lockWebhook = (tx: Tx, id: number) =>
  queryRow<{ name: string; url: string; paused: string | null }>(tx)`select name, url, paused from webhooks
    where id = ${id} and removed is null for update`;

export const setPaused = (tx: Tx, id: number, paused: string | null) =>
  sql`update webhooks set paused = ${paused}::timestamptz, quiet_until = null where id = ${id}`.execute(tx);

export const endWebhook = async (tx: Tx, id: number, at: string): Promise<void> => {
  await sql`update webhooks set removed = ${at} where id = ${id}`.execute(tx);
  await sql`delete from webhook_deliveries where webhook_id = ${id}`.execute(tx);
};

/** The receiver's address and its signing secret. */
export interface Target {
  readonly url: string;
  readonly secret: Buffer;
}

export const findTarget = (db: Db, id: number) =>
  queryRow<Target & { readonly name: string }>(db)`select name, url, secret from webhooks
    where id = ${id} and removed is null`;

interface Asked {
  readonly id: number;
  readonly state: DeliveryState | null;
  readonly before: number | undefined;
  readonly most: number;
}

export const selectDeliveries = (db: Db, { id, state, before, most }: Asked) =>
  queryRows<Delivery>(
    db,
  )`select delivery.id::int, kind, entity, nullif(subject_id, 0) as "subjectId", claim, action, at, state, tries,
      next_at as next, status, error, tried
    from webhook_deliveries delivery
    where webhook_id = ${id} and (${state}::text is null or state = ${state}) and (${before ?? null}::bigint is null
      or delivery.id < ${before ?? null})
    order by delivery.id desc limit ${most}`;

/** Queues all parked deliveries again, or one that is not waiting already. */
export const queueAgain = async (tx: Tx, id: number, delivery: number | null): Promise<number> => {
  const { numAffectedRows } =
    await sql`update webhook_deliveries set state = 'waiting', tries = 0, next_at = null
    where webhook_id = ${id} and ${delivery === null ? sql`state = 'parked'` : sql`id = ${delivery} and state <> 'waiting'`}`.execute(
      tx,
    );
  return Number(numAffectedRows ?? 0);
};

/** A delivery to send: the first one waiting for its record. */
export interface DueDelivery extends Target {
  readonly id: string;
  readonly webhookId: number;
  readonly kind: WebhookKind;
  readonly entity: string;
  /** Null if the change names no record. */
  readonly subjectId: number | null;
  /** The claim of the batch in question; null for the batch itself, or a record of another kind. */
  readonly claim: string | null;
  readonly action: string;
  readonly at: string;
  readonly tries: number;
  /** Old and new values by field, if the agency sends them. */
  readonly changes: unknown;
}

const isSentTo = (now: string) => sql`hook.removed is null and hook.paused is null
  and (hook.quiet_until is null or hook.quiet_until <= ${now})`;
/** For deliveries named `first`: it is due, and the first one waiting for its record. Changes that name no record wait for nothing. */
const isDue = (
  now: string,
) => sql`first.state = 'waiting' and (first.next_at is null or first.next_at <= ${now})
  and not exists (select from webhook_deliveries earlier where earlier.webhook_id = first.webhook_id
    and earlier.entity = first.entity and earlier.subject_id = first.subject_id and first.subject_id <> 0
    and earlier.claim is not distinct from first.claim and earlier.state = 'waiting' and earlier.id < first.id)`;

/** Webhooks with something due. */
export const selectDueWebhooks = async (db: Db, now: string): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(db)`select hook.id from webhooks hook where ${isSentTo(now)}
    and exists (select from webhook_deliveries as first where first.webhook_id = hook.id and ${isDue(now)}) order by hook.id`;
  return rows.map(({ id }) => id);
};

/** The first delivery of each record for one webhook, up to a number; later changes of a record wait for earlier ones. */
export const selectDue = (db: Db, now: string, webhookId: number, most: number) =>
  queryRows<DueDelivery>(db)`select due.*, ${sealedChanges('log')} as changes from (
      select delivery.id::text, delivery.change_id, hook.id as "webhookId", hook.url, hook.secret, hook.with_data, delivery.kind,
        delivery.entity, nullif(delivery.subject_id, 0) as "subjectId", delivery.claim, delivery.action, delivery.at, delivery.tries
      from webhooks hook cross join lateral (
        select * from webhook_deliveries as first
        where first.webhook_id = hook.id and ${isDue(now)}
        order by id limit ${most}) as delivery
      where hook.id = ${webhookId} and ${isSentTo(now)}
    ) as due left join change_log log on due.with_data and log.id = due.change_id
    order by due.id::bigint`;

interface Tried {
  readonly state: DeliveryState;
  readonly status: number | null;
  readonly error: string | null;
  readonly tried: string;
  readonly next: string | null;
}

/** Returns false if someone has removed it, or another process has settled it. */
export const markTried = (db: Db, { id, tries }: Pick<DueDelivery, 'id' | 'tries'>, tried: Tried) =>
  changesRow(
    db,
  )`update webhook_deliveries set state = ${tried.state}, tries = tries + 1, status = ${tried.status},
      error = ${tried.error}, tried = ${tried.tried}, next_at = ${tried.next}::timestamptz
    where id = ${id}::bigint and state = 'waiting' and tries = ${tries}`;

export const keepQuiet = (db: Db, webhookId: number, until: string) =>
  sql`update webhooks set quiet_until = ${until} where id = ${webhookId}`.execute(db);

/** When the next waiting delivery is due. Deliveries that wait for an earlier change of their record come after that one. */
export const findNextDue = async (db: Db, now: string): Promise<string | null> => {
  const row = await queryRow<{ next: string | null }>(
    db,
  )`select min(greatest(delivery.next_at, hook.quiet_until)) as next
    from webhook_deliveries delivery join webhooks hook on hook.id = delivery.webhook_id
    where delivery.state = 'waiting' and hook.removed is null and hook.paused is null and greatest(delivery.next_at, hook.quiet_until) > ${now}`;
  return row?.next ?? null;
};

/**
 * Delivered events are kept for a month, parked ones for a year. A change in progress while its webhook was removed may leave one
 * that is never sent.
 */
export const purgeDeliveries = async (db: Db, now: string): Promise<void> => {
  await sql`delete from webhook_deliveries where state <> 'waiting'
    and tried < ${now}::timestamptz - case state when 'sent' then interval '30 days' else interval '365 days' end`.execute(
    db,
  );
  await sql`delete from webhook_deliveries where webhook_id in (select id from webhooks where removed is not null)`.execute(
    db,
  );
};
