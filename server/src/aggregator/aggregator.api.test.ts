import { getLog, getRecords, insertRecord } from '@homecare/domain/aggregator/contract.ts';
import { ALREADY_PLANNED, NO_ADDRESS, SET_TO_PLANNED } from '@homecare/domain/aggregator/rules.ts';
import type { RecordType } from '@homecare/domain/aggregator/schema.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { readPatch } from '@homecare/domain/people/change.ts';
import { getPeople, insertPerson, setExactPoint, updatePerson } from '@homecare/domain/people/contract.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { INVARIANTS } from '../../testing/invariants.ts';
import { sampleClient, sampleProvider, sampleSsn } from '../../testing/sample-people.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { insertPeopleInBulk } from '../people/bulk.ts';
import { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';

let server: TestServer;
let admin: Caller;
let user: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z' });
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
});
afterAll(() => server.stop());
beforeEach(() => switchTo(true));

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;
const switchTo = (on: boolean) =>
  query(
    `update settings set value = jsonb_set(value, '{sandataEnabled}', to_jsonb($1::boolean)) where key = 'switches'`,
    [on],
  );

const today = Temporal.PlainDate.from('2026-11-20');
let serial = 0;
const createClient = async () => {
  serial += 1;
  const { insertId } = await admin.call(insertPerson, { data: sampleClient(`Baca${serial}`, today) });
  if (insertId === undefined) throw new Error('no client was made');
  return insertId;
};
const save = (id: number, data: InputOf<typeof updatePerson>['data']) =>
  admin.call(updatePerson, { id, data });
const recordsOf = (type: RecordType, id: number) =>
  query(
    'select id, status, resend, sequence_id, created_by from aggregator_records where type = $1 and record_id = $2 order by id',
    [type, id],
  );
const statusOf = async (id: number) =>
  (await query('select aggregator_status from people where id = $1', [id]))[0]?.aggregator_status;
const sendOf = (type: RecordType, record_id: number) => ({
  data: { type, record_id, Status: 'Planned' as const },
});
/** Does to a row what the worker would do (see sending.api.test.ts). */
const move = (id: number, to: string, more = '') =>
  query(
    `update aggregator_records set status = $2 ${more} where record_id = $1 and status in ('Planned', 'Pending')`,
    [id, to],
  );

describe('a saved person', () => {
  it('is queued in the same transaction and shows Pending', async () => {
    const id = await createClient();
    expect(await recordsOf('Client', id)).toMatchObject([{ status: 'Planned', resend: false }]);
    expect(await statusOf(id)).toBe('Pending');
    const listed = await admin.call(getPeople, { filters: [{ field: 'Cur', op: '=', value: 'y' }] });
    expect(listed.data?.find((row) => row.ID === id)?.SunDataStatus).toBe('Pending');
    const log = await query(
      "select changes from change_log where entity = 'aggregator' and changes->'record_id' = jsonb_build_array(null, $1::int)",
      [id],
    );
    expect(log).toEqual([
      { changes: { Status: [null, 'Planned'], type: [null, 'Client'], record_id: [null, id] } },
    ]);
  });

  it('keeps its revision, so that someone who is editing the record is not refused', async () => {
    const id = await createClient();
    await move(id, 'Success');
    expect(await query('select rev from people where id = $1', [id])).toEqual([{ rev: 0 }]);
    expect((await save(id, { Doctor: 'Dr. Lee', rev: 0 })).status).toBe(200);
  });

  it('is queued again only after its record has been sent; while that is being sent it is marked, and while planned nothing changes', async () => {
    const id = await createClient();
    await save(id, { Doctor: 'Dr. One' });
    expect(await recordsOf('Client', id)).toMatchObject([{ status: 'Planned', resend: false }]);
    await move(id, 'Pending');
    await save(id, { Doctor: 'Dr. Two' });
    await save(id, { Doctor: 'Dr. Three' });
    expect(await recordsOf('Client', id)).toMatchObject([{ status: 'Pending', resend: true }]);
    await move(id, 'Failed', ', resend = false');
    expect(await statusOf(id)).toBe('Failed');
    await save(id, { Doctor: 'Dr. Four' });
    const rows = await recordsOf('Client', id);
    expect(rows).toMatchObject([{ status: 'Failed' }, { status: 'Planned' }]);
    expect(await statusOf(id)).toBe('Pending');
  });

  it('is not queued when nothing changed or the save was refused', async () => {
    const id = await createClient();
    await move(id, 'Success');
    await save(id, { 'Case Manager': 'Ana Ruiz' });
    expect((await save(id, { Phone: '12' })).status).toBe(400);
    expect(await recordsOf('Client', id)).toHaveLength(1);
  });

  it('is also queued by archiving, Set Active and setting the exact point', async () => {
    const id = await createClient();
    const steps = [
      () => save(id, { Cur: 'n', archiveDate: '2026-11-20', 'DC Date': '2026-11-20', 'DC Reason': 'Moved' }),
      () => save(id, { Cur: 'y' }),
      () => admin.call(setExactPoint, { id, AddressLatitude: 39.6, AddressLongitude: -104.8 }),
    ];
    for (const [n, step] of steps.entries()) {
      await move(id, 'Success');
      expect((await step()).status).toBe(200);
      expect(await recordsOf('Client', id)).toHaveLength(n + 2);
      expect(await statusOf(id)).toBe('Pending');
    }
  });

  it('is not queued while the switch is off', async () => {
    await switchTo(false);
    const id = await createClient();
    await save(id, { Doctor: 'Dr. Off' });
    expect(await recordsOf('Client', id)).toEqual([]);
    expect(await statusOf(id)).toBeNull();
  });

  it('of an import is queued together with all others', async () => {
    const scope = await Scope.startJob(server.site, 'test');
    const made = await mutate(scope, 'test', async (tx, record) =>
      insertPeopleInBulk(
        tx,
        scope,
        [
          readPatch(sampleProvider('Bulk', sampleSsn(9001), today)).values,
          readPatch(sampleClient('Bulk', today)).values,
        ],
        record,
      ),
    );
    if (!made.ok) throw new Error(made.info);
    const [provider = 0, client = 0] = made.data;
    expect(await recordsOf('Provider', provider)).toMatchObject([{ status: 'Planned' }]);
    expect(await recordsOf('Client', client)).toMatchObject([{ status: 'Planned' }]);
    expect([await statusOf(provider), await statusOf(client)]).toEqual(['Pending', 'Pending']);
  });
});

describe('Send', () => {
  it('plans the record and says so; a second one is refused while it is planned or being sent', async () => {
    const id = await createClient();
    await move(id, 'Success');
    const sent = await user.call(insertRecord, sendOf('Client', id));
    expect(sent).toMatchObject({ status: 200, Info: SET_TO_PLANNED, data: { Status: 'Planned' } });
    expect(sent.insertId).toBe((await recordsOf('Client', id)).at(-1)?.id);
    for (const status of ['Planned', 'Pending']) {
      await move(id, status);
      const again = await user.call(insertRecord, sendOf('Client', id));
      expect([again.status, again.Info]).toEqual([409, 'Error: This record already planned in Sandata']);
    }
    expect(await recordsOf('Client', id)).toHaveLength(2);
  });

  it('needs a person of that id and type', async () => {
    const id = await createClient();
    for (const wrong of [
      sendOf('Provider', id),
      sendOf('Client', 2_000_000_000),
      sendOf('Visit', 2_000_000_000),
    ])
      expect((await admin.call(insertRecord, wrong)).status).toBe(404);
  });

  test('pressed 20 times at once makes one row', async () => {
    const id = await createClient();
    await move(id, 'Failed');
    const second = await server.atSecondInstance(admin);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? admin : second).call(insertRecord, sendOf('Client', id))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status, Info }) => status === 409 && Info === ALREADY_PLANNED)).toHaveLength(19);
    expect(await recordsOf('Client', id)).toHaveLength(2);
  });

  test('pressed 20 times during 20 saves makes one row, and no save fails', async () => {
    const id = await createClient();
    await move(id, 'Failed');
    const second = await server.atSecondInstance(admin);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => [
        (n % 2 ? admin : second).call(updatePerson, { id, data: { Doctor: `Dr. ${n}` } }),
        admin.call(insertRecord, sendOf('Client', id)),
      ]).flat(),
    );
    const saves = answers.filter((_, n) => n % 2 === 0);
    expect(saves.map(({ status }) => status)).toEqual(saves.map(() => 200));
    expect(await recordsOf('Client', id)).toHaveLength(2);
  });

  it('of a visit needs a complete visit whose plan is not excluded', async () => {
    const { pool } = server.database;
    const [provider, client] = [await addProvider(pool, 'Vera'), await addClient(pool, 'Vito')];
    const [plan] = await query(
      `insert into care_plans (provider_id, client_id, type_id, start_date, create_reason, status, json, created, modified, modified_by)
       values ($1, $2, 1, '2026-01-01', 'New', 'Active', $3, now(), now(), 'T.') returning id`,
      [provider, client, JSON.stringify(weekOf({ Fri: ['08:00', '10:00'] }))],
    );
    const [visit] = await query(
      `insert into visits (care_plan_id, planned_day, date, plan_start, plan_end, client_id, provider_id, tasks, created)
       values ($1, '2026-11-20', '2026-11-20', '08:00', '10:00', $2, $3, '{}', now()) returning id`,
      [plan?.id, client, provider],
    );
    const id = Number(visit?.id);
    const refused = await admin.call(insertRecord, sendOf('Visit', id));
    expect([refused.status, refused.Info]).toEqual([409, 'Only a complete visit can be sent.']);
    await query(
      `update visits set status = 'Complete', start_at = '2026-11-20T15:00:00Z', end_at = '2026-11-20T17:00:00Z'`,
    );
    await query("update care_plans set excluded = '2026-11-20' where id = $1", [plan?.id]);
    expect((await admin.call(insertRecord, sendOf('Visit', id))).Info).toBe(
      'Visits of an excluded plan are not sent.',
    );
    await query("update care_plans set excluded = '2026-11-21' where id = $1", [plan?.id]);
    expect((await admin.call(insertRecord, sendOf('Visit', id))).status).toBe(200);
    expect(await query('select aggregator_status from visits where id = $1', [id])).toEqual([
      { aggregator_status: 'Pending' },
    ]);
    const log = await admin.call(getLog, { id, type: 'Visit' });
    expect(log.data).toMatchObject([{ type: 'Visit', record_id: id, Status: 'Planned' }]);
  });
});

describe('the log', () => {
  it('shows a record’s rows, newest first, with what was sent and answered', async () => {
    const id = await createClient();
    const exchange = ['[{"ClientID":"1"}]', '{"data":{"message":"Refused"}}'];
    await query("update aggregator_records set status = 'Failed', json = $2 where record_id = $1", [
      id,
      JSON.stringify(exchange),
    ]);
    await admin.call(insertRecord, sendOf('Client', id));
    const filters = [
      { field: 'type' as const, op: '=' as const, value: 'Client' },
      { field: 'record_id' as const, op: '=' as const, value: String(id) },
    ];
    const log = await user.call(getRecords, { filters });
    expect(log.data).toMatchObject([
      { Status: 'Planned', message: null, exchange: [], hold: NO_ADDRESS, createdAt: '2026-11-20T17:00:00Z' },
      { Status: 'Failed', exchange, hold: null, resend: false },
    ]);
    expect((await user.call(getLog, { id, type: 'Client' })).data).toEqual(log.data);
    const failed = await user.call(getRecords, {
      filters: [...filters, { field: 'Status', op: '!', value: 'Planned' }],
    });
    expect(failed.data).toMatchObject([{ Status: 'Failed' }]);
  });

  it('never loses a row', async () => {
    await expect(query('delete from aggregator_records')).rejects.toThrow('never deleted');
  });
});

test.each(INVARIANTS.filter(({ name }) => name.includes('aggregator')))(
  'the queue keeps this invariant: $name',
  async ({ breaches }) => {
    expect(await query(breaches)).toEqual([]);
  },
);
