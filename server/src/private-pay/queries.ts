import type { CardStatus } from '@homecare/domain/billing/schema.ts';
import type { BookedPart } from '@homecare/domain/private-pay/account.ts';
import type { BilledClaim } from '@homecare/domain/private-pay/invoicing.ts';
import type {
  BillTo,
  InvoiceLine,
  PaymentMethod,
  PaymentWrite,
  PrivateTerms,
  SentVia,
} from '@homecare/domain/private-pay/schema.ts';
import { sql } from 'kysely';
import type { Stamp } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { sealedBilling } from '../platform/sealed/billing.ts';
import { dayOfLine, isWorkOf, monthOfClaim } from './invoiced-work.ts';

type Ids = readonly number[] | null;
/** null: all of them. */
const isAmong = (column: string, ids: Ids) =>
  ids === null ? sql`true` : sql`${sql.ref(column)} = any(${[...ids]}::int[])`;

// ---- clients

export interface PayingClient {
  readonly id: number;
  readonly name: string;
  readonly fullName: string;
  readonly isPrivate: boolean;
  readonly address: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  readonly email: string | null;
}

/**
 * Clients who are named, or else those who pay: by their record, by `listed` (those with payers of their own), or since they
 * have rates, a share of cost, anything on their account or a claim that was billed to them.
 */
export const selectPayingClients = (db: Db, ids: Ids, listed: readonly number[]) =>
  queryRows<PayingClient>(db)`select person.id, ${listedName('person')} as name,
      concat_ws(' ', person.first_name, person.last_name) as "fullName", person.private_client as "isPrivate",
      person.address, person.address2, person.city, person.state, person.postal_code as "postalCode", person.email
    from people person
    where person.kind = 'Client' and person.merged_into is null and ${isAmong('person.id', ids)}
      and (${ids !== null} or person.private_client or person.id = any(${[...listed]}::int[])
        or exists (select from private_terms terms where terms.client_id = person.id)
        or exists (select from invoices where invoices.client_id = person.id)
        or exists (select from payments where payments.client_id = person.id)
        or exists (select from claim_settlements settlement join claims claim on claim.id = settlement.claim_id
          where claim.client_id = person.id and settlement.kind = 'billClient' and settlement.undone is null))
    order by person.sort_key, person.id`;

/** Held to the end of the transaction, in the order of ids, as saves of cards hold them. */
export const lockClients = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await sql`select id from people where id = any(${[...ids]}::int[]) order by id for no key update`.execute(
    tx,
  );
};

// ---- rates and shares of cost

export interface StoredTerms extends PrivateTerms, Stamp {
  readonly clientId: number;
  readonly rev: number;
}

export const selectTerms = (db: Db, ids: Ids) =>
  queryRows<StoredTerms>(
    db,
  )`select client_id as "clientId", rates, shares, rev, updated as at, updated_by as by
    from private_terms where ${isAmong('client_id', ids)}`;

export const putTerms = (tx: Tx, clientId: number, { rates, shares }: PrivateTerms, { at, by }: Stamp) =>
  queryRow<{ rev: number }>(
    tx,
  )`insert into private_terms as terms (client_id, rates, shares, updated, updated_by, rev)
    values (${clientId}, ${JSON.stringify(rates)}::jsonb, ${JSON.stringify(shares)}::jsonb, ${at}, ${by}, 1)
    on conflict (client_id) do update set rates = excluded.rates, shares = excluded.shares, updated = excluded.updated,
      updated_by = excluded.updated_by, rev = terms.rev + 1
    returning rev`;

export const listTypeCodes = async (db: Db): Promise<ReadonlySet<string>> =>
  new Set((await queryRows<{ code: string }>(db)`select code from care_plan_types`).map(({ code }) => code));

// ---- invoices

/** Draws numbers of a range; its row is held until the transaction ends. Answers the first of them. */
export const drawNumbers = async (tx: Tx, range: string, count: number): Promise<number> => {
  const row = await queryRow<{ last: number }>(tx)`insert into invoice_numbers as numbers (range, last)
    values (${range}, ${count})
    on conflict (range) do update set last = numbers.last + ${count} returning last`;
  return (row?.last ?? count) - count + 1;
};

export const insertRun = async (
  tx: Tx,
  { from, through }: { readonly from: string; readonly through: string },
  { at, by }: Stamp,
): Promise<number> => {
  const row = await queryRow<{ id: number }>(
    tx,
  )`insert into invoice_runs (from_day, through_day, made, made_by)
    values (${from}, ${through}, ${at}, ${by}) returning id`;
  return row?.id ?? 0;
};

export interface NewInvoice {
  readonly range: string;
  readonly number: number;
  readonly clientId: number;
  readonly payerId: number | null;
  readonly billTo: BillTo;
  readonly from: string;
  readonly through: string;
  readonly issued: string;
  readonly due: string;
  readonly total: number;
  readonly lines: readonly InvoiceLine[];
}

/** Answers the ids in the order given. */
export const insertInvoices = async (
  tx: Tx,
  runId: number,
  invoices: readonly NewInvoice[],
  { at, by }: Stamp,
): Promise<number[]> => {
  const rows = await tx
    .insertInto('invoices')
    .values(
      invoices.map((one) => ({
        range: one.range,
        number: one.number,
        run_id: runId,
        client_id: one.clientId,
        payer_id: one.payerId,
        bill_to: JSON.stringify(one.billTo),
        from_day: one.from,
        through_day: one.through,
        issued: one.issued,
        due: one.due,
        total: one.total,
        created: at,
        created_by: by,
      })),
    )
    .returning('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  const lines = invoices.flatMap(({ clientId, lines: own }, n) =>
    own.map((line, place) => ({ ...line, invoiceId: ids[n], clientId, place: place + 1 })),
  );
  await sql`insert into invoice_lines (invoice_id, place, client_id, kind, day, plan_id, card_id, settlement_id,
      service, caregiver, minutes, rate, amount)
    select line."invoiceId", line.place, line."clientId", line.kind, line.day, line."planId", line."cardId",
      line."settlementId", line.service, line.caregiver, line.minutes, line.rate, line.amount
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line ("invoiceId" int, place int, "clientId" int, kind text,
      day date, "planId" int, "cardId" int, "settlementId" int, service text, caregiver text, minutes int, rate int, amount int)`.execute(
    tx,
  );
  return ids;
};

export interface StoredInvoice {
  readonly id: number;
  readonly range: string;
  readonly number: number;
  readonly runId: number;
  readonly clientId: number;
  readonly client: string;
  readonly billTo: BillTo;
  readonly from: string;
  readonly through: string;
  readonly issued: string;
  readonly due: string;
  readonly total: number;
  readonly sent: string | null;
  readonly sentVia: SentVia | null;
  readonly messageId: number | null;
  readonly voided: string | null;
  readonly voidReason: string | null;
  readonly rev: number;
}

const invoiceColumns = sql`invoices.id, range, number, run_id as "runId", invoices.client_id as "clientId",
  ${listedName('client')} as client, bill_to as "billTo", from_day as "from",
  through_day as through, issued, due, total, sent, sent_via as "sentVia", message_id as "messageId",
  voided_day as voided, void_reason as "voidReason", invoices.rev`;
const invoiceTables = sql`invoices join people client on client.id = invoices.client_id`;

/** In the order of their numbers. */
export const selectInvoices = (db: Db, clientIds: Ids) =>
  queryRows<StoredInvoice>(db)`select ${invoiceColumns} from ${invoiceTables}
    where ${isAmong('invoices.client_id', clientIds)} order by invoices.range, invoices.number`;

export const selectUnsentInvoices = (db: Db) =>
  queryRows<StoredInvoice>(db)`select ${invoiceColumns} from ${invoiceTables}
    where sent is null and voided is null order by invoices.range, invoices.number`;

export const findInvoice = (db: Db, id: number) =>
  queryRow<StoredInvoice>(db)`select ${invoiceColumns} from ${invoiceTables} where invoices.id = ${id}`;

export const selectInvoicesOfRun = (db: Db, runId: number) =>
  queryRows<StoredInvoice>(
    db,
  )`select ${invoiceColumns} from ${invoiceTables} where run_id = ${runId} order by invoices.id`;

/** Held to the end of the transaction. */
export const lockInvoice = async (tx: Tx, id: number): Promise<StoredInvoice | undefined> => {
  await sql`select id from invoices where id = ${id} for no key update`.execute(tx);
  return findInvoice(tx, id);
};

export const selectLines = (db: Db, invoiceId: number) =>
  queryRows<InvoiceLine>(
    db,
  )`select kind, day, plan_id as "planId", card_id as "cardId", settlement_id as "settlementId", service, caregiver,
      minutes, rate, amount
    from invoice_lines where invoice_id = ${invoiceId} order by place`;

export interface InvoicedLine {
  readonly clientId: number;
  readonly kind: InvoiceLine['kind'];
  readonly planId: number | null;
  readonly settlementId: number | null;
  readonly day: string;
  readonly amount: number;
}
/** What is on invoices that were not voided. */
export const selectInvoiced = (db: Db, clientIds: readonly number[]) =>
  queryRows<InvoicedLine>(
    db,
  )`select client_id as "clientId", kind, plan_id as "planId", settlement_id as "settlementId", ${dayOfLine} as day, amount
    from invoice_lines line
    where is_live and client_id = any(${[...clientIds]}::int[])`;

/** What of claims was billed to clients, less what the payer paid all the same. */
export const selectBilledClaims = (db: Db, clientIds: readonly number[]) =>
  queryRows<BilledClaim & { readonly clientId: number }>(
    db,
  )`select claim.client_id as "clientId", settlement.id as "settlementId", claim.id as claim, settlement.reason as basis,
      to_char(${monthOfClaim}, 'YYYY-MM-DD') as month, settlement.agreed,
      (settlement.amount - greatest(settlement.recovered, 0))::float8 as amount
    from claim_settlements settlement join claims claim on claim.id = settlement.claim_id
    where settlement.kind = 'billClient' and settlement.undone is null
      and claim.client_id = any(${[...clientIds]}::int[])
    order by settlement.id`;

export const markSent = (
  tx: Tx,
  id: number,
  { via, messageId }: { readonly via: SentVia; readonly messageId: number | null },
  { at, by }: Stamp,
) =>
  queryRow<{ rev: number }>(tx)`update invoices set sent = ${at}, sent_by = ${by}, sent_via = ${via},
      message_id = ${messageId}, rev = rev + 1 where id = ${id} returning rev`;

/** They keep their numbers; their work is free again, and what paid them is credit. */
export const voidInvoices = async (
  tx: Tx,
  ids: readonly number[],
  { day, reason }: { readonly day: string; readonly reason: string },
  { at, by }: Stamp,
): Promise<void> => {
  const list = sql`${[...ids]}::int[]`;
  await sql`update invoices set voided = ${at}, voided_by = ${by}, voided_day = ${day}, void_reason = ${reason},
      rev = rev + 1 where id = any(${list})`.execute(tx);
  await sql`update invoice_lines set is_live = false where invoice_id = any(${list})`.execute(tx);
  await sql`update payment_parts set ended = ${at} where invoice_id = any(${list}) and ended is null`.execute(
    tx,
  );
};

/** The last press that was not taken back. */
export const findLastRun = (db: Db) =>
  queryRow<{ id: number }>(db)`select id from invoice_runs where undone is null order by id desc limit 1`;

/** Held to the end of the transaction. */
export const lockRun = (tx: Tx, id: number) =>
  queryRow<{ id: number; undone: string | null }>(tx)`select id, undone from invoice_runs
    where id = ${id} for no key update`;

export const markUndone = (tx: Tx, id: number, { at, by }: Stamp) =>
  sql`update invoice_runs set undone = ${at}, undone_by = ${by} where id = ${id}`.execute(tx);

/** Statuses that follow payments; the others were given by somebody. */
const FOLLOWING = ['Billed', 'PartPaid', 'Paid'] as const satisfies readonly CardStatus[];

export interface InvoicedCard {
  readonly id: number;
  readonly clientId: number;
  readonly status: CardStatus;
  readonly deniedReason: string | null;
  readonly startPeriod: string;
  readonly endPeriod: string;
  /** Invoices with its work that are not void. */
  readonly invoiceIds: readonly number[];
}
/** Live billing records of clients that were ever on an invoice; held to the end of the transaction. */
export const lockInvoicedCards = (tx: Tx, clientIds: readonly number[]) =>
  queryRows<InvoicedCard>(tx)`select work.id, work.client_id as "clientId", status,
      ${sealedBilling.cardDeniedReason()} as "deniedReason", start_period as "startPeriod", end_period as "endPeriod",
      array(select distinct line.invoice_id from invoice_lines line
        where line.is_live and ${isWorkOf}) as "invoiceIds"
    from work
    where deleted is null and client_id = any(${[...clientIds]}::int[]) and status = any(${[...FOLLOWING]}::text[])
      and exists (select from invoice_lines line where ${isWorkOf})
    order by work.id for no key update of work`;

// ---- payments

export interface StoredPayment {
  readonly id: number;
  readonly clientId: number;
  readonly day: string;
  readonly method: PaymentMethod;
  readonly reference: string;
  readonly amount: number;
  readonly reversed: string | null;
  readonly reverseReason: string | null;
  readonly rev: number;
}
const paymentColumns = sql`id, client_id as "clientId", day, method, reference, amount, reversed_day as reversed,
  reverse_reason as "reverseReason", rev`;

export const selectPayments = (db: Db, clientIds: Ids) =>
  queryRows<StoredPayment>(db)`select ${paymentColumns} from payments where ${isAmong('client_id', clientIds)}
    order by day, id`;

export const findPayment = (db: Db, id: number) =>
  queryRow<StoredPayment>(db)`select ${paymentColumns} from payments where id = ${id}`;

/** What of payments pays invoices now. */
export const selectParts = (db: Db, clientIds: Ids) =>
  queryRows<BookedPart & { readonly clientId: number }>(db)`select payments.client_id as "clientId",
      payment_id as "paymentId", invoice_id as "invoiceId", payment_parts.amount
    from payment_parts join payments on payments.id = payment_id
    where ended is null and ${isAmong('payments.client_id', clientIds)} order by payment_parts.id`;

export const insertPayment = async (
  tx: Tx,
  { clientId, day, method, reference, cents }: Omit<PaymentWrite, 'parts'>,
  { at, by }: Stamp,
): Promise<number> => {
  const row = await queryRow<{ id: number }>(
    tx,
  )`insert into payments (client_id, day, method, reference, amount,
      created, created_by)
    values (${clientId}, ${day}, ${method}, ${reference}, ${cents}, ${at}, ${by}) returning id`;
  return row?.id ?? 0;
};

export const insertParts = async (tx: Tx, parts: readonly BookedPart[], { at, by }: Stamp): Promise<void> => {
  if (parts.length === 0) return;
  const rows = parts.map(({ paymentId, invoiceId, amount }) => ({
    payment_id: paymentId,
    invoice_id: invoiceId,
    amount,
    made: at,
    made_by: by,
  }));
  await tx.insertInto('payment_parts').values(rows).execute();
};

export const reversePayment = async (
  tx: Tx,
  id: number,
  { day, reason }: { readonly day: string; readonly reason: string },
  { at, by }: Stamp,
): Promise<void> => {
  await sql`update payments set reversed = ${at}, reversed_by = ${by}, reversed_day = ${day}, reverse_reason = ${reason},
      rev = rev + 1 where id = ${id}`.execute(tx);
  await sql`update payment_parts set ended = ${at} where payment_id = ${id} and ended is null`.execute(tx);
};

export const isClient = async (db: Db, id: number): Promise<boolean> => {
  const found = await queryRow(
    db,
  )`select 1 from people where id = ${id} and kind = 'Client' and merged_into is null`;
  return found !== undefined;
};
