import { daysOfMonth, plannedDays, serviceDays, storedTotals } from '@homecare/domain/billing/counting.ts';
import type { CardDay } from '@homecare/domain/billing/schema.ts';
import { weekdayOf } from '@homecare/domain/calendar.ts';
import type { CarePlan, WeekRows } from '@homecare/domain/care-plans/schema.ts';
import type { Statements } from '../server/src/platform/db/connections.ts';

interface CardPlan extends Pick<CarePlan, 'id' | 'StartDate' | 'EndDate' | 'Status' | 'coversPlanId'> {
  readonly time: WeekRows;
  readonly client: number;
  readonly provider: number;
  readonly type: number;
}

const STATUSES = ['Billed', 'Paid', 'Paid', 'Paid', 'Denied', 'PartPaid', 'Pending'] as const;
const ZONE = 'America/Denver';
const BATCH = 500;

/** Billing records for every plan and month with the visits that prove them, of what its week plans, checked in and out at the client's home; whoever began later is taken as having begun before. */
export const addCards = async (
  pool: Statements,
  months: readonly string[],
  most = Number.POSITIVE_INFINITY,
) => {
  const { rows: plans } = await pool.query<CardPlan>(
    `select id, '2020-01-01' as "StartDate", null as "EndDate", status as "Status", covers_id as "coversPlanId",
       json->'time' as time, client_id as client, provider_id as provider, type_id as type
     from care_plans where status <> 'Deleted' and covers_id is null order by id`,
  );
  let made = 0;
  let batch: object[] = [];
  const flush = async () => {
    await pool.query(
      `insert into work (care_plan_id, client_id, provider_id, type_id, month, start_period, end_period, days, pay_rate,
         working_minutes, travel_minutes, unit, amount, no_billing_working_minutes, no_billing_travel_minutes, no_billing_unit,
         status, denied_reason, created, modified, modified_by)
       select plan, client, provider, type, first::date, first::date, last::date, days, 517, work, travel, unit,
         (unit - nunit) * 517, nwork,
         ntravel, nunit, status, case when status = 'Denied' then 'CO 16 (by contract): A claim lacks information.' end,
         now(), now(), 'B.' from jsonb_to_recordset($1) as x (plan int, client int, provider int, type int, first text,
           last text, days jsonb, work int, travel int, unit int, nwork int, ntravel int, nunit int, status text)`,
      [JSON.stringify(batch)],
    );
    // Pay without a Complete visit is named as a problem, card by card: these were all worked.
    await pool.query(
      `insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, status,
         start_at, end_at, start_latitude, start_longitude, start_accuracy, end_latitude, end_longitude, end_accuracy,
         tasks, created)
       select plan, day, day, start, "end", client, provider, 'Complete', (day + start) at time zone $2,
         (day + "end" + case when "end" <= start then interval '1 day' else interval '0' end) at time zone $2,
         home.address_latitude, home.address_longitude, 12, home.address_latitude, home.address_longitude, 12,
         '{"WorkingTime": 0, "TravelTime": 0, "Care": {}, "Home": {}}', now()
       from jsonb_to_recordset($1) as x (plan int, client int, provider int, days jsonb)
         cross join jsonb_to_recordset(days) as served (date date, start time, "end" time, payroll boolean)
         cross join lateral (select served.date as day) as named
         join people home on home.id = client
       where payroll and not exists (select from visits where care_plan_id = plan and planned_day = served.date)`,
      [JSON.stringify(batch), ZONE],
    );
    batch = [];
  };
  for (const month of months)
    for (const plan of plans) {
      if (made >= most) break;
      const range = daysOfMonth(month);
      const of = { ...plan, week: { time: plan.time } };
      const days = plannedDays(of, range, { archived: [], temporary: [] }).map(
        ({ date, travel }, n): CardDay => {
          const weekday = weekdayOf(Temporal.PlainDate.from(date));
          const [start, end] = [plan.time[0][weekday], plan.time[1][weekday]];
          return { date, start, end, travel, billing: (n + plan.id) % 11 > 0, payroll: true };
        },
      );
      if (days.length === 0) continue;
      const card = { startPeriod: range.from, endPeriod: range.through, days };
      const totals = storedTotals(serviceDays(card, ZONE), 'up');
      batch.push({
        plan: plan.id,
        client: plan.client,
        provider: plan.provider,
        type: plan.type,
        first: range.from,
        last: range.through,
        days: days,
        work: totals.working,
        travel: totals.travel,
        unit: totals.unit,
        nwork: totals.noBilling.working,
        ntravel: totals.noBilling.travel,
        nunit: totals.noBilling.unit,
        status: STATUSES[(plan.id + made) % STATUSES.length],
      });
      made += 1;
      if (batch.length >= BATCH) await flush();
    }
  if (batch.length > 0) await flush();
  return made;
};

/** Of the example plans three of each client take the place of all, of three types, so that a month has `most` cards. */
export const addThreePlansEach = async (pool: Statements, most: number) => {
  await pool.query('delete from visits').catch(() => undefined);
  await pool.query(
    `with sample as (select distinct on (client_id) * from care_plans where covers_id is null and status = 'Active'
         order by client_id, id),
       wanted as (select sample.*, n from sample cross join generate_series(1, 3) as n)
     insert into care_plans (provider_id, client_id, type_id, start_date, create_reason, status, json, created, modified,
         modified_by)
     select provider_id, client_id, n, '2020-01-01', 'Bench', 'Active', json, now(), now(), 'B.' from wanted
     order by client_id, n limit $1`,
    [most],
  );
  await pool.query(
    "update care_plans set status = 'Deleted', delete_info = 'Bench' where create_reason <> 'Bench'",
  );
};
