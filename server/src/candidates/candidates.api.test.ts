import type { InputOf } from '@homecare/domain/call.ts';
import {
  getCandidates,
  insertCandidate,
  restoreCandidate,
  updateCandidate,
} from '@homecare/domain/candidates/contract.ts';
import {
  CANDIDATE_ADDED,
  CANDIDATE_CHANGED,
  CANDIDATE_DELETED,
  CANDIDATE_GONE,
  CANDIDATE_RESTORED,
} from '@homecare/domain/candidates/rules.ts';
import { getPeople, insertPerson, updatePerson } from '@homecare/domain/people/contract.ts';
import { TOO_LATE } from '@homecare/domain/undo.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { addProvider } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Caller;
let user: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z' });
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
});
afterAll(() => server.stop());

type Data = InputOf<typeof insertCandidate>['data'];
const maria: Data = {
  Name: 'Maria Lopez',
  Phone: '(303) 555-0190',
  Address: '3000 S Jamaica Ct, Aurora, CO 80014',
  AddressLatitude: 39.66,
  AddressLongitude: -104.86,
  AddressApproximate: false,
  DateAvailable: '2026-12-01',
};
const add = async (more: Data = {}) => {
  const { insertId } = await admin.call(insertCandidate, { data: { ...maria, ...more } });
  if (!insertId) throw new Error('no candidate');
  return insertId;
};
const list = async () => (await user.call(getCandidates, { filters: [] })).data ?? [];
const one = async (id: number) => (await list()).find((candidate) => candidate.id === id);
const logOf = async (id: number) =>
  (
    await server.database.pool.query(
      "select action, changes from change_log where entity = 'candidate' and entity_id = $1 order by id",
      [id],
    )
  ).rows;
const personData = (ssn: string): InputOf<typeof insertPerson>['data'] => ({
  'Provider or Client': 'Provider',
  LastName: 'Lopez',
  FirstName: 'Maria',
  Gender: 'Female',
  DOB: '1990-02-03',
  'SSI #': ssn,
  Address: '3000 S Jamaica Ct',
  City: 'Aurora',
  State: 'CO',
  PostalCode: '80014',
  Phone: '(303) 555-0190',
  'Emergency Contact': 'Ana Lopez',
  'Emergency Phone': '(303) 555-0191',
  'Start Date': '2026-11-20',
  'ID Expiration': '2028-06-30',
  'Safety Training': '2026-03-02',
  BackgroundCheck: '2026-10-19',
  capsCheck: '2026-10-10',
  'Staff Evaluation': '2026-10-01',
});

describe('a candidate', () => {
  it('is added, changed and deleted, each with its message and log row', async () => {
    const added = await user.call(insertCandidate, { data: maria });
    expect([added.status, added.Info]).toEqual([200, CANDIDATE_ADDED]);
    const id = added.insertId ?? 0;
    expect(await one(id)).toMatchObject({ ...maria, id, Status: 'Active', rev: 0 });
    const changed = await admin.call(updateCandidate, {
      id,
      data: { Phone: '3035550191', Name: 'Maria Lopez', rev: 0 },
    });
    expect([changed.Info, changed.data?.rev]).toEqual([CANDIDATE_CHANGED, 1]);
    expect((await one(id))?.Phone).toBe('(303) 555-0191');
    const deleted = await user.call(updateCandidate, { id, data: { Status: 'Archive', rev: 1 } });
    expect(deleted.Info).toBe(CANDIDATE_DELETED);
    expect(await one(id)).toBeUndefined();
    const archived = await admin.call(getCandidates, {
      filters: [{ field: 'Status', op: '=', value: 'Archive' }],
    });
    expect(archived.data?.map((candidate) => candidate.id)).toContain(id);
    expect((await logOf(id)).map(({ action, changes }) => [action, Object.keys(changes).sort()])).toEqual([
      ['insert', Object.keys(maria).sort()],
      ['update', ['Phone']],
      ['delete', ['Status']],
    ]);
  });

  it('returns after Undo, for ten minutes, unless hired', async () => {
    const id = await add({ Name: 'Undo Taken' });
    await user.call(updateCandidate, { id, data: { Status: 'Archive', rev: 0 } });
    const provider = await server.as('provider');
    expect((await provider.call(restoreCandidate, { id })).status).toBe(403);
    const back = await user.call(restoreCandidate, { id });
    expect([back.Info, back.data]).toEqual([CANDIDATE_RESTORED, { rev: 2 }]);
    expect(await one(id)).toMatchObject({ Name: 'Undo Taken', Status: 'Active', rev: 2 });
    // A candidate that is not deleted counts as restored.
    expect((await user.call(restoreCandidate, { id })).data).toEqual({ rev: 2 });
    expect((await logOf(id)).at(-2)).toMatchObject({
      action: 'update',
      changes: { Status: ['Archive', 'Active'] },
    });
    expect((await user.call(restoreCandidate, { id: 999_999 })).status).toBe(404);

    await user.call(updateCandidate, { id, data: { Status: 'Archive', rev: 2 } });
    const { pool } = server.database;
    await pool.query(`update candidates set updated = updated - interval '11 minutes' where id = $1`, [id]);
    expect(await user.call(restoreCandidate, { id })).toMatchObject({ status: 409, Info: TOO_LATE });
    const hired = await addProvider(pool, 'Hired');
    await pool.query(`update candidates set updated = $2, hired_as = $3 where id = $1`, [
      id,
      '2026-11-20T17:00:00Z',
      hired,
    ]);
    expect((await user.call(restoreCandidate, { id })).Info).toBe(CANDIDATE_GONE);
  });

  test.each(['Name', 'Phone', 'Address', 'DateAvailable', 'AddressLatitude', 'AddressLongitude'] as const)(
    'without %s is refused, new or changed',
    async (field) => {
      const info = `Error: ${field} cant be empty`;
      const { [field]: _, ...without } = maria;
      for (const data of [without, { ...maria, [field]: null }])
        expect((await admin.call(insertCandidate, { data })).Info).toBe(info);
      const changed = await admin.call(updateCandidate, { id: await add(), data: { [field]: null } });
      expect([changed.status, changed.Info, changed.errors]).toEqual([400, info, [{ field, message: info }]]);
    },
  );

  it('gets the approximate point of the ZIP code if no suggestion matched, and is refused without a known ZIP code', async () => {
    const { AddressLatitude, AddressLongitude, AddressApproximate, ...unlocated } = maria;
    const address = { ...unlocated, Address: '77 Nowhere Ln, Aurora, CO 80014' };
    const { insertId } = await admin.call(insertCandidate, { data: address });
    const near = {
      AddressLatitude: expect.closeTo(39.66, 1),
      AddressLongitude: expect.closeTo(-104.84, 1),
      AddressApproximate: true,
    };
    expect(await one(insertId ?? 0)).toMatchObject({ Address: address.Address, ...near });
    const moved = { Address: '5 Elm St, Denver, CO 80202', AddressLatitude: null, AddressLongitude: null };
    expect((await admin.call(updateCandidate, { id: await add(), data: moved })).status).toBe(200);
    // Sending the same address without a point keeps its point.
    const kept = await add();
    await admin.call(updateCandidate, {
      id: kept,
      data: { Address: maria.Address, Phone: '(303) 555-0111' },
    });
    expect(await one(kept)).toMatchObject({ AddressLatitude: 39.66, AddressApproximate: false });
    for (const Address of ['77 Nowhere Ln', '77 Nowhere Ln, Atlantis, CO 00001'])
      expect((await admin.call(insertCandidate, { data: { ...unlocated, Address } })).Info).toBe(
        'Error: AddressLatitude cant be empty',
      );
  });

  it('accepts what older clients send: no rev, their own DateCreated, a Status', async () => {
    const id = await add({ DateCreated: '1999-01-01', Status: 'Active' });
    expect((await one(id))?.DateCreated.slice(0, 10)).toBe('2026-11-20');
    expect((await admin.call(updateCandidate, { id, data: { Name: 'M. Lopez' } })).status).toBe(200);
    expect((await admin.call(insertCandidate, { data: { ...maria, Status: 'Archive' } })).status).toBe(400);
  });

  it('is listed by DateCreated, newest first, with 304 until someone changes one', async () => {
    server.clock.set('2026-11-20T17:10:00Z');
    const newer = await add();
    server.clock.set('2026-11-20T17:00:00Z');
    const older = await add();
    const ids = (await list()).map(({ id }) => id);
    expect(ids.indexOf(newer)).toBeLessThan(ids.indexOf(older));
    const first = await admin.call(getCandidates, { filters: [] });
    const tag = { 'if-none-match': String(first.headers.etag) };
    expect((await admin.call(getCandidates, { filters: [] }, tag)).status).toBe(304);
    await add();
    expect((await admin.call(getCandidates, { filters: [] }, tag)).status).toBe(200);
  });

  it('is not overwritten after someone else’s change', async () => {
    const id = await add();
    await user.call(updateCandidate, { id, data: { Name: 'Theirs', rev: 0 } });
    const stale = await admin.call(updateCandidate, { id, data: { Name: 'Mine', rev: 0 } });
    expect(stale.status).toBe(409);
    expect(stale.Info).toMatch(/^Changed by \S+ at 11-20-2026/);
    expect((await one(id))?.Name).toBe('Theirs');
  });

  it('that was deleted stays deleted', async () => {
    const id = await add();
    await admin.call(updateCandidate, { id, data: { Status: 'Archive' } });
    for (const data of [{ Status: 'Archive' }, { Status: 'Active' }, { Name: 'x' }] as const) {
      const answer = await admin.call(updateCandidate, { id, data });
      expect([answer.status, answer.Info]).toEqual([409, CANDIDATE_GONE]);
    }
    expect((await admin.call(updateCandidate, { id: 987_654_321, data: { Name: 'x' } })).status).toBe(404);
  });
});

describe('hiring a candidate', () => {
  it('creates the provider and archives the candidate in one transaction', async () => {
    const candidateId = await add();
    const hired = await user.call(insertPerson, { data: { ...personData('111-22-0001'), candidateId } });
    expect(hired.status).toBe(200);
    expect(await one(candidateId)).toBeUndefined();
    const { rows } = await server.database.pool.query(
      'select status, hired_as from candidates where id = $1',
      [candidateId],
    );
    expect(rows).toEqual([{ status: 'Archive', hired_as: hired.insertId }]);
    expect((await logOf(candidateId)).at(-1)).toEqual({
      action: 'update',
      changes: { Status: ['Active', 'Archive'], hiredAs: [null, hired.insertId] },
    });
  });

  it('leaves the candidate if the provider is refused, and makes no provider if the candidate is gone', async () => {
    const candidateId = await add();
    const refused = await admin.call(insertPerson, {
      data: { ...personData('111-22-0002'), Phone: null, candidateId },
    });
    expect(refused.status).toBe(400);
    expect(await one(candidateId)).toBeDefined();
    await admin.call(updateCandidate, { id: candidateId, data: { Status: 'Archive' } });
    const gone = await admin.call(insertPerson, { data: { ...personData('111-22-0002'), candidateId } });
    expect([gone.status, gone.Info]).toEqual([409, CANDIDATE_GONE]);
    const { data } = await admin.call(getPeople, {
      filters: [{ field: 'SSI #', op: '=', value: '111-22-0002' }],
    });
    expect(data).toEqual([]);
  });

  it('works for new providers only', async () => {
    const candidateId = await add();
    const client = await admin.call(insertPerson, {
      data: { ...personData('111-22-0003'), 'Provider or Client': 'Client', candidateId },
    });
    expect(client.errors[0]?.field).toBe('candidateId');
    const update = await admin.call(updatePerson, { id: 1, data: { candidateId } });
    expect(update.errors[0]?.field).toBe('candidateId');
    expect(await one(candidateId)).toBeDefined();
  });

  it('happens once when 10 users hire the same candidate at the same moment', async () => {
    const candidateId = await add();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        (n % 2 ? admin : user).call(insertPerson, { data: { ...personData(`111-33-100${n}`), candidateId } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ Info }) => Info === CANDIDATE_GONE)).toHaveLength(9);
  });
});

describe('a person who is already on record', () => {
  const jon: Data = {
    ...maria,
    Name: 'Jon Okafor',
    Phone: '(303) 555-0177',
    Address: '1450 S Havana St, Aurora, CO 80012',
  };

  test('is asked about as a candidate and as a provider, and the answer is recorded', async () => {
    const first = await admin.call(insertCandidate, { data: { ...jon, confirmed: [] } });
    expect(first.status).toBe(200);
    const again = { ...jon, Name: 'Okafor, John' };
    const asked = await user.call(insertCandidate, { data: { ...again, confirmed: [] } });
    expect(asked.reason).toBe('unanswered');
    expect([asked.status, asked.errors]).toEqual([
      409,
      [{ field: 'confirm.Name', message: expect.stringContaining('Okafor, Jon (candidate) has') }],
    ]);
    const sentences = asked.errors.map(({ message }) => message);
    const kept = await user.call(insertCandidate, { data: { ...again, confirmed: sentences } });
    expect(kept.status).toBe(200);
    expect((await logOf(kept.insertId ?? 0))[0].changes['Kept after a question'][1]).toBe(sentences[0]);
    await admin.call(insertPerson, {
      data: { ...personData('212-11-4455'), LastName: 'Nwosu', FirstName: 'Ada', Phone: '(303) 555-0166' },
    });
    const known = await user.call(insertCandidate, {
      data: { ...jon, Name: 'Ada Nwosu', Phone: '(303) 555-0166', confirmed: [] },
    });
    expect(known.errors[0]?.message).toMatch(/^Nwosu, Ada \(ID \d+\) has the same name/);
  });

  test('is asked about when a change causes it, and never if the client cannot answer', async () => {
    const id = await add({ ...jon, Name: 'Somebody Else', Phone: '(303) 555-0122' });
    const change = { Name: 'Jon Okafor', Phone: jon.Phone };
    const asked = await admin.call(updateCandidate, { id, data: { ...change, confirmed: [] } });
    expect(asked.status).toBe(409);
    expect(
      (await admin.call(updateCandidate, { id, data: { DateAvailable: '2026-12-09', confirmed: [] } }))
        .status,
    ).toBe(200);
    expect((await admin.call(updateCandidate, { id, data: change })).status).toBe(200);
  });
});
