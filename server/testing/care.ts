import { randomBytes } from 'node:crypto';
import type { Weekday } from '@homecare/domain/calendar.ts';
import type { PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import type { PayerFacts } from '@homecare/domain/payers/schema.ts';
import type { PayCategory } from '@homecare/domain/people/dictionary.ts';
import type { Statements } from '../src/platform/db/connections.ts';

/** People and weeks for tests about plans and visits: complete enough, inserted directly. */
const addPerson = async (pool: Statements, columns: Record<string, unknown>): Promise<number> => {
  const all: Record<string, unknown> = { updated_by: 'T.', ...columns };
  const names = Object.keys(all);
  const { rows } = await pool.query<{ id: number }>(
    `insert into people (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
    Object.values(all),
  );
  const [row] = rows;
  if (!row) throw new Error('no person was made');
  return row.id;
};

export const addProvider = (pool: Statements, name: string, columns: Record<string, unknown> = {}) =>
  addPerson(pool, {
    kind: 'Provider',
    last_name: name,
    first_name: 'Pat',
    phone: '(303) 555-0100',
    background_check: '2026-01-10',
    caps_check: '2026-01-10',
    ...columns,
  });

/** Cents an hour from a day on; without a day, from the beginning. */
export const setPayRates = async (
  pool: Statements,
  providerId: number,
  rates: Partial<Record<PayCategory, number>>,
  from: string | null = null,
): Promise<void> => {
  for (const [category, rate] of Object.entries(rates))
    await pool.query(
      'insert into pay_rates (provider_id, category, valid_from, rate) values ($1, $2, $3, $4)',
      [providerId, category, from, rate],
    );
};

/** The login with which a caregiver checks in by phone; nobody knows its password. */
export const addPhoneLogin = async (pool: Statements, providerId: number): Promise<void> => {
  await pool.query(
    `insert into accounts (login, password_hash, full_name, role, initials, provider_id)
     values ($1, 'x', 'N', 'evv', 'N.', $2)`,
    [`phone${providerId}`, providerId],
  );
};

/** A personal care provider who is free to cover any visit. */
export const addCaregiver = async (
  pool: Statements,
  name: string,
  columns: Record<string, unknown> = {},
): Promise<number> => {
  const id = await addProvider(pool, name, columns);
  await setPayRates(pool, id, { 'PCP/RPCP': 2000 });
  await addPhoneLogin(pool, id);
  return id;
};

/** The point of every test client. */
export const CLIENT_POINT = { latitude: 39.7047, longitude: -104.8137 };

export const addClient = (pool: Statements, name: string, columns: Record<string, unknown> = {}) =>
  addPerson(pool, {
    kind: 'Client',
    last_name: name,
    first_name: 'Chris',
    phone: '(303) 555-0200',
    address: '1450 S Havana St',
    address2: 'Unit 310',
    city: 'Aurora',
    state: 'CO',
    postal_code: '80012',
    address_latitude: CLIENT_POINT.latitude,
    address_longitude: CLIENT_POINT.longitude,
    language: 'English',
    ...columns,
  });

/** A week with one task that fills each given day: `weekOf({ Mon: ['08:00', '10:00'] })`. */
export const weekOf = (times: Partial<Record<Weekday, readonly [string, string]>>): PlanWeek => {
  const day = <T>(pick: (pair: readonly [string, string] | undefined) => T) => ({
    Mon: pick(times.Mon),
    Tue: pick(times.Tue),
    Wed: pick(times.Wed),
    Thu: pick(times.Thu),
    Fri: pick(times.Fri),
    Sat: pick(times.Sat),
    Sun: pick(times.Sun),
  });
  const minute = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  const length = (pair: readonly [string, string] | undefined) =>
    pair ? (minute(pair[1]) - minute(pair[0]) + 1440) % 1440 : 0;
  return {
    personalCareItems: [{ Name: 'Bathing', ...day(length) }],
    homeMakingItems: [],
    time: [
      { Name: 'Time In', ...day((pair) => pair?.[0] ?? null) },
      { Name: 'Time Out', ...day((pair) => pair?.[1] ?? null) },
      { Name: 'Travel Time', ...day((pair) => (pair ? 10 : 0)) },
    ],
  };
};

/** A payer who is sent invoices. */
export const PAYER: PayerFacts = {
  kind: 'Private',
  name: 'Ana Lopez',
  contact: '',
  phone: '(303) 555-0177',
  email: 'ana.lopez@example.org',
  address: '1 Elm St',
  address2: '',
  city: 'Denver',
  state: 'CO',
  zip: '80202',
  termsDays: 15,
  payerNumber: '',
  isActive: true,
};

/** Inserts a filed page of a scanned timesheet; its file does not exist. */
export const addScan = async (
  pool: Statements,
  planId: number,
  month: string,
  period: 0 | 1,
): Promise<void> => {
  const key = randomBytes(32).toString('hex');
  await pool.query(
    `with stored as (insert into stored_files (key, size, sha256) values ($4, 1, sha256('x'::bytea)) returning key),
        upload as (insert into scan_uploads (name, kind, stored_key, pages, created, created_by)
          select 'scan.pdf', 'pdf', key, 1, now(), 'T.U.' from stored returning id)
      insert into scan_pages (upload_id, page, state, plan_id, month, kind, period, filed)
      select id, 1, 'filed', $1, $2, 'T', $3, now() from upload`,
    [planId, month, period, `${key.slice(0, 2)}/${key.slice(2)}`],
  );
};

/** A Complete visit of a care plan, planned from 10:00 to 12:00 and recorded from 10:00 on, in Denver. */
export const addRecordedVisit = (pool: Statements, planId: number, date: string, minutes: number) =>
  pool.query(
    `insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, status,
        start_at, end_at, tasks, created, edited, edited_by, edited_via)
      select id, $2::date, $2::date, '10:00', '12:00', client_id, provider_id, 'Complete',
        ($2::date + time '10:00') at time zone 'America/Denver',
        ($2::date + time '10:00') at time zone 'America/Denver' + $3 * interval '1 minute', '[]', now(), now(), 'T.', 'app'
      from care_plans where id = $1`,
    [planId, date, minutes],
  );
