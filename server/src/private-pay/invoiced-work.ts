import { sql } from 'kysely';

/** Whether a line of an invoice is work of a billing record, whatever record of its plan and month it was made of. */
export const isWorkOf = sql`line.kind = 'Work' and line.plan_id = work.care_plan_id and line.day >= work.month
  and line.day < work.month + interval '1 month'`;
