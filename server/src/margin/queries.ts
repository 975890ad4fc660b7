import type { MarginCard } from '@homecare/domain/margin/margin.ts';
import { listedName } from '../platform/db/person-name.ts';
import { type Db, queryRows } from '../platform/db/rows.ts';
import { dayOfLine, isWorkOf } from '../private-pay/invoiced-work.ts';

export interface BilledCard extends Omit<MarginCard, 'income' | 'unpaid'> {
  readonly startPeriod: string;
  readonly endPeriod: string;
  readonly isPrivate: boolean;
  readonly amount: number;
  /** What valid invoices charge for its work. */
  readonly invoiced: number;
}

/** Shares of cost on valid invoices, by client and month or by claim, with the live records of each. */
export const listInvoicedShares = (db: Db, cards: readonly Pick<BilledCard, 'clientId' | 'serviceMonth'>[]) =>
  queryRows<{ cents: number; cardIds: number[] }>(
    db,
  )`select sum(line.amount)::float8 as cents, array(select work.id from work
      where work.client_id = line.client_id and work.month = line.month and work.deleted is null order by work.id) as "cardIds"
    from (select line.client_id, line.amount, ${dayOfLine} as month from invoice_lines line
      where line.kind in ('Share of cost', 'Share of a claim') and line.is_live
        and line.client_id = any(${[...new Set(cards.map(({ clientId }) => clientId))]}::int[])) as line
    where line.month = any(${[...new Set(cards.map(({ serviceMonth }) => `${serviceMonth}-01`))]}::date[])
    group by line.client_id, line.month`;

/** Live billing records of months of calculation, from and to YYYY-MM. */
export const listBilledCards = (db: Db, from: string, to: string) =>
  queryRows<BilledCard>(
    db,
  )`select work.id, to_char(coalesce(work.custom_month, work.month), 'YYYY-MM') as month, to_char(work.month, 'YYYY-MM') as "serviceMonth",
      work.client_id as "clientId", ${listedName('client')} as client,
      work.provider_id as "caregiverId", ${listedName('provider')} as caregiver,
      type.code as type, coalesce(nullif(client.city, ''), '–') as town, work.start_period as "startPeriod", work.end_period as "endPeriod",
      client.private_client as "isPrivate", work.amount::float8 as amount,
      coalesce((select sum(line.amount) from invoice_lines line
        where line.is_live and ${isWorkOf}), 0)::float8 as invoiced
    from work join people client on client.id = work.client_id join people provider on provider.id = work.provider_id
      join care_plan_types type on type.id = work.type_id
    where work.deleted is null
      and coalesce(work.custom_month, work.month) between ${`${from}-01`}::date and ${`${to}-01`}::date
    order by work.id`;
