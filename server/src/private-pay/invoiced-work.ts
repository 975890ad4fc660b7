import { sql } from 'kysely';

/** Whether a line of an invoice is work of a billing record, whatever record of its plan and month it was made of. */
export const isWorkOf = sql`line.kind = 'Work' and line.plan_id = work.care_plan_id and line.day >= work.month
  and line.day < work.month + interval '1 month'`;

/** The month of a claim's services: of several records that with most of its charge. A file is of a month of calculation, which late records have. */
export const monthOfClaim = sql`(select work.month from claim_cards part join work on work.id = part.card_id
  where part.claim_id = claim.id group by work.month order by sum(part.charge) desc, work.month limit 1)`;

/** The day of a line; what a claim left is of the month of its services, also on older invoices, which named the month of its file. */
export const dayOfLine = sql`coalesce((select ${monthOfClaim} from claim_settlements settlement
  join claims claim on claim.id = settlement.claim_id where settlement.id = line.settlement_id), line.day)`;
