import { readFileSync } from 'node:fs';
import { login } from '@homecare/domain/accounts/sign-in-contract.ts';
import { queueEmail, queueSms } from '@homecare/domain/messaging/contract.ts';
import { getPeople, insertPerson, updatePerson } from '@homecare/domain/people/contract.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { startSmtp } from '../../../../simulators/src/smtp.ts';
import { startTwilio } from '../../../../simulators/src/twilio.ts';
import { sampleClient } from '../../../testing/sample-people.ts';
import { TEST_PASSWORD, testServer } from '../../../testing/server.ts';
import { JOBS } from '../../app.ts';
import type { Job } from '../jobs/job.ts';
import { runJobs } from '../jobs/jobs.ts';
import { EVENT_LEVELS } from './events.ts';

const ACCOUNT = `AC${'1'.repeat(32)}`;
const twilio = await startTwilio({ accountSid: ACCOUNT, authToken: 'secret', number: '+13035550110' });
twilio.callbacks = 'none';
const smtp = await startSmtp({ user: 'agency', password: 'secret' });
const server = await testServer({
  slowStatementMs: 0,
  entry: {
    textMessages: { accountSid: ACCOUNT, authToken: 'secret', from: '+13035550110', url: twilio.url },
    mail: {
      host: '127.0.0.1',
      port: smtp.port,
      security: 'none',
      user: 'agency',
      password: 'secret',
      from: 'office@agency.test',
    },
  },
});
const failing: Job = {
  name: 'failing',
  run: async (scope) => {
    await scope.site.pool.query("select 'Kanarienvogel'::date");
  },
};
const runner = await runJobs(server.site, [...JOBS, failing]);
afterAll(async () => {
  await runner.stop();
  await server.stop();
  await twilio.stop();
  await smtp.stop();
});
const admin = await server.as('admin');
/** Marks that exist only in a record and what is made of it. */
const MARKS = /Kanarienvogel|canary|943.?21.?7788|555.?7391/i;
const person = sampleClient('Kanarienvogel', server.scope.today(), {
  FirstName: 'Kanarienvogel',
  Phone: '(303) 555-7391',
  Email: 'Kanarienvogel@example.org',
  'SSI #': '943-21-7788',
  notes: 'Kanarienvogel',
});
const { insertId: client = 0 } = await admin.call(insertPerson, { data: person });

type Line = Readonly<Record<string, unknown>>;
const lines = (event: string, more: Line = {}): Line[] =>
  server.log
    .map((line): Line => JSON.parse(line))
    .filter((line) => line.event === event && Object.entries(more).every(([name, is]) => line[name] === is));
/** The log line appears a moment after the caller was answered. */
const lineOf = async (event: string, more: Line = {}): Promise<Line> => {
  await expect.poll(() => lines(event, more).length).toBeGreaterThan(0);
  return lines(event, more).at(-1) ?? {};
};
const metrics = async () => (await server.anonymous().raw({ method: 'GET', url: '/metrics' })).text;
/** Metrics are shared by the whole process, so tests compare before and after. */
const figure = async (series: string) => {
  const line = (await metrics()).split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length));
};

describe('a sign-in', () => {
  const enter = (pass: string) => server.anonymous().call(login, { data: { user: 'canary-login', pass } });

  it('is logged as refused, ok or locked, with its account and request', async () => {
    const { accountId } = await server.as('user');
    await server.site.pool.query("update accounts set login = 'canary-login' where id = $1", [accountId]);
    expect((await enter('Wrong-Canary-1')).status).toBe(401);
    expect(await lineOf('sign-in', { outcome: 'refused' })).toMatchObject({ site: 'demo', call: login.name });
    expect((await enter(TEST_PASSWORD)).status).toBe(200);
    const { request } = await lineOf('sign-in', { outcome: 'ok', account: accountId });
    expect(await lineOf('request', { request })).toMatchObject({ status: 200 });
    for (let n = 0; n < 12; n += 1) await enter('Wrong-Canary-1');
    expect(await lineOf('sign-in', { outcome: 'locked' })).toMatchObject({ level: 'info', account: null });
    expect(await figure('homecare_sign_ins_total{site="demo",outcome="refused"}')).toBeGreaterThan(0);
  });
});

describe('a refusal', () => {
  it('is logged with its call, code and status', async () => {
    const provider = await server.as('provider');
    const series = `homecare_refusals_total{call="${insertPerson.name}",code="forbidden"}`;
    const before = await figure(series);
    await provider.call(insertPerson, {
      data: { FirstName: 'Kanarienvogel', 'Provider or Client': 'Client' },
    });
    const line = await lineOf('refusal', { call: insertPerson.name });
    expect(line).toMatchObject({ site: 'demo', code: 'forbidden', status: 403, request: expect.any(String) });
    expect(await figure(series)).toBe(before + 1);
  });

  it('for an unknown address has no call', async () => {
    await server.anonymous().raw({ method: 'GET', url: '/homecare/api/Kanarienvogel' });
    expect(await lineOf('refusal', { code: 'notFound' })).not.toHaveProperty('call');
  });
});

describe('a request the database could not answer', () => {
  it('is logged with its agency and number', async () => {
    const blocker = await server.site.pool.connect();
    try {
      await blocker.query('begin');
      await blocker.query('lock table people in access exclusive mode');
      const asked = admin.call(getPeople, { filters: [] });
      const cancel = async () => {
        const { rows } = await blocker.query(`select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        return rows.length;
      };
      await expect.poll(cancel).toBe(1);
      expect(await asked).toMatchObject({ status: 503, reason: 'unavailable' });
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    const warned = server.log
      .map((line): Line => JSON.parse(line))
      .filter(({ message }) => String(message).startsWith('the database could not answer'));
    expect(warned).toMatchObject([{ level: 'warn', site: 'demo' }]);
    expect(warned[0]?.message).toMatch(/\(request [\w-]+\)$/);
  });
});

describe('a send', () => {
  it('is logged with its kind, outcome and duration, and its job with the request that queued it', async () => {
    const series = 'homecare_send_seconds_count{site="demo",kind="SMS",outcome="taken"}';
    const before = await figure(series);
    await admin.call(queueSms, { sms: [{ number: '+13035557391', text: 'Kanarienvogel' }] });
    const { request } = await lineOf('request', { call: queueSms.name });
    const sent = await lineOf('send', { kind: 'SMS' });
    expect(sent).toMatchObject({ site: 'demo', outcome: 'taken', count: 1, ms: expect.any(Number), request });
    expect(await lineOf('job-begin', { request })).toMatchObject({ job: 'messaging', attempt: 1 });
    const { jobId } = await lineOf('job-end', { request });
    expect([jobId, sent.jobId]).toEqual([expect.stringMatching(/^\d+$/), jobId]);
    await admin.call(queueEmail, {
      email: [{ email: 'Kanarienvogel@example.org', text: 'Kanarienvogel', subject: 'Kanarienvogel' }],
    });
    expect(await lineOf('send', { kind: 'Email' })).toMatchObject({ outcome: 'taken' });
    expect(await figure(series)).toBe(before + 1);
  });
});

describe('a job', () => {
  it('that fails is logged with its try and the kind of its error', async () => {
    await server.site.pool.query(
      "select graphile_worker.add_job('failing', job_key => 'failing now', max_attempts => 1)",
    );
    const { job, error } = await lineOf('job-failed');
    expect([job, error]).toEqual(['failing', expect.objectContaining({ code: '22007' })]);
    await expect.poll(() => figure('homecare_queue_jobs{site="demo",job="failing",state="dead"}')).toBe(1);
    expect(await figure('homecare_job_seconds_count{site="demo",job="failing",outcome="failed"}')).toBe(1);
  });

  it('that waits is measured with its age', async () => {
    await server.site.pool.query(
      "select graphile_worker.add_job('nobodys', run_at => now() - interval '90 seconds')",
    );
    expect(await figure('homecare_queue_jobs{site="demo",job="nobodys",state="due"}')).toBe(1);
    expect(await figure('homecare_queue_oldest_seconds{site="demo",job="nobodys"}')).toBeGreaterThan(89);
  });
});

describe('the log as a whole', () => {
  it('contains nothing of a record, although every statement is logged', async () => {
    expect((await admin.call(updatePerson, { id: client, data: { City: 'Kanarienvogel' } })).status).toBe(
      200,
    );
    await admin.call(insertPerson, { data: person });
    await lineOf('request', { call: updatePerson.name });
    expect(
      lines('slow-statement').some(({ statement }) => /insert into .?people/.test(String(statement))),
    ).toBe(true);
    const leaking = server.log.filter((line) => MARKS.test(line));
    expect(leaking).toEqual([]);
    expect(server.log.every((line) => line.endsWith('}\n') && JSON.parse(line).at)).toBe(true);
  });
});

describe('docs/operations.md', () => {
  const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
  const named = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, name]) => name).toSorted();

  it('explains every event of the log', () => {
    expect(named(/^\| `([a-z-]+)` \| (?:info|warn|debug) \|/gm)).toEqual(
      Object.keys(EVENT_LEVELS).toSorted(),
    );
  });

  it('explains every metric of ours', async () => {
    const ours = [...(await metrics()).matchAll(/^# TYPE (homecare_\w+)/gm)].map(([, name]) => name);
    expect(named(/^\| `(homecare_\w+)`/gm)).toEqual(ours.toSorted());
  });
});
