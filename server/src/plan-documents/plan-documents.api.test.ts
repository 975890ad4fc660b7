import { createHash } from 'node:crypto';
import { computeTotals } from '@homecare/domain/care-plans/rules.ts';
import { queueSms } from '@homecare/domain/messaging/contract.ts';
import * as calls from '@homecare/domain/plan-documents/contract.ts';
import { readPageCode } from '@homecare/domain/plan-documents/page-code.ts';
import { linkMessage } from '@homecare/domain/plan-documents/rules.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { readCodes } from '../../testing/codes.ts';
import { readPdf } from '../../testing/pdf.ts';
import { type Caller, testServer } from '../../testing/server.ts';

const server = await testServer({ others: ['other'] });
afterAll(() => server.stop());
const { pool } = server.site;
const [admin, user, viewer] = await Promise.all([
  server.as('admin'),
  server.as('user'),
  server.as('provider'),
]);

const query = async (text: string, values: unknown[] = []) =>
  (await pool.query<Record<string, unknown>>(text, values)).rows;

const provider = await addProvider(pool, 'Garcia', { first_name: 'Elena', dob: '1985-07-30' });
const other = await addProvider(pool, 'Ångström', { first_name: 'Ada', dob: '1990-01-02' });
const client = await addClient(pool, 'Nguyễn', {
  first_name: 'Mỹ',
  medicaid: 'Y123456',
  language: 'Spanish',
});
const [type] = await query(`select id from care_plan_types where code = 'PCP'`);

const addPlan = async (more: Record<string, unknown> = {}): Promise<number> => {
  const week = weekOf({ Mon: ['08:00', '10:00'], Wed: ['13:00', '15:30'] });
  const row: Record<string, unknown> = {
    provider_id: provider,
    client_id: client,
    type_id: type?.id,
    start_date: '2025-06-01',
    create_reason: 'New PAR',
    status: 'Active',
    json: JSON.stringify({ ...week, ...computeTotals(week) }),
    created: '2025-06-01T12:00:00Z',
    modified: '2025-06-01T12:00:00Z',
    modified_by: 'T.',
    ...more,
  };
  const names = Object.keys(row);
  const [made] = await query(
    `insert into care_plans (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')}) returning id`,
    Object.values(row),
  );
  return Number(made?.id);
};
const archive = { status: 'Archive', end_date: '2026-12-01', archive_info: 'T.' };
const deleted = { status: 'Deleted', delete_info: 'T.' };

const get = (caller: Caller, url: string, more: Partial<InjectOptions> = {}) =>
  server.app.inject({
    method: 'GET',
    url: `/homecare/api/${url}`,
    ...more,
    headers: {
      host: 'localhost',
      'x-requested-with': 'homecare',
      cookie: caller.cookie ?? '',
      ...more.headers,
    },
  });
const pagesOf = async (caller: Caller, url: string) => {
  const answer = await get(caller, url);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  return { answer, pages: await readPdf(new Uint8Array(answer.rawPayload)) };
};
const refusalOf = async (caller: Caller, url: string) => {
  const answer = await get(caller, url);
  return [answer.statusCode, answer.json().Info];
};

describe('one document', () => {
  test.each(['CP_TS_generator/', 'modules/CP_TS_generator/', '', 'modules/'])(
    'both answer at %s, inline, with ids alone in the name',
    async (folder) => {
      const plan = await addPlan();
      const care = await pagesOf(user, `${folder}CP_Personal.php?id=${plan}&who=XX&save=0`);
      expect(care.answer.headers['content-disposition']).toBe(`inline; filename="CP_${plan}.pdf"`);
      const sheet = await pagesOf(user, `${folder}TS_Personal.php?id=${plan}&year=2026&month=11&save=0`);
      expect(sheet.answer.headers['content-disposition']).toBe(`inline; filename="TS_${plan}_2026-11.pdf"`);
      expect(sheet.pages).toHaveLength(2);
      expect(sheet.pages[0]?.text).toContain('Timesheet November 2026, 1st half (1-15)');
      expect(sheet.pages[1]?.text).toContain('2nd half (16-30)');
      expect(sheet.pages[1]?.text).toContain('Page 2 of 2');
    },
  );

  test('prints the initials of the session for any non-admin, never those of the wire', async () => {
    const plan = await addPlan();
    const [account] = await query('select initials from accounts where id = $1', [user.accountId]);
    const mine = await pagesOf(user, `CP_TS_generator/CP_Personal.php?id=${plan}&who=Q.Z.`);
    expect(mine.pages[0]?.text).toContain(`by ${String(account?.initials)}`);
    const admins = await pagesOf(admin, `CP_TS_generator/CP_Personal.php?id=${plan}&who=Q.Z.`);
    expect(admins.pages[0]?.text).toMatch(/Printed \d\d-\d\d-\d{4} \d\d:\d\d(?! by)/);
    for (const { pages } of [mine, admins]) expect(pages[0]?.text).not.toContain('Q.Z.');
  });

  test('planned times are on the sheet when asked for, the report follows the second half', async () => {
    const plan = await addPlan();
    const url = `CP_TS_generator/TS_Personal.php?id=${plan}&year=2026&month=11`;
    const plain = await pagesOf(user, url);
    expect(plain.pages[0]?.text).not.toContain('08:00');
    const full = await pagesOf(user, `${url}&timeNeeded=1&mreport=1`);
    expect(full.pages).toHaveLength(3);
    expect(full.pages[0]?.text).toContain('08:00');
    expect(full.pages[2]?.text).toContain('Monthly Report November 2026');
  });

  test('a timesheet tells nobody the Medicaid number or the diagnosis', async () => {
    const plan = await addPlan();
    const { pages } = await pagesOf(user, `CP_TS_generator/TS_Personal.php?id=${plan}&month=2026-11`);
    expect(pages.map(({ text }) => text).join()).not.toContain('Y123456');
  });

  test('needs a month; a half without a day of the plan is left out; no day at all is said', async () => {
    const plan = await addPlan({ start_date: '2026-11-20' });
    const at = `CP_TS_generator/TS_Personal.php?id=${plan}`;
    expect(await refusalOf(user, at)).toEqual([400, 'Error: Select care plan date']);
    expect(await refusalOf(user, `${at}&year=2026&month=13`)).toEqual([
      400,
      'Error: Wrong date, date format (YYYY-MM)',
    ]);
    expect(await refusalOf(user, `${at}&year=2026&month=10`)).toEqual([
      400,
      `Care plan ${plan} has no day in 2026-10.`,
    ]);
    const { pages } = await pagesOf(user, `${at}&year=2026&month=11`);
    expect(pages).toHaveLength(1);
    expect(pages[0]?.text).toContain('2nd half');
  });

  test('the covid list prints temporary plans alone, with a code of their own', async () => {
    const covered = await addPlan();
    const temporary = await addPlan({
      ...archive,
      provider_id: other,
      covers_id: covered,
      start_date: '2026-11-09',
      end_date: '2026-11-20',
    });
    const at = (id: number) => `CP_TS_generator/TS_Personal.php?id=${id}&month=2026-11&covidts=1`;
    expect((await refusalOf(user, at(covered)))[0]).toBe(400);
    const { answer, pages } = await pagesOf(user, at(temporary));
    expect(pages[0]?.text).toContain('TEMPORARY 11-09-2026 - 11-20-2026, covers Garcia, Elena');
    const [code] = await readCodes(new Uint8Array(answer.rawPayload), 0);
    expect(readPageCode(code ?? '')).toMatchObject({ kind: 'C', plan: temporary });
  });

  test('deleted and unknown plans print nothing; other roles and other sites get nothing', async () => {
    const plan = await addPlan();
    const gone = await addPlan(deleted);
    for (const id of [gone, 999_999])
      expect((await refusalOf(user, `CP_TS_generator/CP_Personal.php?id=${id}`))[0]).toBe(404);
    expect((await get(viewer, `CP_TS_generator/CP_Personal.php?id=${plan}`)).statusCode).toBe(200);
    const evv = await server.as('evv', { providerId: provider });
    expect((await refusalOf(evv, `CP_TS_generator/CP_Personal.php?id=${plan}`))[0]).toBe(403);
    expect((await refusalOf(viewer, 'CP_TS_generator/ServiceOrder.php?month=2026-11'))[0]).toBe(403);
    expect((await refusalOf(viewer, 'CP_TS_generator/TS_Personal.php?month=2026-11'))[0]).toBe(400);
    const stranger = await server.as('admin', { site: server.siteNamed('other') });
    const far = await get(stranger, `CP_TS_generator/CP_Personal.php?id=${plan}`, {
      headers: { host: 'other.agency.test' },
    });
    expect(far.statusCode).toBe(404);
  });

  test('each document leaves one row in the log', async () => {
    const plan = await addPlan();
    await pagesOf(user, `CP_TS_generator/TS_Personal.php?id=${plan}&month=2026-11&mreport=1`);
    const rows = await query('select * from document_log where $1 = any(subject_ids)', [plan]);
    expect(rows).toEqual([
      expect.objectContaining({
        kind: 'TS_Personal',
        parameters: { month: '2026-11', mreport: true },
        pages: 3,
        account_id: user.accountId,
        outcome: 'done',
        saved_id: null,
      }),
    ]);
  });
});

describe('many plans in one file', () => {
  test('come by provider, client and start, after an index with what is skipped and why', async () => {
    const second = await addPlan();
    const secondary = await addPlan({ start_date: '2026-02-01' });
    const first = await addPlan({ provider_id: other });
    const empty = weekOf({});
    const noWeek = await addPlan({ json: JSON.stringify({ ...empty, ...computeTotals(empty) }) });
    const later = await addPlan({ start_date: '2027-01-01' });
    const ids = [later, secondary, second, noWeek, first].join(',');
    const { answer, pages } = await pagesOf(
      user,
      `CP_TS_generator/ServiceOrder.php?ids=${ids}&year=2026&month=11`,
    );
    expect(answer.headers['content-disposition']).toBe('inline; filename="ServiceOrder_2026-11.pdf"');
    const index = pages[0]?.text ?? '';
    for (const words of ['Given', 'Returned', 'no week', 'not in this month']) expect(index).toContain(words);
    expect(
      [...index.matchAll(/ (\d+) (4|no week|not in this month)\b/g)].map(([, id]) => Number(id)),
    ).toEqual([first, second, noWeek, secondary, later]);
    // Order sheet, care plan, two halves; counted per plan, and in the file.
    expect(pages).toHaveLength(1 + 3 * 4);
    expect(pages[1]?.text).toContain('Service Order November 2026');
    expect(pages[5]?.text).toContain('Page 1 of 4');
    expect(pages[5]?.text).toContain('file page 6');
    expect(answer.rawPayload.toString('latin1').match(/\/Title \(/g)?.length).toBeGreaterThanOrEqual(3);
  });

  test('the three files hold order and plan, all, or timesheets alone', async () => {
    const plan = await addPlan();
    const titles = async (file: string) => {
      const { pages } = await pagesOf(user, `CP_TS_generator/${file}.php?ids=${plan}&month=2026-11`);
      return pages.slice(1).map(({ text }) => /(Service Order|Care Plan|Timesheet) /.exec(text)?.[1]);
    };
    expect(await titles('ServiceOrderCP')).toEqual(['Service Order', 'Care Plan']);
    expect(await titles('ServiceOrder')).toEqual(['Service Order', 'Care Plan', 'Timesheet', 'Timesheet']);
    expect(await titles('ServiceOrderTS')).toEqual(['Timesheet', 'Timesheet']);
  });

  test('one unknown or deleted id refuses all, more than 500 too; nothing is made', async () => {
    const plan = await addPlan();
    const gone = await addPlan(deleted);
    const before = await query('select count(*)::int as n from document_log');
    const at = (ids: string) => `CP_TS_generator/ServiceOrderCP.php?month=2026-11&ids=${ids}`;
    expect((await refusalOf(user, at(`${plan},${gone}`)))[0]).toBe(404);
    expect((await refusalOf(user, at(`${plan},999999`)))[0]).toBe(404);
    expect(await refusalOf(user, at('1,two'))).toEqual([
      400,
      'ids: numbers of care plans, parted by commas.',
    ]);
    const many = Array.from({ length: 501 }, (_, n) => n + 1).join(',');
    expect(await refusalOf(user, at(many))).toEqual([400, 'ids: at most 500 care plans at once.']);
    expect(await query('select count(*)::int as n from document_log')).toEqual(before);
  });

  test('a month goes by language group and excluded; temporary plans are left out until they are asked for', async () => {
    const person = await addClient(pool, 'Ortiz', { language: 'Tagalog' });
    const covered = await addPlan({ client_id: person, excluded: '2026-05-01' });
    const plain = await addPlan({ client_id: person });
    const temporary = await addPlan({
      ...archive,
      client_id: person,
      covers_id: covered,
      provider_id: other,
      start_date: '2026-11-09',
      end_date: '2026-11-20',
    });
    const plansOf = async (more: string) => {
      const { pages } = await pagesOf(
        user,
        `CP_TS_generator/ServiceOrderTS.php?month=2026-11&group=Tagalog${more}`,
      );
      const all = pages.slice(1).map(({ text }) => Number(/Plan (\d+) ·/.exec(text)?.[1]));
      return [...new Set(all)].sort((a, b) => a - b);
    };
    expect(await plansOf('')).toEqual([covered, plain]);
    expect(await plansOf('&excluded=1')).toEqual([covered]);
    expect(await plansOf('&excluded=0')).toEqual([plain]);
    expect(await plansOf('&showTemp=1')).toEqual([covered, plain, temporary]);
    // The index names filters and switches as the list does.
    const index = await pagesOf(
      user,
      'CP_TS_generator/ServiceOrderTS.php?month=2026-11&group=Tagalog&excluded=0&showTemp=1&timeNeeded=1&mreport=1',
    );
    expect(index.pages[0]?.text.replace(/\s+/g, ' ')).toContain(
      'month 2026-11 · Care Plan Group Tagalog · Non-Excluded · Show All Temp · Show TS Time · Add Monthly Report page',
    );
    expect(await plansOf('&covidts=1')).toEqual([temporary]);
    const { pages } = await pagesOf(user, 'CP_TS_generator/ServiceOrderTS.php?month=2026-11&group=Klingon');
    expect(pages).toHaveLength(1);
    expect(pages[0]?.text).toContain('No records for the chosen parameters.');
  });

  test('the screen hears how far the file is, and why there is none; nobody else does', async () => {
    const plan = await addPlan();
    const run = 'run-of-this-test-1234567890';
    const waiting = await user.call(calls.readProgress, { run });
    expect(waiting.data).toMatchObject({ state: 'waiting', total: 0 });
    await pagesOf(user, `CP_TS_generator/ServiceOrderTS.php?month=2026-11&ids=${plan}&run=${run}`);
    const ended = await user.call(calls.readProgress, { run });
    expect(ended.data).toEqual({ state: 'done', total: 1, done: 1, pages: 3, info: null });
    expect((await admin.call(calls.readProgress, { run })).data).toMatchObject({ state: 'waiting' });
    await get(user, `CP_TS_generator/ServiceOrderTS.php?month=2026-11&ids=999999&run=${run}2`);
    const failed = await user.call(calls.readProgress, { run: `${run}2` });
    expect(failed.data).toMatchObject({ state: 'failed', info: 'This record was not found.' });
  });
});

const save = async (plan: number, caller: Caller = user) => {
  const saved = await caller.call(calls.saveCarePlan, { id: plan, save: '1' });
  if (!saved.data) throw new Error(saved.Info);
  return saved.data.path;
};
const page = (method: 'GET' | 'POST', path: string, year?: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    method,
    url: path,
    headers: {
      host: 'localhost',
      'user-agent': 'Test phone',
      ...(year !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(year !== undefined && { payload: `year=${encodeURIComponent(year)}` }),
  });
const gone = async (path: string) => {
  const [shown, opened] = [await page('GET', path), await page('POST', path, '1985')];
  for (const answer of [shown, opened]) {
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('This link is no longer valid. Please call the office. (303) 555-0110');
  }
};

describe('a saved copy and its link', () => {
  test('GET with save=1 keeps a copy and answers the link; a navigation or another origin does not', async () => {
    const plan = await addPlan();
    for (const url of [
      `CP_TS_generator/CP_Personal.php?id=${plan}&who=x&save=1`,
      `modules/TS_Personal.php?id=${plan}&year=2026&month=11&save=1`,
    ]) {
      const answer = await get(user, url, { headers: { 'sec-fetch-site': 'same-origin' } });
      expect(answer.json()).toEqual({
        result: 'OK',
        code: 200,
        data: { path: expect.stringMatching(/^\/l\/[\w-]{43}$/) },
      });
      for (const headers of [
        { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' },
        { 'sec-fetch-site': 'cross-site' },
      ])
        expect((await get(user, url, { headers })).statusCode).toBe(403);
      expect((await get(viewer, url)).statusCode).toBe(403);
    }
    const kinds = await query(
      'select kind, month, plan_version from saved_documents where plan_id = $1 order by id',
      [plan],
    );
    expect(kinds).toEqual([
      { kind: 'CP', month: null, plan_version: 0 },
      { kind: 'TS', month: '2026-11', plan_version: 0 },
    ]);
    const logged = await query(
      'select kind from document_log where saved_id is not null and $1 = any(subject_ids)',
      [plan],
    );
    expect(logged.map(({ kind }) => kind)).toEqual(['CP_Personal', 'TS_Personal']);
  });

  test('keeps the token nowhere, not even beside a key of the request', async () => {
    const plan = await addPlan();
    const first = await user.call(
      calls.saveCarePlan,
      { id: plan, save: '1' },
      { 'idempotency-key': 'key-of-saving-1' },
    );
    const token = first.data?.path.slice(3) ?? '';
    for (const table of [
      'document_links',
      'saved_documents',
      'idempotency_keys',
      'change_log',
      'document_log',
    ])
      expect(JSON.stringify(await query(`select * from ${table}`))).not.toContain(token);
    const again = await user.call(
      calls.saveCarePlan,
      { id: plan, save: '1' },
      { 'idempotency-key': 'key-of-saving-1' },
    );
    expect(again.status).toBe(409);
    expect(await query('select id from saved_documents where plan_id = $1', [plan])).toHaveLength(1);
  });

  test('stays sealed in the message that carries it to the provider', async () => {
    const path = await save(await addPlan());
    const text = linkMessage('care plan', `http://localhost${path}`);
    const queued = await user.call(queueSms, { sms: [{ number: '+13035550100', text }] });
    expect(queued.status).toBe(200);
    const [message] = await query('select text, sealed_link from messages order by id desc limit 1');
    expect(message?.text).toBe(linkMessage('care plan', '%link%'));
    expect(Buffer.isBuffer(message?.sealed_link)).toBe(true);
    const sealed = Buffer.isBuffer(message?.sealed_link) ? message.sealed_link : Buffer.alloc(0);
    expect(server.site.secrets.decrypt(sealed)).toBe(path.slice(3));
  });

  test('the page names no person; the year of birth of the provider opens it', async () => {
    const plan = await addPlan();
    const path = await save(plan);
    const shown = await page('GET', path);
    expect(shown.statusCode).toBe(200);
    for (const words of [
      'A document is ready for you',
      'Care plan',
      'Your year of birth',
      'Open document',
      '(303) 555-0110',
    ])
      expect(shown.body).toContain(words);
    for (const words of ['Garcia', 'Nguyễn', '<script']) expect(shown.body).not.toContain(words);
    expect([shown.headers['cache-control'], shown.headers['x-robots-tag']]).toEqual([
      'no-store',
      'noindex, nofollow',
    ]);
    const wrong = await page('POST', path, '1986');
    expect([wrong.statusCode, /That does not match\. 4 tries left\./.test(wrong.body)]).toEqual([400, true]);
    const right = await page('POST', path, ' 1985 ');
    expect([right.statusCode, right.headers['content-type'], right.headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ]);
    const [saved] = (await user.call(calls.listSaved, { planId: plan })).data ?? [];
    expect(saved?.links).toEqual([expect.objectContaining({ state: 'open', opened: 1, wrong: 1 })]);
    const uses = await query(
      `select outcome, agent, address from document_link_uses where link_id = $1 order by id`,
      [saved?.links[0]?.id],
    );
    expect(uses.map(({ outcome, agent }) => [outcome, agent])).toEqual([
      ['wrong year', 'Test phone'],
      ['opened', 'Test phone'],
    ]);
  });

  test('speaks the language of the browser first', async () => {
    const path = await save(await addPlan());
    const spanish = await page('GET', path, undefined, { 'accept-language': 'es-US,es;q=0.9,en;q=0.5' });
    expect(spanish.body).toContain('<html lang="es">');
    expect(spanish.body).toContain('<h1>Hay un documento listo para usted</h1>');
    const english = await page('GET', path, undefined, { 'accept-language': 'vi,en;q=0.5,es;q=0.1' });
    expect(english.body).toContain('<h1>A document is ready for you</h1>');
  });

  test('locks after five wrong years, also when they come at once', async () => {
    const path = await save(await addPlan());
    const answers = await Promise.all(Array.from({ length: 8 }, () => page('POST', path, '1900')));
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(4);
    await gone(path);
  });

  test('needs no year of signed-in staff; another role is asked like anybody', async () => {
    const path = await save(await addPlan());
    const own = await page('GET', path, undefined, { cookie: user.cookie ?? '' });
    expect(own.body).not.toContain('year of birth');
    expect((await page('POST', path, undefined, { cookie: user.cookie ?? '' })).statusCode).toBe(200);
    expect((await page('POST', path, undefined, { cookie: viewer.cookie ?? '' })).statusCode).toBe(400);
  });

  test('ends after 30 days', async () => {
    const path = await save(await addPlan());
    const now = server.clock.now();
    server.clock.advance({ hours: 30 * 24 - 1 });
    expect((await page('GET', path)).statusCode).toBe(200);
    server.clock.advance({ hours: 1 });
    await gone(path);
    server.clock.set(now.toString());
  });

  test('ends when it is revoked; the copy stays', async () => {
    const plan = await addPlan();
    const path = await save(plan);
    const [saved] = (await user.call(calls.listSaved, { planId: plan })).data ?? [];
    const id = saved?.links[0]?.id ?? 0;
    expect((await viewer.call(calls.revokeLink, { id })).status).toBe(403);
    expect((await user.call(calls.revokeLink, { id })).Info).toBe('Success: Link revoked');
    expect((await user.call(calls.revokeLink, { id })).status).toBe(404);
    await gone(path);
    expect((await get(user, `plan-documents/download-saved?id=${saved?.id}`)).statusCode).toBe(200);
  });

  test('ends with the deletion or the later archive of its plan, for good; a link to an archived plan is good', async () => {
    const plan = await addPlan();
    const path = await save(plan);
    const change = (id: number, set: string) =>
      query(`update care_plans set ${set}, modified = '2026-11-20T18:00:00Z' where id = $1`, [id]);
    await change(plan, `status = 'Archive', end_date = '2026-12-01', archive_info = 'T.'`);
    await gone(path);
    await change(plan, `status = 'Active', end_date = null`);
    await gone(path);
    const archived = await addPlan(archive);
    const good = await save(archived);
    expect((await page('GET', good)).statusCode).toBe(200);
    await change(archived, `end_date = '2026-11-25'`);
    await gone(good);
    const another = await save(archived);
    await change(archived, `status = 'Deleted', delete_info = 'T.'`);
    await gone(another);
    const [saved] = (await user.call(calls.listSaved, { planId: archived })).data ?? [];
    expect(saved?.links[0]?.state).toBe('ended');
  });

  test('is made for an active provider with a date of birth only', async () => {
    const nobody = await addProvider(pool, 'Nobirth');
    const left = await addProvider(pool, 'Left', { dob: '1985-07-30', cur: 'n', archive_date: '2026-11-01' });
    const refused = await user.call(calls.saveCarePlan, {
      id: await addPlan({ provider_id: nobody }),
      save: '1',
    });
    expect([refused.status, refused.Info]).toEqual([400, calls.NO_BIRTH_DATE]);
    const missing = await user.call(calls.saveCarePlan, {
      id: await addPlan({ provider_id: left }),
      save: '1',
    });
    expect([missing.status, missing.Info]).toEqual([400, "Error: Can't find provider"]);
    const deletedPlan = await user.call(calls.saveCarePlan, { id: await addPlan(deleted), save: '1' });
    expect(deletedPlan.status).toBe(404);
  });

  test('is listed for the plan and both people, and downloaded byte for byte', async () => {
    const plan = await addPlan();
    const path = await save(plan);
    const opened = await page('POST', path, '1985');
    for (const of of [{ planId: plan }, { personId: client }, { personId: provider }]) {
      const listed = (await user.call(calls.listSaved, of)).data?.find(({ planId }) => planId === plan);
      expect(listed).toMatchObject({ kind: 'CP', fileName: `CP_${plan}.pdf`, pages: 1, planVersion: 0 });
      const copy = await get(user, `plan-documents/download-saved?id=${listed?.id}`);
      expect(copy.rawPayload.equals(opened.rawPayload)).toBe(true);
      const [stored] = await query(
        `select encode(sha256, 'hex') as sha256, size from stored_files
         join saved_documents on file_key = key where id = $1`,
        [listed?.id],
      );
      expect(stored).toEqual({
        sha256: createHash('sha256').update(copy.rawPayload).digest('hex'),
        size: copy.rawPayload.length,
      });
    }
    expect((await viewer.call(calls.listSaved, { planId: plan })).status).toBe(403);
    expect((await get(viewer, 'plan-documents/download-saved?id=1')).statusCode).toBe(403);
    const elsewhere = server.siteNamed('other').hosts[0] ?? '';
    expect((await page('GET', path, undefined, { host: elsewhere })).statusCode).toBe(404);
  });
});
