import { getLog, insertRecord } from '@homecare/domain/aggregator/contract.ts';
import { ALREADY_PLANNED } from '@homecare/domain/aggregator/rules.ts';
import { updatePerson } from '@homecare/domain/people/contract.ts';
import { updateSandata } from '@homecare/domain/sites/contract.ts';
import { listExceptions } from '@homecare/domain/visits/contract.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { type SandataServer, startSandata } from '../../../simulators/src/sandata.ts';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { brokenInvariants } from '../../testing/invariants.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { workQueue } from './sending.ts';

const ACCOUNT = { account: '12345', user: 'agency@example.com', password: 'secret' };
let sandata: SandataServer;
let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  sandata = await startSandata({ ...ACCOUNT, readyMs: 0 });
  const aggregator = {
    ...ACCOUNT,
    url: sandata.url,
    providerId: '9000123456',
    payerId: 'COHCPF',
    pollSeconds: 1,
  };
  server = await testServer({ now: '2026-11-20T20:00:00Z', entry: { aggregator }, others: ['other'] });
  admin = await server.as('admin');
});
afterAll(async () => {
  await server.stop();
  await sandata.stop();
});
beforeEach(async () => {
  sandata.mood = 'well';
  sandata.script.length = 0;
  await query('delete from aggregator_pauses');
});

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;

/** Runs the worker until it has nothing left to do; time passes between runs. */
const work = async (rounds = 4) => {
  for (let round = 0; round < rounds; round += 1) {
    await workQueue(server.scope);
    server.clock.advance({ seconds: 2 });
  }
};

let serial = 0;
interface Care {
  readonly client: number;
  readonly provider: number;
  readonly visit: number;
}
const care = async (
  more: { client?: Record<string, unknown>; visit?: Record<string, unknown>; type?: string } = {},
): Promise<Care> => {
  serial += 1;
  const number = serial;
  const { pool } = server.database;
  const name = `Sent${'abcdefghijklmnopqrstuvwxyz'[number % 26]}`;
  const provider = await addProvider(pool, name);
  const client = await addClient(pool, name, {
    medicaid: `Y${String(100_000 + number)}`,
    services: JSON.stringify(['PRSNL']),
    ...more.client,
  });
  const account = await query(
    `insert into accounts (login, password_hash, full_name, role, initials, provider_id)
     values ($1, 'x', 'x', 'evv', 'x', $2) returning id`,
    [`phone${number}`, provider],
  );
  await query('update people set mobile_user_id = $2 where id = $1', [provider, account[0]?.id]);
  const plans = await query(
    `insert into care_plans (provider_id, client_id, type_id, start_date, create_reason, status, json, created, modified, modified_by)
     select $1, $2, id, '2026-01-01', 'New', 'Active', $3, now(), now(), 'T.' from care_plan_types where code = $4 returning id`,
    [provider, client, JSON.stringify(weekOf({ Fri: ['08:00', '10:00'] })), more.type ?? 'PCP'],
  );
  const columns: Record<string, unknown> = {
    care_plan_id: plans[0]?.id,
    planned_day: '2026-11-20',
    date: '2026-11-20',
    plan_start: '08:00',
    plan_end: '10:00',
    client_id: client,
    provider_id: provider,
    tasks: '{}',
    created: '2026-11-10T00:00:00Z',
    status: 'Complete',
    start_at: '2026-11-20T15:01:00Z',
    start_latitude: 39.70471,
    start_longitude: -104.81371,
    start_distance: 2,
    end_at: '2026-11-20T17:00:30Z',
    end_latitude: 39.70471,
    end_longitude: -104.81371,
    end_distance: 2,
    edited: '2026-11-20T17:00:30Z',
    edited_by: 'T.E.',
    edited_via: 'app',
    ...more.visit,
  };
  const names = Object.keys(columns);
  const visits = await query(
    `insert into visits (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
    Object.values(columns),
  );
  return { client, provider, visit: Number(visits[0]?.id) };
};
const send = (type: 'Visit' | 'Client' | 'Provider', record_id: number) =>
  admin.call(insertRecord, { data: { type, record_id, Status: 'Planned' } });
const log = async (type: 'Visit' | 'Client' | 'Provider', id: number) =>
  (await admin.call(getLog, { type, id })).data ?? [];
const statusOf = async (type: 'Visit' | 'Client' | 'Provider', id: number) =>
  (await log(type, id))[0]?.Status;
const accepted = async (more?: Parameters<typeof care>[0]) => {
  const made = await care(more);
  expect((await send('Visit', made.visit)).status).toBe(200);
  await work();
  expect(await statusOf('Visit', made.visit)).toBe('Success');
  return made;
};
const kindOf = { Visit: 'visits', Client: 'clients', Provider: 'employees' } as const;
const stateOf = (type: keyof typeof kindOf, id: number) =>
  sandata.state().records.find((entry) => entry.kind === kindOf[type] && entry.key === String(id));
const postsOf = (type: keyof typeof kindOf, id: number) =>
  sandata.state().posts.filter((post) => post.kind === kindOf[type] && post.key === String(id));

describe('a complete visit', () => {
  it('sends its people first and is accepted after them', async () => {
    const { client, provider, visit } = await care();
    await send('Visit', visit);
    await workQueue(server.scope);
    expect(await log('Visit', visit)).toMatchObject([
      {
        Status: 'Planned',
        hold: 'Waits until Sandata has accepted the client. Waits until Sandata has accepted the caregiver.',
      },
    ]);
    expect(await statusOf('Client', client)).toBe('Pending');
    await work();
    expect(await Promise.all([statusOf('Provider', provider), statusOf('Client', client)])).toEqual([
      'Success',
      'Success',
    ]);
    const [row] = await log('Visit', visit);
    expect(row).toMatchObject({
      Status: 'Success',
      message: 'All records updated successfully.',
      hold: null,
    });
    expect(JSON.parse(row?.exchange[0] ?? '')).toMatchObject({
      VisitOtherID: String(visit),
      BillVisit: true,
    });
    expect(stateOf('Visit', visit)?.record).toMatchObject({
      ProcedureCode: 'PRSNL',
      Calls: [{ CallType: 'Mobile', MobileLogin: `phone${serial}` }, { CallType: 'Mobile' }],
    });
    expect(await query('select aggregator_status from visits where id = $1', [visit])).toEqual([
      { aggregator_status: 'Success' },
    ]);
    const order = sandata.state().posts.map(({ kind }) => kind);
    expect([...new Set(order)]).toEqual(['employees', 'clients', 'visits']);
  });

  it('also sends people whose example row says Success although nothing was sent', async () => {
    const { client, provider, visit } = await care();
    const row = `insert into aggregator_records (type, record_id, status, message, created, created_by, modified)
      values ($1, $2, 'Success', 'Example data: nothing was sent.', now(), '', now())`;
    await query(row, ['Client', client]);
    await query(row, ['Provider', provider]);
    await send('Visit', visit);
    await work();
    expect(await statusOf('Visit', visit)).toBe('Success');
    expect(postsOf('Client', client)).toHaveLength(1);
  });

  it('with times entered by the office is manual, with its reason', async () => {
    const { visit } = await accepted({
      visit: {
        start_edited: true,
        start_latitude: null,
        start_longitude: null,
        change_code: 14,
        change_reason: 'Phone lost',
        edited_via: 'admin',
      },
    });
    expect(stateOf('Visit', visit)?.record).toMatchObject({
      Calls: [{ CallType: 'Manual' }, { CallType: 'Mobile' }],
      VisitChanges: [{ ReasonCode: '14', ChangeReasonMemo: 'Phone lost' }],
    });
  });

  it('that is corrected later keeps its calls and gets adjusted times', async () => {
    const { visit } = await accepted();
    const calls = stateOf('Visit', visit)?.record.Calls;
    await query(
      "update visits set start_at = '2026-11-20T15:20:00Z', start_edited = true, change_code = 2 where id = $1",
      [visit],
    );
    await send('Visit', visit);
    await work();
    expect(await statusOf('Visit', visit)).toBe('Success');
    expect(stateOf('Visit', visit)?.record).toMatchObject({
      AdjInDateTime: '2026-11-20T15:20:00Z',
      AdjOutDateTime: null,
      Calls: calls,
      VisitChanges: [{ ReasonCode: '2' }],
    });
  });

  it('with missing data says what is missing and is not sent', async () => {
    const { visit } = await care({ type: 'PRIVATE' });
    await send('Visit', visit);
    await work();
    expect(await log('Visit', visit)).toMatchObject([
      {
        Status: 'Failed',
        message: 'Not sent. The type of service is missing: Private Pay has no aggregator code.',
      },
    ]);
    expect(postsOf('Visit', visit)).toEqual([]);
  });

  it('that the aggregator rejects is Failed with the aggregator’s words', async () => {
    const { client, visit } = await care();
    await send('Client', client);
    await work();
    // Changed in the database only, so the aggregator knows the client by another number.
    await query('update people set medicaid = $2 where id = $1', [client, `Z${client}`]);
    await send('Visit', visit);
    await work();
    expect(await log('Visit', visit)).toMatchObject([{ Status: 'Failed', message: 'Client not found' }]);
  });

  it('waits while its client is not accepted, names the reason, and is sent automatically once that is fixed', async () => {
    const { client, visit } = await care({ client: { medicaid: null } });
    await send('Visit', visit);
    await work();
    expect(await log('Client', client)).toMatchObject([
      { Status: 'Failed', message: 'Not sent. The Medicaid number is missing.' },
    ]);
    expect(await log('Visit', visit)).toMatchObject([
      {
        Status: 'Planned',
        hold: 'Waits: Sandata did not accept the client. See the log of the client.',
      },
    ]);
    await query("update people set medicaid = 'Y900001' where id = $1", [client]);
    await send('Client', client);
    await work();
    expect(await statusOf('Visit', visit)).toBe('Success');
  });
});

describe('a private client without a Medicaid number', () => {
  const isPrivate = { client: { medicaid: null, private_client: true }, type: 'PRIVATE' };
  const shown = async (table: 'people' | 'visits', id: number) =>
    (await query(`select aggregator_status as status from ${table} where id = $1`, [id]))[0]?.status;

  it('is queued, closed as private pay, and shows no status, in particular not Failed', async () => {
    const { client } = await care(isPrivate);
    await send('Client', client);
    expect(await shown('people', client)).toBe('Pending');
    const before = sandata.state().posts.length;
    await work();
    expect(await log('Client', client)).toMatchObject([
      { Status: 'Not sent', message: 'Not sent: private pay.', hold: null },
    ]);
    expect(await shown('people', client)).toBeNull();
    expect(sandata.state().posts.length).toBe(before);
    // It can be queued again at any time.
    expect((await send('Client', client)).Info).toBe('Success: Sandata record set to Planned');
    await work();
    expect(await shown('people', client)).toBeNull();
  });

  it('does not hold visits back: they wait for nobody and are no exception', async () => {
    const { client, visit } = await care(isPrivate);
    await send('Visit', visit);
    await work();
    expect(await log('Visit', visit)).toMatchObject([
      { Status: 'Not sent', message: 'Not sent: private pay.' },
    ]);
    expect(await shown('visits', visit)).toBeNull();
    expect(await shown('people', client)).toBeNull();
    const kindsOfExceptions = async () =>
      ((await admin.call(listExceptions, { from: '2026-11-20', to: '2026-11-20' })).data?.visits ?? [])
        .filter((row) => row.visit.id === visit)
        .flatMap(({ exceptions }) => exceptions.map(({ kind }) => kind));
    await query(`update visits set tasks = '{"WorkingTime": 120, "TravelTime": 0, "Care": {}, "Home": {}}'`);
    expect(await kindsOfExceptions()).toEqual([]);
    // With a number, client and visits are sent like any other.
    await query("update people set medicaid = 'Y900777' where id = $1", [client]);
    expect(await kindsOfExceptions()).toEqual(['notAccepted']);
    await send('Client', client);
    await work();
    expect(await shown('people', client)).toBe('Success');
  });
});

describe('a person', () => {
  it('saved while Pending is sent again after the outcome, with the new values', async () => {
    const { client } = await care();
    await send('Client', client);
    await workQueue(server.scope);
    expect(await statusOf('Client', client)).toBe('Pending');
    const [before] = await query('select rev from people where id = $1', [client]);
    const saved = await admin.call(updatePerson, {
      id: client,
      data: { notes: 'Moved', StartOfCare: '2026-02-03', rev: Number(before?.rev) },
    });
    expect([saved.status, saved.Info]).toEqual([200, undefined]);
    expect(await log('Client', client)).toMatchObject([{ Status: 'Pending', resend: true }]);
    await work();
    expect(await log('Client', client)).toMatchObject([{ Status: 'Success' }, { Status: 'Success' }]);
    expect(stateOf('Client', client)?.record).toMatchObject({
      ClientPayerInformation: [{ EffectiveStartDate: '2026-02-03' }],
    });
    const [first, second] = postsOf('Client', client);
    expect(Number(second?.sequence)).toBeGreaterThan(Number(first?.sequence));
  });

  it('cannot be sent by hand while already being sent', async () => {
    const { client } = await care();
    await send('Client', client);
    await workQueue(server.scope);
    const again = await send('Client', client);
    expect([again.status, again.Info]).toEqual([409, ALREADY_PLANNED]);
  });
});

describe('a failing aggregator', () => {
  const sendOne = async () => {
    const { provider } = await care();
    await send('Provider', provider);
    return provider;
  };
  const passPause = () => server.clock.advance({ minutes: 10 });

  test.each([
    ['closed', 'Sandata is closed for the moment (503).'],
    ['throttled', 'Sandata asks for fewer requests (429).'],
  ] as const)(
    'that answers with %s: nothing counts as sent, everything waits and the log says why',
    async (mood, words) => {
      const provider = await sendOne();
      sandata.script.push(mood);
      await workQueue(server.scope);
      expect(await log('Provider', provider)).toMatchObject([
        { Status: 'Planned', hold: `${words} Sending resumes automatically.` },
      ]);
      await workQueue(server.scope);
      expect(postsOf('Provider', provider)).toEqual([]);
      passPause();
      await work();
      expect(await statusOf('Provider', provider)).toBe('Success');
      expect(postsOf('Provider', provider)).toHaveLength(1);
    },
  );

  test.each(['broken', 'lost', 'garbled'] as const)(
    'that answers with %s: the receipt is unknown, so the record stays Pending and is sent again with a higher number',
    async (mood) => {
      const provider = await sendOne();
      sandata.script.push(mood);
      await workQueue(server.scope);
      expect(await statusOf('Provider', provider)).toBe('Pending');
      passPause();
      await work();
      expect(await statusOf('Provider', provider)).toBe('Success');
      const [row] = await query(
        "select sends, tries, sequence_id::float8 as sequence from aggregator_records where type = 'Provider' and record_id = $1",
        [provider],
      );
      expect(row).toMatchObject({ sends: 2, tries: 1 });
      expect(stateOf('Provider', provider)?.sequence).toBe(row?.sequence);
    },
  );

  it('that loses a visit’s receipt gets the visit again as an update', async () => {
    const { visit } = await care();
    await send('Visit', visit);
    await workQueue(server.scope);
    server.clock.advance({ seconds: 2 });
    sandata.script.push('lost');
    await workQueue(server.scope);
    passPause();
    await work();
    expect(await statusOf('Visit', visit)).toBe('Success');
    expect(postsOf('Visit', visit)).toHaveLength(2);
    expect(stateOf('Visit', visit)?.record).toMatchObject({
      VisitChanges: [
        { ReasonCode: '14', ChangeReasonMemo: 'Sent again: the answer to the first sending was lost.' },
      ],
    });
  });

  it('that got a request twice and answers duplicate has not rejected it', async () => {
    const provider = await sendOne();
    sandata.script.push('twice');
    await work();
    expect(await log('Provider', provider)).toMatchObject([{ Status: 'Success' }]);
  });

  it('that cannot read a batch gets it record by record, and only the bad one fails', async () => {
    const providers = [await sendOne(), await sendOne(), await sendOne()];
    sandata.script.push('unreadable', 'well', 'unreadable', 'well');
    await work();
    const statuses = await Promise.all(providers.map((id) => statusOf('Provider', id)));
    expect(statuses.toSorted()).toEqual(['Failed', 'Success', 'Success']);
    const failed = providers[statuses.indexOf('Failed')] ?? 0;
    expect((await log('Provider', failed))[0]?.message).toBe('Sandata did not read the request (400).');
  });

  it('that never answers about one record, but does about others, leaves it set aside after eight tries', async () => {
    const poison = await sendOne();
    sandata.script.push('lost');
    await workQueue(server.scope);
    for (let round = 1; round < 8; round += 1) {
      expect(await statusOf('Provider', poison)).toBe('Pending');
      passPause();
      const other = await sendOne();
      // Records that have never failed are sent first.
      sandata.script.push('well', 'lost');
      await workQueue(server.scope);
      expect(
        await query(
          "select status, uuid is null as open from aggregator_records where record_id = $1 and type = 'Provider'",
          [other],
        ),
      ).toEqual([{ status: 'Pending', open: false }]);
    }
    expect(await log('Provider', poison)).toMatchObject([
      { Status: 'Failed', message: 'Sandata did not answer. Tried 8 times.' },
    ]);
    passPause();
    await work();
  });

  it('that forgets a receipt after 48 hours gets the record again', async () => {
    const provider = await sendOne();
    await workQueue(server.scope);
    await query("update aggregator_records set uuid = 'unknown' where record_id = $1", [provider]);
    await work();
    expect(await statusOf('Provider', provider)).toBe('Success');
    expect(postsOf('Provider', provider)).toHaveLength(2);
  });

  it('leads to log lines without names or numbers', () => {
    const lines = server.log.join('\n');
    expect(lines).toContain('the aggregator: Sandata is closed for the moment (503).');
    expect(lines).toMatch(/"event":"send","kind":"aggregator","count":\d+,"outcome":"answer"/);
    expect(lines).not.toMatch(/Sent[a-z]\b|Y1000\d\d|agency@example/);
  });
});

describe('Update Sandata', () => {
  it('fixes the procedure codes, ends a pause and requests pending outcomes at once', async () => {
    const { provider } = await care();
    await send('Provider', provider);
    await workQueue(server.scope);
    await query("update procedure_codes set label = 'Old' where code = 'IHSS'");
    await query("update aggregator_records set poll_at = '2027-01-01' where record_id = $1", [provider]);
    await query("insert into aggregator_pauses values (true, '2027-01-01', 3, 'Sandata did not answer.')");
    const updated = await admin.call(updateSandata, {});
    expect([updated.status, updated.Info]).toEqual([
      200,
      'Success: Procedure codes updated: 1. Pending records asked about: 1.',
    ]);
    await workQueue(server.scope);
    expect(await statusOf('Provider', provider)).toBe('Success');
    expect(await query("select label from procedure_codes where code = 'IHSS'")).toEqual([
      { label: 'In-Home Support Services' },
    ]);
    const again = await admin.call(updateSandata, {});
    expect(again.Info).toBe('Success: The procedure codes are up to date. Pending records asked about: 0.');
  });

  it('is for admins, on their own site', async () => {
    const there = await server.as('admin', { site: server.siteNamed('other') });
    expect((await there.call(updateSandata, {})).Info).toMatch(/^No address of Sandata is set/);
    expect((await (await server.as('user')).call(updateSandata, {})).status).toBe(403);
    expect((await server.withCookie(there.cookie ?? '').call(updateSandata, {})).status).toBe(401);
  });
});

describe('another site', () => {
  it('has its own queue and shows nothing of this one’s', async () => {
    const { visit } = await accepted();
    const there = await server.as('admin', { site: server.siteNamed('other') });
    expect((await there.call(getLog, { id: visit, type: 'Visit' })).data).toEqual([]);
    expect((await there.call(insertRecord, { data: { type: 'Visit', record_id: visit } })).status).toBe(404);
    expect((await (await server.as('evv')).call(getLog, { id: visit, type: 'Visit' })).status).toBe(403);
    expect(
      (await (await server.as('provider')).call(insertRecord, { data: { type: 'Visit', record_id: visit } }))
        .status,
    ).toBe(403);
  });
});

test('two simultaneous workers send each record once', async () => {
  const providers = await Promise.all(Array.from({ length: 5 }, () => care()));
  for (const { provider } of providers) await send('Provider', provider);
  await Promise.all([
    workQueue(server.scope, { batch: 2 }),
    workQueue(server.scope, { batch: 2 }),
    workQueue(server.scope, { batch: 2 }),
  ]);
  await work();
  for (const { provider } of providers) expect(postsOf('Provider', provider)).toHaveLength(1);
});

test('at the end the simulator has what the database says', async () => {
  await work();
  const rows =
    await query(`select distinct on (type, record_id) type, record_id, sequence_id::float8 as sequence, json
    from aggregator_records where status = 'Success' order by type, record_id, id desc`);
  for (const row of rows) {
    const entry = stateOf(
      row.type === 'Visit' || row.type === 'Client' ? row.type : 'Provider',
      Number(row.record_id),
    );
    expect(entry?.sequence).toBe(row.sequence);
  }
  expect(
    (await brokenInvariants(server.database.pool)).filter((line) => line.includes('aggregator')),
  ).toEqual([]);
});
