import { addDays, WEEKDAYS, type Weekday, weekdayOf } from '@homecare/domain/calendar.ts';
import { randomOf } from '../src/operations/example-random.ts';
import type { Statements } from '../src/platform/db/connections.ts';
import { addClient, addProvider, weekOf } from './care.ts';

/**
 * A small agency as plain lists, inserted directly. Tests of reports count over the lists, never over the database. Today is
 * 2026-11-20; September to November 2026 have cards.
 */

export interface MadePerson {
  readonly id: number;
  readonly name: string;
  readonly start: string;
  readonly archived: string | null;
  readonly isPrivate: boolean;
  readonly dob: string;
  readonly units: number | null;
  readonly parExpiration: string | null;
  /** The earlier day on which they left, by the record log; null if nobody recorded it. */
  readonly left: string | null;
  readonly returned: string | null;
  readonly checked: string | null;
  readonly idExpires: string | null;
  readonly vaccine: string | null;
  readonly shot: string | null;
  readonly hasSsn: boolean;
}

export interface MadeDay {
  readonly date: string;
  readonly start: string;
  readonly end: string;
  readonly travel: number;
  readonly billing: boolean;
  readonly payroll: boolean;
}

export interface MadePlan {
  readonly id: number;
  readonly client: MadePerson;
  readonly provider: MadePerson;
  readonly code: string;
  readonly aggregatorCode: string | null;
  readonly start: string;
  readonly end: string | null;
  readonly excluded: string | null;
  /** Time In and Time Out by weekday. */
  readonly week: Partial<Record<Weekday, readonly [string, string]>>;
}

export interface MadeCard {
  readonly id: number;
  readonly plan: MadePlan;
  readonly month: string;
  readonly calculation: string;
  readonly from: string;
  readonly through: string;
  readonly rate: number;
  readonly status: string;
  readonly reason: string | null;
  readonly days: readonly MadeDay[];
}

export interface MadeVisit {
  readonly plan: MadePlan;
  readonly date: string;
  readonly status: 'Planned' | 'Active' | 'Complete';
  readonly minutes: number;
  readonly isPlaced: boolean;
  readonly isEdited: boolean;
  readonly aggregator: string | null;
}

export interface MadeAgency {
  readonly clients: readonly MadePerson[];
  readonly providers: readonly MadePerson[];
  readonly plans: readonly MadePlan[];
  readonly cards: readonly MadeCard[];
  readonly visits: readonly MadeVisit[];
  /** Ids of filed pages by 'plan month period', and the codes of open errors. */
  readonly scans: ReadonlyMap<string, number>;
  readonly codes: ReadonlyMap<string, readonly number[]>;
}

// ---- counting by plain loops

const clock = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
export const lengthOf = ({ start, end }: { readonly start: string; readonly end: string }) =>
  clock(end) >= clock(start) ? clock(end) - clock(start) : clock(end) + 1440 - clock(start);

export const daysBetween = (from: string, through: string): string[] => {
  const days: string[] = [];
  for (let day = Temporal.PlainDate.from(from); day.toString() <= through; day = day.add({ days: 1 }))
    days.push(day.toString());
  return days;
};
export const lastOf = (month: string) =>
  Temporal.PlainYearMonth.from(month)
    .toPlainDate({ day: 1 })
    .add({ months: 1 })
    .subtract({ days: 1 })
    .toString();

/** Days on which a plan has planned time: it runs, and neither person has left. */
export const plannedOn = ({ start, end, week, client, provider }: MadePlan, from: string, through: string) =>
  daysBetween(from, through).filter((date) => {
    const isGone = [client.archived, provider.archived].some((gone) => gone !== null && gone <= date);
    const runs = start <= date && (end === null || date < end) && !isGone;
    return runs && week[weekdayOf(Temporal.PlainDate.from(date))] !== undefined;
  });

export const minutesOn = ({ week }: MadePlan, date: string) => {
  const [start, end] = week[weekdayOf(Temporal.PlainDate.from(date))] ?? ['00:00', '00:00'];
  return lengthOf({ start, end });
};

const totalOf = (days: readonly MadeDay[]) => {
  let total = 0;
  for (const day of days) total += lengthOf(day) + day.travel;
  return total;
};
export const unitsOf = ({ days }: Pick<MadeCard, 'days'>) =>
  Math.ceil(totalOf(days.filter(({ billing }) => billing)) / 15);
/** Hundredths of an hour; work and travel are rounded separately. */
export const paidHoursOf = ({ days }: MadeCard) => {
  let [work, travel] = [0, 0];
  for (const day of days.filter(({ payroll }) => payroll)) {
    work += lengthOf(day);
    travel += day.travel;
  }
  return Math.round((work * 100) / 60) + Math.round((travel * 100) / 60);
};

// ---- making it

const TODAY = '2026-11-20';
const SURNAMES = [
  'Baca',
  '=SUM(A1)',
  'Ångström',
  'Nguyễn',
  "O'Neil",
  '<b>Bold</b>',
  'de la Cruz',
  'Żak',
  'Lee',
  '@Home',
];
const CODES = ['PCP', 'HMK', 'IHSSPC'] as const;

type Insert = (text: string, values: readonly unknown[]) => Promise<number>;

const makePeople = async (
  pool: Statements,
  kind: 'Client' | 'Provider',
  count: number,
): Promise<MadePerson[]> => {
  const random = randomOf(kind);
  const two = (n: number) => String(n).padStart(2, '0');
  const people: MadePerson[] = [];
  for (let n = 0; n < count; n += 1) {
    const last = `${SURNAMES[n % SURNAMES.length]} ${n}`;
    const made = {
      start: `${random.pick([2024, 2025, 2026])}-${two(random.int(1, 11))}-${two(random.int(1, 19))}`,
      archived: random.chance(0.2) ? `2026-${two(random.int(10, 11))}-${two(random.int(1, 19))}` : null,
      isPrivate: kind === 'Client' && random.chance(0.25),
      dob: `${random.int(1940, 2010)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`,
      units: kind === 'Client' && random.chance(0.4) ? random.int(100, 900) : null,
      parExpiration: random.chance(0.7) ? `2027-${two(random.int(1, 9))}-${two(random.int(1, 28))}` : null,
      returned:
        kind === 'Provider' && random.chance(0.4) ? `2026-0${random.int(2, 8)}-1${random.int(0, 9)}` : null,
      checked: random.pick(['2023-10-02', '2023-12-05', '2025-05-05']),
      idExpires: random.pick(['2026-11-01', '2026-12-10', '2029-01-01', null]),
      vaccine: random.pick(['0', '1', '2', '3', '4', null]),
      shot: random.pick(['2025-11', '2026-02', '2026-10', null]),
      hasSsn: random.chance(0.8),
    };
    const { start, returned } = made;
    const leftOn = addDays(returned ?? TODAY, -random.int(20, 90));
    const person = { ...made, left: returned !== null && start < leftOn ? leftOn : null };
    const shared = {
      dob: person.dob,
      cur: person.archived ? 'n' : 'y',
      archive_date: person.archived,
      created: '2024-01-01T12:00:00Z',
      ...(person.hasSsn && {
        ssn_cipher: Buffer.from('x'),
        ssn_hmac: Buffer.from(`${kind}${n}`),
        ssn_last4: `00${two(n)}`,
      }),
    };
    const id =
      kind === 'Client'
        ? await addClient(pool, last, {
            ...shared,
            start_of_care: person.start,
            private_client: person.isPrivate,
            medicaid: person.isPrivate ? null : `A00${1000 + n}`,
            total_units: person.units && JSON.stringify({ PCP: person.units }),
            par_expiration: person.parExpiration,
          })
        : await addProvider(pool, last, {
            ...shared,
            start_date: person.start,
            return_date: person.returned,
            covid_vaccine: person.vaccine,
            background_check: person.checked,
            id_expiration: person.idExpires,
            flushot_vaccine: person.shot,
          });
    if (person.left !== null)
      await pool.query(
        `insert into change_log (at, actor, role, call, entity, entity_id, action, changes)
         values ($1::date + time '19:00', 'T.', 'admin', 'test', 'person', $3, 'update', $4),
           ($2::date + time '19:00', 'T.', 'admin', 'test', 'person', $3, 'update', $5)`,
        [
          person.left,
          returned,
          id,
          JSON.stringify({ Cur: ['y', 'n'], archiveDate: [null, person.left] }),
          JSON.stringify({
            Cur: ['n', 'y'],
            archiveDate: [person.left, null],
            'Return Date': [null, returned],
          }),
        ],
      );
    people.push({ ...person, id, name: `${last}, ${kind === 'Client' ? 'Chris' : 'Pat'}` });
  }
  return people;
};

const makePlans = async (
  insert: Insert,
  pool: Statements,
  clients: readonly MadePerson[],
  providers: readonly MadePerson[],
): Promise<MadePlan[]> => {
  const random = randomOf('plans');
  const { rows: types } = await pool.query<{ id: number; code: string; aggregator_code: string | null }>(
    'select id, code, aggregator_code from care_plan_types',
  );
  const plans: MadePlan[] = [];
  for (const client of clients)
    for (let n = random.int(1, 2); n > 0; n -= 1) {
      const type = types.find(({ code }) => code === random.pick(CODES)) ?? types[0];
      if (!type) throw new Error('no types');
      const week = Object.fromEntries(
        random.some(WEEKDAYS, random.int(1, 4)).map((day) => {
          const hour = random.int(6, 12);
          const length = random.int(2, 5);
          const two = (value: number) => String(value).padStart(2, '0');
          return [
            day,
            [`${two(hour)}:${random.pick(['00', '05', '20'])}`, `${two(hour + length)}:10`],
          ] as const;
        }),
      );
      const plan = {
        client,
        provider: random.pick(providers),
        code: type.code,
        aggregatorCode: type.aggregator_code,
        start: random.pick(['2025-11-10', '2025-12-15', '2026-01-05', '2026-09-01', '2026-10-20']),
        end: random.chance(0.2) ? '2026-11-12' : null,
        excluded: random.chance(0.3) ? random.pick(['2025-11-01', '2025-12-10', '2026-06-01']) : null,
        week,
      };
      const id = await insert(
        `insert into care_plans (provider_id, client_id, type_id, start_date, end_date, create_reason, status,
           archive_info, excluded, json, created, modified, modified_by)
         values ($1, $2, $3, $4, $5, 'New', $6, $7, $8, $9, now(), now(), 'T.') returning id`,
        [
          plan.provider.id,
          client.id,
          type.id,
          plan.start,
          plan.end,
          plan.end ? 'Archive' : 'Active',
          plan.end && '11-12-2026 10:00 T.',
          plan.excluded,
          JSON.stringify(weekOf(week)),
        ],
      );
      plans.push({ ...plan, id });
    }
  return plans;
};

const makeCards = async (
  insert: Insert,
  plans: readonly MadePlan[],
  months: readonly string[],
): Promise<MadeCard[]> => {
  const random = randomOf('cards');
  const cards: MadeCard[] = [];
  for (const plan of plans)
    for (const month of months) {
      const through = random.chance(0.5) ? lastOf(month) : `${month}-15`;
      const days = plannedOn(plan, `${month}-01`, through).map((date): MadeDay => {
        const [start, end] = plan.week[weekdayOf(Temporal.PlainDate.from(date))] ?? ['08:00', '09:00'];
        const travel = random.int(0, 12);
        return { date, start, end, travel, billing: random.chance(0.9), payroll: random.chance(0.9) };
      });
      if (days.length === 0 || random.chance(0.25)) continue;
      const card = {
        plan,
        month,
        calculation: random.chance(0.1) ? '2026-11' : month,
        from: `${month}-01`,
        through,
        rate: random.pick([517, 612, 700]),
        status: random.pick(['Billed', 'Billed', 'Paid', 'Paid', 'Denied', 'PartPaid', 'Pending']),
        days,
      };
      const reason = card.status === 'Denied' ? random.pick(['No authorisation.', 'CO-29']) : null;
      const [all, billed, paid] = [days, days.filter((d) => d.billing), days.filter((d) => d.payroll)];
      const work = (some: readonly MadeDay[]) => some.reduce((sum, day) => sum + lengthOf(day), 0);
      const travel = (some: readonly MadeDay[]) => some.reduce((sum, day) => sum + day.travel, 0);
      const unit = Math.ceil((work(all) + travel(all)) / 15);
      const id = await insert(
        `insert into work (care_plan_id, client_id, provider_id, type_id, month, custom_month, start_period, end_period,
           days, pay_rate, working_minutes, travel_minutes, unit, amount, no_billing_working_minutes,
           no_billing_travel_minutes, no_billing_unit, no_payroll_working_minutes, no_payroll_travel_minutes,
           no_payroll_unit, status, denied_reason, created, modified, modified_by, status_at, status_by)
         values ($1, $2, $3, (select type_id from care_plans where id = $1), $4, $5, $6, $7, $8, $9, $10, $11, $12,
           $21, $13, $14, $15, $16, $17, $18, $19, $20, now(), now(), 'T.', '2026-11-10T12:00:00Z', 'T.') returning id`,
        [
          plan.id,
          plan.client.id,
          plan.provider.id,
          card.from,
          card.calculation === month ? null : `${card.calculation}-01`,
          card.from,
          through,
          JSON.stringify(days),
          card.rate,
          work(all),
          travel(all),
          unit,
          work(all) - work(billed),
          travel(all) - travel(billed),
          unit - unitsOf({ days }),
          work(all) - work(paid),
          travel(all) - travel(paid),
          unit - Math.ceil((work(paid) + travel(paid)) / 15),
          card.status,
          reason,
          unitsOf({ days }) * card.rate,
        ],
      );
      cards.push({ ...card, reason, id });
    }
  return cards;
};

const makeVisits = async (insert: Insert, plans: readonly MadePlan[]): Promise<MadeVisit[]> => {
  const random = randomOf('visits');
  const visits: MadeVisit[] = [];
  for (const plan of plans.filter(({ excluded }) => excluded === null))
    for (const date of plannedOn(plan, '2026-11-01', '2026-11-30')) {
      const [start, end] = plan.week[weekdayOf(Temporal.PlainDate.from(date))] ?? ['08:00', '09:00'];
      const status =
        date >= TODAY
          ? 'Planned'
          : random.weighted([
              ['Complete', 8],
              ['Planned', 1],
              ['Active', 1],
            ] as const);
      const visit = {
        plan,
        date,
        status,
        minutes: status === 'Complete' ? random.int(60, 280) : 0,
        isPlaced: random.chance(0.8),
        isEdited: status !== 'Planned' && random.chance(0.2),
        aggregator: status === 'Complete' ? random.pick(['Success', 'Failed', 'Pending', null]) : null,
      };
      const startAt = Temporal.PlainDateTime.from(`${date}T${start}`)
        .toZonedDateTime('America/Denver')
        .toInstant();
      const isBegun = status !== 'Planned';
      await insert(
        `insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, status,
           start_at, end_at, start_latitude, start_longitude, end_latitude, end_longitude, start_edited, change_code,
           aggregator_status, tasks, created)
         values ($1, $2, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $11, $12, $13, $14,
           '{"WorkingTime": 0, "TravelTime": 0, "Care": {}, "Home": {}}', now()) returning id`,
        [
          plan.id,
          date,
          start,
          end,
          plan.client.id,
          plan.provider.id,
          status,
          isBegun ? startAt.toString() : null,
          status === 'Complete' ? startAt.add({ minutes: visit.minutes }).toString() : null,
          isBegun ? 39.7 : null,
          status === 'Complete' && visit.isPlaced ? 39.7 : null,
          visit.isEdited,
          visit.isEdited ? 1 : null,
          visit.aggregator,
        ],
      );
      visits.push(visit);
    }
  return visits;
};

/** Timesheets of October. */
const makeScans = async (insert: Insert, plans: readonly MadePlan[]) => {
  const random = randomOf('scans');
  const scans = new Map<string, number>();
  const codes = new Map<string, readonly number[]>();
  const upload = await insert(
    `with stored as (insert into stored_files (key, size, sha256) values ($1, 1, sha256('x'::bytea)) returning key)
     insert into scan_uploads (name, kind, stored_key, pages, created, created_by)
     select 'scan.pdf', 'pdf', key, 1, now(), 'T.' from stored returning id`,
    [`${'0'.repeat(2)}/${'0'.repeat(62)}`],
  );
  for (const plan of plans)
    for (const period of [0, 1]) {
      if (random.chance(0.4)) continue;
      const page = await insert(
        `insert into scan_pages (upload_id, page, state, plan_id, month, kind, period, filed)
         values ($1, $2, 'filed', $3, '2026-10', 'T', $4, '2026-11-02T17:00:00Z') returning id`,
        [upload, scans.size + 1, plan.id, period],
      );
      scans.set(`${plan.id} 2026-10 ${period}`, page);
      if (random.chance(0.7)) continue;
      const errors = random.some([1, 3, 6], random.int(1, 2));
      codes.set(`${plan.id} 2026-10 ${period}`, errors);
      await insert(
        `insert into scan_errors (plan_id, month, period, errors, created, created_by, modified, modified_by)
         values ($1, '2026-10', $2, $3, now(), 'T.', now(), 'T.') returning id`,
        [plan.id, period, errors],
      );
    }
  return { scans, codes };
};

const AUTUMN = ['2026-09', '2026-10', '2026-11'];

/** `months` have billing records; a late one is calculated in November. */
export const makeAgency = async (
  pool: Statements,
  months: readonly string[] = AUTUMN,
): Promise<MadeAgency> => {
  const insert: Insert = async (text, values) => {
    const { rows } = await pool.query<{ id: number }>(text, [...values]);
    const [row] = rows;
    if (!row) throw new Error('nothing was made');
    return row.id;
  };
  const clients = await makePeople(pool, 'Client', 40);
  const providers = await makePeople(pool, 'Provider', 15);
  const plans = await makePlans(insert, pool, clients, providers);
  return {
    clients,
    providers,
    plans,
    cards: await makeCards(insert, plans, months),
    visits: await makeVisits(insert, plans),
    ...(await makeScans(insert, plans)),
  };
};
