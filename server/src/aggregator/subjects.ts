import type { VisitCall } from '@homecare/domain/aggregator/intake.ts';
import type { ClientSource, ProviderSource } from '@homecare/domain/aggregator/people-records.ts';
import type { RecordType } from '@homecare/domain/aggregator/schema.ts';
import type { SentBefore, VisitSource } from '@homecare/domain/aggregator/visit-record.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import { queryRows } from '../platform/db/rows.ts';
import { sealedRecord } from '../platform/sealed/aggregator.ts';
import { medicaidNumber } from '../platform/sealed/medicaid-number.ts';
import { sealed } from '../platform/sealed/person.ts';
import { sealedVisit } from '../platform/sealed/visit.ts';

/** Reads what the records are about, in the transaction that stores the intent to send them. */

export interface VisitSubject extends VisitSource {
  readonly excluded: boolean;
  readonly isPrivate: boolean;
}

/** Locks in the order of ids, like every other code that locks several, so that a save and a send never wait for each other. */
export const lockSubjects = async (tx: Tx, type: RecordType, ids: readonly number[]): Promise<void> => {
  const table = type === 'Visit' ? sql`visits` : sql`people`;
  await sql`select id from ${table} where id = any(${[...ids]}::int[]) order by id for no key update`.execute(
    tx,
  );
};

const byId = <T extends { readonly id: number }>(rows: readonly T[]) =>
  new Map(rows.map((row) => [row.id, row]));

export const readClients = async (tx: Tx, ids: readonly number[]): Promise<Map<number, ClientSource>> => {
  const rows = await queryRows<ClientSource>(
    tx,
  )`select id, first_name as "firstName", middle_name as "middleName",
      last_name as "lastName", ${medicaidNumber()} as medicaid, private_client as "isPrivate", cur = 'y' as "isActive", archive_date as "archiveDate", address, address2, city,
      county, state, postal_code as "postalCode", address_latitude as latitude, address_longitude as longitude, phone,
      alt_phone as "altPhone", coalesce(services, '[]') as services, ${sealed.startOfCare()} as "startOfCare"
    from people where kind = 'Client' and id = any(${[...ids]}::int[])`;
  return byId(rows);
};

export const readProviders = async (tx: Tx, ids: readonly number[]): Promise<Map<number, ProviderSource>> => {
  const rows = await queryRows<ProviderSource>(
    tx,
  )`select id, first_name as "firstName", last_name as "lastName", email,
      start_date as "startDate", archive_date as "archiveDate"
    from people where kind = 'Provider' and id = any(${[...ids]}::int[])`;
  return byId(rows);
};

const endColumns = (end: 'start' | 'end') => {
  const column = (name: string) => sql`visit.${sql.id(`${end}_${name}`)}`;
  // Formatted like a stamp on the wire.
  const at = sql`to_char(${column('at')} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return sql`jsonb_build_object('at', ${at}, 'latitude', ${column('latitude')}, 'longitude', ${column('longitude')},
    'distance', ${column('distance')}, 'edited', ${column('edited')}, 'call', (select jsonb_build_object('caller', called.caller,
      'isByDevice', coalesce(called.place = 'device', false)) from telephony_calls called where called.id = ${column('call_id')}))`;
};

export const readVisits = async (tx: Tx, ids: readonly number[]): Promise<Map<number, VisitSubject>> => {
  const rows = await queryRows<VisitSubject>(
    tx,
  )`select visit.id, visit.date, to_char(visit.plan_start, 'HH24:MI') as "planStart",
      to_char(visit.plan_end, 'HH24:MI') as "planEnd", ${endColumns('start')} as start, ${endColumns('end')} as "end",
      client.id as "clientId", ${medicaidNumber('client')} as medicaid, client.private_client as "isPrivate", coalesce(client.address, '') <> '' as "hasAddress",
      client.address_latitude is not null and not client.address_approximate as "isExact",
      visit.provider_id as "providerId", account.login as "mobileLogin", type.aggregator_code as service,
      type.name as "typeName", visit.bill_visit as "billVisit", visit.change_code as "changeCode",
      ${sealedVisit.changeReason('visit')} as "changeReason", visit.edited, visit.edited_by as "editedBy",
      coalesce(plan.excluded <= visit.date, false) as excluded
    from visits visit join care_plans plan on plan.id = visit.care_plan_id
      join care_plan_types type on type.id = plan.type_id
      join people client on client.id = visit.client_id
      join people provider on provider.id = visit.provider_id
      left join accounts account on account.id = provider.mobile_user_id
    where visit.id = any(${[...ids]}::int[]) and visit.removed is null`;
  return byId(rows);
};

/**
 * What the aggregator has, or may have, of visits: the calls of the first sending that was accepted or whose receipt was lost. A row
 * that was sent twice has lost at least one receipt.
 */
export const readSentBefore = async (
  tx: Tx,
  visitIds: readonly number[],
): Promise<Map<number, SentBefore>> => {
  const rows = await queryRows<{ id: number; calls: VisitCall[]; isUnclear: boolean }>(tx)`
    select distinct on (record_id) record_id as id, ${sealedRecord.calls()}, status <> 'Success' as "isUnclear"
    from aggregator_records
    where type = 'Visit' and record_id = any(${[...visitIds]}::int[]) and ${sealedRecord.calls()} is not null
      and (status = 'Success' or sends > 1 or (sends > 0 and status in ('Planned', 'Pending')))
    order by record_id, status = 'Success' desc, id`;
  return byId(rows);
};

/** People who were never sent, nor refused here, although a visit waits for them. Rows of the example data do not count. */
export const listUnknownPeople = (tx: Tx) =>
  queryRows<{ id: number; kind: 'Client' | 'Provider' }>(tx)`
    select person.id, person.kind from people person
    where person.id in (select unnest(array[visit.client_id, visit.provider_id])
        from aggregator_records record join visits visit on visit.id = record.record_id
        where record.type = 'Visit' and record.status = 'Planned')
      and not exists (select from aggregator_records own where own.type = person.kind and own.record_id = person.id
        and (own.sends > 0 or own.status <> 'Success'))
    order by person.id for no key update`;
