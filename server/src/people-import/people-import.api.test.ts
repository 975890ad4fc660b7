import { readFileSync } from 'node:fs';
import { perDay } from '@homecare/domain/calendar.ts';
import type { Call } from '@homecare/domain/call.ts';
import { clientMaximum } from '@homecare/domain/people/client-maximum.ts';
import type { PersonWrite } from '@homecare/domain/people/schema.ts';
import type { ImportTarget } from '@homecare/domain/people-import/columns.ts';
import { checkFile, getProgress, importFile, readFile } from '@homecare/domain/people-import/contract.ts';
import { type Mapping, suggestMapping } from '@homecare/domain/people-import/mapping.ts';
import { UNKNOWN_ZIP } from '@homecare/domain/people-import/rows.ts';
import {
  hasProblems,
  imported,
  NO_HEADS,
  NO_ROWS,
  NOT_TEXT,
  OPEN_QUOTE,
  otherQuestions,
  tooManyClients,
} from '@homecare/domain/people-import/rules.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { addProvider } from '../../testing/care.ts';
import { csvLine, fileOf, templateMapping } from '../../testing/import-files.ts';
import { multipart } from '../../testing/requests.ts';
import { sampleClient, sampleProvider, sampleSsn } from '../../testing/sample-people.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import {
  listCaregiverHours,
  listClientNeeds,
  listPairPreferences,
  listSkillsAmong,
  listTimeOff,
} from '../availability/service.ts';
import { BASE } from '../platform/http/base-path.ts';

let server: TestServer;
let admin: Caller;
const today = Temporal.PlainDate.from('2026-11-20');
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};
const aProvider = (more: PersonWrite = {}) =>
  sampleProvider(`Provider${next()}`, sampleSsn(serial), today, {
    AddressLatitude: undefined,
    AddressLongitude: undefined,
    ...more,
  });
const aClient = (more: PersonWrite = {}) =>
  sampleClient(`Client${next()}`, today, {
    AddressLatitude: undefined,
    AddressLongitude: undefined,
    ...more,
  });

interface Sending {
  readonly target?: ImportTarget;
  readonly columns?: Mapping;
  readonly who?: Caller;
  readonly key?: string;
  readonly to?: TestServer;
  readonly confirmed?: number;
}
const send = async (call: Call, content: string | Buffer, more: Sending = {}) => {
  const { target = 'people', who = admin, key } = more;
  const columns = JSON.stringify(more.columns ?? templateMapping(target));
  // A retry is the same request.
  const { confirmed } = more;
  const run = key ?? `test-run-${next()}`;
  const input =
    call === readFile
      ? {}
      : { target, columns, run, ...(confirmed !== undefined && { confirmed: String(confirmed) }) };
  const path = call.transport.via === 'path' ? call.transport.paths[0] : '';
  const { payload, headers } = multipart(input, { name: 'people.csv', content });
  const url = `${BASE}/${path}`;
  const answer = await who.raw({
    method: 'POST',
    url,
    payload,
    headers: { ...headers, ...(key && { 'idempotency-key': key }) },
  });
  return answer;
};
const check = async (content: string | Buffer, more: Sending = {}) => {
  const answer = await send(checkFile, content, more);
  expect([answer.status, answer.Info]).toEqual([200, undefined]);
  return checkFile.output.parse(answer.data);
};
const count = async (table = 'people', where = 'true') => {
  const { rows } = await server.database.pool.query<{ n: number }>(
    `select count(*)::int as n from ${table} where ${where}`,
  );
  return rows[0]?.n ?? -1;
};

describe('an import file', () => {
  it('is read: its column names, first rows, and what they probably are', async () => {
    const text =
      'First Name;lname;Date of Birth;SSN;Zip\r\nAna;"Ruiz; Lopez";1980-01-02;;80012\r\n\r\nJo;Park;;;\r\n';
    const answer = await send(readFile, `\uFEFF${text}`);
    const data = readFile.output.parse(answer.data);
    expect(data).toMatchObject({
      heads: ['First Name', 'lname', 'Date of Birth', 'SSN', 'Zip'],
      sample: [
        ['Ana', 'Ruiz; Lopez', '1980-01-02', '', '80012'],
        ['Jo', 'Park', '', '', ''],
      ],
      rows: 2,
    });
    expect(data.suggested.clients).toEqual(['FirstName', 'LastName', 'DOB', 'SSI #', 'PostalCode']);
  });
  test.each([
    ['an Excel workbook', Buffer.from('504b030414000600', 'hex'), 415, NOT_TEXT],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 415, NOT_TEXT],
    ['a PDF', '%PDF-1.7', 415, NOT_TEXT],
    ['bytes that are no text', Buffer.from([0x41, 0, 0x42, 0]), 415, NOT_TEXT],
    ['nothing', '', 400, NO_ROWS],
    ['empty lines', '\r\n\r\n', 400, NO_HEADS],
    ['heads alone', 'Name,Phone\r\n', 400, NO_ROWS],
    ['an open quotation mark', 'Name,Phone\r\nAna,"1\r\nJo,2\r\n', 400, OPEN_QUOTE(2)],
  ])('that is %s is refused with a sentence', async (_, content, status, message) => {
    const answer = await send(readFile, content);
    expect([answer.status, answer.Info]).toEqual([status, message]);
  });
  test.each([
    ['Windows-1252', Buffer.from('Name,City\nJos\u00e9,Espa\u00f1ola\n', 'latin1')],
    ['UTF-8', Buffer.from('Name,City\nJosé,Española\n')],
    [
      'UTF-16',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Name,City\nJosé,Española\n', 'utf16le')]),
    ],
    ['tabs', Buffer.from('Name\tCity\rJosé\tEspañola\r')],
  ])('in %s is read', async (_, content) => {
    const answer = await send(readFile, content);
    expect(answer.data).toMatchObject({ heads: ['Name', 'City'], sample: [['José', 'Española']] });
  });
});

describe('a dry run', () => {
  it('lists every problem with row, field and value, and writes nothing', async () => {
    const before = await count();
    const twin = aProvider();
    const file = fileOf('people', [
      aProvider(),
      aProvider({ Phone: '555-12', DOB: null }),
      aClient({ Services: ['PRSNL'], 'Start Date': '2026-01-01' }),
      twin,
      aProvider({ 'SSI #': twin['SSI #'] ?? '' }),
    ]);
    const found = await check(file);
    expect(found.problems).toEqual([
      { row: 3, field: 'DOB', message: 'DOB is required', value: '' },
      { row: 3, field: 'Phone', message: 'Phone looks like (111) 111-1111', value: '555-12' },
      { row: 4, field: 'Start Date', message: 'Start Date is not a field of a client', value: '2026-01-01' },
      {
        row: 6,
        field: 'SSI #',
        message: `This SSN already exists with person: ${twin.LastName}, Robin (row 5 of this file)`,
        value: '',
      },
    ]);
    expect(found).toMatchObject({
      rows: 5,
      ready: 2,
      providers: 2,
      clients: 0,
      problemCount: 4,
      problemRows: 3,
    });
    expect([found.onRecord, found.faulty]).toEqual([[5], [3, 4, 6]]);
    expect(await count()).toBe(before);
  });
  it('lists unlikely values separately, and the import accepts them after the same number of yeses', async () => {
    const file = fileOf('clients', [
      aClient({ 'SSI #': null, DOB: '1931-05-06' }),
      aClient({
        'SSI #': null,
        FirstName: 'Rosa',
        LastName: 'Maestas',
        DOB: '1944-11-12',
        'Home Visit': '2062-11-01',
        Phone: '(111) 234-5678',
      }),
    ]);
    const found = await check(file, { target: 'clients' });
    expect(found.problems).toEqual([]);
    expect(found.questions).toEqual([
      {
        row: 3,
        field: 'Home Visit',
        message: 'Home Visit 11-01-2062 is 35 years ahead',
        value: '2062-11-01',
      },
      { row: 3, field: 'Phone', message: 'Phone: no area code 111 is in use', value: '(111) 234-5678' },
    ]);
    const before = await count();
    const unread = await send(importFile, file, { target: 'clients', confirmed: 0 });
    expect([unread.status, unread.Info]).toEqual([409, otherQuestions(2)]);
    expect(await count()).toBe(before);
    const read = await send(importFile, file, { target: 'clients', confirmed: 2 });
    expect(read.status).toBe(200);
    expect(await count()).toBe(before + 2);
  });
  it('asks about people in the file who are on record or in earlier rows', async () => {
    const stored = { 'SSI #': null, FirstName: 'Dolores', LastName: 'Tafoya', DOB: '1939-03-08' };
    const first = fileOf('clients', [aClient(stored)]);
    expect((await send(importFile, first, { target: 'clients' })).status).toBe(200);
    const rows = [
      aClient({ ...stored, FirstName: 'Lola', Phone: '(303) 555-0177', Address: '9 Elm St' }),
      aClient({ 'SSI #': null, FirstName: 'Ruth', LastName: 'Whitfield', DOB: '1950-02-11' }),
      aClient({ 'SSI #': null, FirstName: 'Ruth', LastName: 'Withfield', DOB: '1950-11-02', Address2: 'A' }),
    ];
    const found = await check(fileOf('clients', rows), { target: 'clients' });
    expect(found.problems).toEqual([]);
    expect(found.questions.map(({ row, field, message }) => [row, field, message])).toEqual([
      [
        2,
        'Last name',
        expect.stringMatching(
          /^Tafoya, Dolores \(ID \d+\) has the same name in another form and the same birth date$/,
        ),
      ],
      [
        4,
        'Last name',
        'Whitfield, Ruth (row 3 of this file) has nearly the same name, the same birth date with day and month swapped, the same phone and the same address',
      ],
    ]);
    const unread = await send(importFile, fileOf('clients', rows), { target: 'clients', confirmed: 1 });
    expect([unread.status, unread.Info]).toEqual([409, otherQuestions(2)]);
  });
  it('reads dates, phones, states, choices and yes or no as people write them', async () => {
    const heads = [
      'Type',
      'Last',
      'First',
      'Sex',
      'Birthdate',
      'Street',
      'Town',
      'State',
      'Zip',
      'Cell',
      'Emergency Contact',
      'Emergency Phone',
      'Emergency address',
      'Emergency relation',
      'Private',
      'Services',
      'Diagnosis',
      'SOC',
      'Home Visit',
      'Case Manager',
      'Managers Phone',
      'Doctor',
      'Doctors Phone #',
      'Notes',
      'Daycare',
      'Daycare days',
    ];
    const row = [
      'patient',
      'Written',
      'Freely',
      'f',
      '7/4/1950',
      '1 Main St',
      'Aurora',
      'Colorado',
      '80012-1234',
      '+1 303.555.0101',
      'Kim',
      '3035550102',
      '1 Main St',
      'Son',
      'Yes',
      'personal care; hmkr',
      'I10',
      '2026-01-05',
      '11/01/2026',
      'Ana',
      '(303) 555-0103',
      'Dr. Chen',
      '303 555 0104',
      "Key & 'box'\n=1+1",
      'x',
      'Monday, wed',
    ];
    const columns = suggestMapping(heads, 'people');
    expect(columns).not.toContain(null);
    const file = `${csvLine(heads)}\n${csvLine(row)}\n`;
    const answer = await send(importFile, file, { columns });
    expect([answer.errors, answer.Info]).toEqual([[], imported('people', 1)]);
    const { rows } = await server.database.pool.query(
      `select kind, gender, dob, state, postal_code, phone, private_client, services, start_of_care, home_visit, notes,
        daycare_days, address_approximate, address_latitude is not null as located
       from people where last_name = 'Written'`,
    );
    expect(rows).toEqual([
      {
        kind: 'Client',
        gender: 'Female',
        dob: '1950-07-04',
        state: 'CO',
        postal_code: '800121234',
        phone: '(303) 555-0101',
        private_client: true,
        services: ['PRSNL', 'HMKR'],
        start_of_care: '2026-01-05',
        home_visit: '2026-11-01',
        notes: "Key & 'box'\n=1+1",
        daycare_days: ['Mon', 'Wed'],
        address_approximate: true,
        located: true,
      },
    ]);
  });
  it('says once which columns are missing or chosen twice', async () => {
    const columns = templateMapping('clients').map((key) =>
      key === 'Doctor' ? null : key === 'County' ? 'City' : key,
    );
    const answer = await send(checkFile, fileOf('clients', [aClient()]), { target: 'clients', columns });
    expect(answer.status).toBe(400);
    expect(answer.errors).toEqual([
      { field: 'City', message: 'City is chosen for two columns' },
      { field: 'Doctor', message: 'Choose the column for Doctor: no row can be saved without it' },
    ]);
  });
});

describe('an import', () => {
  it('saves everyone as if typed: log with values, sealed SSN, queued for the aggregator', async () => {
    const people = [
      aProvider({
        providerPayRate: { HealthMaintenance: 18.5, Homemaker: 0, 'Medicaid 131': 0, 'PCP/RPCP': 0 },
      }),
      aClient(),
    ];
    const answer = await send(importFile, fileOf('people', people));
    expect([answer.status, answer.Info, answer.data]).toEqual([200, imported('people', 2), { imported: 2 }]);
    const { rows } = await server.database.pool.query(
      `select p.id, p.kind, ssn_last4, ssn_cipher is not null as sealed, (pay_rates_on(p.id, '2000-01-01')->>'HealthMaintenance')::int as rate, aggregator_status,
         (select changes from change_log where entity = 'person' and entity_id = p.id) as log,
         (select changes from change_log where entity = 'pay' and entity_id = p.id) as pay,
         (select count(*)::int from aggregator_records where record_id = p.id and type = p.kind) as queued
       from people p where last_name = any($1) order by p.id`,
      [people.map(({ LastName }) => LastName)],
    );
    const [provider, client] = rows;
    expect(provider).toMatchObject({ sealed: true, rate: 1850, queued: 1, aggregator_status: 'Pending' });
    expect(provider.log).toMatchObject({
      LastName: [null, people[0]?.LastName],
      'SSI #': [null, `***-**-${provider.ssn_last4}`],
      Phone: [null, '(720) 555-0189'],
    });
    expect(provider.log).not.toHaveProperty('providerPayRate');
    expect(provider.pay).toMatchObject({ providerPayRate: [null, { HealthMaintenance: 18.5 }] });
    expect(client).toMatchObject({ kind: 'Client', sealed: false, queued: 1, pay: null });
    const page = await server.scope.site.db
      .selectFrom('people')
      .select('field1')
      .where('id', '=', client.id)
      .execute();
    expect(page[0]?.field1).toContain('11-20-2026');
  });
  it('uses the exact point of an address the agency knows, in any case', async () => {
    const known = aClient({ Address: '77 Exact Way' });
    expect((await send(importFile, fileOf('people', [known]))).status).toBe(200);
    const { pool } = server.database;
    await pool.query(
      `update people set address_latitude = 39.7, address_longitude = -104.9, address_approximate = false
       where last_name = $1`,
      [known.LastName],
    );
    const neighbour = aClient({ Address: '77 EXACT WAY' });
    expect((await send(importFile, fileOf('people', [neighbour]))).status).toBe(200);
    const { rows } = await pool.query(
      `select address_latitude as latitude, address_longitude as longitude, address_approximate as approximate
       from people where last_name = $1`,
      [neighbour.LastName],
    );
    expect(rows).toEqual([{ latitude: 39.7, longitude: -104.9, approximate: false }]);
  });
  it('is all or nothing: one bad row of 5,000 prevents it', async () => {
    const people = Array.from({ length: 5_000 }, (_, n) =>
      n === 4_321 ? aClient({ Doctor: '' }) : aClient(),
    );
    const [people0, log0] = [await count(), await count('change_log')];
    const file = fileOf('clients', people);
    expect((await check(file, { target: 'clients' })).problems).toEqual([
      { row: 4_323, field: 'Doctor', message: 'Doctor is required', value: '' },
    ]);
    const answer = await send(importFile, file, { target: 'clients' });
    expect([answer.status, answer.Info]).toEqual([409, hasProblems(1)]);
    expect(answer.errors).toEqual([{ field: 'Doctor', message: 'Row 4323: Doctor is required' }]);
    expect([await count(), await count('change_log')]).toEqual([people0, log0]);
  });
  it('names every problem, even if the database finds one first or the last row has it', async () => {
    const known = aProvider();
    expect((await send(importFile, fileOf('people', [known]))).status).toBe(200);
    const people = Array.from({ length: 600 }, (_, n) => {
      if (n === 0) return aProvider({ 'SSI #': known['SSI #'] ?? '' });
      return n === 599 ? aClient({ Doctor: '' }) : aClient();
    });
    const [people0, log0] = [await count(), await count('change_log')];
    const answer = await send(importFile, fileOf('people', people));
    expect([answer.status, answer.Info]).toEqual([409, hasProblems(2)]);
    expect(answer.errors.map(({ message }) => message)).toEqual([
      `Row 2: This SSN already exists with person: ${known.LastName}, Robin`,
      'Row 601: Doctor is required',
    ]);
    expect([await count(), await count('change_log')]).toEqual([people0, log0]);
  });
  it('refuses numbers that someone has, including archived people', async () => {
    const known = aProvider();
    const insured = aClient({ PrivateClient: false, Medicaid: 'Y900001' });
    expect((await send(importFile, fileOf('people', [known, insured]))).status).toBe(200);
    await server.database.pool.query(
      `update people set cur = 'n', archive_date = '2026-11-01' where last_name = $1`,
      [known.LastName],
    );
    const again = fileOf('people', [
      aProvider({ 'SSI #': known['SSI #'] ?? '' }),
      aClient({ PrivateClient: false, Medicaid: 'y900001' }),
    ]);
    const messages = [
      `This SSN already exists with person: ${known.LastName}, Robin (archived)`,
      `This Medicaid already exists with person: ${insured.LastName}, Robin`,
    ];
    expect((await check(again)).problems.map(({ message }) => message)).toEqual(messages);
    const before = await count();
    const answer = await send(importFile, again);
    expect(answer.status).toBe(409);
    expect(answer.errors.map(({ message }) => message)).toEqual(
      messages.map((text, n) => `Row ${n + 2}: ${text}`),
    );
    expect(await count()).toBe(before);
  });
  it('of one file sent twice at once with one key happens once', async () => {
    const client = aClient();
    const file = fileOf('clients', [client]);
    const both = await Promise.all(
      [1, 2].map(() => send(importFile, file, { target: 'clients', key: 'double-click-1' })),
    );
    const later = await send(importFile, file, { target: 'clients', key: 'double-click-1' });
    expect([...both, later].map(({ status, data }) => [status, data])).toEqual(
      Array.from({ length: 3 }, () => [200, { imported: 1 }]),
    );
    expect(await count('people', `last_name = '${client.LastName}'`)).toBe(1);
  });
  it('of one file by two admins at once lets one through and tells the other who has the numbers', async () => {
    const file = fileOf(
      'providers',
      Array.from({ length: 20 }, () => aProvider()),
    );
    const other = await server.as('admin');
    const both = await Promise.all([
      send(importFile, file, { target: 'providers' }),
      send(importFile, file, { target: 'providers', who: other }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.errors[0]?.message).toContain(
      'This SSN already exists',
    );
  });
  it('accepts candidates too, on the map by their ZIP code', async () => {
    const lines = [
      'Candidate;Phone;Street;City;State;Zip;Available',
      'Rosa Delgado;303-555-0190;3000 S Jamaica Ct;Aurora;Colorado;80014;12/01/2026',
      'Jon Park;303-555-0191;1 Main St;Nowhere;CO;00001;12/01/2026',
    ];
    const columns = suggestMapping((lines[0] ?? '').split(';'), 'candidates');
    const sending = { target: 'candidates', columns } as const;
    const found = await check(lines.join('\n'), sending);
    expect(found.problems).toEqual([{ row: 3, field: 'Address', message: UNKNOWN_ZIP, value: '1 Main St' }]);
    const answer = await send(importFile, lines.slice(0, 2).join('\n'), sending);
    expect([answer.Info, answer.data]).toEqual([imported('candidates', 1), { imported: 1 }]);
    const { rows } = await server.database.pool.query(
      `select name, phone, address, address_approximate, date_available,
         (select changes->'Name' from change_log where entity = 'candidate' and entity_id = c.id) as logged
       from candidates c`,
    );
    expect(rows).toEqual([
      {
        name: 'Rosa Delgado',
        phone: '(303) 555-0190',
        address: '3000 S Jamaica Ct, Aurora, CO 80014',
        address_approximate: true,
        date_available: '2026-12-01',
        logged: [null, 'Rosa Delgado'],
      },
    ]);
  });
  it('asks about candidates who are on record, or twice in the file', async () => {
    const site = await testServer({ now: '2026-11-20T17:00:00Z' });
    try {
      const who = await site.as('admin');
      const head = 'Candidate;Phone;Street;City;State;Zip;Available';
      const rosa = 'Rosa Delgado;303-555-0190;3000 S Jamaica Ct;Aurora;Colorado;80014;12/01/2026';
      const columns = suggestMapping(head.split(';'), 'candidates');
      const sending = { target: 'candidates', columns, who } as const;
      const first = await send(importFile, [head, rosa].join('\n'), { ...sending, confirmed: 0 });
      expect(first.data).toEqual({ imported: 1 });
      const ada = aProvider({ LastName: 'Nwosu', FirstName: 'Ada', Phone: '(303) 555-0166' });
      await send(importFile, fileOf('providers', [ada]), { target: 'providers', who });
      const file = [
        head,
        'Rosa Delgado;303-555-0190;1 Main St;Denver;CO;80202;12/09/2026',
        'Ada Nwosu;303-555-0166;2 Main St;Denver;CO;80202;12/09/2026',
        'Jon Park;303-555-0191;3 Main St;Denver;CO;80202;12/09/2026',
        'Jon Park;303-555-0191;4 Main St;Denver;CO;80202;12/09/2026',
      ].join('\n');
      const found = await check(file, sending);
      expect(found.problems).toEqual([]);
      expect(found.questions).toEqual([
        {
          row: 2,
          field: 'Name',
          message: 'Delgado, Rosa (candidate) has the same name and the same phone',
          value: 'Rosa Delgado',
        },
        {
          row: 3,
          field: 'Name',
          message: expect.stringMatching(/^Nwosu, Ada \(ID \d+\) has the same name and the same phone$/),
          value: 'Ada Nwosu',
        },
        {
          row: 5,
          field: 'Name',
          message: 'Park, Jon (row 4 of this file) has the same name and the same phone',
          value: 'Jon Park',
        },
      ]);
      const unread = await send(importFile, file, { ...sending, confirmed: 0 });
      expect([unread.status, unread.Info]).toEqual([409, otherQuestions(3)]);
      const kept = await send(importFile, file, { ...sending, confirmed: 3 });
      expect(kept.data).toEqual({ imported: 4 });
    } finally {
      await site.stop();
    }
  });
  it('respects the maximum of clients, and accepts authorizations only if the agency bills', async () => {
    const small = await testServer({
      now: '2026-11-20T17:00:00Z',
      entry: { capabilities: { premium: true, version: 2, maxClients: 3, billing: false } },
    });
    try {
      const who = await small.as('admin');
      const first = await send(importFile, fileOf('clients', [aClient(), aClient()]), {
        target: 'clients',
        who,
      });
      expect(first.status).toBe(200);
      const more = fileOf('clients', [aClient(), aClient()]);
      const sentence = tooManyClients(2, 2, 3);
      const answer = await send(checkFile, more, { target: 'clients', who });
      expect(answer.data).toMatchObject({ refusal: sentence, problemCount: 0 });
      const refused = await send(importFile, more, { target: 'clients', who });
      expect([refused.status, refused.Info]).toEqual([409, sentence]);
      expect(sentence).not.toBe(clientMaximum(3));
      const providers = fileOf('providers', [aProvider()]);
      expect((await send(importFile, providers, { target: 'providers', who })).status).toBe(200);
      const pars = fileOf('authorizations', [{ Medicaid: 'Q1' }]);
      for (const call of [checkFile, importFile])
        expect((await send(call, pars, { target: 'authorizations', who })).reason).toBe('switchedOff');
      expect(readFile.output.parse((await send(readFile, pars, { who })).data).target).not.toBe(
        'authorizations',
      );
    } finally {
      await small.stop();
    }
  });
  it('reports progress, only to the user who started it, without holding up other calls', async () => {
    const file = fileOf(
      'clients',
      Array.from({ length: 3_000 }, () => aClient()),
    );
    const { payload, headers } = multipart(
      { target: 'clients', columns: JSON.stringify(templateMapping('clients')), run: 'watched-run' },
      { name: 'people.csv', content: file },
    );
    let running = true;
    const url = `${BASE}/people-import/import`;
    const work = admin.raw({ method: 'POST', url, payload, headers }).finally(() => {
      running = false;
    });
    const other = await server.as('admin');
    const seen = new Set<string>();
    while (running) {
      const { data } = await admin.call(getProgress, { run: 'watched-run' });
      if (data) seen.add(data.phase);
      expect((await other.call(getProgress, { run: 'watched-run' })).data).toBeNull();
    }
    expect((await work).status).toBe(200);
    expect([...seen]).toContain('saving');
    expect((await admin.call(getProgress, { run: 'watched-run' })).data).toBeNull();
  });
});

describe('permissions', () => {
  it('role user and provider, and users of another site, are refused', async () => {
    const before = await count();
    const file = fileOf('clients', [aClient()]);
    for (const call of [readFile, checkFile, importFile]) {
      for (const role of ['user', 'provider'] as const)
        expect((await send(call, file, { target: 'clients', who: await server.as(role) })).status).toBe(403);
      const there = await server.as('admin', { site: server.siteNamed('other') });
      const foreign = server.withCookie(there.cookie ?? '');
      expect((await send(call, file, { target: 'clients', who: foreign })).status).toBe(401);
    }
    expect(await count()).toBe(before);
  });
});

/** Fictional people at real addresses; see server/data/SOURCES.md. */
describe('people of the Synthea sample', () => {
  const read = (path: string) =>
    readFileSync(new URL(`../../data/${path}`, import.meta.url), 'utf8')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','));
  it('move to Colorado and become clients', async () => {
    const [heads = [], ...patients] = read('synthea/patients_11.csv');
    const [, ...places] = read('geo/co_addresses.csv');
    const filled = {
      Phone: '(303) 555-0101',
      'Emergency Contact': 'Kim Sample',
      'Emergency Phone': '(303) 555-0102',
      'Emergency address': '1 Main St, Aurora',
      'Emergency relation': 'Sister',
      'Private Client': 'yes',
      Services: 'PRSNL',
      Diagnosis: 'I10',
      'Start Of Care': '01-05-2026',
      'Home Visit': '11-01-2026',
      'Case Manager': 'Ana Ruiz',
      'Managers Phone': '(303) 555-0103',
      Doctor: 'Dr. Chen',
      'Doctors Phone #': '(303) 555-0104',
    };
    const at = (name: string) => heads.indexOf(name);
    const moved = patients.map((patient, n) => {
      const [address = '', city = '', zip = ''] = places[n] ?? [];
      const row = [...patient];
      row[at('ADDRESS')] = address;
      row[at('CITY')] = city;
      row[at('STATE')] = 'Colorado';
      row[at('ZIP')] = zip;
      return [...row, ...Object.values(filled)];
    });
    const allHeads = [...heads, ...Object.keys(filled)];
    const bare = await send(readFile, [heads, ...patients].map(csvLine).join('\n'));
    expect(bare.data).toMatchObject({ rows: 11 });
    const columns = suggestMapping(allHeads, 'clients');
    expect(Object.fromEntries(allHeads.map((head, n) => [head, columns[n]]))).toMatchObject({
      BIRTHDATE: 'DOB',
      SSN: 'SSI #',
      FIRST: 'FirstName',
      LAST: 'LastName',
      MARITAL: 'Marital',
      GENDER: 'Gender',
      ADDRESS: 'Address',
      CITY: 'City',
      STATE: 'State',
      ZIP: 'PostalCode',
      COUNTY: 'County',
      LAT: null,
      Id: null,
    });
    const file = [allHeads, ...moved].map(csvLine).join('\n');
    const sending = { target: 'clients', columns } as const;
    expect(await check(file, sending)).toMatchObject({ rows: 11, clients: 11, problems: [], refusal: null });
    const answer = await send(importFile, file, sending);
    expect([answer.Info, answer.data]).toEqual([imported('clients', 11), { imported: 11 }]);
    const where = `ssn_last4 is not null and state = 'CO' and address_latitude is not null and address_approximate
      and last_name ~ '\\d$' and dob is not null and phone = '(303) 555-0101' and emergency_relation = 'Sister'`;
    expect(await count('people', `${where} and diagnosis = 'I10' and doctor = 'Dr. Chen'`)).toBe(11);
    expect((await check(file, sending)).problems).toHaveLength(11);
  });
});

describe('caregivers’ hours in a file', () => {
  const fileWith = (more: string, person = aProvider(), target: ImportTarget = 'providers') =>
    fileOf(target, [person, aProvider()])
      .split('\r\n')
      .map((line, at) =>
        at === 1 ? line.replace(/,+$/, (end) => `${end.slice(0, -countOf(target))},${more}`) : line,
      )
      .join('\r\n');
  const countOf = (target: ImportTarget) => (target === 'people' ? 11 : 6);

  it('are stored with their records, and new skills are added to the list', async () => {
    const file = fileWith('Mon-Fri 8:00-16:00,30,40,15,"Hoyer lift; Dementia care",12-21-2026 to 12-27-2026');
    const answer = await send(importFile, file, { target: 'providers' });
    expect([answer.status, answer.Info]).toEqual([200, imported('providers', 2)]);
    const stored = await listCaregiverHours(server.site.db);
    const window = [{ from: '08:00', to: '16:00' }];
    expect([...stored.values()]).toEqual([
      {
        windows: { ...perDay(() => window), Sat: [], Sun: [] },
        wishedMinutes: 1_800,
        mostMinutes: 2_400,
        farthestMiles: 15,
      },
    ]);
    const skills = await listSkillsAmong(server.site.db, ['Dementia care', 'Hoyer lift']);
    expect([...skills].map(([, own]) => own.toSorted())).toEqual([['Dementia care', 'Hoyer lift']]);
    const days = { from: '2026-12-01', through: '2026-12-31' };
    expect(await listTimeOff(server.site.db, days, ['Approved'])).toMatchObject([
      { from: '2026-12-21', through: '2026-12-27', fromTime: null },
    ]);
  });

  it('are validated as on screen, and are not allowed for clients', async () => {
    const wrong = await check(fileWith('mornings,50,40,15,,'), { target: 'providers' });
    expect(wrong.problems.map(({ row, field, value }) => [row, field, value])).toEqual([
      [2, 'Availability', 'mornings'],
    ]);
    const more = await check(fileWith(',50,40,15,,'), { target: 'providers' });
    expect(more.problems.map(({ field }) => field)).toEqual(['Wished hours a week']);
    const client = await check(fileWith(',,,,Hoyer lift,,,,,,', aClient(), 'people'), { target: 'people' });
    expect(client.problems.map(({ message }) => message)).toEqual(['Skills is not a field of a client']);
  });
});

describe('clients’ requirements in a file', () => {
  const fileWith = (people: readonly PersonWrite[], more: string) =>
    fileOf('people', people)
      .split('\r\n')
      .map((line, at) => (at === people.length ? line.replace(/,{5}$/, `,${more}`) : line))
      .join('\r\n');

  it('are stored with their records, including preferences for people in the file and on record', async () => {
    const { pool } = server.database;
    const known = await addProvider(pool, 'Onrecord');
    const fresh = aProvider();
    const more = `Hoyer lift,Spanish,Greek,"${fresh.LastName}, ${fresh.FirstName}",${known}`;
    const file = fileWith([fresh, aClient()], more);
    expect((await check(file, { target: 'people' })).problems).toEqual([]);
    const answer = await send(importFile, file, { target: 'people' });
    expect([answer.status, answer.Info]).toEqual([200, imported('people', 2)]);
    const { rows } = await pool.query<{ id: number; name: string }>(
      'select id, last_name as name from people order by id desc limit 2',
    );
    const [client, provider] = rows;
    expect(provider?.name).toBe(fresh.LastName);
    const needs = (await listClientNeeds(server.site.db, [client?.id ?? 0])).get(client?.id ?? 0);
    expect(needs).toMatchObject({
      skills: ['Hoyer lift'],
      languages: ['Spanish'],
      wishedLanguages: ['Greek'],
    });
    const pairs = await listPairPreferences(server.site.db, [client?.id ?? 0]);
    expect(pairs.map(({ providerId, side, kind }) => [providerId, side, kind])).toEqual([
      [provider?.id, 'client', 'preferred'],
      [known, 'client', 'never'],
    ]);
  });

  it('are a problem if nobody has the name, and are not allowed for caregivers', async () => {
    const wrong = await check(fileWith([aClient()], ',,,"Nobody, Pat",'), { target: 'people' });
    expect(wrong.problems.map(({ field, message }) => [field, message])).toEqual([
      ['Preferred caregivers', 'No caregiver is called Nobody, Pat'],
    ]);
    const provider = await check(fileWith([aProvider()], 'Hoyer lift,,,,'), { target: 'people' });
    expect(provider.problems.map(({ message }) => message)).toEqual([
      'Required skills is not a field of a provider',
    ]);
  });
});
