import type { InputOf } from '@homecare/domain/call.ts';
import { getTypes } from '@homecare/domain/care-plans/contract.ts';
import * as calls from '@homecare/domain/plan-types/contract.ts';
import { BAD_RATE, SELECT_TYPE_FIRST, TERM_EXISTS, TERM_KEPT } from '@homecare/domain/plan-types/rules.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { addClient } from '../../testing/care.ts';
import { requestOf } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

// 11:45 PM of 20 November in Denver.
const LATE = '2026-11-21T06:45:00Z';
let server: TestServer;
let admin: Caller;
let user: Caller;
let elsewhere: Caller;
beforeAll(async () => {
  server = await testServer({ now: LATE, others: ['other'] });
  [admin, user, elsewhere] = await Promise.all([
    server.as('admin'),
    server.as('user'),
    server.as('admin', { site: server.siteNamed('other') }),
  ]);
});
afterEach(() => server.clock.set(LATE));
afterAll(() => server.stop());

const query = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await server.database.pool.query<Record<string, unknown>>(text, values)).rows;

const typeNamed = async (code: string, who = admin) => {
  const found = (await who.call(calls.listTypes, {})).data?.find(({ Code }) => Code === code);
  if (!found) throw new Error(`no type ${code}`);
  return found;
};
/** What plans and billing see today. */
const offered = async (code: string, who = admin) =>
  (await who.call(getTypes, { filters: [] })).data?.find(({ Code }) => Code === code);

const lastLogged = async () =>
  (
    await query(
      "select actor, action, changes from change_log where entity = 'carePlanType' order by id desc limit 1",
    )
  )[0];

type Term = Omit<InputOf<typeof calls.saveTerm>, 'id' | 'rev' | 'isNew'>;
const termFrom = (validFrom: string, values: Partial<Term> = {}): Term => ({
  validFrom,
  procedureCode: 'T1019',
  modifiers: ['U1'],
  unitRule: 'up',
  rateCents: 555,
  addrateCents: 666,
  payCategory: 'PCP/RPCP',
  source: 'Fee schedule of December 2026',
  ...values,
});
const addTerm = async (code: string, term: Term, isNew = true) => {
  const { id, rev } = await typeNamed(code);
  return admin.call(calls.saveTerm, { id, rev, isNew, ...term });
};
const factsOf = async (code: string) => {
  const { terms: _, plans: __, ...facts } = await typeNamed(code);
  return facts;
};

describe('rates with their days', () => {
  it('of tomorrow are not those of today, and count when the day has come', async () => {
    expect((await addTerm('PCP', termFrom('2026-11-20', { rateCents: 517, addrateCents: 620 }))).status).toBe(
      200,
    );
    expect((await addTerm('PCP', termFrom('2026-11-21'))).status).toBe(200);
    expect(await offered('PCP')).toMatchObject({ rate: 5.17, addrate: 6.2 });
    // 11:59 PM in Denver, then midnight.
    server.clock.set('2026-11-21T06:59:00Z');
    expect(await offered('PCP')).toMatchObject({ rate: 5.17 });
    server.clock.set('2026-11-21T07:00:00Z');
    expect(await offered('PCP')).toMatchObject({ rate: 5.55, addrate: 6.66 });
    const { terms } = await typeNamed('PCP');
    expect(terms.map(({ validFrom }) => validFrom)).toEqual(['2026-11-21', '2026-11-20', '2020-01-01']);
  });

  it('are not entered twice for one day; those that count can be corrected, only future ones removed', async () => {
    await addTerm('RPCP', termFrom('2026-12-01'));
    const twice = await addTerm('RPCP', termFrom('2026-12-01', { rateCents: 1 }));
    expect([twice.status, twice.errors]).toEqual([409, [{ field: 'validFrom', message: TERM_EXISTS }]]);
    expect((await addTerm('RPCP', termFrom('2026-12-02'), false)).status).toBe(404);
    const corrected = termFrom('2020-01-01', { rateCents: 480, source: 'Letter' });
    expect((await addTerm('RPCP', corrected, false)).status).toBe(200);
    expect(await lastLogged()).toMatchObject({
      action: 'update',
      changes: { 'from 2020-01-01': [{ rateCents: null }, { rateCents: 480, source: 'Letter' }] },
    });
    expect(await offered('RPCP')).toMatchObject({ rate: 4.8 });
    const { id, rev } = await typeNamed('RPCP');
    const kept = await admin.call(calls.removeTerm, { id, rev, validFrom: '2020-01-01' });
    expect([kept.status, kept.Info]).toEqual([409, TERM_KEPT]);
    expect((await admin.call(calls.removeTerm, { id, rev, validFrom: '2026-12-01' })).data).toEqual({
      rev: rev + 1,
    });
    expect((await typeNamed('RPCP')).terms.map(({ validFrom }) => validFrom)).toEqual(['2020-01-01']);
    expect((await admin.call(calls.removeTerm, { id, rev: rev + 1, validFrom: '2026-12-01' })).status).toBe(
      404,
    );
  });

  test.each([
    ['validFrom', { validFrom: '1999-12-31' }],
    ['modifiers', { modifiers: ['U1', 'U2', 'U3', 'U4', 'U5'] }],
    ['procedureCode', { procedureCode: 'T10' }],
    ['source', { source: 'x'.repeat(301) }],
    ['rateCents', { rateCents: -1 }],
  ])('are refused with the field %s named', async (field, values) => {
    const answer = await addTerm('HMK', termFrom('2026-12-01', values));
    expect([answer.status, answer.errors.map((error) => error.field)]).toEqual([400, [field]]);
    expect((await typeNamed('HMK')).terms).toHaveLength(1);
  });
});

test('the first rate of a new type needs no source: who entered it is there', async () => {
  const made = await admin.call(calls.addType, { Name: 'Companion care', Code: 'CMP', likeId: null });
  const today = server.scope.today().toString();
  const first = { ...termFrom(today, { rateCents: 512, source: '' }), id: made.insertId ?? 0, rev: 0 };
  expect((await admin.call(calls.saveTerm, { ...first, isNew: false })).status).toBe(200);
  const { terms } = await typeNamed('CMP');
  expect(terms).toMatchObject([{ rateCents: 512, source: expect.stringMatching(/^Entered by /) }]);
});

describe('type_update', () => {
  const update = (id: number | null, data: unknown, who = admin) =>
    who.raw(requestOf(calls.updateType, { id, data }));

  it('sets rates from today on and keeps what counted before', async () => {
    const { id } = await typeNamed('IHSSPC');
    expect((await update(id, { rate: '5.17', addrate: 6.2 })).status).toBe(200);
    expect((await update(id, { rate: '5.30' })).status).toBe(200);
    expect(await offered('IHSSPC')).toMatchObject({ rate: 5.3, addrate: 6.2, procedureCode: 'T1019' });
    expect((await typeNamed('IHSSPC')).terms).toMatchObject([
      { validFrom: '2026-11-20', rateCents: 530, addrateCents: 620, modifiers: ['U1', 'KX'] },
      { validFrom: '2020-01-01', rateCents: null, addrateCents: null },
    ]);
  });

  it('replaces the option tables and leaves existing plans alone', async () => {
    const { id } = await typeNamed('IHSSRPC');
    const json = { pcItems: [{ Name: ' Walking ' }, { Name: 'Bathing' }], hmItems: [{ Name: 'Laundry' }] };
    expect((await update(id, { json: JSON.stringify(json) })).status).toBe(200);
    expect((await offered('IHSSRPC'))?.taskOptions).toEqual({
      pcItems: [{ Name: 'Walking' }, { Name: 'Bathing' }],
      hmItems: [{ Name: 'Laundry' }],
    });
    const twins = { pcItems: [{ Name: 'Bathing' }, { Name: 'bathing' }], hmItems: [] };
    const refused = await update(id, { json: JSON.stringify(twins) });
    expect([refused.status, refused.errors]).toEqual([
      400,
      [{ field: 'pcItems.1', message: 'bathing is already in the list.' }],
    ]);
  });

  test.each([
    ['-0.01', BAD_RATE],
    ['5.175', BAD_RATE],
    ['', BAD_RATE],
    ['five', BAD_RATE],
  ])('refuses the rate %j', async (rate, sentence) => {
    const { id } = await typeNamed('HMK');
    const answer = await update(id, { rate });
    expect([answer.status, answer.errors[0]]).toEqual([400, { field: 'rate', message: sentence }]);
  });

  it('needs a type, something to change, and the revision that was seen', async () => {
    expect((await update(null, { rate: '5' })).Info).toBe(SELECT_TYPE_FIRST);
    const { id, rev } = await typeNamed('HMK');
    expect((await update(id, {})).status).toBe(400);
    expect((await update(999, { rate: '5' })).status).toBe(404);
    expect((await update(id, { rate: '5', rev })).status).toBe(200);
    const stale = await update(id, { rate: '6', rev });
    expect(stale.status).toBe(409);
    expect(stale.Info).toMatch(/^Changed by .+ at \d\d-\d\d-\d{4} \d\d:\d\d [AP]M$/);
    expect(await offered('HMK')).toMatchObject({ rate: 5 });
  });
});

describe('a type', () => {
  it('is added as a copy, changed, and every change is kept', async () => {
    const { id: likeId } = await typeNamed('PCP');
    const added = await admin.call(calls.addType, { Name: 'Veterans Care', Code: 'VA', likeId });
    if (!added.insertId) throw new Error('no type was made');
    const copy = await typeNamed('VA');
    expect(copy).toMatchObject({
      id: added.insertId,
      evvNeeded: true,
      aggregatorCode: 'PRSNL',
      plans: 0,
      rev: 0,
    });
    expect(copy.pcItems).toContain('Bathing');
    expect(copy.terms).toHaveLength(1);
    expect(await offered('VA')).toMatchObject({ Name: 'Veterans Care', procedureCode: 'T1019' });

    const facts = await factsOf('VA');
    const saved = await admin.call(calls.saveType, {
      ...facts,
      Name: 'VA Homemaker',
      relative: true,
      evvNeeded: false,
      aggregatorCode: null,
      hmItems: ['Laundry', 'Dusting'],
    });
    expect(saved.data).toEqual({ rev: 1 });
    expect(await lastLogged()).toMatchObject({
      changes: {
        Name: ['Veterans Care', 'VA Homemaker'],
        relative: [false, true],
        evvNeeded: [true, false],
        aggregatorCode: ['PRSNL', null],
      },
    });
    const again = await admin.call(calls.saveType, { ...facts, Name: 'Mine' });
    expect([again.status, (await typeNamed('VA')).Name]).toEqual([409, 'VA Homemaker']);
  });

  it('has a name and a code of its own, even of ten added at once', async () => {
    const twins = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        admin.call(calls.addType, { Name: `Twin ${n}`, Code: 'TWIN', likeId: null }),
      ),
    );
    expect(twins.filter(({ status }) => status === 200)).toHaveLength(1);
    const facts = await factsOf('TWIN');
    const renamed = await admin.call(calls.saveType, { ...facts, Name: 'homemaker' });
    expect([renamed.status, renamed.errors[0]?.field]).toEqual([400, 'Name']);
    const unknown = await admin.call(calls.saveType, { ...facts, aggregatorCode: 'NOPE' });
    expect([unknown.status, unknown.errors[0]?.field]).toEqual([400, 'aggregatorCode']);
  });

  it('is made once for one key', async () => {
    const key = { 'idempotency-key': 'type-once-000000001' };
    const input = { Name: 'Once', Code: 'ONCE', likeId: null };
    const [first, second] = await Promise.all([
      admin.call(calls.addType, input, key),
      admin.call(calls.addType, input, key),
    ]);
    expect(first?.insertId).toBe(second?.insertId);
  });

  it('is an admin’s to change, each agency its own', async () => {
    const facts = await factsOf('PRIVATE');
    expect((await user.call(calls.saveType, { ...facts, Name: 'Forged' })).status).toBe(403);
    expect((await user.call(calls.listTypes, {})).status).toBe(403);
    expect((await elsewhere.call(calls.saveType, { ...facts, Name: 'Theirs' })).status).toBe(200);
    expect((await typeNamed('PRIVATE')).Name).toBe('Private Pay');
    expect((await typeNamed('PRIVATE', elsewhere)).Name).toBe('Theirs');
  });
});

describe('the outside area', () => {
  const codes = async (who = user) => (await who.call(calls.getPostcodes, { requestInfo: 'postcodes' })).data;
  it('takes a pasted list, names what is none, and says how many clients live there', async () => {
    await addClient(server.database.pool, 'Rural', { postal_code: '80117-1234' });
    const added = await admin.call(calls.addPostcodes, { text: '80117-0001, 80135;80135\nKiowa 8010' });
    expect(added.data).toEqual({ added: 2, already: 0, bad: ['Kiowa', '8010'] });
    const more = await admin.call(calls.addPostcodes, { text: '80117 80101' });
    expect(more.data).toEqual({ added: 1, already: 1, bad: [] });
    expect(await codes()).toEqual(['80101', '80117', '80135']);
    expect((await admin.call(calls.listPostcodes, {})).data).toEqual([
      { code: '80101', clients: 0 },
      { code: '80117', clients: 1 },
      { code: '80135', clients: 0 },
    ]);
    expect((await admin.call(calls.removePostcodes, { codes: ['80135', '80199'] })).data).toEqual({
      removed: 1,
    });
    expect(await codes()).toEqual(['80101', '80117']);
    expect(await codes(elsewhere)).toEqual([]);
    const logged = await query(
      "select changes from change_log where entity = 'outsidePostcodes' order by id",
    );
    expect(logged.map(({ changes }) => changes)).toEqual([
      { postcodes: [null, ['80117', '80135']] },
      { postcodes: [null, ['80101']] },
      { postcodes: [['80135'], null] },
    ]);
  });

  it('is read by the office and changed by an admin', async () => {
    const before = await codes();
    expect((await admin.call(calls.addPostcodes, { text: 'Aurora' })).Info).toContain(
      'Not understood: Aurora',
    );
    expect((await admin.call(calls.addPostcodes, { text: ' ' })).status).toBe(400);
    expect((await user.call(calls.addPostcodes, { text: '80010' })).status).toBe(403);
    expect((await user.call(calls.removePostcodes, { codes: ['80117'] })).status).toBe(403);
    expect(await codes()).toEqual(before);
  });
});
