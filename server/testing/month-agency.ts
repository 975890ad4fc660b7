import { type Weekday, weekdayOf } from '@homecare/domain/calendar.ts';
import { randomOf } from '../src/operations/example-random.ts';
import type { Statements } from '../src/platform/db/connections.ts';
import { addClient, addProvider, weekOf } from './care.ts';

/**
 * An agency with a worked month and no card of it yet: three care plans a client, five days a week, visits that are never as
 * long as planned, some moved, missed or closed, and one client in twenty with something that stops its cards.
 */

export const MONTH = '2026-10';
/** Nothing is left out of its page. */
export const EVERYBODY = { private: 'all', payer: 'all' } as const;
/** After the month, with no card of it made. */
export const MONTH_NOW = '2026-11-03T17:00:00Z';
const ZONE = 'America/Denver';
const RATE = 517;

export const TROUBLES = [
  'noCheckOut',
  'rejected',
  'notSent',
  'noPar',
  'overPar',
  'twoVisits',
  'outsidePlan',
] as const;
type Trouble = (typeof TROUBLES)[number];

export interface MonthClient {
  readonly id: number;
  readonly name: string;
  /** Null: its cards are made. */
  readonly trouble: Trouble | null;
}

const PARTS = [
  { code: 'PCP', from: '08:00', to: '10:30' },
  { code: 'HMK', from: '11:30', to: '12:45' },
  { code: 'IHSSPC', from: '15:10', to: '18:20' },
] as const;
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

interface PlannedVisit {
  readonly plan: number;
  readonly planned: string;
  readonly day: string;
  readonly status: 'Planned' | 'Active' | 'Complete';
  readonly start: string | null;
  readonly end: string | null;
  readonly closed: string | null;
  readonly sent: 'Success' | 'Failed' | null;
}

const days = Array.from({ length: 31 }, (_, n) => `${MONTH}-${String(n + 1).padStart(2, '0')}`);
const WORKDAYS: readonly Weekday[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'];
/** The first Wednesday after the month's first days: what stops a card is on it. */
const TROUBLE_DAY = `${MONTH}-07`;

type Part = (typeof PARTS)[number];

const addPlans = async (
  pool: Statements,
  client: number,
  provider: number,
  parts: readonly Part[],
  weekdays: readonly Weekday[],
): Promise<number[]> => {
  const ids: number[] = [];
  for (const { code, from, to } of parts) {
    const time = [from, to] as const;
    const week = weekOf(Object.fromEntries(weekdays.map((day) => [day, time])));
    const { rows } = await pool.query<{ id: number }>(
      `insert into care_plans (provider_id, client_id, type_id, start_date, create_reason, status, json, created, modified,
         modified_by)
       values ($1, $2, (select id from care_plan_types where code = $3), '2026-01-01', 'New', 'Active', $4, now(), now(), 'T.')
       returning id`,
      [provider, client, code, JSON.stringify(week)],
    );
    ids.push(rows[0]?.id ?? 0);
  }
  return ids;
};

const addVisits = async (pool: Statements, visits: readonly PlannedVisit[]) => {
  await pool.query(
    `with made as (insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, status,
         start_at, end_at, tasks, created, edited, edited_by, edited_via, closed_code, closed_by, closed)
       select visit.plan, planned, day, coalesce(times_in->>'Mon', times_in->>'Tue')::time, coalesce(times_out->>'Mon', times_out->>'Tue')::time,
         plan.client_id, plan.provider_id, visit.status, start, "end",
         '{"WorkingTime": 0, "TravelTime": 0, "Care": {}, "Home": {}}', now(), now(), 'T.', 'app', visit.closed,
         case when visit.closed is not null then 'T.' end, case when visit.closed is not null then now() end
       from jsonb_to_recordset($1) as visit (plan int, planned date, day date, status text, start timestamptz,
         "end" timestamptz, closed text) join care_plans plan on plan.id = visit.plan
         cross join lateral (select plan.json->'time'->0 as times_in, plan.json->'time'->1 as times_out) as week
       returning id, care_plan_id, planned_day, date)
     insert into aggregator_records (type, record_id, status, message, calls, created, created_by, modified)
     select 'Visit', made.id, visit.sent, case when visit.sent = 'Failed' then 'Member ID not found.' end, '[]', now(), 'T.', now()
     from made join jsonb_to_recordset($1) as visit (plan int, planned date, day date, sent text)
       on visit.plan = made.care_plan_id and visit.planned = made.planned_day and visit.day = made.date
     where visit.sent is not null`,
    [JSON.stringify(visits)],
  );
};

export interface MonthSize {
  readonly troubleEvery?: number;
  /** Care plans of each client, of the three that there are. */
  readonly plans?: number;
  /** Tuesday and Wednesday are among them. */
  readonly weekdays?: readonly Weekday[];
}

/** The same agency each time for one seed, with the same numbers on every database. */
export const addMonth = async (
  pool: Statements,
  clients: number,
  seed: string,
  { troubleEvery = 20, plans: most = PARTS.length, weekdays = WORKDAYS }: MonthSize = {},
): Promise<MonthClient[]> => {
  const parts = PARTS.slice(0, most);
  const worked = days.filter((day) => weekdays.includes(weekdayOf(Temporal.PlainDate.from(day))));
  const random = randomOf(`month ${seed}`);
  await pool.query('update care_plan_type_terms set rate = $1', [RATE]);
  const made: MonthClient[] = [];
  let visits: PlannedVisit[] = [];
  for (let n = 0; n < clients; n += 1) {
    const isTroubled = n % troubleEvery === Math.floor(troubleEvery / 2);
    const trouble = isTroubled ? (TROUBLES[Math.floor(n / troubleEvery) % TROUBLES.length] ?? null) : null;
    const name = `Client ${String(n).padStart(5, '0')}`;
    const client = await addClient(pool, name, {
      medicaid: `Q${100_000 + n}`,
      dob: '1950-02-03',
      gender: 'Female',
      icd10: 'I10',
      // What the aggregator must know of a client before it takes a visit.
      services: JSON.stringify(['PRSNL']),
    });
    const provider = await addProvider(pool, `Caregiver ${String(n).padStart(5, '0')}`);
    const plans = await addPlans(pool, client, provider, parts, weekdays);
    await pool.query(
      `insert into client_pars (client_id, type_id, number, from_date, through_date, units, modified, modified_by)
       select $1::int, id, 'P' || $1::int || code, $2, '2026-12-31', $3, now(), 'T.' from care_plan_types where code = any($4)`,
      [
        client,
        trouble === 'noPar' ? `${MONTH}-10` : '2026-01-01',
        trouble === 'overPar' ? 40 : 4_000,
        parts.map(({ code }) => code),
      ],
    );
    for (const [at, part] of parts.entries())
      for (const [index, planned] of worked.entries()) {
        const plan = plans[at] ?? 0;
        const isTrouble = trouble !== null && at === 0 && planned === TROUBLE_DAY;
        const missed = !isTrouble && random.chance(0.02);
        const closed = missed && random.chance(0.5) ? 'hospital' : null;
        if (missed) {
          visits.push({
            plan,
            planned,
            day: planned,
            status: 'Planned',
            start: null,
            end: null,
            closed,
            sent: null,
          });
          continue;
        }
        // To the Saturday of the first week, where nothing else is.
        const day = at === 1 && index === 2 && random.chance(0.3) ? `${MONTH}-03` : planned;
        const clock = minutesOf(part.from) + random.int(-7, 7);
        const start = Temporal.PlainDate.from(day)
          .toZonedDateTime(ZONE)
          .add({ minutes: clock, seconds: random.int(0, 59) })
          .toInstant();
        const length = minutesOf(part.to) - minutesOf(part.from) + random.int(-40, 25);
        const end = start.add({ minutes: length, seconds: random.int(0, 59) });
        const isOpen = isTrouble && trouble === 'noCheckOut';
        const visit: PlannedVisit = {
          plan,
          planned,
          day,
          status: isOpen ? 'Active' : 'Complete',
          start: start.toString(),
          end: isOpen ? null : end.toString(),
          closed: null,
          sent:
            isOpen || (isTrouble && trouble === 'notSent')
              ? null
              : isTrouble && trouble === 'rejected'
                ? 'Failed'
                : 'Success',
        };
        visits.push(visit);
        if (isTrouble && trouble === 'outsidePlan')
          visits.push({
            ...visit,
            planned: `${MONTH}-11`,
            day: `${MONTH}-11`,
            start: `${MONTH}-11T15:00:00Z`,
            end: `${MONTH}-11T16:00:00Z`,
          });
        // The visit of the day before took place on this one too.
        if (isTrouble && trouble === 'twoVisits') {
          const before = visits.findIndex((one) => one.plan === plan && one.planned === `${MONTH}-06`);
          const other = visits[before];
          if (other)
            visits[before] = {
              ...other,
              day: planned,
              status: 'Complete',
              closed: null,
              start: `${planned}T20:00:00Z`,
              end: `${planned}T21:00:00Z`,
              sent: 'Success',
            };
        }
      }
    made.push({ id: client, name: `${name}, Chris`, trouble });
    if (visits.length > 5_000) {
      await addVisits(pool, visits);
      visits = [];
    }
  }
  await addVisits(pool, visits);
  await pool.query('analyze');
  return made;
};
