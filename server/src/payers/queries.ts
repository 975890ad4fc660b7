import type { PayerDecision } from '@homecare/domain/claims/second-payer.ts';
import type { ReadDecision } from '@homecare/domain/payers/remittances.ts';
import type { ClientPayer, Payer, PayerFacts } from '@homecare/domain/payers/schema.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { amongIds, preparedForOne } from '../platform/db/prepared.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';

const columns = sql`payers.id, kind, name, contact, phone, email, address, address2, city, state, zip,
  terms_days as "termsDays", payer_number as "payerNumber", is_active as "isActive", payers.rev`;

export interface StoredPayer extends PayerFacts, Stamp {
  readonly id: number;
  readonly rev: number;
}

/** Payers by kind and name, with their number of clients on a day. */
export const selectPayers = (db: Db, today: string) =>
  queryRows<Payer>(db)`select ${columns},
      (select count(distinct client_id)::int from client_payers, jsonb_to_recordset(client_payers.payers)
          as entry ("payerId" int, "from" date, through date)
        where entry."payerId" = payers.id and entry."from" <= ${today} and coalesce(entry.through, ${today}) >= ${today}) as clients
    from payers order by is_active desc, kind, lower(name)`;

export const selectStoredPayers = (db: Db) =>
  queryRows<StoredPayer>(db)`select ${columns}, updated as at, updated_by as by from payers`;

/** Locks the payer until the transaction ends. */
export const lockPayer = (tx: Tx, id: number) =>
  queryRow<StoredPayer>(tx)`select ${columns}, updated as at, updated_by as by from payers
    where id = ${id} for no key update`;

/** Another payer of the kind has this name. A lock makes simultaneous saves check one after the other. */
export const isNameTaken = async (tx: Tx, id: number, { kind, name }: PayerFacts): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtext('payers'))`.execute(tx);
  const found = await queryRow(tx)`select 1 from payers
    where kind = ${kind} and lower(name) = lower(${name}) and id <> ${id}`;
  return found !== undefined;
};

const written = (payer: PayerFacts, { at, by }: Stamp) => ({
  kind: payer.kind,
  name: payer.name,
  contact: payer.contact,
  phone: payer.phone,
  email: payer.email,
  address: payer.address,
  address2: payer.address2,
  city: payer.city,
  state: payer.state,
  zip: payer.zip,
  terms_days: payer.termsDays,
  payer_number: payer.payerNumber,
  is_active: payer.isActive,
  updated: at,
  updated_by: by,
});

export const insertPayer = async (tx: Tx, payer: PayerFacts, stamp: Stamp): Promise<number> => {
  const row = tx.insertInto('payers').values(written(payer, stamp)).returning('id');
  return (await row.executeTakeFirstOrThrow()).id;
};

export const updatePayer = async (
  tx: Tx,
  { id, rev }: Pick<StoredPayer, 'id' | 'rev'>,
  payer: PayerFacts,
  stamp: Stamp,
): Promise<void> => {
  const change = { ...written(payer, stamp), rev: rev + 1 };
  await tx.updateTable('payers').set(change).where('id', '=', id).execute();
};

// ---- payers of clients

export interface StoredClientPayers extends Stamp {
  readonly clientId: number;
  readonly payers: readonly ClientPayer[];
  readonly rev: number;
}

/** Of these clients, or of everyone who has any. */
export const selectClientPayers = (db: Db, clientIds: readonly number[] | null) =>
  queryRows<StoredClientPayers>(
    db,
  )`select client_id as "clientId", payers, rev, updated as at, updated_by as by
    from client_payers where ${amongIds('client_id', clientIds)} ${preparedForOne(clientIds)}`;

/** Locked until the transaction ends, so that a client's cards and payers are saved one after the other. */
export const lockClient = (tx: Tx, id: number) =>
  queryRow<{ id: number }>(tx)`select id from people
    where id = ${id} and kind = 'Client' and merged_into is null for no key update`;

export const isClient = async (db: Db, id: number): Promise<boolean> => {
  const found = await queryRow(db)`select 1 from people
    where id = ${id} and kind = 'Client' and merged_into is null`;
  return found !== undefined;
};

export const putClientPayers = (
  tx: Tx,
  clientId: number,
  payers: readonly ClientPayer[],
  { at, by }: Stamp,
) =>
  queryRow<{ rev: number }>(
    tx,
  )`insert into client_payers as list (client_id, payers, updated, updated_by, rev)
    values (${clientId}, ${JSON.stringify(payers)}::jsonb, ${at}, ${by}, 1)
    on conflict (client_id) do update set payers = excluded.payers, updated = excluded.updated,
      updated_by = excluded.updated_by, rev = list.rev + 1
    returning rev`;

// ---- what insurers decided

export interface StoredDecision extends PayerDecision {
  readonly clientId: number;
  readonly payerId: number;
}

/** In the order they came, without those that were taken back. */
export const selectDecisions = (db: Db, clientIds: readonly number[]) =>
  queryRows<StoredDecision>(db)`select client_id as "clientId", payer_id as "payerId", day,
      procedure_code as "procedureCode", modifiers, charge, paid, adjustments, decided
    from payer_decisions where client_id = any(${[...clientIds]}::int[]) and taken_back_by is null order by id`;

export const findRemittance = (db: Db, sha256: Buffer) =>
  queryRow<{ unused: string[] }>(db)`select unused from payer_remittances where sha256 = ${sha256}`;

export const insertRemittance = async (
  tx: Tx,
  file: {
    readonly payerId: number;
    readonly name: string;
    readonly sha256: Buffer;
    readonly key: string;
    readonly unused: readonly string[];
  },
  { at, by }: Stamp,
): Promise<number> => {
  const row = await queryRow<{ id: number }>(
    tx,
  )`insert into payer_remittances (payer_id, name, sha256, stored_key, unused,
      received, received_by)
    values (${file.payerId}, ${file.name}, ${file.sha256}, ${file.key}, ${JSON.stringify(file.unused)}::jsonb, ${at}, ${by})
    returning id`;
  return row?.id ?? 0;
};

/** Stored one after the other, because a reversal takes back what came before it. */
export const storeDecision = async (
  tx: Tx,
  remittanceId: number,
  payerId: number,
  one: ReadDecision,
): Promise<void> => {
  if (one.isReversal) {
    await sql`update payer_decisions set taken_back_by = ${remittanceId}
      where payer_id = ${payerId} and client_id = ${one.clientId} and day = ${one.day}
        and procedure_code = ${one.procedureCode} and modifiers = ${[...one.modifiers]}::text[]
        and taken_back_by is null`.execute(tx);
    return;
  }
  await sql`insert into payer_decisions (remittance_id, payer_id, client_id, day, procedure_code, modifiers, charge, paid,
      adjustments, decided)
    values (${remittanceId}, ${payerId}, ${one.clientId}, ${one.day}, ${one.procedureCode}, ${[...one.modifiers]}::text[],
      ${one.charge}, ${one.paid}, ${JSON.stringify(one.adjustments)}::jsonb, ${one.decided})`.execute(tx);
};
