import { setTimeout as pause } from 'node:timers/promises';
import { hashToken, newToken } from '../server/src/platform/auth/sessions.ts';
import { ms, report, shareOf, shareOfTime } from './report.ts';
import { type BenchSite, benchSite } from './site.ts';

/** A shift begins: 500 caregivers check in within 5 seconds, each with a session, a key and a position of their own. */
const CAREGIVERS = 500;
const SECONDS = 5;

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
    [CAREGIVERS, start.toPlainDate().toString(), time(0), time(60)],
  );
  if (rows.length < CAREGIVERS) throw new Error(`only ${rows.length} providers have an active plan`);
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

const bench = await benchSite({ clients: 1_300, providers: 650 });
const caregivers = await prepare(bench);
const server = await bench.serve();
try {
  const answers = await Promise.all(
    caregivers.map(async (caregiver, place) => {
      await pause((place * SECONDS * 1000) / CAREGIVERS);
      return checkIn(server.url, caregiver);
    }),
  );
  const accepted = answers.filter(({ status }) => status === 200).length;
  const { rows } = await bench.site.pool.query<{ count: number }>(
    `select count(*)::int as count from visits where status = 'Active'`,
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
  ]);
} finally {
  await server.stop();
  await bench.stop();
}
