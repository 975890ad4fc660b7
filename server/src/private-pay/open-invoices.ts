import type { OpenItem } from '@homecare/domain/claims/unpaid.ts';
import { sql } from 'kysely';
import { type Db, queryRow, queryRows } from '../platform/db/rows.ts';

/** What of each invoice is paid. */
const PAID = sql`(select invoice_id, sum(amount) as amount from payment_parts where ended is null group by invoice_id)`;
const IS_OPEN = sql`invoice.voided is null and invoice.total > coalesce(paid.amount, 0)`;

/** Clients who owe what was due before this day; undefined: nobody does. */
export const findOverdue = (db: Db, today: string) =>
  queryRow<{ readonly count: number; readonly cents: number; readonly since: string }>(
    db,
  )`select count(distinct invoice.client_id)::int as count,
      sum(invoice.total - coalesce(paid.amount, 0))::float8 as cents, min(invoice.due)::text as since
    from invoices invoice left join ${PAID} as paid on paid.invoice_id = invoice.id
    where ${IS_OPEN} and invoice.due < ${today} having count(*) > 0`;

/** What is still to be paid on valid invoices, by payer, for the ageing of all money. */
export const listOpenInvoices = (db: Db) =>
  queryRows<OpenItem>(
    db,
  )`select coalesce(invoice.payer_id::text, 'Private') as payer, invoice.through_day as through,
      (invoice.total - coalesce(paid.amount, 0))::float8 as open
    from invoices invoice left join ${PAID} as paid on paid.invoice_id = invoice.id
    where ${IS_OPEN}
    order by invoice.range, invoice.number`;
