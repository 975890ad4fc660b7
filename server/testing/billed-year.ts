import { savePar } from '@homecare/domain/authorizations/contract.ts';
import { insertWork } from '@homecare/domain/billing/contract.ts';
import { WEEKDAYS, type Weekday, weekdayOf } from '@homecare/domain/calendar.ts';
import { randomOf } from '../src/operations/example-random.ts';
import type { Statements } from '../src/platform/db/connections.ts';
import { addClient, addProvider, weekOf } from './care.ts';
import type { Caller } from './server.ts';

/**
 * An agency and what it billed in 2026, as plain lists. People and plans are inserted directly, and cards saved over HTTP. Counting
 * is done by plain loops, so that tests compare with something no product code has touched.
 */

export interface YearPerson {
  readonly id: number;
  readonly last: string;
  readonly archived: string | null;
  readonly isPrivate: boolean;
  readonly medicaid: string | null;
  /** Has everything a claim needs. */
  readonly isReady: boolean;
}

type Rule = 'up' | 'nearest' | 'down';

export interface YearPlan {
  readonly id: number;
  readonly client: YearPerson;
  readonly provider: YearPerson;
  readonly code: string;
  readonly procedure: string;
  readonly rule: Rule;
  readonly start: string;
  readonly end: string | null;
  readonly excluded: string | null;
  readonly weekdays: readonly Weekday[];
  readonly from: string;
  readonly length: number;
}

export interface YearDay {
  readonly date: string;
  readonly start: string;
  readonly end: string;
  readonly travel: number;
  readonly billing: boolean;
  readonly payroll: boolean;
}

export interface YearCard {
  readonly id: number;
  readonly plan: YearPlan;
  readonly month: string;
  readonly calculation: string;
  readonly from: string;
  readonly through: string;
  /** Cents for the whole card; null means each day by its type's terms. */
  readonly rate: number | null;
  /** Within the period. */
  readonly days: readonly YearDay[];
}

export interface BilledYear {
  readonly clients: readonly YearPerson[];
  readonly providers: readonly YearPerson[];
  readonly plans: readonly YearPlan[];
  readonly cards: readonly YearCard[];
}

// ---- counting by plain loops

const ZONE = 'America/Denver';
const two = (n: number) => String(n).padStart(2, '0');
const clock = (minutes: number) => `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

export const MONTHS: readonly string[] = Array.from({ length: 12 }, (_, n) => `2026-${two(n + 1)}`);
export const lastDay = (month: string) => {
  let day = Temporal.PlainDate.from(`${month}-28`);
  while (day.add({ days: 1 }).month === day.month) day = day.add({ days: 1 });
  return day.toString();
};

/** Elapsed minutes, correct in nights with a change of clocks. */
export const workOf = ({ date, start, end }: YearDay) => {
  const day = Temporal.PlainDate.from(date);
  const until = minutesOf(end) <= minutesOf(start) ? day.add({ days: 1 }) : day;
  const at = (on: Temporal.PlainDate, time: string) =>
    Temporal.Instant.fromEpochMilliseconds(
      on.toZonedDateTime({ timeZone: ZONE, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds,
    );
  return (at(until, end).epochMilliseconds - at(day, start).epochMilliseconds) / 60_000;
};

export const sum = (values: readonly number[]) => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};
const minutesIn = (days: readonly YearDay[]) => sum(days.map((day) => workOf(day) + day.travel));
const round = (minutes: number, rule: Rule) => {
  const [whole, rest] = [Math.floor(minutes / 15), minutes % 15];
  if (rule === 'up') return rest > 0 ? whole + 1 : whole;
  return rule === 'nearest' && rest >= 7.5 ? whole + 1 : whole;
};

const billed = ({ days }: YearCard) => days.filter(({ billing }) => billing);
export const unitsOf = (card: YearCard) => round(minutesIn(billed(card)), card.plan.rule);
/** A type's terms by day: rate and code change together. */
export const termOf = ({ code, procedure }: YearPlan, date: string) => {
  let term: { readonly cents: number; readonly procedure: string } = { cents: FIRST_RATE, procedure };
  for (const change of CHANGES) if (change.code === code && change.from <= date) term = change;
  return term;
};
export const rateOf = (card: YearCard, date: string) => card.rate ?? termOf(card.plan, date).cents;
export const centsOf = (card: YearCard) => {
  let cents = 0;
  for (const [date, units] of dayUnits(card)) cents += units * rateOf(card, date);
  return cents;
};
/** A day's units are the amount by which it increases the card. */
export const dayUnits = (card: YearCard): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  let [minutes, before] = [0, 0];
  for (const day of billed(card)) {
    minutes += workOf(day) + day.travel;
    const now = round(minutes, card.plan.rule);
    found.set(day.date, now - before);
    before = now;
  }
  return found;
};
/** Hundredths of an hour; work and travel are rounded separately. */
export const hoursOf = (days: readonly YearDay[]) => {
  const hundredths = (minutes: number) => Math.round((minutes * 100) / 60);
  const [work, travel] = [hundredths(sum(days.map(workOf))), hundredths(sum(days.map((day) => day.travel)))];
  return { work, travel, total: work + travel };
};

const isGone = ({ archived }: YearPerson, date: string) => archived !== null && archived <= date;
export const plannedIn = (plan: YearPlan, month: string): string[] => {
  const days: string[] = [];
  for (let n = 1; n <= Number(lastDay(month).slice(8)); n += 1) {
    const date = `${month}-${two(n)}`;
    const runs = plan.start <= date && (plan.end === null || date < plan.end);
    const isPlanned = plan.weekdays.includes(weekdayOf(Temporal.PlainDate.from(date)));
    if (runs && isPlanned && !isGone(plan.client, date) && !isGone(plan.provider, date)) days.push(date);
  }
  return days;
};

// ---- making it

const HOSTILE = [
  '=SUM(A1)',
  "O’Brien~*:^| d'Été",
  'Nguyễn Thị Hương',
  '<b>Bold</b> & "Co"',
  'Щербаков-Їжакевич',
  `Long${' Name'.repeat(11)}`,
  '@Home +1 -2',
  'de la Cruz\t\n;',
  'Łukasz-Żółć',
  'Åström',
  "D'Été, Jr.",
  'Null',
];
/** Parts of a day that never overlap, each with its service. The first two share a claim code. */
const PARTS = [
  { from: 6 * 60 + 10, length: 195, code: 'PCP', procedure: 'T1019 U1', rule: 'up' },
  { from: 10 * 60, length: 185, code: 'IHSSPC', procedure: 'T1019 U1', rule: 'up' },
  { from: 15 * 60 + 20, length: 220, code: 'HMK', procedure: 'S5130 U1', rule: 'nearest' },
  { from: 21 * 60 + 30, length: 495, code: 'RPCP', procedure: 'T1019 U1 HR', rule: 'down' },
] as const;

const FIRST_RATE = 517;
/** New terms within a month: one raise and one cut, each with another code. */
const CHANGES = [
  { code: 'PCP', from: '2026-02-16', cents: 530, procedure: 'T1019 U2' },
  { code: 'PCP', from: '2026-08-05', cents: 561, procedure: 'T1019 U3' },
  { code: 'PCP', from: '2026-11-20', cents: 540, procedure: 'T1019 U2' },
  { code: 'IHSSPC', from: '2026-04-11', cents: 533, procedure: 'T1019 U4' },
  { code: 'IHSSPC', from: '2026-09-16', cents: 545, procedure: 'T1019 U1' },
  { code: 'HMK', from: '2026-05-22', cents: 499, procedure: 'S5130 U2' },
  { code: 'HMK', from: '2026-12-10', cents: 508, procedure: 'S5130 U3' },
  { code: 'RPCP', from: '2026-10-09', cents: 520, procedure: 'T1019 U1 HR' },
] as const;

const makePeople = async (pool: Statements, admin: Caller, count: number) => {
  const clients: YearPerson[] = [];
  const providers: YearPerson[] = [];
  for (let n = 0; n < count; n += 1) {
    const last = `${HOSTILE[n % HOSTILE.length]} ${n}`;
    const isPrivate = n % 5 === 4;
    const isReady = n % 6 !== 5 && n % 7 !== 6;
    const archived = n % 11 === 3 ? '2026-09-15' : null;
    const medicaid = isPrivate ? null : `Q${100_000 + n * 10}`;
    const left = archived === null ? {} : { cur: 'n', archive_date: archived };
    const id = await addClient(pool, last, {
      ...left,
      private_client: isPrivate,
      medicaid,
      dob: '1950-02-03',
      gender: 'Female',
      icd10: n % 7 === 6 ? null : 'I10',
    });
    clients.push({ id, last, archived, isPrivate, medicaid, isReady });
    if (n % 6 !== 5)
      for (const { code } of PARTS)
        await admin.call(savePar, {
          id: null,
          clientId: id,
          type: code,
          number: `PAR-${n}`,
          from: '2025-01-01',
          through: '2027-12-31',
          units: null,
          rev: null,
        });
    const gone = n % 11 === 2 ? '2026-11-20' : null;
    const provider = await addProvider(
      pool,
      `Caregiver ${last}`,
      gone === null ? {} : { cur: 'n', archive_date: gone },
    );
    providers.push({
      id: provider,
      last: `Caregiver ${last}`,
      archived: gone,
      isPrivate: false,
      medicaid: null,
      isReady,
    });
  }
  return { clients, providers };
};

const makePlans = async (
  pool: Statements,
  { clients, providers }: Pick<BilledYear, 'clients' | 'providers'>,
  seed: string,
) => {
  const random = randomOf(`plans ${seed}`);
  const plans: YearPlan[] = [];
  for (const [n, client] of clients.entries())
    for (const [at, part] of random.some([...PARTS.entries()], random.int(1, 3))) {
      // Clients who share a part of the day have different caregivers.
      const provider = providers[(n + at) % providers.length];
      if (!provider) continue;
      const plan = {
        client,
        provider,
        ...part,
        start: random.pick(['2025-06-01', '2026-01-01', '2026-03-17', '2026-10-20']),
        end: random.chance(0.2) ? '2026-12-12' : null,
        excluded: random.chance(0.25) ? '2026-01-02' : null,
        weekdays: random.some(WEEKDAYS, random.int(1, 5)),
      };
      const times = [clock(plan.from), clock(plan.from + plan.length)] as const;
      const { rows } = await pool.query<{ id: number }>(
        `insert into care_plans (provider_id, client_id, type_id, start_date, end_date, create_reason, status, archive_info,
           excluded, json, created, modified, modified_by)
         values ($1, $2, (select id from care_plan_types where code = $3), $4, $5, 'New', $6, $7, $8, $9, now(), now(), 'T.')
         returning id`,
        [
          provider.id,
          client.id,
          plan.code,
          plan.start,
          plan.end,
          plan.end ? 'Archive' : 'Active',
          plan.end && '12-12-2026 10:00 T.',
          plan.excluded,
          JSON.stringify(weekOf(Object.fromEntries(plan.weekdays.map((day) => [day, times] as const)))),
        ],
      );
      plans.push({ ...plan, from: times[0], id: rows[0]?.id ?? 0 });
    }
  return plans;
};

const least = (...days: readonly (string | null)[]) =>
  days.reduce<string>((first, day) => (day !== null && day < first ? day : first), '9999');

const makeCards = async (admin: Caller, plans: readonly YearPlan[], seed: string) => {
  const random = randomOf(`cards ${seed}`);
  const cards: YearCard[] = [];
  for (const plan of plans)
    for (const [n, month] of MONTHS.entries()) {
      const planned = plannedIn(plan, month);
      if (planned.length === 0 || random.chance(0.2)) continue;
      const first = plan.start > `${month}-01` ? plan.start : `${month}-01`;
      const last = least(lastDay(month), plan.end, plan.client.archived, plan.provider.archived);
      const [from, through] = random.pick([
        [first, last],
        [first, last],
        [first, least(last, `${month}-15`)],
        [first > `${month}-16` ? first : `${month}-16`, last],
      ] as const);
      if (from > through) continue;
      const nobody = random.chance(0.04);
      const days = planned.map((date): YearDay => {
        const length = random.int(plan.length - 60, plan.length);
        return {
          date,
          start: plan.from,
          end: clock(minutesOf(plan.from) + length),
          travel: random.pick([0, 0, 7, 12]),
          billing: !nobody && random.chance(0.88),
          payroll: random.chance(0.9),
        };
      });
      const later = random.chance(0.1) ? random.int(1, 3) : 0;
      const calculation = Temporal.PlainYearMonth.from(month).add({ months: later }).toString();
      const rate = random.pick([null, 612, 33, 1_260]);
      const inPeriod = ({ date }: YearDay) => from <= date && date <= through;
      const billedFirst = days.find((day) => day.billing && inPeriod(day))?.date ?? from;
      // Our screen sends the kind of rate; an older client sends the first day's dollars.
      const payRate = (rate ?? termOf(plan, billedFirst).cents) / 100;
      const saved = await admin.call(insertWork, {
        data: {
          planId: plan.id,
          date: month,
          startPeriod: from,
          endPeriod: through,
          payRate,
          ...(plan.id % 2 === 0 && { rateKind: rate === null ? ('inside' as const) : null }),
          ...(later > 0 && { customDate: calculation }),
          days: days,
        },
      });
      if (!saved.insertId) throw new Error(`${month} ${n}: ${saved.text}`);
      const inside = days.filter(inPeriod);
      cards.push({ id: saved.insertId, plan, month, calculation, from, through, rate, days: inside });
    }
  return cards;
};

/** The agency must be below version 2, because nobody scans timesheets here. Today is after 2026. */
export const makeBilledYear = async (
  pool: Statements,
  admin: Caller,
  { clients: count, seed }: { readonly clients: number; readonly seed: string },
): Promise<BilledYear> => {
  for (const { code, procedure, rule } of PARTS) {
    const [procedureCode, ...modifiers] = procedure.split(' ');
    await pool.query(
      `update care_plan_type_terms set procedure_code = $2, modifiers = $3, unit_rule = $4, rate = ${FIRST_RATE}
       where type_id = (select id from care_plan_types where code = $1)`,
      [code, procedureCode, modifiers, rule],
    );
  }
  for (const { code, from, cents, procedure } of CHANGES) {
    const [procedureCode, ...modifiers] = procedure.split(' ');
    await pool.query(
      `insert into care_plan_type_terms (type_id, valid_from, procedure_code, modifiers, unit_rule, rate, addrate,
         pay_category, source)
       select type_id, $2, $3, $4, unit_rule, $5, addrate, pay_category, source from care_plan_type_terms
       where type_id = (select id from care_plan_types where code = $1) order by valid_from limit 1`,
      [code, from, procedureCode, modifiers, cents],
    );
  }
  const people = await makePeople(pool, admin, count);
  const plans = await makePlans(pool, people, seed);
  await pool.query(
    `insert into change_log (actor, role, call, entity, entity_id, action)
     select 'test', 'job', 'test', entity, id, 'insert' from
       (select 'person' as entity, id from people union all select 'carePlan', id from care_plans) as made`,
  );
  return { ...people, plans, cards: await makeCards(admin, plans, seed) };
};
