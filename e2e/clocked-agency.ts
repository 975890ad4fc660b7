// An agency of its own whose clock the parent process sets: the real server on a real PostgreSQL; nothing is left of it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CardDay } from '../domain/src/billing/schema.ts';
import { served as day } from '../domain/src/billing/testing/served.ts';
import type { Weekday } from '../domain/src/calendar.ts';
import { done } from '../domain/src/errors.ts';
import { createAccount } from '../server/src/accounts/service.ts';
import { aggregatorJob } from '../server/src/aggregator/jobs.ts';
import { buildRegistry, JOBS } from '../server/src/app.ts';
import { saveNew as saveCard } from '../server/src/billing/saving.ts';
import { createPlan } from '../server/src/care-plans/service.ts';
import { prepareDemo } from '../server/src/operations/demo.ts';
import { startRehearsal } from '../server/src/operations/rehearsal.ts';
import { savePayRate } from '../server/src/payroll/rates.ts';
import { exportPayroll } from '../server/src/payroll/run-files.ts';
import { Scope } from '../server/src/platform/auth/scope.ts';
import { DEMO_ENTRY } from '../server/src/platform/config/config.ts';
import { WEB_ROOT } from '../server/src/platform/config/environment.ts';
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded.ts';
import { mutate } from '../server/src/platform/db/mutate.ts';
import { buildServer } from '../server/src/platform/http/server.ts';
import { queueJob } from '../server/src/platform/jobs/queue.ts';
import { SiteJobs } from '../server/src/platform/jobs/site-jobs.ts';
import { NO_LOG } from '../server/src/platform/log/log.ts';
import { unservedMachine } from '../server/src/platform/site/machine.ts';
import { Sites } from '../server/src/platform/site/sites.ts';
import { openSite } from '../server/src/sites/open-site.ts';
import { addClient, addProvider, addRecordedVisit, addScan, weekOf } from '../server/testing/care.ts';
import { freePort } from '../server/testing/free-port.ts';
import { addMonth, MONTH } from '../server/testing/month-agency.ts';
import { startTwilio } from '../simulators/src/twilio.ts';
import { DEMO_PASSWORD } from './demo-password.ts';

/** What the parent asks for; `n` comes back with the answer. */
export type Asked = { readonly n: number } & (
  | { readonly now: string; readonly goesOn: boolean }
  | { readonly caregiver: string; readonly visits: readonly PlannedVisit[] }
  | { readonly exportedWhole: string }
  | { readonly longDay: string }
  | { readonly example: true }
  | { readonly jobs: 'all' | 'queued' | 'aggregator' }
  | { readonly from: string; readonly body: string }
  | { readonly textsTo: string }
  | { readonly scannedPlan: number; readonly month: string }
  | { readonly workedFor: number; readonly troubleEvery: number }
  | { readonly workedIn: string }
);

/** On this weekday from now on, for a client of this name. */
export interface PlannedVisit {
  readonly client: string;
  readonly day: Weekday;
  readonly from: string;
  readonly to: string;
}

const say = (message: object) => process.connected && process.send?.(message);

const failed = (line: string) => void process.stderr.write(`${line}\n`);

const dataDir = mkdtempSync(join(tmpdir(), 'homecare-e2e-clock-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
let now = Temporal.Now.instant();
/** Since when the clock goes on; null: it stands still. */
let since: Temporal.Instant | null = null;
const clock = { now: () => (since ? now.add(since.until(Temporal.Now.instant())) : now) };
const port = await freePort();
const twilioAccount = { accountSid: `AC${'e'.repeat(32)}`, authToken: 'e2e' };
const publicUrl = `http://localhost:${port}`;
const number = '+13035550110';
const twilio = await startTwilio({
  ...twilioAccount,
  number,
  incomingUrl: `${publicUrl}/homecare/api/hooks/twilio/message`,
});
const aggregator = await startRehearsal(dataDir, failed);
const site = await openSite(
  { ...DEMO_ENTRY, publicUrl, textMessages: { ...twilioAccount, from: number, url: twilio.url } },
  postgres.connection,
  dataDir,
  { clock, rehearsal: aggregator?.access },
);
const jobs = new SiteJobs(site, JOBS);
const sites = new Sites([site], { pickerHosts: [] });
const app = await buildServer({
  sites,
  registry: buildRegistry(sites, unservedMachine(dataDir)),
  log: {
    ...NO_LOG,
    warn: failed,
    error: (_, error) => failed(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  },
  trustedProxies: [],
  webRoot: WEB_ROOT,
});

const asJob = () => Scope.startJob(site, 'stories');

/** A login of its own with the password of all stories. */
const addLogin = async (
  login: string,
  fullName: string,
  role: 'admin' | 'user' | 'evv',
  providerId?: number,
) => {
  const scope = await asJob();
  const made = await mutate(scope, 'stories.login', async (tx, record) => {
    record({ entity: 'account', id: null, action: 'insert' });
    return createAccount(tx, scope, {
      login,
      fullName,
      role,
      password: DEMO_PASSWORD,
      temporary: false,
      ...(providerId !== undefined && { providerId }),
    });
  });
  return made.ok ? done(login) : made;
};

/** A paid card of November 2026 of somebody new at a client of their own. */
const addPaidCard = async (caregiver: string, days: readonly CardDay[]) => {
  const ID = await addProvider(site.pool, caregiver);
  const terms = { id: ID, category: 'PCP/RPCP', validFrom: '2026-01-01', rate: 1901, was: null };
  const rated = await savePayRate(await asJob(), terms);
  if (!rated.ok) throw new Error(rated.info);
  const plan = await createPlan(await asJob(), {
    data: {
      ProviderID: ID,
      ClientID: await addClient(site.pool, `Of ${caregiver}`),
      Type: 'PCP',
      StartDate: '2026-01-05',
      createReason: 'New client',
      week: weekOf({ Sun: ['12:00', '12:30'] }),
    },
  });
  if (!plan.ok) throw new Error(plan.info);
  for (const half of [0, 1] as const) await addScan(site.pool, plan.data.id, '2026-11', half);
  const card = await saveCard(await asJob(), {
    data: {
      planId: plan.data.id,
      date: '2026-11',
      startPeriod: '2026-11-01',
      endPeriod: '2026-11-30',
      payRate: 517,
      days: [...days],
    },
  });
  if (!card.ok) throw new Error(card.info);
  return { planId: plan.data.id, providerId: ID };
};

/** A day of two hours that lasted a quarter of an hour longer, and one that was paid in full; the caregiver can sign in. */
const addLongDay = async (caregiver: string) => {
  const { planId, providerId } = await addPaidCard(caregiver, [
    day('2026-11-23', '10:00', '12:00'),
    day('2026-11-24', '10:00', '12:00'),
  ]);
  await addRecordedVisit(site.pool, planId, '2026-11-23', 120);
  await addRecordedVisit(site.pool, planId, '2026-11-24', 135);
  await addLogin(caregiver.toLowerCase(), `Pat ${caregiver}`, 'evv', providerId);
  return null;
};

const exportNovember = async () => {
  const month = { from: '2026-11', to: '2026-11', half: 'both', private: 'all' } as const;
  const made = await exportPayroll(await asJob(), { ...month, layout: 'own', export: 'csv' });
  if (!made.ok) throw new Error(made.info);
};

/**
 * A night from Saturday to Sunday and 38 hours from Monday to Friday, exported when runs still counted a night whole: 4 hours of
 * overtime of that week were not paid.
 */
const exportWhole = async (caregiver: string) => {
  await addPaidCard('Before', [day('2026-11-03', '08:00', '12:00')]);
  await exportNovember();
  await site.pool.query(`alter table payroll_runs disable trigger user;
    update payroll_runs set splits_weeks = false; alter table payroll_runs enable trigger user`);
  await addPaidCard(caregiver, [
    day('2026-11-07', '22:00', '06:00'),
    ...['09', '10', '11', '12'].map((date) => day(`2026-11-${date}`, '08:00', '16:00')),
    day('2026-11-13', '08:00', '14:00'),
  ]);
  await exportNovember();
  return null;
};

const addVisits = async (caregiver: string, visits: readonly PlannedVisit[]) => {
  // The checks that a plan needs are as old as the plan is new.
  const checked = (await asJob()).today().subtract({ months: 1 }).toString();
  const providerId = await addProvider(site.pool, caregiver, {
    background_check: checked,
    caps_check: checked,
  });
  for (const { client, day, from, to } of visits) {
    const scope = await asJob();
    const made = await createPlan(scope, {
      data: {
        ProviderID: providerId,
        ClientID: await addClient(site.pool, client),
        Type: 'PCP',
        StartDate: scope.today().toString(),
        createReason: 'New client',
        week: weekOf({ [day]: [from, to] }),
      },
    });
    if (!made.ok) throw new Error(made.info);
  }
  await addLogin(caregiver.toLowerCase(), `Pat ${caregiver}`, 'evv', providerId);
  return providerId;
};

/** A worked month of many clients with one care plan of two days a week each; its timesheets are all in. */
const addWorkedMonth = async (clients: number, troubleEvery: number) => {
  await site.pool.query(
    `insert into settings (key, value) values ('switches', '{"sandataEnabled": true, "smsEnabled": true}')`,
  );
  await site.readSettings();
  const made = await addMonth(site.pool, clients, 'story', {
    ...{ troubleEvery, plans: 1 },
    weekdays: ['Tue', 'Wed'],
  });
  // $18.75 an hour for every caregiver.
  await site.pool.query(`insert into pay_rates (provider_id, category, valid_from, rate)
    select id, 'PCP/RPCP', null, 1875 from people where kind = 'Provider'`);
  const { rows } = await site.pool.query<{ id: number }>('select id from care_plans order by id');
  for (const { id } of rows) for (const half of [0, 1] as const) await addScan(site.pool, id, MONTH, half);
  return made;
};

/** 'plan day planned begin end' of each Complete visit of a month. */
const readWorkedTimes = async (month: string) => {
  const { rows } = await site.pool.query<{
    plan: number;
    day: string;
    planned: string;
    begin: string;
    end: string;
  }>(
    `select care_plan_id as plan, date as day, planned_day as planned, start_at as begin, end_at as "end" from visits
      where status = 'Complete' and removed is null and to_char(date, 'YYYY-MM') = $1`,
    [month],
  );
  return rows.map(({ plan, day, planned, begin, end }) => [plan, day, planned, begin, end].join(' '));
};

const answer = async (asked: Asked) => {
  if ('now' in asked) {
    now = Temporal.Instant.from(asked.now);
    since = asked.goesOn ? Temporal.Now.instant() : null;
    return null;
  }
  if ('longDay' in asked) return addLongDay(asked.longDay);
  if ('exportedWhole' in asked) return exportWhole(asked.exportedWhole);
  if ('example' in asked) {
    await prepareDemo(site, { password: DEMO_PASSWORD, loopback: true, say: () => undefined });
    await site.readSettings();
    return null;
  }
  if ('jobs' in asked) {
    if (asked.jobs === 'aggregator') await queueJob(site.db, aggregatorJob.name);
    // All that have a time, whenever they ran last, and all that is queued; or what is queued alone.
    await jobs.run(asked.jobs === 'all' ? 0 : undefined);
    return null;
  }
  if ('from' in asked) return twilio.reply(asked.from, asked.body);
  if ('textsTo' in asked) {
    const sent = twilio.state().texts.filter(({ to }) => to === asked.textsTo);
    return sent.map(({ body }) => body);
  }
  if ('scannedPlan' in asked) {
    for (const half of [0, 1] as const) await addScan(site.pool, asked.scannedPlan, asked.month, half);
    return null;
  }
  if ('workedIn' in asked) return readWorkedTimes(asked.workedIn);
  if ('workedFor' in asked) return addWorkedMonth(asked.workedFor, asked.troubleEvery);
  return addVisits(asked.caregiver, asked.visits);
};

process.on('message', (asked: Asked) => {
  answer(asked).then(
    (value) => say({ n: asked.n, value }),
    (error) => say({ n: asked.n, error: String(error) }),
  );
});
process.once('disconnect', async () => {
  await app.close();
  await jobs.stop();
  await aggregator?.stop();
  await twilio.stop();
  await site.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});

await addLogin('office', 'Dana Office', 'user');
await addLogin('payroll', 'Mara Klein', 'admin');
await app.listen({ port: Number(port), host: '127.0.0.1' });
say({ url: publicUrl });
