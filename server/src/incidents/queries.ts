import type {
  FollowUp,
  IncidentFacts,
  IncidentNotice,
  Incident as WireIncident,
} from '@homecare/domain/incidents/schema.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { amongIds } from '../platform/db/prepared.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedIncident } from '../platform/sealed/incident.ts';

/** As it is stored: what follows from it, such as deadlines, is counted by the rules. */
export interface StoredIncident extends Omit<WireIncident, 'duties' | 'isClosed'>, Stamp {
  /** Of the client's address; null: the record has none. */
  readonly state: string | null;
}

const { facts, notices, followUps, resolution } = sealedIncident;

const columns = sql`incident.id, incident.client_id as "clientId", ${listedName('client')} as client,
  incident.provider_id as "providerId", ${listedName('provider')} as provider, incident.visit_id as "visitId", incident.via,
  ${facts('incident')} as facts, ${notices('incident')} as notices, ${followUps('incident')} as "followUps",
  ${resolution('incident')} as resolution, incident.entered as "enteredAt", incident.entered_by as "enteredBy",
  incident.updated as at, incident.updated_by as by, incident.rev, nullif(client.state, '') as state`;
const tables = sql`incidents incident join people client on client.id = incident.client_id
  left join people provider on provider.id = incident.provider_id`;

export const listStored = (db: Db, clientIds: readonly number[] | null = null) =>
  queryRows<StoredIncident>(db)`select ${columns} from ${tables}
    where ${amongIds('incident.client_id', clientIds)} order by incident.id desc`;

/** Those of which something may still be to be done. */
export const listOpen = (db: Db) =>
  queryRows<StoredIncident>(db)`select ${columns} from ${tables}
    where ${resolution('incident')} is null order by incident.id`;

export const findStored = (db: Db, id: number) =>
  queryRow<StoredIncident>(db)`select ${columns} from ${tables} where incident.id = ${id}`;

/** Held until the transaction ends. */
export const lockStored = (tx: Tx, id: number) =>
  queryRow<StoredIncident>(tx)`select ${columns} from ${tables} where incident.id = ${id}
    for no key update of incident`;

/** Which of two people is a client and which a caregiver. */
export const listKinds = (db: Db, ids: readonly number[]) =>
  queryRows<{ id: number; kind: string }>(db)`select id, kind from people
    where id = any(${[...ids]}::int[]) and merged_into is null`;

/** A visit that this caregiver came to, or was to come to. */
export const findOwnVisit = (db: Db, id: number, providerId: number | null) =>
  queryRow<{
    clientId: number;
    providerId: number;
    date: string;
    start: string;
    end: string;
    caregiver: string;
  }>(db)`select visit.client_id as "clientId", visit.provider_id as "providerId", visit.date,
      to_char(visit.plan_start, 'HH24:MI') as start, to_char(visit.plan_end, 'HH24:MI') as end,
      ${listedName('provider')} as caregiver
    from visits visit join people provider on provider.id = visit.provider_id
    where visit.id = ${id} and visit.provider_id = ${providerId} and visit.removed is null`;

interface NewIncident {
  readonly clientId: number;
  readonly providerId: number | null;
  readonly visitId: number | null;
  readonly facts: IncidentFacts;
}

export const insertIncident = async (
  tx: Tx,
  { clientId, providerId, visitId, facts: written }: NewIncident,
  { at, by }: Stamp,
): Promise<number> => {
  const row = await queryRow<{ id: number }>(tx)`insert into incidents
      (client_id, provider_id, visit_id, via, ${facts.column}, entered, entered_by, updated, updated_by)
    values (${clientId}, ${providerId}, ${visitId}, ${visitId === null ? 'office' : 'phone'},
      ${JSON.stringify(written)}::jsonb, ${at}, ${by}, ${at}, ${by}) returning id`;
  if (!row) throw new Error('an incident was not stored');
  return row.id;
};

export interface IncidentChange {
  readonly clientId: number;
  readonly providerId: number | null;
  readonly facts: IncidentFacts;
  readonly notices: readonly IncidentNotice[];
  readonly followUps: readonly FollowUp[];
  readonly resolution: string | null;
}

export const storeIncident = (tx: Tx, id: number, change: IncidentChange, { at, by }: Stamp) =>
  sql`update incidents set client_id = ${change.clientId}, provider_id = ${change.providerId},
      ${facts.to(sql`${JSON.stringify(change.facts)}::jsonb`)},
      ${notices.to(sql`${JSON.stringify(change.notices)}::jsonb`)},
      ${followUps.to(sql`${JSON.stringify(change.followUps)}::jsonb`)}, ${resolution.to(change.resolution)},
      updated = ${at}, updated_by = ${by}, rev = rev + 1
    where id = ${id}`.execute(tx);
