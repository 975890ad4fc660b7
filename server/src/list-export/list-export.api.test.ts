import { exportPeople } from '@homecare/domain/list-export/contract.ts';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { addClient, addProvider } from '../../testing/care.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { reopen } from '../../testing/workbook.ts';

let server: TestServer;
let user: Caller;
let ids: { plain: number; evil: number; gone: number; provider: number };
beforeAll(async () => {
  server = await testServer();
  const { pool } = server.site;
  ids = {
    plain: await addClient(pool, 'Baca', {
      dob: '1950-02-28',
      ssn_cipher: 'x',
      ssn_hmac: 'x',
      ssn_last4: '0042',
    }),
    evil: await addClient(pool, '=HYPERLINK("http://evil.example")', {
      medicaid: '0012345',
      dob: '1900-01-01',
    }),
    gone: await addClient(pool, 'Gone & <Done>', { cur: 'n', archive_date: '2026-08-31' }),
    provider: await addProvider(pool, 'Hương', { background_check: '2026-01-10' }),
  };
  user = await server.as('user');
});
afterAll(() => server.stop());

const ask = (values: Partial<Parameters<typeof view>[0]> = {}, caller = user) => view(values, caller);
const view = (
  values: {
    tab?: 'All' | 'Clients' | 'Providers';
    search?: string;
    showArchived?: boolean;
    format?: 'csv' | 'xlsx';
  },
  caller: Caller,
) => caller.call(exportPeople, { tab: 'All', search: '', showArchived: false, format: 'csv', ...values });

it('the people export has the screen’s rows as CSV, with formulas made harmless and the SSN’s last 4', async () => {
  const answer = await ask();
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toContain('people_2026-11-20.csv');
  const home = '"1450 S Havana St, Unit 310, Aurora, CO 80012"';
  expect(answer.text.split('\r\n')).toEqual([
    '\uFEFF"ID","Name","DoB","Address","Phone","SSI number","Type","Sandata"',
    `"${ids.evil}","'=HYPERLINK(""http://evil.example""), Chris","01-01-1900",${home},"(303) 555-0200","","Client","Not sent"`,
    `"${ids.plain}","Baca, Chris","02-28-1950",${home},"(303) 555-0200","0042","Client","Not sent"`,
    `"${ids.provider}","Hương, Pat","","","(303) 555-0100","","Provider","Not sent"`,
    '',
  ]);
});

it('the people export follows tab, search and Show Archived', async () => {
  const names = async (values: Parameters<typeof ask>[0]) =>
    (await ask(values)).text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split('","')[1]);
  expect(await names({ tab: 'Providers' })).toEqual(['Hương, Pat']);
  expect(await names({ search: 'huong' })).toEqual(['Hương, Pat']);
  expect(await names({ search: `ID=${ids.plain}` })).toEqual(['Baca, Chris']);
  expect(await names({ search: 'gone' })).toEqual([]);
  expect(await names({ search: 'gone', showArchived: true })).toEqual(['Gone & <Done>, Chris']);
  expect((await ask({ search: 'gone', showArchived: true })).text).toContain(',"08-31-2026"\r\n');
});

it('the people export shows the aggregator status if it is on, to those who see it on screen', async () => {
  const switchTo = async (on: boolean) => {
    await server.site.pool.query(
      `update settings set value = jsonb_set(value, '{sandataEnabled}', to_jsonb($1::boolean)) where key = 'switches'`,
      [on],
    );
  };
  await server.site.pool.query(`update people set aggregator_status = 'Failed' where id = $1`, [ids.plain]);
  const cells = async (caller?: Caller) =>
    (await ask({ tab: 'Clients' }, caller)).text
      .split('\r\n')
      .map((line) => line.split(',').at(-1) || undefined);
  expect(await cells()).toEqual(['"Sandata"', '"Not sent"', '"Failed"', undefined]);
  expect((await cells(await server.as('provider')))[0]).toBe('"Services"');
  await switchTo(false);
  try {
    expect((await cells())[0]).toBe('"Services"');
  } finally {
    await switchTo(true);
  }
});

it('the people export is a workbook another program opens: text as text, dates as dates, no formula', async () => {
  const response = await server.app.inject({
    method: 'POST',
    url: '/homecare/api/people/export-list',
    headers: { host: 'localhost', 'x-requested-with': 'homecare', cookie: user.cookie ?? '' },
    payload: { tab: 'Clients', search: '', showArchived: true, format: 'xlsx' },
  });
  expect(response.headers['content-type']).toBe(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  );
  const { sheets, rows, names, styles } = await reopen(response.rawPayload);
  expect(names).toEqual(['Report', 'Parameters']);
  expect(sheets.join('')).not.toMatch(/<f[ >]/);
  expect(sheets[0]).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/);
  expect(sheets[0]).toContain('<autoFilter ref="A1:J4"');
  expect(styles).toContain('mm-dd-yyyy');
  const [head, ...people] = rows[0] ?? [];
  expect(Object.values(head ?? {})).toEqual([
    'ID',
    'Name',
    'Address',
    'Phone',
    'Medicaid',
    'DoB',
    'Home visit',
    'Services',
    'Sandata',
    'Archived',
  ]);
  expect(people.map(({ A, B, E, F, I, J }) => [A, B, E, F, I, J])).toEqual([
    // In a workbook January 1, 1900 is day 1, February 28, 1950 day 18322, August 31, 2026 day 46265.
    [String(ids.evil), '=HYPERLINK("http://evil.example"), Chris', '0012345', 1, 'Not sent', undefined],
    [String(ids.plain), 'Baca, Chris', undefined, 18_322, 'Failed', undefined],
    [String(ids.gone), 'Gone & <Done>, Chris', undefined, undefined, 'Not sent', 46_265],
  ]);
  expect(rows[1]?.map(({ A, B }) => [A, B])).toEqual([
    ['Report', 'People'],
    ['Type', 'Clients'],
    ['Search', 'none'],
    ['Show Archived', 'yes'],
    ['Printed by', expect.any(String)],
    ['Printed', '11-20-2026 10:00'],
    ['Rows', '3'],
  ]);
});

it('the people export has only the header if nobody matches', async () => {
  expect((await ask({ search: 'nobody at all' })).text.split('\r\n')).toHaveLength(2);
  expect((await ask({ search: 'nobody at all', format: 'xlsx' })).status).toBe(200);
});

it('the people export is logged with who, how many and which ids, never with the search term', async () => {
  await ask({ search: 'baca' });
  const { rows } = await server.site.pool.query(
    `select kind, subject_ids, subject_count, parameters, format, rows, role, account_id from document_log order by id desc limit 1`,
  );
  expect(rows[0]).toEqual({
    kind: 'people list',
    subject_ids: [ids.plain],
    subject_count: 1,
    parameters: { tab: 'All', showArchived: false, searched: true },
    format: 'csv',
    rows: 1,
    role: 'user',
    account_id: user.accountId,
  });
});

test.each([
  { tab: 'Cats', search: '', showArchived: false, format: 'csv' },
  { tab: 'All', search: '', showArchived: false, format: 'pdf' },
  { tab: 'All', search: 'x'.repeat(201), showArchived: false, format: 'csv' },
])('the people export refuses %j', async (payload) => {
  expect((await user.raw({ method: 'POST', url: '/homecare/api/people/export-list', payload })).status).toBe(
    400,
  );
});

it('the people export shows a provider the same list, and field employees none', async () => {
  expect((await ask({}, await server.as('provider'))).text).toContain('"0042"');
  expect((await ask({}, await server.as('evv'))).status).toBe(403);
});
