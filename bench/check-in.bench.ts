import { setTimeout as pause } from 'node:timers/promises';
import { hashToken, newToken } from '../server/src/platform/auth/sessions.ts';
import { median, ms, report, shareOf, shareOfTime } from './report.ts';
import { type BenchSite, benchSite } from './site.ts';

/**
 * A shift begins: 500 caregivers check in within 5 seconds, each with a session, a key and a position of their own. Before it
 * some check in one after the other, in turn with the bare statements of a check-in.
 */
const CAREGIVERS = 500;
const SECONDS = 5;
const QUIET = 80;
/** The first of them are not counted. */
const WARM_UP = 10;
const EVERYBODY = CAREGIVERS + 2 * QUIET;
const ALLOWED = { bare: 2, rush: 5 };

interface Caregiver {
  readonly cookie: string;
  readonly visit: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** One visit that starts now for each of so many providers, and a signed-in phone. */
const prepare = async ({ site, scope }: BenchSite): Promise<Caregiver[]> => {
  const start = scope.now().toZonedDateTimeISO(scope.settings.timeZone);
  const time = (minutes: number) => start.add({ minutes }).toPlainTime().toString({ smallestUnit: 'minute' });
  await site.pool.query('truncate visits, visit_attempts, visit_attempts_accepted, visit_attempts_rejected');
  const { rows } = await site.pool.query<{
    id: number;
    provider: number;
    latitude: number;
    longitude: number;
  }>(
    `with chosen as (
       select distinct on (provider_id) id, provider_id, client_id from care_plans
       where status = 'Active' order by provider_id, id limit $1
     ), made as (
       insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, tasks, created)
       select id, $2, $2, $3, $4, client_id, provider_id,
         '{"WorkingTime":60,"TravelTime":0,"Care":{"Bathing":60},"Home":{}}', now() from chosen
       returning id, provider_id, client_id
     )
     select made.id, made.provider_id as provider, p.address_latitude as latitude, p.address_longitude as longitude
     from made join people p on p.id = made.client_id`,
    [EVERYBODY, start.toPlainDate().toString(), time(0), time(60)],
  );
  if (rows.length < EVERYBODY) throw new Error(`only ${rows.length} providers have an active plan`);
  const phones = rows.map((row) => ({ ...row, token: newToken() }));
  await site.pool.query(
    `with phone as (select * from unnest($1::int[], $2::bytea[]) as phone (provider, token)), made as (
       insert into accounts (login, password_hash, full_name, role, initials, provider_id, reset_password)
       select 'phone' || provider, '-', 'Phone ' || provider, 'evv', 'P.H.', provider, false from phone
       returning id, provider_id
     )
     insert into sessions (token_hash, account_id) select token, made.id from made join phone on provider = provider_id`,
    [phones.map(({ provider }) => provider), phones.map(({ token }) => hashToken(token))],
  );
  await site.pool.query('analyze');
  return phones.map(({ id, latitude, longitude, token }) => ({
    cookie: `homecare=${site.name}~${token}`,
    visit: id,
    latitude,
    longitude,
  }));
};

const checkIn = async (url: string, { cookie, visit, latitude, longitude }: Caregiver) => {
  const fields = {
    Status: 'Active',
    AddressStartLatitude: latitude,
    AddressStartLongitude: longitude,
    StartLocationError: false,
    DeviceTime: Temporal.Now.instant().toString(),
    Accuracy: 12,
  };
  const data = JSON.stringify(Object.entries(fields).map(([field, value]) => ({ field, value })));
  const begun = performance.now();
  const answer = await fetch(`${url}/homecare/api/poster.php`, {
    method: 'POST',
    headers: { cookie, 'x-requested-with': 'homecare', 'idempotency-key': `tap-${visit}-first` },
    body: new URLSearchParams({ cmd: 'evv_update', id: String(visit), data }),
  });
  await answer.arrayBuffer();
  return { status: answer.status, took: performance.now() - begun };
};

/** The visit, its row of the log and the key in one transaction, without HTTP, as a first check-in left them. */
const bareCheckIn = async ({ site: { pool } }: BenchSite, sample: number) => {
  const valuesOf = async (text: string, value: number | string) =>
    (await pool.query<unknown[]>({ text, values: [value], rowMode: 'array' })).rows[0] ?? [];
  const log = await valuesOf(
    `select account_id, actor, role, address, call, action, changes::text from change_log
      where entity = 'visit' and entity_id = $1`,
    sample,
  );
  const key = await valuesOf(
    'select account_id, call, answer::text from idempotency_keys where key = $1',
    `tap-${sample}-first`,
  );
  if (log.length === 0 || key.length === 0) throw new Error('a check-in left no row of the log or no key');
  return async ({ visit, latitude, longitude }: Caregiver) => {
    const connection = await pool.connect();
    const begun = performance.now();
    try {
      await connection.query('begin');
      const { rowCount } = await connection.query({
        name: 'bare-visit',
        text: `update visits set status = 'Active', start_at = date_trunc('second', now()), start_received_at = now(),
            start_device_at = now(), start_late = false, start_latitude = $2, start_longitude = $3, start_accuracy = 12,
            start_distance = 0, start_location_error = false, place_latitude = $2, place_longitude = $3, edited = now(),
            edited_by = 'P.H.', edited_via = 'app', rev = rev + 1
          where id = $1 and status = 'Planned'`,
        values: [visit, latitude, longitude],
      });
      if (rowCount !== 1) throw new Error('the bare check-in found no visit');
      await connection.query({
        name: 'bare-log',
        text: `insert into change_log (account_id, actor, role, address, call, action, changes, entity, entity_id)
          values ($1, $2, $3, $4, $5, $6, $7, 'visit', $8)`,
        values: [...log, visit],
      });
      await connection.query({
        name: 'bare-key',
        text: 'insert into idempotency_keys (account_id, call, answer, key) values ($1, $2, $3, $4)',
        values: [...key, `bare-${visit}`],
      });
      await connection.query('commit');
    } finally {
      connection.release();
    }
    return performance.now() - begun;
  };
};

const bench = await benchSite({ clients: 1_600, providers: 800 });
const everybody = await prepare(bench);
const caregivers = everybody.slice(0, CAREGIVERS);
const server = await bench.serve();

/** One after the other: a check-in over HTTP, then the bare one of somebody else. */
const measureQuiet = async () => {
  const [first, ...others] = everybody.slice(CAREGIVERS);
  if (!first) throw new Error('nobody is left');
  await checkIn(server.url, first);
  const bareOf = await bareCheckIn(bench, first.visit);
  const took = { here: [] as number[], bare: [] as number[] };
  for (const [place, caregiver] of others.entries())
    if (place % 2 === 0) took.bare.push(await bareOf(caregiver));
    else {
      const { status, took: here } = await checkIn(server.url, caregiver);
      if (status !== 200) throw new Error(`a check-in answered ${status}`);
      took.here.push(here);
    }
  return { here: median(took.here.slice(WARM_UP)), bare: median(took.bare.slice(WARM_UP)) };
};

try {
  const quiet = await measureQuiet();
  const answers = await Promise.all(
    caregivers.map(async (caregiver, place) => {
      await pause((place * SECONDS * 1000) / CAREGIVERS);
      return checkIn(server.url, caregiver);
    }),
  );
  const accepted = answers.filter(({ status }) => status === 200).length;
  const { rows } = await bench.site.pool.query<{ count: number }>(
    `select count(*)::int as count from visits where status = 'Active' and id = any($1)`,
    [caregivers.map(({ visit }) => visit)],
  );
  const took = answers.map((answer) => answer.took).sort((a, b) => a - b);
  const at = (share: number) => took[Math.ceil(took.length * share) - 1] ?? 0;
  report([
    {
      name: `${CAREGIVERS} check-ins in ${SECONDS} s: accepted, and recorded`,
      here: `${accepted}, ${rows[0]?.count ?? 0}`,
      target: 'all',
      share: shareOf(accepted === CAREGIVERS && rows[0]?.count === CAREGIVERS),
    },
    {
      name: 'Answer to a check-in, 99 of 100',
      here: `${ms(at(0.99))} (median ${ms(at(0.5))}, longest ${ms(at(1))})`,
      target: 'under 1000 ms',
      share: shareOfTime(at(0.99), 1_000),
    },
    {
      name: 'The same, beside the median of check-ins one after the other',
      here: `${(at(0.99) / quiet.here).toFixed(2)} ×`,
      limit: ms(quiet.here),
      target: `under ${ALLOWED.rush} ×`,
      share: at(0.99) / quiet.here / ALLOWED.rush,
    },
    {
      name: 'A check-in over HTTP, against its bare statements in one transaction',
      here: `${ms(quiet.here)} = ${(quiet.here / quiet.bare).toFixed(2)} ×`,
      limit: ms(quiet.bare),
      target: `at most ${ALLOWED.bare} × the limit`,
      share: quiet.here / quiet.bare / ALLOWED.bare,
    },
  ]);
} finally {
  await server.stop();
  await bench.stop();
}
