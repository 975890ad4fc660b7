import { afterAll, beforeEach, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { testServer } from '../../testing/server.ts';
import { Scope } from '../platform/auth/scope.ts';
import { notifyMissed } from './missed.ts';

const server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
afterAll(() => server.stop());
const { pool } = server.database;
const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await pool.query<T>(text, values)).rows;
const run = async () => notifyMissed(await Scope.startJob(server.site, 'test'));

interface Visit {
  readonly client?: string | null;
  readonly provider?: string | null;
  readonly times?: readonly [string, string];
  readonly date?: string;
}
let serial = 0;
/** Planned for today from 08:00 to 09:00 in Denver. */
const visit = async ({
  client = null,
  provider = null,
  times = ['08:00', '09:00'],
  date = '2026-11-20',
}: Visit) => {
  serial += 1;
  const clientId = await addClient(pool, `Missing${serial}`, { notify_visit: client });
  const providerId = await addProvider(pool, `Absent${serial}`, { notify_visit: provider });
  const [plan] = await query<{ id: number }>(
    `insert into care_plans (provider_id, client_id, type_id, start_date, create_reason, status, json, created, modified, modified_by)
     values ($1, $2, 1, '2026-01-01', 'New', 'Active', $3, now(), now(), 'T.') returning id`,
    [providerId, clientId, JSON.stringify(weekOf({ Fri: ['08:00', '10:00'] }))],
  );
  const [made] = await query<{ id: number }>(
    `insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, tasks, created)
     values ($1, $2, $2, $3, $4, $5, $6, '{}', now()) returning id`,
    [plan?.id, date, ...times, clientId, providerId],
  );
  return { id: made?.id ?? 0, clientId, providerId, planId: plan?.id };
};
const noticesOf = (id: number) =>
  query<{ channel: string; recipient: string; person_id: number; text: string; subject: string | null }>(
    'select channel, recipient, person_id, text, subject from messages where request like $1 order by recipient',
    [`missed visit ${id} %`],
  );

beforeEach(() => server.clock.set('2026-11-20T17:00:00Z'));

test('a missed visit is reported once, to the phone and the address that asked for it', async () => {
  const missed = await visit({ client: '(303) 555-0133', provider: 'boss@example.org' });
  // 09:15:00 in Denver: the window for checking out is still open.
  server.clock.set('2026-11-20T16:15:00Z');
  await run();
  expect(await noticesOf(missed.id)).toEqual([]);
  server.clock.set('2026-11-20T16:15:01Z');
  await Promise.all([run(), run()]);
  await run();
  const notices = await noticesOf(missed.id);
  expect(notices).toEqual([
    {
      channel: 'SMS',
      recipient: '+13035550133',
      person_id: missed.clientId,
      subject: null,
      text: `Front Range Home Care: nobody checked in for a planned visit. Please call the office at (303) 555-0110. Reference: visit ${missed.id}.`,
    },
    {
      channel: 'Email',
      recipient: 'boss@example.org',
      person_id: missed.providerId,
      subject: 'Front Range Home Care: a planned visit was missed',
      text: notices[0]?.text,
    },
  ]);
  // The message contains no name, time, place or service.
  expect(notices[0]?.text).not.toMatch(/Missing|Absent|08:00|9:00|Havana|Aurora/);
});

test.each<[string, Visit, string?]>([
  ['without a contact', {}],
  ['that is not over', { client: '(303) 555-0133', times: ['09:00', '11:00'] }],
  ['of the day before yesterday', { client: '(303) 555-0133', date: '2026-11-18' }],
  ['with a contact that cannot be written to', { client: 'call my son' }],
  [
    'to which somebody came',
    { client: '(303) 555-0133' },
    "update visits set status = 'Active', start_at = now(), edited = now(), edited_by = 'x', edited_via = 'app' where id = $1",
  ],
  [
    'whose caregiver recorded an arrival that waits for acceptance',
    { client: '(303) 555-0133' },
    `insert into visit_attempts (visit_id, move, at, received_at, late, location_error, refusal)
     values ($1, 'Check-In', '2026-11-20T15:31:00Z', now(), false, false, 'too late')`,
  ],
  [
    'that is planned no more',
    { client: '(303) 555-0133' },
    'update visits set removed = now() where id = $1',
  ],
])('a visit %s is not reported', async (_, which, change) => {
  const { id } = await visit(which);
  if (change) await query(change, [id]);
  await run();
  expect(await noticesOf(id)).toEqual([]);
});

test('after a night without the server, visits missed then are reported; a visit that was moved is reported separately', async () => {
  const { id } = await visit({ client: '(303) 555-0134', date: '2026-11-19', times: ['20:00', '23:00'] });
  await run();
  expect(await noticesOf(id)).toHaveLength(1);
  await query(
    "update visits set date = '2026-11-20', plan_start = '08:00', plan_end = '09:00' where id = $1",
    [id],
  );
  await run();
  await run();
  expect(await noticesOf(id)).toHaveLength(2);
});

test('nobody is notified who has answered STOP or whose channel is off', async () => {
  await query("insert into message_opt_outs values ('+13035550135', now())");
  const stopped = await visit({ client: '(303) 555-0135', provider: 'wants@example.org' });
  await run();
  expect((await noticesOf(stopped.id)).map(({ channel }) => channel)).toEqual(['Email']);
  await query(`update settings set value = value || '{"smsEnabled": false}' where key = 'switches'`);
  const off = await visit({ client: '(303) 555-0136' });
  await run();
  expect(await noticesOf(off.id)).toEqual([]);
});
