import type { InputOf } from '@homecare/domain/call.ts';
import { REASONS } from '@homecare/domain/errors.ts';
import {
  deleteHistory,
  FIRST_PEOPLE,
  getCoordinates,
  getPeople,
  getProcedureCodes,
  insertPerson,
  listFirstPeople,
  setExactPoint,
  updatePerson,
} from '@homecare/domain/people/contract.ts';
import { isPersonField, mayWrite, PERSON_FIELDS } from '@homecare/domain/people/dictionary.ts';
import { isPerson, type Person } from '@homecare/domain/people/schema.ts';
import { decodeNote, type Filter } from '@homecare/domain/wire.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { commandBody } from '../../testing/requests.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { BASE } from '../platform/http/base-path.ts';

let server: TestServer;
let admin: Caller;
let user: Caller;
let provider: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
  [admin, user, provider] = await Promise.all([server.as('admin'), server.as('user'), server.as('provider')]);
});
afterAll(() => server.stop());

let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};
const freshSsn = () =>
  `${String(100 + Math.floor(next() / 9999)).padStart(3, '0')}-11-${String(serial).padStart(4, '0')}`;
const freshMedicaid = () => `Y${String(100000 + next())}`;

type Data = InputOf<typeof insertPerson>['data'];
const common: Data = {
  LastName: 'Anderson',
  FirstName: 'Kjersti',
  Gender: 'Female',
  DOB: '1980-04-04',
  Address: '4683 Oakland St',
  City: 'Aurora',
  State: 'CO',
  PostalCode: '80015',
  Phone: '(720) 220-2389',
  'Emergency Contact': 'Lars Anderson',
  'Emergency Phone': '(303) 555-0148',
};
const aProvider = (more: Data = {}): Data => ({
  ...common,
  'Provider or Client': 'Provider',
  'SSI #': freshSsn(),
  'Start Date': '2022-02-14',
  'ID Expiration': '2028-06-30',
  'Safety Training': '2026-03-02',
  BackgroundCheck: '2025-10-19',
  capsCheck: '2022-02-10',
  'Staff Evaluation': '2026-02-01',
  ...more,
});
const aClient = (more: Data = {}): Data => ({
  ...common,
  'Provider or Client': 'Client',
  Medicaid: freshMedicaid(),
  Services: ['PRSNL', 'HMKR'],
  Diagnosis: 'I10',
  EmergencyAddress: '1 Main St, Aurora',
  EmergencyRelation: 'Brother',
  'Case Manager': 'Ana Ruiz',
  'Managers Phone': '(303) 555-0100',
  Doctor: 'Dr. Chen',
  'Doctors Phone #': '(303) 555-0101',
  'Home Visit': '2026-10-01',
  StartOfCare: '2024-01-15',
  ...more,
});

const insert = (who: Caller, data: Data) => who.call(insertPerson, { data });
const update = (who: Caller, id: number, data: Data) => who.call(updatePerson, { id, data });
const created = async (data: Data): Promise<number> => {
  const answer = await insert(admin, data);
  if (answer.insertId === undefined) throw new Error(`${answer.Info} ${JSON.stringify(answer.errors)}`);
  return answer.insertId;
};
const filter = (
  field: 'ID' | 'Cur' | 'Provider or Client' | 'SSI #' | 'Medicaid',
  value: string,
  op: '=' | '!' = '=',
): Filter<typeof field> => ({ field, op, value });
const read = async (who: Caller, id: number): Promise<Person> => {
  const answer = await who.call(getPeople, { filters: [filter('ID', String(id))] });
  const [person] = answer.data ?? [];
  if (!person || !isPerson(person)) throw new Error(`no person ${id}: ${answer.Info}`);
  return person;
};
const ids = async (who: Caller, ...filters: ReturnType<typeof filter>[]) =>
  (await who.call(getPeople, { filters })).data?.map(({ ID }) => ID);
const sqlRow = async (id: number) =>
  (await server.database.pool.query('select * from people where id = $1', [id])).rows[0];
const logOf = async (id: number) =>
  (
    await server.database.pool.query(
      "select entity, action, changes from change_log where entity in ('person', 'pay') and entity_id = $1 order by id",
      [id],
    )
  ).rows;

describe('an unlikely value', () => {
  const words = 'Home Visit 11-01-2062 is 35 years ahead';
  it('is refused until exactly its question was answered with yes, which is recorded', async () => {
    const data = aClient({ 'Home Visit': '2062-11-01' });
    const asked = await insert(user, { ...data, confirmed: [] });
    expect(asked.reason).toBe('unanswered');
    expect([asked.status, asked.errors]).toEqual([409, [{ field: 'confirm.Home Visit', message: words }]]);
    const other = await insert(user, { ...data, confirmed: ['Home Visit 11-01-2063 is 36 years ahead'] });
    expect(other.status).toBe(409);
    const kept = await insert(user, { ...data, confirmed: [words, 'an answer to nothing'] });
    expect(kept.status).toBe(200);
    expect((await logOf(kept.insertId ?? 0))[0]?.changes['Kept after a question']).toEqual([null, words]);
  });
  it('is accepted from an older client that does not know questions', async () => {
    const id = await created(aClient({ 'Home Visit': '2062-11-01' }));
    expect((await read(admin, id))['Home Visit']).toBe('2062-11-01');
    expect((await logOf(id))[0]?.changes).not.toHaveProperty('Kept after a question');
  });
  it('is not asked about if a save leaves it unchanged', async () => {
    const id = await created(aClient({ 'Home Visit': '2062-11-01' }));
    expect((await update(admin, id, { FirstName: 'Ida', confirmed: [] })).status).toBe(200);
    const again = await update(admin, id, { 'Home Visit': '2063-11-01', confirmed: [] });
    expect(again.errors?.map(({ field }) => field)).toEqual(['confirm.Home Visit']);
  });
  it.each([
    [{ 'Safety Training': '2026-11-21' }, 'Safety Training', 'Safety Training is in the future'],
    [{ 'SSI #': '666-11-2222' }, 'SSI #', 'SSI # begins with digits that were never issued'],
  ] as const)('%j is impossible, and refused whoever asks', async (fault, field, message) => {
    const answer = await insert(admin, aProvider(fault));
    expect([answer.status, answer.errors]).toEqual([400, [{ field, message }]]);
  });
});

describe('a person who is already on record', () => {
  const maria = { LastName: 'Quintana', FirstName: 'María', DOB: '1951-07-03', Phone: '(303) 555-0171' };
  const typed = { ...maria, FirstName: 'Maria', LastName: 'Kintana', Address: '77 New Street' };
  const asked = (id: number, archived = '') =>
    `Quintana, María (ID ${id}${archived}) has nearly the same name, the same birth date and the same phone`;

  it('is asked about before a second record is made, and the answer is recorded', async () => {
    const id = await created(aClient(maria));
    const answer = await insert(user, { ...aClient(typed), confirmed: [] });
    expect([answer.status, answer.errors]).toEqual([
      409,
      [{ field: 'confirm.LastName', message: asked(id) }],
    ]);
    const kept = await insert(user, { ...aClient(typed), confirmed: [asked(id)] });
    expect(kept.status).toBe(200);
    expect((await logOf(kept.insertId ?? 0))[0]?.changes['Kept after a question']).toEqual([null, asked(id)]);
  });
  it('is found even if archived, but not among people of the other kind', async () => {
    const who = { LastName: 'Ibáñez', FirstName: 'José', DOB: '1949-02-11' };
    const id = await created(aClient(who));
    await update(admin, id, {
      Cur: 'n',
      archiveDate: '2026-11-01',
      'DC Date': '2026-11-01',
      'DC Reason': 'Moved',
    });
    const answer = await insert(admin, {
      ...aClient({ ...who, FirstName: 'Pepe', Phone: '(303) 555-0199', Address: '1 Elm St' }),
      confirmed: [],
    });
    expect(answer.errors?.map(({ message }) => message)).toEqual([
      `Ibáñez, José (ID ${id}, archived) has the same name in another form and the same birth date`,
    ]);
    const other = await insert(admin, { ...aProvider(who), confirmed: [] });
    expect(other.status).toBe(200);
  });
  it('is asked about when a change causes the resemblance, and not again afterwards', async () => {
    const who = { LastName: 'Sandoval', FirstName: 'Beatriz', DOB: '1944-12-24' };
    const id = await created(aClient(who));
    const other = await created(aClient({ LastName: 'Sandoval', FirstName: 'Rosa', DOB: '1970-01-01' }));
    const answer = await update(admin, other, { FirstName: 'Beatriz', DOB: '1944-12-24', confirmed: [] });
    expect(answer.errors?.map(({ field }) => field)).toEqual(['confirm.LastName']);
    const message = answer.errors?.[0]?.message ?? '';
    expect(message).toContain(`Sandoval, Beatriz (ID ${id}) has the same name, the same birth date`);
    expect((await update(admin, other, { ...who, confirmed: [message] })).status).toBe(200);
    expect((await update(admin, other, { Phone: '(303) 555-0144', confirmed: [] })).status).toBe(200);
    expect((await update(admin, other, { Doctor: 'Dr. Vigil', confirmed: [] })).status).toBe(200);
  });
  it('is not asked about for an older client that does not know questions', async () =>
    expect((await insert(user, aClient(typed))).status).toBe(200));
  it('of another site is not found here', async () => {
    const elsewhere = await server.as('admin', { site: server.siteNamed('other') });
    const answer = await insert(elsewhere, { ...aClient(typed), confirmed: [] });
    expect(answer.status).toBe(200);
  });
});

describe('a new person', () => {
  it('is returned as typed', async () => {
    const full = aProvider({
      MiddleName: 'Ann',
      Address2: 'Apt 7',
      'Hrs+TT': true,
      withholdAllow: 2,
      Email: 'kjersti@example.com',
      covidVaccine: '3',
      flushotVaccine: '2026-02',
      providerPayRate: { HealthMaintenance: 24.5, Homemaker: 18.75, 'Medicaid 131': 0, 'PCP/RPCP': 19.41 },
      notes: 'Says "hi" & \'bye\'\n&quot;',
    });
    const person = await read(admin, await created(full));
    const { notes, ...others } = full;
    expect(person).toMatchObject({
      ...others,
      Month: 4,
      Day: 4,
      Year: 1980,
      Cur: 'y',
      rev: 0,
      hasNote: true,
      history: [],
    });
    expect(person.Field1).toMatch(/^11-20-2026 10:00 AM \S+$/);
    expect(decodeNote(person.notes ?? '')).toBe(decodeNote(notes ?? ''));
  });

  it('is returned as typed for a client too, including lists and times', async () => {
    const full = aClient({
      'SSI #': null,
      TotalUnits: { PRSNL: 1776 },
      Daycare: true,
      DaycareName: 'Sunrise',
      DaycareDays: ['Mon', 'Wed'],
      DaycareTimeFrom: '08:00',
      DaycareTimeTo: '14:30',
      otherService: [
        {
          CompanyName: 'Other Co',
          Mon: true,
          Tue: false,
          Wed: false,
          Thu: false,
          Fri: false,
          Sat: false,
          Sun: false,
          From: '09:00',
          To: '10:00',
        },
      ],
      covidStatus: '2026-01-02|',
    });
    expect(await read(user, await created(full))).toMatchObject({ ...full, providerPayRate: null });
  });

  it('can have DOB as Month, Day and Year', async () => {
    const { DOB, ...without } = aProvider();
    const person = await read(admin, await created({ ...without, Month: 2, Day: 29, Year: 1980 }));
    expect(person.DOB).toBe('1980-02-29');
    expect(
      (await insert(admin, { ...without, 'SSI #': freshSsn(), Month: 2, Day: 29, Year: 1981 })).errors,
    ).toEqual([{ field: 'DOB', message: 'DOB does not exist' }]);
  });

  it('is refused field by field, with the first field’s sentence as Info', async () => {
    const answer = await insert(admin, {
      ...aProvider(),
      Address: '',
      'Start Date': '1899-12-31',
      capsCheck: null,
    });
    expect(answer.status).toBe(400);
    expect(answer.Info).toBe('Error: Incorrect address');
    expect(answer.errors).toEqual([
      { field: 'Address', message: 'Error: Incorrect address' },
      { field: 'Start Date', message: 'Error: Start Date should be after 01/01/1900.' },
      { field: 'capsCheck', message: 'CAPS Check is required' },
    ]);
    expect((await insert(admin, { LastName: 'X' })).status).toBe(400);
  });

  it('is created once if the same request is repeated', async () => {
    const data = aProvider();
    const key = { 'idempotency-key': 'create-once-1' };
    const [first, again] = [
      await admin.call(insertPerson, { data }, key),
      await admin.call(insertPerson, { data }, key),
    ];
    expect(again.insertId).toBe(first.insertId);
    expect(first.insertId).toBeGreaterThan(0);
  });

  it('is refused if the key was used for another person, and nothing is stored', async () => {
    const key = { 'idempotency-key': 'create-once-2' };
    const data = aProvider();
    const first = await admin.call(insertPerson, { data }, key);
    const people = async () => (await admin.call(getPeople, { filters: [] })).data?.length;
    const before = await people();
    const other = await admin.call(insertPerson, { data: { ...data, LastName: 'Other' } }, key);
    expect(other).toMatchObject({ status: 409, reason: 'keyUsed', Info: REASONS.keyUsed.info });
    expect(other.insertId).toBeUndefined();
    expect(await people()).toBe(before);
    // Fields in another order are the same request; another call or another person's key are not.
    const sorted = Object.fromEntries(Object.entries(data).toReversed());
    expect((await admin.call(insertPerson, { data: { ...data, ...sorted } }, key)).insertId).toBe(
      first.insertId,
    );
    const reversed = await admin.raw({
      method: 'POST',
      url: `${BASE}/poster.php`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...key },
      payload: commandBody('insert', { data: sorted }),
    });
    expect(reversed.insertId).toBe(first.insertId);
    expect((await user.call(insertPerson, { data: aProvider() }, key)).status).toBe(200);
  });

  it('has an approximate point from its ZIP code unless one was chosen', async () => {
    const id = await created(aProvider());
    const { data } = await user.call(getCoordinates, { id });
    expect(data?.AddressApproximate).toBe(true);
    expect(data?.AddressLatitude).toBeCloseTo(39.6, 0);
    const chosen = await created(
      aProvider({ AddressLatitude: 39.62914, AddressLongitude: -104.84721, Address: '77 Exact Way' }),
    );
    expect((await user.call(getCoordinates, { id: chosen })).data).toEqual({
      AddressLatitude: 39.62914,
      AddressLongitude: -104.84721,
      AddressApproximate: false,
    });
  });
});

describe('unique numbers', () => {
  it('name the person who has the SSN, even if archived', async () => {
    const ssn = freshSsn();
    const id = await created(aProvider({ LastName: 'Archuleta', FirstName: 'Efraín', 'SSI #': ssn }));
    const sentence = 'This SSN already exists with person: Archuleta, Efraín';
    const second = await insert(user, aClient({ 'SSI #': ssn.replaceAll('-', '') }));
    expect([second.status, second.Info]).toEqual([409, sentence]);
    expect(second.errors).toEqual([{ field: 'SSI #', message: sentence }]);
    const other = await created(aProvider());
    expect((await update(admin, other, { 'SSI #': ssn })).Info).toBe(sentence);
    await update(admin, id, {
      Cur: 'n',
      archiveDate: '2026-11-20',
      'DC Date': '2026-11-19',
      'DC Reason': 'Left',
    });
    expect((await insert(admin, aProvider({ 'SSI #': ssn }))).Info).toBe(`${sentence} (archived)`);
  });

  it('keep Medicaid unique among clients', async () => {
    const medicaid = freshMedicaid();
    await created(aClient({ LastName: 'Baca', FirstName: 'Guadalupe', Medicaid: medicaid }));
    const second = await insert(admin, aClient({ Medicaid: medicaid.toLowerCase() }));
    expect([second.status, second.Info]).toEqual([
      409,
      'This Medicaid already exists with person: Baca, Guadalupe',
    ]);
  });

  it('allow any number of clients without an SSN', async () => {
    await created(aClient({ 'SSI #': '' }));
    expect((await insert(admin, aClient({ 'SSI #': null }))).status).toBe(200);
  });

  it('let one of 20 parallel inserts of an SSN through', async () => {
    const ssn = freshSsn();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => insert(index % 2 ? admin : user, aProvider({ 'SSI #': ssn }))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      answers.filter(({ Info }) => Info === 'This SSN already exists with person: Anderson, Kjersti'),
    ).toHaveLength(19);
    expect(await ids(admin, filter('SSI #', ssn))).toHaveLength(1);
  });

  it('let one of 10 parallel changes to a Medicaid number through', async () => {
    const medicaid = freshMedicaid();
    const people = await Promise.all(Array.from({ length: 10 }, () => created(aClient())));
    const answers = await Promise.all(people.map((id) => update(admin, id, { Medicaid: medicaid })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  });
});

describe('the list', () => {
  it('contains no full SSN, rate or note for any role', async () => {
    const ssn = freshSsn();
    const id = await created(
      aProvider({
        'SSI #': ssn,
        notes: 'CANARY-NOTE',
        providerPayRate: { HealthMaintenance: 77.77, Homemaker: 0, 'Medicaid 131': 0, 'PCP/RPCP': 0 },
      }),
    );
    for (const who of [admin, user, provider]) {
      const answer = await who.call(getPeople, { filters: [] });
      for (const canary of [ssn, ssn.replaceAll('-', ''), 'CANARY-NOTE', '77.77'])
        expect(answer.text).not.toContain(canary);
      const row = answer.data?.find(({ ID }) => ID === id);
      expect(row?.['SSI #']).toBe(ssn.slice(-4));
      expect(row?.hasNote).toBe(who !== provider);
    }
  });

  it('is sorted by name, ignoring case and accents, in a stable way', async () => {
    const medicaid = 'SORT';
    const names = [
      ['zz', 'b'],
      ['Ábel', 'x'],
      ['abel', 'a'],
      ['ABEL', 'z'],
      ['Abe', 'z'],
      ['Le', 'Thị'],
      ['le', 'tha'],
      ['Lee', 'A'],
    ] as const;
    const made: number[] = [];
    for (const [LastName, FirstName] of names)
      made.push(await created(aClient({ LastName, FirstName, Medicaid: `${medicaid}${next()}` })));
    const rows = (await admin.call(getPeople, { filters: [] })).data?.filter(({ ID }) => made.includes(ID));
    expect(rows?.map(({ LastName, FirstName }) => `${LastName} ${FirstName}`)).toEqual([
      'Abe z',
      'abel a',
      'Ábel x',
      'ABEL z',
      'le tha',
      'Le Thị',
      'Lee A',
      'zz b',
    ]);
  });

  it('answers 304 until someone changes a person', async () => {
    const id = await created(aProvider());
    const first = await admin.call(getPeople, { filters: [] });
    const tag = { 'if-none-match': String(first.headers.etag) };
    expect((await admin.call(getPeople, { filters: [] }, tag)).status).toBe(304);
    expect((await user.call(getPeople, { filters: [] }, tag)).status).toBe(200);
    await update(admin, id, { Doctor: null, MiddleName: 'New' });
    expect((await admin.call(getPeople, { filters: [] }, tag)).status).toBe(200);
  });

  it('is filtered by status, kind, SSN and Medicaid', async () => {
    const ssn = freshSsn();
    const medicaid = freshMedicaid();
    const one = await created(aProvider({ 'SSI #': ssn }));
    const two = await created(aClient({ Medicaid: medicaid }));
    expect(await ids(admin, filter('SSI #', ssn))).toEqual([one]);
    expect(await ids(user, filter('SSI #', ssn.replaceAll('-', '')))).toEqual([one]);
    expect(await ids(provider, filter('SSI #', ssn.slice(-4)))).toContain(one);
    expect(await ids(provider, filter('Medicaid', medicaid))).toEqual([two]);
    expect(await ids(admin, filter('Medicaid', medicaid, '!'))).not.toContain(two);
    const providers = await ids(admin, filter('Provider or Client', 'Provider'), filter('Cur', 'y'));
    expect(providers).toContain(one);
    expect(providers).not.toContain(two);
    expect(await ids(admin, filter('Cur', 'y', '!'))).not.toContain(one);
  });

  it('reveals nothing through filters: only listed fields and operators work', async () => {
    expect((await provider.call(getPeople, { filters: [filter('SSI #', '111-11-0001')] })).status).toBe(403);
    for (const data of [
      '[{"field":"SSI #","value":"<=5"}]',
      '[{"field":"providerPayRate","value":"1"}]',
      '[{"field":"notes","value":"!x"}]',
      '[{"field":"ID","value":">1"}]',
      '[{"field":"ID","value":"1 or true"}]',
      '[{"field":"__proto__","value":"x"}]',
      '[{"field":"Medicaid\\"; drop table people","value":"x"}]',
    ]) {
      const answer = await admin.raw({
        method: 'POST',
        url: '/homecare/api/poster.php',
        payload: new URLSearchParams({ cmd: 'get', data }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([data, answer.status]).toEqual([data, 400]);
    }
  });
});

describe('the whole record', () => {
  const rates = { HealthMaintenance: 24.5, Homemaker: 18.75, 'Medicaid 131': 0, 'PCP/RPCP': 19.41 };

  it('shows the SSN to admins and users and logs that; rates only to admins', async () => {
    const data = aProvider({ providerPayRate: rates, notes: 'private' });
    const id = await created(data);
    const before = (await logOf(id)).filter(({ action }) => action === 'read').length;
    const [seenByAdmin, seenByUser, seenByProvider] = [
      await read(admin, id),
      await read(user, id),
      await read(provider, id),
    ];
    expect([seenByAdmin['SSI #'], seenByUser['SSI #'], seenByProvider['SSI #']]).toEqual([
      data['SSI #'],
      data['SSI #'],
      data['SSI #']?.slice(-4),
    ]);
    expect([seenByAdmin.providerPayRate, seenByUser.providerPayRate, seenByProvider.providerPayRate]).toEqual(
      [rates, null, null],
    );
    expect([seenByAdmin.notes, seenByUser.notes, seenByProvider.notes]).toEqual(['private', 'private', null]);
    expect((await logOf(id)).filter(({ action }) => action === 'read').length - before).toBe(2);
  });

  it('shows a provider their own note', async () => {
    const id = await created(aProvider({ notes: 'mine' }));
    const self = await server.as('provider', { providerId: id });
    expect(await read(self, id)).toMatchObject({ notes: 'mine', hasNote: true, providerPayRate: null });
  });

  it('is closed to field employees and without a session', async () => {
    const evv = await server.as('evv');
    expect((await evv.call(getPeople, { filters: [] })).status).toBe(403);
    expect((await server.anonymous().call(getPeople, { filters: [] })).status).toBe(401);
  });

  it('stores the SSN sealed', async () => {
    const data = aProvider();
    const row = await sqlRow(await created(data));
    expect(JSON.stringify(row)).not.toContain(String(data['SSI #']).replaceAll('-', ''));
    expect(server.site.secrets.decrypt(row.ssn_cipher)).toBe(data['SSI #']);
  });

  test('for an unknown id is an empty list', async () => {
    expect((await admin.call(getPeople, { filters: [filter('ID', '999999')] })).data).toEqual([]);
  });
});

describe('a change', () => {
  it('writes what was sent and logs old and new, with the SSN masked and pay in a separate log', async () => {
    const data = aProvider();
    const id = await created(data);
    const ssn = freshSsn();
    const saved = await update(admin, id, {
      'SSI #': ssn,
      Phone: '(303) 555-0199',
      notes: '<=5 !x',
      providerPayRate: { HealthMaintenance: 0, Homemaker: 20, 'Medicaid 131': 0, 'PCP/RPCP': 0 },
      rev: 0,
    });
    expect([saved.status, saved.data, saved.insertId]).toEqual([200, { rev: 1, messages: [] }, id]);
    expect(await read(admin, id)).toMatchObject({
      Phone: '(303) 555-0199',
      notes: '<=5 !x',
      LastName: 'Anderson',
      rev: 1,
    });
    const log = await logOf(id);
    expect(log.filter(({ action }) => action === 'update')).toEqual([
      {
        entity: 'person',
        action: 'update',
        changes: {
          'SSI #': [`***-**-${data['SSI #']?.slice(-4)}`, `***-**-${ssn.slice(-4)}`],
          Phone: ['(720) 220-2389', '(303) 555-0199'],
          notes: [null, '<=5 !x'],
        },
      },
      {
        entity: 'pay',
        action: 'update',
        changes: {
          providerPayRate: [
            { HealthMaintenance: 0, Homemaker: 0, 'Medicaid 131': 0, 'PCP/RPCP': 0 },
            { HealthMaintenance: 0, Homemaker: 20, 'Medicaid 131': 0, 'PCP/RPCP': 0 },
          ],
        },
      },
    ]);
    expect(JSON.stringify(log)).not.toContain(ssn);
  });

  it('of a stale copy is refused with who saved and when', async () => {
    const id = await created(aProvider());
    await update(user, id, { notes: 'first', rev: 0 });
    const late = await update(admin, id, { notes: 'second', rev: 0 });
    expect(late.status).toBe(409);
    expect(late.Info).toMatch(/^Changed by \S+ at 11-20-2026 10:00 AM$/);
    expect((await read(admin, id)).notes).toBe('first');
    expect((await update(admin, id, { notes: 'older client' })).status).toBe(200);
  });

  it('lets only one of two users through who started with the same copy', async () => {
    const id = await created(aProvider());
    for (let rev = 0; rev < 10; rev += 1) {
      const answers = await Promise.all([
        update(admin, id, { MiddleName: `A${rev}`, rev }),
        update(admin, id, { MiddleName: `B${rev}`, rev }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const winner = answers[0]?.status === 200 ? 'A' : 'B';
      expect((await read(admin, id)).MiddleName).toBe(`${winner}${rev}`);
    }
  });

  it('without any difference keeps the revision', async () => {
    const id = await created(aProvider());
    expect((await update(admin, id, { LastName: 'Anderson', rev: 0 })).data?.rev).toBe(0);
  });

  it('ignores invalid values it does not touch, but not those it causes', async () => {
    const id = await created(aClient());
    await server.database.pool.query('update people set doctor = null where id = $1', [id]);
    expect((await update(admin, id, { Diagnosis: 'E11' })).status).toBe(200);
    expect((await update(admin, id, { Doctor: '' })).errors).toEqual([
      { field: 'Doctor', message: 'Doctor is required' },
    ]);
    expect((await update(admin, id, { PrivateClient: true, Medicaid: null })).status).toBe(200);
    expect((await update(admin, id, { PrivateClient: false })).errors).toEqual([
      { field: 'Medicaid', message: 'Medicaid is required' },
    ]);
  });

  it('never turns a provider into a client, and needs a known id', async () => {
    const id = await created(aProvider());
    expect((await update(admin, id, { 'Provider or Client': 'Client' })).status).toBe(400);
    expect((await update(admin, 999999, { notes: 'x' })).status).toBe(404);
    expect((await admin.call(updatePerson, { data: { notes: 'x' } })).status).toBe(400);
  });

  it('of the email address removes its confirmation', async () => {
    const id = await created(aProvider({ Email: 'a@example.com' }));
    await server.database.pool.query('update people set confirmed_email = true where id = $1', [id]);
    await update(admin, id, { Phone: '(303) 555-0111' });
    expect((await read(admin, id)).confirmedEmail).toBe(true);
    await update(admin, id, { Email: 'b@example.com' });
    expect((await read(admin, id)).confirmedEmail).toBe(false);
  });

  it('returns any note unchanged, saved once or twice', async () => {
    const id = await created(aProvider());
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 60 }).filter((text) => !text.includes('\0')),
        async (note) => {
          for (let turn = 0; turn < 2; turn += 1) {
            const wire = note.replace(
              /[&'"\n]/g,
              (c) => ({ '&': '&amp;', "'": '&apos;', '"': '&quot;' })[c] ?? '&#10;',
            );
            await update(user, id, { notes: wire });
            expect(decodeNote((await read(user, id)).notes ?? '')).toBe(note);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('permissions to write', () => {
  test('let a user change only notes, Cur, Return Date and mobileUserId', async () => {
    const id = await created(aClient());
    const before = await sqlRow(id);
    for (const name of PERSON_FIELDS) {
      if (mayWrite('user', name, 'update') || !mayWrite('admin', name, 'update')) continue;
      expect([name, (await update(user, id, { [name]: null })).status]).toEqual([name, 403]);
    }
    expect((await update(user, id, { Cur: 'n', notes: 'x' })).status).toBe(403);
    expect((await update(user, id, { archiveDate: '2026-11-20' })).status).toBe(403);
    expect(await sqlRow(id)).toEqual(before);
    expect((await update(user, id, { notes: 'x', mobileUserId: 3 })).status).toBe(200);
    expect(
      (
        await insert(
          user,
          aProvider({
            providerPayRate: { HealthMaintenance: 9, Homemaker: 0, 'Medicaid 131': 0, 'PCP/RPCP': 0 },
          }),
        )
      ).status,
    ).toBe(403);
  });

  test('never reach a column that is not a writable field by its name', async () => {
    const id = await created(aProvider());
    const before = await sqlRow(id);
    for (const field of [
      ...Object.keys(before),
      'SunDataStatus',
      'confirmedEmail',
      'ID',
      'role',
      '__proto__',
      'constructor',
      'history',
    ]) {
      if (isPersonField(field) && mayWrite('admin', field, 'update')) continue;
      if (['created', 'updated', 'rev', 'field1'].includes(field)) continue;
      const answer = await admin.raw({
        method: 'POST',
        url: '/homecare/api/poster.php',
        payload: new URLSearchParams({
          cmd: 'update',
          id: String(id),
          data: JSON.stringify([{ field, value: '1' }]),
        }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([field, answer.status]).toEqual([field, 400]);
    }
    expect(await sqlRow(id)).toEqual(before);
  });

  test('never let a request set stamps', async () => {
    const id = await created(aProvider());
    await update(admin, id, { notes: 'x', Field1: 'forged', updated: '2000-01-01', created: '2000-01-01' });
    const person = await read(admin, id);
    expect([person.Field1, person.updated, person.created].join(' ')).not.toMatch(/forged|2000/);
  });

  test('let providers and field employees write nothing', async () => {
    const id = await created(aProvider());
    const evv = await server.as('evv', { providerId: id });
    for (const who of [provider, evv]) {
      expect((await update(who, id, { notes: 'x' })).status).toBe(403);
      expect((await insert(who, aProvider())).status).toBe(403);
    }
  });
});

describe('the history of names and addresses', () => {
  it('keeps earlier values until the day before the change, newest first; only admins delete', async () => {
    const id = await created(aProvider());
    const late = await update(admin, id, { LastName: 'Solberg', changeDate: '2026-11-21' });
    expect(late.errors).toEqual([{ field: 'changeDate', message: "Error: Change date can't be future" }]);
    await update(admin, id, {
      LastName: 'Solberg',
      Address: '1 New St',
      City: 'Denver',
      PostalCode: '80202',
      changeDate: '2026-03-01',
    });
    await update(admin, id, { FirstName: 'Kari' });
    const { history, AddressLatitude } = await read(admin, id);
    expect(history.map(({ field, value, until }) => [field, value, until])).toEqual([
      ['FirstName', 'Kjersti', '2026-11-19'],
      ['Address', '4683 Oakland St, Aurora, CO 80015', '2026-02-28'],
      ['LastName', 'Anderson', '2026-02-28'],
    ]);
    expect(AddressLatitude).toBeCloseTo(39.7, 0);
    const historyId = history[0]?.id ?? 0;
    expect((await user.call(deleteHistory, { id, historyId })).status).toBe(403);
    expect((await admin.call(deleteHistory, { id: id + 1, historyId })).status).toBe(404);
    expect((await admin.call(deleteHistory, { id, historyId, rev: 2 })).data).toEqual({
      rev: 3,
      messages: [],
    });
    expect((await read(admin, id)).history).toHaveLength(2);
    expect(
      (await server.database.pool.query('select from people_history where id = $1', [historyId])).rowCount,
    ).toBe(1);
  });
});

test.each([
  ['Services', '["a\\u0000"]'],
  ['Services', '["\\ud800"]'],
  ['Services', '{"length":1}'],
  ['Services', '[1]'],
  ['TotalUnits', '{"a\\u0000":1}'],
  ['TotalUnits', '{"PRSNL":1e309}'],
  ['TotalUnits', '{"PRSNL":-1}'],
  ['otherService', '[{"CompanyName":"a\\u0000"}]'],
  ['otherService', '[{"CompanyName":"\\ud800"}]'],
  ['otherService', '[{"CompanyName":"a","extra":1}]'],
  ['otherService', `${'['.repeat(5000)}`],
  ['StartOfCare', '0000-01-01'],
  ['StartOfCare', '2026-02-29'],
  ['AddressLatitude', '1e309'],
  ['AddressLatitude', 'NaN'],
  ['rev', '3000000000000'],
  ['Home Visit', '-0001-01-01'],
  ['Cur', 'x'],
  ['DaycareDays', 'Mon,Moon'],
])('%s = %s is refused without a database error', async (field, value) => {
  const id = await created(aClient());
  const send = (cmd: string, row: string) =>
    admin.raw({
      method: 'POST',
      url: '/homecare/api/poster.php',
      payload: new URLSearchParams({ cmd, id: row, data: JSON.stringify([{ field, value }]) }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const answer = await send('update', String(id));
  expect(answer.status).toBe(400);
  expect((await send('update', '2147483648')).status).toBe(400);
});

test('the exact point of an address can be set by hand', async () => {
  const id = await created(aProvider());
  const point = { AddressLatitude: 39.62914, AddressLongitude: -104.84721 };
  expect((await provider.call(setExactPoint, { id, ...point })).status).toBe(403);
  expect((await user.call(setExactPoint, { id, ...point, rev: 0 })).data?.rev).toBe(1);
  expect(await read(user, id)).toMatchObject({ ...point, AddressApproximate: false });
});

test('procedure codes have labels', async () => {
  const { data } = await user.call(getProcedureCodes, { requestInfo: 'procedureCodes' });
  expect(data).toMatchObject({ PRSNL: 'Personal Care', HMKR: 'Homemaker' });
  expect((await provider.call(getProcedureCodes, { requestInfo: 'procedureCodes' })).status).toBe(403);
});

test('people are never deleted', async () => {
  await expect(server.database.pool.query('delete from people')).rejects.toThrow('never deleted');
});

test('the maximum of active clients holds for any number of simultaneous requests', async () => {
  const small = await testServer({
    now: '2026-11-20T17:00:00Z',
    entry: { capabilities: { premium: true, version: 2, maxClients: 3, billing: true } },
  });
  try {
    const boss = await small.as('admin');
    const answers = await Promise.all(Array.from({ length: 8 }, () => insert(boss, aClient())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.find(({ status }) => status === 409)?.Info).toBe(
      'Your agency has reached its maximum of 3 active clients.',
    );
    const [first = 0] = answers.flatMap(({ insertId }) => insertId ?? []);
    await update(boss, first, {
      Cur: 'n',
      archiveDate: '2026-11-20',
      'DC Date': '2026-11-19',
      'DC Reason': 'Moved',
    });
    expect((await insert(boss, aClient())).status).toBe(200);
    expect((await update(boss, first, { Cur: 'y' })).status).toBe(409);
    expect((await insert(boss, aProvider())).status).toBe(200);
  } finally {
    await small.stop();
  }
});

describe('the first people of the list', () => {
  it('are the active ones at the top of the whole list, with a count for each tab', async () => {
    await insert(user, aClient({ LastName: 'Aaa' }));
    for (const who of [admin, user, provider]) {
      const whole = (await who.call(getPeople, { filters: [filter('Cur', 'y')] })).data ?? [];
      const kinds = whole.map((row) => row['Provider or Client']);
      const first = await who.call(listFirstPeople, {});
      expect(first.data?.rows).toEqual(whole.slice(0, FIRST_PEOPLE));
      expect(first.data?.counts).toEqual({
        All: whole.length,
        Providers: kinds.filter((kind) => kind === 'Provider').length,
        Clients: kinds.filter((kind) => kind === 'Client').length,
      });
    }
  });

  it('are shown to no other role', async () => {
    expect((await (await server.as('evv')).call(listFirstPeople, {})).status).toBe(403);
    expect((await server.anonymous().call(listFirstPeople, {})).status).toBe(401);
    const other = await (await server.as('admin', { site: server.siteNamed('other') })).call(
      listFirstPeople,
      {},
    );
    expect(other.data?.rows.filter(({ LastName }) => LastName === 'Aaa')).toEqual([]);
  });
});
