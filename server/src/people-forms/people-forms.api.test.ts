import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ARCHIVED_ONLY,
  careCoordinationForm,
  careCoordinationRequest,
  caseManagerForm,
  employeeVerification,
  followupForm,
  incidentForm,
  lastHoursReport,
  newProvider,
} from '@homecare/domain/people-forms/contract.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { addClient, addProvider, setPayRates, weekOf } from '../../testing/care.ts';
import { readPdf } from '../../testing/pdf.ts';
import { type Caller, testServer } from '../../testing/server.ts';
import { PaperEntry } from '../platform/documents/paper.ts';

const server = await testServer({
  entry: {
    letterhead: {
      agency: 'Mile High Care',
      address: ['1 Main St', 'Denver, CO 80202'],
      phone: '(303) 555-0110',
      fax: null,
      email: null,
      medicaidProviderId: null,
      officer: { name: 'Dana Whitfield', title: 'Administrator', phone: '(303) 555-0112' },
      texts: { incidentNotice: 'Call the case manager today.' },
    },
  },
});
afterAll(() => server.stop());
const { pool } = server.site;
const [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);

const provider = await addProvider(pool, 'Garcia', {
  first_name: 'Elena',
  ssn_cipher: server.site.secrets.encrypt('900-01-4321'),
  ssn_hmac: server.site.secrets.fingerprint('900014321'),
  ssn_last4: '4321',
  start_date: '2022-05-02',
});
await setPayRates(pool, provider, { 'PCP/RPCP': 2015 });
const client = await addClient(pool, 'Nguyễn', {
  first_name: 'Mỹ',
  medicaid: 'Y123456',
  diagnosis: 'I10 hypertension',
  case_manager: 'Ana Ruiz',
  par_expiration: '2027-03-31',
  total_units: JSON.stringify({ PRSNL: 100 }),
});
const gone = await addClient(pool, 'Gone', {
  cur: 'n',
  archive_date: '2026-11-05',
  dc_date: '2026-11-05',
  dc_reason: 'Moved',
});

const insert = async (table: string, row: Record<string, unknown>): Promise<number> => {
  const names = Object.keys(row);
  const { rows } = await pool.query<{ id: number }>(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
    Object.values(row),
  );
  const [made] = rows;
  if (!made) throw new Error(`no row of ${table} was made`);
  return made.id;
};
const now = server.clock.now().toString();

const { rows: types } = await pool.query<{ id: number }>(`select id from care_plan_types where code = 'PCP'`);
const type = types[0]?.id;

const addPlan = (clientId: number, more: Record<string, unknown> = {}) =>
  insert('care_plans', {
    provider_id: provider,
    client_id: clientId,
    type_id: type,
    start_date: '2026-01-05',
    create_reason: 'Test',
    status: 'Active',
    json: JSON.stringify(weekOf({ Mon: ['08:00', '10:00'] })),
    created: now,
    modified: now,
    modified_by: 'T.',
    ...more,
  });
const addCard = (care_plan_id: number, clientId: number, month: string, more: Record<string, unknown> = {}) =>
  insert('work', {
    care_plan_id,
    client_id: clientId,
    provider_id: provider,
    type_id: type,
    month: `${month}-01`,
    start_period: `${month}-01`,
    end_period: `${month}-28`,
    days: JSON.stringify([
      { date: `${month}-05`, start: '08:00', end: '10:00', travel: 0, billing: true, payroll: true },
    ]),
    pay_rate: 517,
    working_minutes: 120,
    travel_minutes: 0,
    unit: 8,
    amount: 0,
    created: now,
    modified: now,
    modified_by: 'T.',
    ...more,
  });
const plan = await addPlan(client);
await addCard(plan, client, '2026-10');
const ended = await addPlan(gone, { status: 'Archive', end_date: '2026-11-05', archive_info: 'x' });
await addCard(ended, gone, '2026-10');

const NOTHING = { name: '', address: '', ssn: '', tel: '', marital: '', whAllow: '', dob: '' };

const tornLogo = async (bytes: Buffer) => {
  const folder = await mkdtemp(join(tmpdir(), 'homecare-logo-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'logo.png'), bytes);
  return join(folder, 'logo.png');
};

/** The bytes of an answer, which `Caller` would decode as text. */
const open = async (caller: Caller, options: InjectOptions) => {
  const answer = await server.app.inject({
    ...options,
    headers: { host: 'localhost', ...(caller.cookie && { cookie: caller.cookie }), ...options.headers },
  });
  const isPdf = answer.headers['content-type'] === 'application/pdf';
  const pages = isPdf ? await readPdf(new Uint8Array(answer.rawPayload)) : [];
  return { answer, pages, text: pages.map((page) => page.text.normalize('NFC')).join('\n') };
};
const urlOf = (file: string, query: string) => `/homecare/api/People/${file}.php?${query}`;
const get = (caller: Caller, file: string, query: string) =>
  open(caller, { method: 'GET', url: urlOf(file, query) });

interface LogRow {
  readonly kind: string;
  readonly subject_ids: number[];
  readonly parameters: unknown;
  readonly pages: number | null;
  readonly sensitive: boolean;
  readonly role: string;
  readonly account_id: number;
  readonly outcome: string;
}
let seen = 0;
const logged = async (): Promise<LogRow[]> => {
  const { rows } = await pool.query<LogRow>('select * from document_log order by id');
  return rows.slice(seen);
};
beforeEach(async () => {
  seen = 0;
  seen = (await logged()).length;
});

const CLIENT_FORMS = [
  ['caseManagerForm', caseManagerForm, 'Case Manager Form', ['92', 'Ana Ruiz']],
  ['CareCoordinationForm', careCoordinationForm, 'Care Coordination Form', ['Contact log']],
  ['CareCoordinationRequest', careCoordinationRequest, 'Care Coordination Request', ['2.00 hours a week']],
  ['incidentForm', incidentForm, 'Incident Form', ['Call the case manager today.']],
  ['followupForm', followupForm, 'Follow-up Form', ['Garcia, Elena']],
] as const;

describe.each(CLIENT_FORMS)('%s', (file, call, title, content) => {
  test('opens as a PDF of the client, with letterhead and footer, and is logged', async () => {
    const { answer, pages, text } = await get(user, file, `id=${client}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toBe(`inline; filename="${file}_${client}_2026-11-20.pdf"`);
    expect(answer.headers['cache-control']).toBe('no-store');
    for (const words of [
      'Mile High Care',
      'Denver, CO 80202',
      title,
      'Nguyễn, Mỹ',
      'Confidential',
      ...content,
    ])
      expect(text).toContain(words);
    expect(text).toContain('Printed 11-20-2026 10:00 by T');
    expect(await logged()).toMatchObject([
      {
        kind: file,
        subject_ids: [client],
        parameters: {},
        pages: pages.length,
        sensitive: false,
        role: 'user',
        account_id: user.accountId,
        outcome: 'done',
      },
    ]);
  });

  test('is not found for anyone who is not a client of this site, and nothing is logged', async () => {
    for (const id of [provider, 999_999])
      expect(await admin.call(call, { id })).toMatchObject({
        status: 404,
        Info: 'This record was not found.',
      });
    expect(await logged()).toEqual([]);
  });

  test('is available at every spelling of the path', async () => {
    for (const path of [`modules/People/${file}`, `People/${file}`, `modules/${file}`, file]) {
      const answer = await server.app.inject({
        method: 'GET',
        url: `/homecare/api/${path}.php?id=${client}`,
        headers: { host: 'localhost', cookie: admin.cookie ?? '' },
      });
      expect(answer.statusCode).toBe(200);
    }
  });
});

test('an admin’s prints have no initials; the name in the request is ignored', async () => {
  expect((await get(admin, 'incidentForm', `id=${client}&who=XX`)).text).toMatch(
    /Printed 11-20-2026 10:00$/m,
  );
  expect((await get(user, 'incidentForm', `id=${client}&who=XX`)).text).not.toContain('XX');
});

test('a request contains the diagnosis only if asked for', async () => {
  expect((await get(user, 'CareCoordinationRequest', `id=${client}`)).text).not.toContain('hypertension');
  const asked = await get(user, 'CareCoordinationRequest', `id=${client}&dx=1`);
  expect(asked.text).toContain('hypertension');
  expect(asked.pages).toHaveLength(1);
  expect((await logged()).map(({ parameters }) => parameters)).toEqual([{}, { dx: true }]);
});

test.each([
  ['no id', ''],
  ['an id that is none', 'id=1%20or%201'],
  ['a parameter that nobody knows', `id=${client}&folder=../x`],
])('%s is refused', async (_, query) => {
  expect((await get(admin, 'caseManagerForm', query)).answer.statusCode).toBe(400);
});

describe('Last Care Hours', () => {
  test('is printed for archived clients only', async () => {
    expect(await admin.call(lastHoursReport, { id: client })).toMatchObject({
      status: 400,
      Info: ARCHIVED_ONLY,
    });
    expect(await admin.call(lastHoursReport, { id: provider })).toMatchObject({ status: 404 });
  });
  test('contains the last service day, the months and the days', async () => {
    const { text } = await get(admin, 'lastHoursReport', `id=${gone}`);
    for (const words of [
      'Moved',
      '11-05-2026',
      '10-05-2026',
      '2026-10',
      '08:00',
      'No total units are on record',
    ])
      expect(text).toContain(words);
  });
  test('ignores deleted cards', async () => {
    await pool.query(`update work set deleted = now() where care_plan_id = $1`, [ended]);
    expect((await get(admin, 'lastHoursReport', `id=${gone}`)).text).toContain('No service is on record.');
    await pool.query(`update work set deleted = null where care_plan_id = $1`, [ended]);
  });
});

describe('Employee Verification', () => {
  test('states the employment with the SSN’s last 4 and the average week', async () => {
    const { text } = await get(user, 'employeeVerification', `id=${provider}`);
    // 4 hours in two cards over 92 days.
    for (const words of [
      'Elena Garcia',
      '***-**-4321',
      'Caregiver',
      '05-02-2022',
      'Employed',
      '0.30',
      'Dana Whitfield',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('900-01');
    expect(text).not.toContain('Confidential');
  });
  test('prints pay for admins who request it, and for nobody else', async () => {
    expect((await get(admin, 'employeeVerification', `id=${provider}&pay=1`)).text).toContain('$80.60');
    expect((await get(admin, 'employeeVerification', `id=${provider}`)).text).not.toContain('20.15');
    expect((await get(user, 'employeeVerification', `id=${provider}&pay=1`)).text).not.toContain('20.15');
    expect((await logged()).map(({ parameters }) => parameters)).toEqual([{ pay: true }, {}, {}]);
  });
  test('says that a provider has left; a client is not found', async () => {
    const left = await addProvider(pool, 'Left', { cur: 'n', archive_date: '2026-06-30' });
    expect((await get(user, 'employeeVerification', `id=${left}`)).text).toContain('Left on 06-30-2026');
    expect(await user.call(employeeVerification, { id: client })).toMatchObject({ status: 404 });
  });
});

describe('Newprovider', () => {
  const values = {
    name: 'Юлія Ковальчук',
    address: '1 Main St, Aurora, CO 80012',
    ssn: '900-55-1234',
    tel: '(303) 555-0148',
    marital: 'Single',
    whAllow: '2',
    dob: '1990-04-05',
  };
  const body = new URLSearchParams(values).toString();
  const printed = ['Юлія Ковальчук', '900-55-1234', '04-05-1990', '(303) 555-0148', 'Single', 'Check list'];

  test('is sent by a form in our own window, although that is a navigation', async () => {
    const { text, answer } = await open(user, {
      method: 'POST',
      url: '/homecare/api/People/Newprovider.php',
      payload: body,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'navigate',
      },
    });
    expect(answer.headers['content-disposition']).toBe('inline; filename="Newprovider_2026-11-20.pdf"');
    for (const words of printed) expect(text).toContain(words);
  });

  test('can be requested by GET too', async () => {
    const { text } = await get(user, 'Newprovider', body);
    for (const words of printed) expect(text).toContain(words);
  });

  test('is logged as sensitive, without its values; no record is touched', async () => {
    const { rows: before } = await pool.query('select max(id) as id, count(*) as count from people');
    await user.call(newProvider, values);
    const rows = await logged();
    expect(rows).toMatchObject([{ kind: 'Newprovider', sensitive: true, subject_ids: [], parameters: {} }]);
    expect(JSON.stringify([rows, server.log])).not.toMatch(/Ковальчук|900-55|Main St/);
    expect((await pool.query('select max(id) as id, count(*) as count from people')).rows).toEqual(before);
  });

  test('refuses values longer than any record’s', async () => {
    expect(await user.call(newProvider, { ...values, name: 'x'.repeat(201) })).toMatchObject({ status: 400 });
  });
});

test('without premium no form is printed', async () => {
  const plain = await testServer({
    entry: { capabilities: { premium: false, version: 2, maxClients: 10, billing: true } },
  });
  try {
    const caller = await plain.as('admin');
    expect(await caller.call(caseManagerForm, { id: 1 })).toMatchObject({ status: 403 });
  } finally {
    await plain.stop();
  }
});

test('the log of documents is append-only', async () => {
  await expect(pool.query(`update document_log set outcome = 'failed'`)).rejects.toThrow('append-only');
  await expect(pool.query('delete from document_log')).rejects.toThrow('append-only');
});

test('one plan has one live billing record a month', async () => {
  await expect(addCard(plan, client, '2026-10')).rejects.toThrow('work_plan_month');
  await addCard(plan, client, '2026-10', { deleted: now });
});

test('a document that cannot be logged is not sent', async () => {
  await pool.query('alter table document_log rename to document_log_away');
  try {
    expect(await admin.call(incidentForm, { id: client })).toMatchObject({ status: 500 });
  } finally {
    await pool.query('alter table document_log_away rename to document_log');
  }
});

test('a document that cannot be drawn is refused and logged as failed, and the next one works', async () => {
  const torn = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
  const broken = await testServer({
    entry: { letterhead: PaperEntry.parse({ logo: await tornLogo(torn) }) },
  });
  try {
    const caller = await broken.as('admin');
    expect(await caller.call(newProvider, NOTHING)).toMatchObject({ status: 500 });
    const { rows } = await broken.site.pool.query<LogRow>('select outcome, pages from document_log');
    expect(rows).toEqual([{ outcome: 'failed', pages: null }]);
  } finally {
    await broken.stop();
  }
  expect((await get(admin, 'incidentForm', `id=${client}`)).answer.statusCode).toBe(200);
});
