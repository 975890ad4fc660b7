import type { OpenItem } from '@homecare/domain/claims/unpaid.ts';
import { SELF_PAYERS } from '@homecare/domain/payers/rules.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';

/** What is still to be paid on valid invoices, by payer, for the ageing of all money. */
export const listOpenInvoices = (db: Db) =>
  queryRows<OpenItem>(
    db,
  )`select coalesce(payer.name, ${SELF_PAYERS}) as payer, invoice.through_day as through,
      (invoice.total - coalesce(paid.amount, 0))::float8 as open
    from invoices invoice left join payers payer on payer.id = invoice.payer_id
      left join (select invoice_id, sum(amount) as amount from payment_parts where ended is null group by invoice_id) as paid
        on paid.invoice_id = invoice.id
    where invoice.voided is null and invoice.total > coalesce(paid.amount, 0)
    order by invoice.range, invoice.number`;
