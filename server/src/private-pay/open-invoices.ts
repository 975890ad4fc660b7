import type { OpenItem } from '@homecare/domain/claims/unpaid.ts';
import { showInvoiceNumber } from '@homecare/domain/private-pay/invoicing.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { isWorkOf } from './invoiced-work.ts';
import { lockClients } from './queries.ts';

/** What of each invoice is paid. */
const PAID = sql`(select invoice_id, sum(amount) as amount from payment_parts where ended is null group by invoice_id)`;
const IS_OPEN = sql`invoice.voided is null and invoice.total > coalesce(paid.amount, 0)`;

/** Clients who owe what was due before this day; undefined: nobody does. */
export const findOverdue = (db: Db, today: string) =>
  queryRow<{
    readonly count: number;
    readonly invoices: number[];
    readonly cents: number;
    readonly since: string;
  }>(db)`select count(distinct invoice.client_id)::int as count, array_agg(invoice.id) as invoices,
      sum(invoice.total - coalesce(paid.amount, 0))::float8 as cents, min(invoice.due)::text as since
    from invoices invoice left join ${PAID} as paid on paid.invoice_id = invoice.id
    where ${IS_OPEN} and invoice.due < ${today} having count(*) > 0`;

/**
 * Numbers of the valid invoices that hold what claims left to their clients. The clients are held to the end of the transaction:
 * nobody makes an invoice of it in the meantime.
 */
export const lockInvoicesOfSettlements = async (tx: Tx, ids: readonly number[]): Promise<string[]> => {
  const clients = await queryRows<{ id: number }>(tx)`select distinct claim.client_id as id
    from claim_settlements settlement join claims claim on claim.id = settlement.claim_id
    where settlement.id = any(${[...ids]}::int[])`;
  await lockClients(
    tx,
    clients.map(({ id }) => id),
  );
  const invoices = await queryRows<{ range: string; number: number }>(
    tx,
  )`select distinct invoice.range, invoice.number
    from invoice_lines line join invoices invoice on invoice.id = line.invoice_id
    where line.is_live and line.settlement_id = any(${[...ids]}::int[]) order by invoice.range, invoice.number`;
  return invoices.map(({ range, number }) => showInvoiceNumber(range, number));
};

/** Of these billing records those whose work is on a valid invoice; nobody invoices the others before the transaction has ended. */
export const holdInvoicedRecords = async (tx: Tx, ids: readonly number[]): Promise<number[]> => {
  const clients = await queryRows<{ id: number }>(tx)`select distinct client_id as id from work
    where id = any(${[...ids]}::int[])`;
  await lockClients(
    tx,
    clients.map(({ id }) => id),
  );
  const rows = await queryRows<{ id: number }>(tx)`select work.id from work
    where work.id = any(${[...ids]}::int[])
      and exists (select from invoice_lines line where line.is_live and ${isWorkOf}) order by work.id`;
  return rows.map(({ id }) => id);
};

interface OpenInvoice extends OpenItem {
  readonly id: number;
  readonly number: string;
  readonly clientId: number;
  readonly client: string;
}

/** What is still to be paid on valid invoices, by payer, for the ageing of all money. */
export const listOpenInvoices = async (db: Db): Promise<OpenInvoice[]> => {
  const rows = await queryRows<
    Omit<OpenInvoice, 'number'> & { readonly range: string; readonly count: number }
  >(db)`select invoice.id, invoice.range, invoice.number as count, invoice.client_id as "clientId",
      ${listedName('client')} as client,
      coalesce(invoice.payer_id::text, 'Private') as payer, invoice.through_day as through,
      (invoice.total - coalesce(paid.amount, 0))::float8 as open
    from invoices invoice join people client on client.id = invoice.client_id
      left join ${PAID} as paid on paid.invoice_id = invoice.id
    where ${IS_OPEN}
    order by invoice.range, invoice.number`;
  return rows.map(({ range, count, ...row }) => ({ ...row, number: showInvoiceNumber(range, count) }));
};
