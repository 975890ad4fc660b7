import type { PlanDates } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import type { BulkAction, BulkFacts } from '@homecare/domain/visits/bulk.ts';
import type { CloseCode, Visit } from '@homecare/domain/visits/schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import { queryRow, queryRows } from '../platform/db/rows.ts';
import { SEALED_WHEN_MOVED, sealedVisit } from '../platform/sealed/visit.ts';
import type { Writer } from './office-queries.ts';
import { isOfOneVisit, visitColumns, visitTables } from './queries.ts';

/** What a bulk action may change, as it was before. */
export interface BulkBefore {
  readonly closedCode: string | null;
  readonly closedMemo: string | null;
  readonly closedBy: string | null;
  readonly closed: string | null;
  readonly changeCode: number | null;
  readonly changeReason: string | null;
  readonly explainedBy: string | null;
  readonly explained: string | null;
  /** The row itself, with everything that accepting a recorded time writes. */
  readonly stored: object;
}

export interface BulkRow extends Visit, BulkBefore, Pick<BulkFacts, 'isExcluded'> {
  readonly plannedDay: string;
  /** Its care plan, the one it covers and those covering it, with the days on which they run. */
  readonly plans: readonly (PlanDates & Pick<CarePlan, 'id' | 'Status'>)[];
}

/**
 * Locks visits until the transaction ends, in the order of their ids so that two bulk actions never wait for each other. Removed
 * visits are read separately.
 */
export const lockBulkRows = async (
  tx: Tx,
  ids: readonly number[],
  { isRemoved = false } = {},
): Promise<BulkRow[]> => {
  // Lock first: only a query run afterwards sees what another call did to the recorded times.
  await sql`select from visits where id = any(${[...ids]}::int[]) order by id for no key update`.execute(tx);
  const rows = await queryRows<BulkRow>(
    tx,
  )`select ${visitColumns}, visit.planned_day as "plannedDay", coalesce(plan.excluded <= visit.date, false) as "isExcluded", visit.closed_code as "closedCode",
      ${sealedVisit.closedMemo('visit')} as "closedMemo", visit.closed_by as "closedBy", visit.closed, visit.change_code as "changeCode",
      ${sealedVisit.changeReason('visit')} as "changeReason", visit.explained_by as "explainedBy", visit.explained,
      to_jsonb(visit) as stored, (select jsonb_agg(jsonb_build_object('id', kin.id, 'Status', kin.status,
          'StartDate', kin.start_date, 'EndDate', kin.end_date, 'coversPlanId', kin.covers_id) order by kin.id)
        from care_plans kin where ${isOfOneVisit('plan')}) as plans
    from ${visitTables} join care_plans plan on plan.id = visit.care_plan_id
    where visit.id = any(${[...ids]}::int[]) and (visit.removed is not null) = ${isRemoved}
    order by visit.id`;
  return rows;
};

/** The present visits for the planned days of some visits, whichever plan of the same visits has them; the same visit comes first. */
export const listVisitsNow = (tx: Tx, ids: readonly number[]) =>
  queryRows<{ readonly of: number; readonly id: number }>(tx)`select visit.id as of, own.id from visits visit
      join care_plans plan on plan.id = visit.care_plan_id join care_plans kin on ${isOfOneVisit('plan')}
      join visits own on own.care_plan_id = kin.id and own.planned_day = visit.planned_day
    where visit.id = any(${[...ids]}::int[]) and own.removed is null order by own.id <> visit.id, own.id`;

export const closeRows = async (
  tx: Tx,
  ids: readonly number[],
  { code, memo }: { readonly code: CloseCode | null; readonly memo: string | null },
  { by, now }: Writer,
): Promise<void> => {
  await sql`update visits set closed_code = ${code}, ${sealedVisit.closedMemo.to(memo)}, closed_by = ${code && by},
      closed = ${code && now}, edited = ${now}, edited_by = ${by}, edited_via = 'admin', rev = rev + 1
    where id = any(${[...ids]}::int[])`.execute(tx);
};

export const explainRows = async (
  tx: Tx,
  ids: readonly number[],
  { code, memo }: { readonly code: number | null; readonly memo: string | null },
  { by, now }: Writer,
): Promise<void> => {
  await sql`update visits set change_code = ${code}, ${sealedVisit.changeReason.to(memo)}, explained = ${now}, explained_by = ${by},
      edited = ${now}, edited_by = ${by}, edited_via = 'admin', rev = rev + 1
    where id = any(${[...ids]}::int[])`.execute(tx);
};

/** Restores what a bulk action changed. */
export const restoreRows = async (tx: Tx, items: readonly BulkItem[], { by, now }: Writer): Promise<void> => {
  await sql`update visits set closed_code = item."closedCode", ${sealedVisit.closedMemo.to(sql`item."closedMemo"`)},
      closed_by = item."closedBy", closed = item.closed, change_code = item."changeCode",
      ${sealedVisit.changeReason.to(sql`item."changeReason"`)}, explained = item.explained, explained_by = item."explainedBy",
      edited = ${now}, edited_by = ${by}, edited_via = 'admin', rev = rev + 1
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (id int, "closedCode" text, "closedMemo" text,
      "closedBy" text, closed timestamptz, "changeCode" int, "changeReason" text, explained timestamptz, "explainedBy" text)
    where visits.id = item.id`.execute(tx);
};

/** The columns that accepting recorded times writes. */
const MOVED = sql.join(
  [
    'status',
    ...['start', 'end'].flatMap((end) =>
      ['at', 'received_at', 'device_at', 'late', 'latitude', 'longitude', 'accuracy', 'distance'].map(
        (name) => `${end}_${name}`,
      ),
    ),
    ...['start_location_error', 'end_location_error', 'place_latitude', 'place_longitude'],
    ...['change_code', 'explained', 'explained_by', 'review_hints', 'review_seen_by', 'review_seen'],
  ]
    .map((name) => sql.id(name))
    .concat(SEALED_WHEN_MOVED),
);

/** Makes recorded times wait for acceptance again and restores their visits. */
export const unacceptRows = async (
  tx: Tx,
  items: readonly BulkItem[],
  { by, now }: Writer,
): Promise<void> => {
  await sql`delete from visit_attempts_accepted
    where attempt_id = any(${items.flatMap(({ attempts }) => attempts ?? [])}::int[])`.execute(tx);
  await sql`update visits set (${MOVED}) = (select ${MOVED} from jsonb_populate_record(null::visits, item.stored)),
      edited = ${now}, edited_by = ${by}, edited_via = 'admin', rev = rev + 1
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (id int, stored jsonb) where visits.id = item.id`.execute(
    tx,
  );
};

const touchRows = async (tx: Tx, ids: readonly number[], { by, now }: Writer): Promise<void> => {
  await sql`update visits set edited = ${now}, edited_by = ${by}, edited_via = 'admin', rev = rev + 1
    where id = any(${[...ids]}::int[])`.execute(tx);
};

/** Rejects recorded times, so that they no longer wait. Nothing else of their visits changes. */
export const rejectAttempts = async (
  tx: Tx,
  rows: readonly Pick<Visit, 'id' | 'Attempts'>[],
  writer: Writer,
): Promise<void> => {
  const attempts = rows.flatMap((row) => row.Attempts.map(({ id }) => id));
  await sql`insert into visit_attempts_rejected (attempt_id, rejected, rejected_by)
    select id, ${writer.now}, ${writer.by} from unnest(${attempts}::int[]) as id`.execute(tx);
  await touchRows(
    tx,
    rows.map(({ id }) => id),
    writer,
  );
};

/** Rejects all waiting recorded times of a visit that was taken over or canceled, given one of them; returns false if none is waiting. */
export const rejectTaken = async (tx: Tx, id: number, writer: Writer): Promise<boolean> => {
  const { rows } = await sql<{ visit: number }>`with taken as (
      select visit.id from visit_attempts attempt join visits visit on visit.id = attempt.visit_id
      where attempt.id = ${id} and visit.removed is not null
    ), rejected as (
      insert into visit_attempts_rejected (attempt_id, rejected, rejected_by)
      select id, ${writer.now}, ${writer.by} from visit_attempts where visit_id in (select id from taken)
        and not exists (select from visit_attempts_accepted where attempt_id = visit_attempts.id)
      on conflict do nothing returning attempt_id)
    select id as visit from taken where exists (select from rejected)`.execute(tx);
  await touchRows(
    tx,
    rows.map(({ visit }) => visit),
    writer,
  );
  return rows.length > 0;
};

/** Makes rejected times wait for acceptance again. */
export const unrejectAttempts = async (tx: Tx, items: readonly BulkItem[], writer: Writer): Promise<void> => {
  await sql`delete from visit_attempts_rejected
    where attempt_id = any(${items.flatMap(({ attempts }) => attempts ?? [])}::int[])`.execute(tx);
  await touchRows(
    tx,
    items.map(({ id }) => id),
    writer,
  );
};

// --- What was done -------------------------------------------------------------------------------------------------

export interface BulkItem extends Partial<BulkBefore> {
  readonly id: number;
  /** Recorded times that were accepted or rejected. */
  readonly attempts?: readonly number[];
  /** The visit's revision after the bulk action. */
  readonly rev: number;
}

export const insertBulk = async (
  tx: Tx,
  bulk: {
    readonly accountId: number;
    readonly action: BulkAction;
    readonly made: string;
    readonly items: readonly BulkItem[];
  },
): Promise<number | null> => {
  const row = await queryRow<{ id: number }>(tx)`insert into visit_bulks (account_id, action, made, items)
    values (${bulk.accountId}, ${bulk.action}, ${bulk.made}, ${JSON.stringify(bulk.items)}::jsonb) returning id`;
  return row?.id ?? null;
};

/** Locks a bulk action of this account until the transaction ends. */
export const lockBulk = (tx: Tx, id: number, accountId: number) =>
  queryRow<{
    action: BulkAction;
    made: string;
    undone: string | null;
    items: readonly BulkItem[];
  }>(tx)`select action, made, undone, items from visit_bulks
    where id = ${id} and account_id = ${accountId} for update`;

export const markUndone = async (tx: Tx, id: number, now: string): Promise<void> => {
  await sql`update visit_bulks set undone = ${now} where id = ${id}`.execute(tx);
};
