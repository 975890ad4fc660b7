import type { TimeOff, TimeOffRow, TimeOffStatus } from '@homecare/domain/availability/schema.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Changed } from '../platform/db/changes.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { anyOf, PREPARED } from '../platform/db/prepared.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';
import { sealedAvailability } from '../platform/sealed/availability.ts';

const columns = sql`away.id, away.provider_id as "providerId", away.from_day as "from", away.through_day as "through",
  away.from_time as "fromTime", away.through_time as "throughTime", away.status, ${sealedAvailability.timeOffReason('away')}`;

const rowColumns = sql`${columns}, ${listedName('provider')} as "Provider", away.requested,
  away.requested_by as "requestedBy", away.decided, away.decided_by as "decidedBy", away.rev`;

/** Time off in these states that touches one of the days or the one after, because a night shift of the last day reaches into it. */
export const selectTimeOffIn = (
  db: Db,
  days: { readonly from: string; readonly through: string },
  statuses: readonly TimeOffStatus[],
  providers?: readonly number[],
) =>
  queryRows<TimeOff>(db)`select ${columns} from time_off away
    where away.through_day >= ${days.from} and away.from_day <= ${days.through}::date + 1
      and away.status = any(${[...statuses]}::text[])
      ${providers ? sql`and away.provider_id = ${anyOf(providers)}` : sql``}
    order by away.from_day, away.id ${providers ? PREPARED : sql``}`;

/** Entries that changed, and those of people whose names changed. */
const touchedBy = (changed: Changed | undefined) => {
  if (!changed) return sql`true`;
  return sql`(away.id = ${anyOf(changed.get('timeOff'))} or away.provider_id = ${anyOf(changed.get('people'))})`;
};

/** Requests of a caregiver who will have left by then need no decision. */
const isAsked = sql`not (away.status = 'Requested' and provider.cur = 'n'
  and coalesce(provider.archive_date, '-infinity') <= away.from_day)`;

/** Time off that ends on this day or later, undecided requests first. */
export const selectTimeOffRows = (db: Db, endsFrom: string, changed?: Changed) =>
  queryRows<TimeOffRow>(db)`select ${rowColumns} from time_off away
      join people provider on provider.id = away.provider_id
    where away.through_day >= ${endsFrom} and ${isAsked} and ${touchedBy(changed)}
    order by away.status <> 'Requested', away.from_day, away.id ${changed ? PREPARED : sql``}`;

/** Entries that may have changed or left the list. */
export const listTouchedTimeOff = async (db: Db, changed: Changed): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(
    db,
  )`select away.id from time_off away where ${touchedBy(changed)} ${PREPARED}`;
  return [...new Set([...(changed.get('timeOff') ?? []), ...rows.map(({ id }) => id)])];
};

export interface StoredTimeOff extends TimeOffRow, Stamp {}

/** All time off of these caregivers, whose records are locked. */
export const selectTimeOffOf = (db: Db, providerIds: readonly number[]) =>
  queryRows<StoredTimeOff>(
    db,
  )`select ${rowColumns}, away.updated as at, away.updated_by as by from time_off away
      join people provider on provider.id = away.provider_id
    where away.provider_id = any(${[...providerIds]}::int[])
    order by away.status <> 'Requested', away.from_day, away.id`;

/** The caregivers of these entries. */
export const findProvidersOf = async (db: Db, ids: readonly number[]): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(db)`select distinct provider_id as id from time_off
    where id = any(${[...ids]}::int[]) order by id`;
  return rows.map(({ id }) => id);
};

export type TimeOffWrite = Omit<TimeOff, 'id'>;

/** Time off approved on entry was decided by the user who entered it. */
export const insertTimeOffRows = async (
  tx: Tx,
  entries: readonly TimeOffWrite[],
  { at, by }: Stamp,
): Promise<number[]> => {
  const rows = await queryRows<{ id: number }>(
    tx,
  )`insert into time_off (provider_id, from_day, through_day, from_time,
      through_time, ${sealedAvailability.timeOffReason.column}, status, requested, requested_by, decided, decided_by,
      updated, updated_by)
    select one.provider_id, one.from_day, one.through_day, one.from_time, one.through_time, one.words, one.status,
      ${at}::timestamptz, ${by}, case when one.status <> 'Requested' then ${at}::timestamptz end,
      case when one.status <> 'Requested' then ${by} end, ${at}::timestamptz, ${by}
    from unnest(${entries.map((one) => one.providerId)}::int[], ${entries.map((one) => one.from)}::date[],
      ${entries.map((one) => one.through)}::date[], ${entries.map((one) => one.fromTime)}::time[],
      ${entries.map((one) => one.throughTime)}::time[], ${entries.map((one) => one.reason)}::text[],
      ${entries.map((one) => one.status)}::text[])
      as one (provider_id, from_day, through_day, from_time, through_time, words, status)
    returning id`;
  return rows.map(({ id }) => id);
};

export const updateTimeOff = (
  tx: Tx,
  id: number,
  { from, through, fromTime, throughTime, reason }: TimeOffWrite,
  { at, by }: Stamp,
) =>
  sql`update time_off set from_day = ${from}, through_day = ${through}, from_time = ${fromTime},
      through_time = ${throughTime}, ${sealedAvailability.timeOffReason.to(reason)},
      updated = ${at}, updated_by = ${by}, rev = rev + 1 where id = ${id}`.execute(tx);

export const decideRows = (tx: Tx, ids: readonly number[], status: TimeOffStatus, { at, by }: Stamp) => {
  const decided =
    status === 'Requested'
      ? sql`decided = null, decided_by = null`
      : sql`decided = ${at}, decided_by = ${by}`;
  return sql`update time_off set status = ${status}, ${decided}, updated = ${at}, updated_by = ${by}, rev = rev + 1
    where id = any(${[...ids]}::int[])`.execute(tx);
};

export const deleteTimeOff = (tx: Tx, id: number) => sql`delete from time_off where id = ${id}`.execute(tx);
