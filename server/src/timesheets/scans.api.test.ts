import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { insertCarePlan, updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import {
  assignPage,
  deletePage,
  getPageFile,
  getPagePicture,
  getScanCount,
  getTs,
  listPages,
  listTray,
  listUploads,
  uploadScan,
} from '@homecare/domain/timesheets/contract.ts';
import {
  MAX_SCAN_BYTES,
  PAGE_NOT_SHOWN,
  SCAN_BROKEN,
  SCAN_ENCRYPTED,
  SCAN_NO_FILE,
  SCAN_TOO_LARGE,
  SCAN_TOO_MANY_PAGES,
  SCAN_TOO_MANY_PIXELS,
  SCAN_UPLOADED,
  SCAN_WRONG_TYPE,
} from '@homecare/domain/timesheets/scans.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { addClient, addProvider, weekOf } from '../../testing/care.ts';
import { SAMPLE_PRINTING, samplePlan } from '../../testing/plan-facts.ts';
import { printedPdf } from '../../testing/printed.ts';
import { multipart, type SampleFile } from '../../testing/requests.ts';
import {
  packedBomb,
  pdfOf,
  quarterTurn,
  type RawPage,
  scannedPage,
  scannedPdf,
} from '../../testing/scanned.ts';
import { type Caller, type TestServer, testServer } from '../../testing/server.ts';
import { zipOf } from '../../testing/zip.ts';
import { timesheetParts } from '../plan-documents/documents/timesheet.ts';
import { BASE } from '../platform/http/base-path.ts';
import { runJobs } from '../platform/jobs/jobs.ts';
import { greyPng } from '../platform/scans/grey-png.ts';
import { PdfPages, type Raster } from '../platform/scans/pdf-pages.ts';
import { readScansJob, readUpload } from './jobs.ts';

let server: TestServer;
let admin: Caller;
let user: Caller;
let tag: string;
beforeAll(async () => {
  server = await testServer({ now: '2026-11-20T17:00:00Z', others: ['other'] });
  [admin, user] = await Promise.all([server.as('admin'), server.as('user')]);
  const { rows } = await server.site.pool.query<{ tag: string }>('select tag from page_code_tag');
  tag = rows[0]?.tag ?? '';
});
afterAll(() => server.stop());

let serial = 0;
/** What arrived is removed while its answer is being sent. */
const expectNoLeftovers = () =>
  expect.poll(() => readdir(server.site.files.incoming).catch(() => [])).toEqual([]);

const newPlan = async () => {
  serial += 1;
  const { pool } = server.site;
  const made = await admin.call(insertCarePlan, {
    data: {
      ProviderID: await addProvider(pool, `Provider ${serial}`),
      ClientID: await addClient(pool, `Client ${serial}`),
      Type: 'PCP',
      StartDate: '2026-01-05',
      createReason: 'New',
      week: weekOf({ Fri: ['10:00', '12:00'] }),
    },
  });
  if (!made.insertId) throw new Error(made.text);
  return made.insertId;
};

const DOTS = 120;
interface Sheet {
  readonly month?: string;
  /** The parts of its printed month: first half, second half, monthly report page. */
  readonly part?: 0 | 1 | 2;
  readonly rev?: number;
  readonly tag?: string;
}
/** A page of the plan's timesheet as it lies on the scanner. */
const sheetOf = async (plan: number, { month = '2026-10', part = 0, rev = 0, ...sheet }: Sheet = {}) => {
  const printing = { ...SAMPLE_PRINTING, tag: sheet.tag ?? tag };
  const parts = timesheetParts(samplePlan('usual', { id: plan, rev, coversPlanId: null }), month, printing, {
    covidts: false,
    timeNeeded: true,
    mreport: true,
  });
  const wanted = parts[part];
  if (!wanted) throw new Error('no such page');
  const pdf = await PdfPages.open(await printedPdf([wanted]));
  const raster = await pdf.draw(0, DOTS);
  pdf.close();
  return raster;
};
const WHITE: Raster = { width: 1_020, height: 1_320, greys: new Uint8Array(1_020 * 1_320).fill(255) };
/** Makes each file's bytes unique. */
const fresh = (bytes: Buffer): Buffer => {
  serial += 1;
  return Buffer.concat([bytes, Buffer.from(`\n%${serial}\n`)]);
};
const scanFile = (...pages: Raster[]): SampleFile => ({
  name: 'scan.pdf',
  content: fresh(scannedPdf(pages, DOTS)),
});

const url = `${BASE}/modules/TS_scan/upload.php`;
const send = async (file: SampleFile | undefined, input: object = {}, who = user) => {
  const answer = await who.raw({ method: 'POST', url, ...multipart(input, file) });
  return { ...answer, upload: answer.status === 200 ? uploadScan.output.parse(answer.data) : undefined };
};
const read = async (id: number | undefined) => readUpload(server.scope, id ?? 0);
const sendAndRead = async (...pages: Raster[]) => {
  const { insertId } = await send(scanFile(...pages));
  await read(insertId);
  return insertId ?? 0;
};
const uploadNamed = async (id: number) =>
  (await user.call(listUploads, {})).data?.find((upload) => upload.id === id);
const tray = async () => (await user.call(listTray, {})).data ?? [];
const filed = async (plan: number) =>
  ((await user.call(listPages, { id: plan })).data ?? []).map(
    ({ date, period, kind, sheet, turn, outdated, filedBy }) => ({
      at: `${date}/${period}`,
      kind,
      sheet,
      turn,
      outdated,
      filedBy,
    }),
  );
const BY_CODE = { kind: 'T', sheet: 1, turn: 0, outdated: false, filedBy: null };

const stored = async () => {
  const keys: string[] = [];
  for await (const { key } of server.site.files.list()) keys.push(key);
  return keys.sort();
};
const rows = async () =>
  (await server.site.pool.query<{ key: string }>('select key from stored_files order by key')).rows.map(
    ({ key }) => key,
  );
const counts = async () =>
  (
    await server.site.pool.query(
      'select (select count(*)::int from scan_uploads) as uploads, (select count(*)::int from scan_pages) as pages',
    )
  ).rows[0];
/** No row without a file, no file without a row, and no incomplete upload. */
const expectWhole = async () => {
  expect(await stored()).toEqual(await rows());
  await expectNoLeftovers();
};

describe('a scan', () => {
  it('is stored at once, split by a job, and filed by its codes with plan, month and half', async () => {
    const [first, second] = [await newPlan(), await newPlan()];
    const runner = await runJobs(server.site, [readScansJob]);
    const sent = await send(
      scanFile(
        await sheetOf(first),
        quarterTurn(await sheetOf(second, { part: 1 })),
        WHITE,
        await sheetOf(second, { part: 2 }),
      ),
    );
    expect([sent.status, sent.Info, sent.upload?.pages, sent.upload?.name]).toEqual([
      200,
      SCAN_UPLOADED,
      4,
      'scan.pdf',
    ]);
    const id = sent.insertId ?? 0;
    expect(await uploadNamed(id)).toMatchObject({ name: 'scan.pdf', pages: 4 });
    for (let n = 0; n < 600 && !(await uploadNamed(id))?.finished; n += 1) await wait(50);
    await runner.stop();
    expect(await uploadNamed(id)).toMatchObject({ read: 4, filed: 3, tray: 1, by: 'T.U.' });
    expect(await filed(first)).toEqual([{ ...BY_CODE, at: '2026-10/0' }]);
    expect(await filed(second)).toEqual([
      { ...BY_CODE, at: '2026-10/null', kind: 'M' },
      { ...BY_CODE, at: '2026-10/1', turn: 270 },
    ]);
    expect((await tray()).map(({ page, reason }) => ({ page, reason }))).toEqual([
      { page: 3, reason: 'noCode' },
    ]);
    await expectWhole();
  });

  it.each([
    ['of another agency', { tag: 'AAAA' }, 'foreign'],
    ['of a half that has not begun', { month: '2026-12' }, 'notBegun'],
  ])('(%s) waits in the tray with its reason', async (_, sheet, reason) => {
    const plan = await newPlan();
    await sendAndRead(await sheetOf(plan, sheet));
    expect((await tray()).at(-1)?.reason).toBe(reason);
    expect(await filed(plan)).toEqual([]);
  });

  it('of a deleted or unknown plan waits in the tray', async () => {
    const plan = await newPlan();
    await admin.call(updateCarePlan, { id: plan, data: { Status: 'Deleted' } });
    const id = await sendAndRead(await sheetOf(plan), await sheetOf(999_999));
    expect(await uploadNamed(id)).toMatchObject({ filed: 0, tray: 2 });
    expect((await tray()).slice(-2).map(({ reason }) => reason)).toEqual(['noPlan', 'noPlan']);
  });

  it('printed before a change made before the month is filed, with code 5 proposed', async () => {
    const plan = await newPlan();
    // Two saved changes: one before October, one in it.
    await server.site.pool.query('update care_plans set rev = 2 where id = $1', [plan]);
    await server.site.pool.query(
      `insert into change_log (at, actor, role, call, entity, entity_id, action)
        select at::timestamptz, 'T.', 'user', 'test', 'carePlan', $1, 'update'
        from (values ('2026-09-30T12:00:00Z'), ('2026-10-08T12:00:00Z')) as changed (at)`,
      [plan],
    );
    await sendAndRead(await sheetOf(plan, { rev: 0 }));
    await sendAndRead(await sheetOf(plan, { rev: 1 }));
    expect((await filed(plan)).map(({ outdated }) => outdated)).toEqual([false, true]);
  });

  it('counts once for its half, however many pages it has, and changes the count’s tag', async () => {
    const ask = (etag = '') =>
      user.raw({
        method: 'GET',
        url: `${BASE}/modules/TS_scan/getcount.php`,
        headers: { 'if-none-match': etag },
      });
    const before = (await user.call(getScanCount, {})).data?.count ?? 0;
    const etag = String((await ask()).headers.etag);
    expect((await ask(etag)).status).toBe(304);
    const page = await sheetOf(await newPlan(), { month: '2026-11' });
    await sendAndRead(page, page);
    expect((await ask(etag)).status).toBe(200);
    expect((await user.call(getScanCount, {})).data?.count).toBe(before + 1);
  });

  it('continues where a killed worker stopped, without reading a page twice', async () => {
    const plan = await newPlan();
    const page = await sheetOf(plan);
    const { insertId = 0 } = await send(scanFile(page, WHITE, page));
    const { pool } = server.site;
    await pool.query(
      `update scan_pages set state = 'filed', plan_id = $2, month = '2026-10', kind = 'T', period = 0, sheet = 1, filed = now()
        where upload_id = $1 and page = 1`,
      [insertId, plan],
    );
    await Promise.all([read(insertId), read(insertId)]);
    await read(insertId);
    const { rows: pages } = await pool.query(
      'select page, state from scan_pages where upload_id = $1 order by page',
      [insertId],
    );
    expect(pages).toEqual([
      { page: 1, state: 'filed' },
      { page: 2, state: 'tray' },
      { page: 3, state: 'filed' },
    ]);
    expect(await filed(plan)).toHaveLength(2);
  });

  it('is handed over by a process that ends, and read by the next', async () => {
    const { insertId = 0 } = await send(scanFile(WHITE, WHITE));
    await readUpload(server.scope, insertId, { ending: AbortSignal.abort() });
    expect(await uploadNamed(insertId)).toMatchObject({ read: 0, finished: null });
    const { rows: queued } = await server.site.pool.query(
      'select from graphile_worker._private_jobs where payload::jsonb = $1',
      [JSON.stringify({ id: insertId })],
    );
    expect(queued).toHaveLength(1);
    await read(insertId);
    expect(await uploadNamed(insertId)).toMatchObject({ read: 2, tray: 2 });
  });

  it('has limited time for all its pages; the rest waits in the tray and says so', async () => {
    const plan = await newPlan();
    const { insertId = 0 } = await send(scanFile(await sheetOf(plan), WHITE));
    await readUpload(server.scope, insertId, { fileMs: 0 });
    const upload = await uploadNamed(insertId);
    expect([upload?.read, upload?.tray, upload?.finished !== null]).toEqual([2, 2, true]);
    const left = (await tray()).slice(-2);
    expect(left.map(({ page, reason }) => [page, reason])).toEqual([
      [1, 'tooSlow'],
      [2, 'tooSlow'],
    ]);
    // Nothing is lost: the page can be viewed and assigned like any in the tray.
    const [page] = left;
    const put = { id: page?.id ?? 0, planId: plan, date: '2026-10', part: '0', rev: 0 } as const;
    expect((await user.call(assignPage, put)).status).toBe(200);
    expect(await filed(plan)).toHaveLength(1);
  });

  it('with a dead job is queued again, and does not hold up the next file', async () => {
    const [dead, far, running, next] = [
      await send(scanFile(WHITE)),
      await send(scanFile(WHITE)),
      await send(scanFile(WHITE)),
      await send(scanFile(WHITE)),
    ].map(({ insertId = 0 }) => insertId);
    const { pool } = server.site;
    const jobs = async () => {
      const { rows: found } = await pool.query<{ id: number; attempts: number; soon: boolean }>(
        `select (payload ->> 'id')::int as id, attempts, run_at <= now() as soon
          from graphile_worker._private_jobs where key is not null`,
      );
      return (id: number | undefined) => found.find((job) => job.id === id);
    };
    const put = (id: number | undefined, change: string) =>
      pool.query(`update graphile_worker._private_jobs set ${change} where (payload ->> 'id')::int = $1`, [
        id,
      ]);
    await put(dead, "attempts = max_attempts, last_error = 'the disk was gone'");
    await put(far, "attempts = 9, run_at = now() + interval '2 hours'");
    await put(running, "attempts = 3, locked_at = now(), locked_by = 'another'");
    await put(next, "attempts = 1, run_at = now() + interval '1 minute'");
    await readScansJob.run(server.scope, {});
    const now = await jobs();
    expect([now(dead), now(far)]).toMatchObject([
      { attempts: 0, soon: true },
      { attempts: 0, soon: true },
    ]);
    expect([now(running), now(next)]).toMatchObject([{ attempts: 3 }, { attempts: 1, soon: false }]);

    // A file after a dead job in the same queue is read.
    await put(dead, 'attempts = max_attempts');
    await put(far, 'attempts = max_attempts');
    await put(running, 'attempts = max_attempts, locked_at = null, locked_by = null');
    await put(next, 'run_at = now()');
    const runner = await runJobs(server.site, [{ name: readScansJob.name, run: readScansJob.run }]);
    for (let n = 0; n < 400 && !(await uploadNamed(next ?? 0))?.finished; n += 1) await wait(50);
    expect(await uploadNamed(dead ?? 0)).toMatchObject({ read: 0, finished: null });
    await readScansJob.run(server.scope, {});
    for (let n = 0; n < 400 && !(await uploadNamed(running ?? 0))?.finished; n += 1) await wait(50);
    await runner.stop();
    for (const id of [dead, far, running, next])
      expect(await uploadNamed(id ?? 0)).toMatchObject({ read: 1, tray: 1 });
  });

  it('with missing stored bytes is reported as unreadable, page by page', async () => {
    const { insertId = 0 } = await send(scanFile(WHITE));
    const { rows: files } = await server.site.pool.query<{ stored_key: string }>(
      'select stored_key from scan_uploads where id = $1',
      [insertId],
    );
    const key = files[0]?.stored_key ?? '';
    const bytes = await server.site.files.read(key);
    await server.site.files.remove(key);
    await read(insertId);
    expect((await tray()).at(-1)?.reason).toBe('unreadable');
    expect(bytes?.length).toBeGreaterThan(0);
    await server.site.pool.query('update scan_pages set deleted = now() where upload_id = $1', [insertId]);
  });
});

describe('the same file again', () => {
  it('is refused with who sent it and when, and accepted if confirmed', async () => {
    const plan = await newPlan();
    const file = scanFile(await sheetOf(plan));
    await send(file);
    const second = await send({ ...file, name: 'other.pdf' }, {}, admin);
    expect(second.reason).toBe('sameFile');
    expect([second.status, second.Info, second.errors[0]?.field]).toEqual([
      409,
      'Error: This file was uploaded already: scan.pdf, by T.U. at 11-20-2026 10:00 AM.',
      'again',
    ]);
    const meant = await send(file, { again: '1' });
    expect(meant.status).toBe(200);
    await expectWhole2();
  });

  it('is accepted if all its pages were deleted, and stored once if sent twice at the same time', async () => {
    const file = scanFile(WHITE);
    const both = await Promise.all([send(file), send(file, {}, admin)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const id = both.find(({ status }) => status === 200)?.insertId ?? 0;
    await read(id);
    const page = (await tray()).at(-1);
    expect((await admin.call(deletePage, { id: page?.id ?? 0, rev: page?.rev ?? 0 })).status).toBe(200);
    expect((await send(file)).status).toBe(200);
  });

  it('with the same key returns the first result', async () => {
    const { payload, headers } = multipart({}, scanFile(WHITE));
    const again = () =>
      user.raw({ method: 'POST', url, payload, headers: { ...headers, 'idempotency-key': 'scan-one-key' } });
    const [one, two] = [await again(), await again()];
    expect([one.status, two.status, two.insertId]).toEqual([200, 200, one.insertId]);
  });
});
/** One file of the first tests lost its bytes on purpose. */
const expectWhole2 = async () => {
  expect((await rows()).length - (await stored()).length).toBe(1);
  await expectNoLeftovers();
};

const BLANK: RawPage = { box: '[0 0 612 792]', content: '' };
const png = (width: number, height: number) => {
  const small = greyPng({ width: 1, height: 1, greys: new Uint8Array(1) });
  small.writeUInt32BE(width, 16);
  small.writeUInt32BE(height, 20);
  return small;
};
const encrypted = Buffer.from(
  pdfOf([BLANK])
    .toString('latin1')
    .replace(
      '/Root 1 0 R',
      `/Root 1 0 R /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>] /Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >>`,
    ),
  'latin1',
);

describe('a refused upload leaves nothing behind', () => {
  test.each<[string, SampleFile | undefined, number, string]>([
    ['no file', undefined, 400, SCAN_NO_FILE],
    [
      'HTML named .pdf',
      { name: 'scan.pdf', content: '<html><script>alert(1)</script>' },
      415,
      SCAN_WRONG_TYPE,
    ],
    ['a PNG named .jpg', { name: 'scan.jpg', content: greyPng(WHITE) }, 415, SCAN_WRONG_TYPE],
    [
      'a zip named .pdf',
      { name: 'scan.pdf', content: zipOf([{ name: 'bomb', content: Buffer.alloc(10_000_000) }]) },
      415,
      SCAN_WRONG_TYPE,
    ],
    ['a Word document', { name: 'scan.docx', content: 'PK' }, 415, SCAN_WRONG_TYPE],
    [
      '100 MB and a byte',
      {
        name: 'scan.pdf',
        content: Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(MAX_SCAN_BYTES - 8)]),
      },
      413,
      SCAN_TOO_LARGE,
    ],
    [
      '301 pages',
      { name: 'scan.pdf', content: pdfOf(Array.from({ length: 301 }, () => BLANK)) },
      413,
      SCAN_TOO_MANY_PAGES,
    ],
    ['a PDF with a password', { name: 'scan.pdf', content: encrypted }, 400, SCAN_ENCRYPTED],
    [
      'a PDF that is cut off',
      { name: 'scan.pdf', content: pdfOf([BLANK]).subarray(0, 40) },
      400,
      SCAN_BROKEN,
    ],
    [
      'a PNG of 30,000 x 30,000 points',
      { name: 'scan.png', content: png(30_000, 30_000) },
      413,
      SCAN_TOO_MANY_PIXELS,
    ],
    [
      'a JPG without a picture',
      { name: 'scan.jpg', content: Buffer.from('ffd8ffe0', 'hex') },
      400,
      SCAN_BROKEN,
    ],
  ])('%s', async (_, file, status, info) => {
    const before = { rows: await counts(), stored: await stored() };
    const answer = await send(file);
    expect([answer.status, answer.Info]).toEqual([status, info]);
    expect({ rows: await counts(), stored: await stored() }).toEqual(before);
    await expectNoLeftovers();
  });

  test('but 300 pages are not too many', async () => {
    const { upload } = await send({
      name: 'scan.pdf',
      content: fresh(pdfOf(Array.from({ length: 300 }, () => BLANK))),
    });
    expect(upload?.pages).toBe(300);
    await server.site.pool.query('update scan_pages set deleted = now() where upload_id = $1', [upload?.id]);
  });

  test('if its connection breaks', async () => {
    const before = { rows: await counts(), stored: await stored() };
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const address = server.app.server.address();
    if (!address || typeof address === 'string') throw new Error('no port');
    const { payload, headers } = multipart({}, scanFile(WHITE, WHITE));
    const socket = connect(address.port, '127.0.0.1');
    socket.write(
      `POST ${url} HTTP/1.1\r\nHost: localhost\r\nCookie: ${user.cookie}\r\nX-Requested-With: homecare\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`,
    );
    socket.write(payload.subarray(0, payload.length / 2));
    await wait(300);
    socket.destroy();
    await wait(500);
    expect({ rows: await counts(), stored: await stored() }).toEqual(before);
    await expectNoLeftovers();
  });
});

/** The second page is missing. */
const withoutSecondPage = (pdf: Buffer) =>
  Buffer.from(pdf.toString('latin1').replace('/Kids [3 0 R 6 0 R', '/Kids [3 0 R 0 0 R'), 'latin1');

describe('one bad page', () => {
  it('that unpacks to 4 GB fails alone, without using that memory', async () => {
    const plan = await newPlan();
    const good = scannedPage(await sheetOf(plan), DOTS);
    const bomb = scannedPage(WHITE, DOTS, packedBomb(4_000));
    const { insertId = 0, upload } = await send({
      name: 'scan.pdf',
      content: fresh(pdfOf([good, bomb, good])),
    });
    expect(upload?.pages).toBe(3);
    const before = process.memoryUsage.rss();
    await read(insertId);
    expect(await uploadNamed(insertId)).toMatchObject({ read: 3, filed: 2, tray: 1 });
    expect((await tray()).at(-1)?.page).toBe(2);
    expect(process.memoryUsage.rss() - before).toBeLessThan(1_500_000_000);
  });

  it('does not affect the others', async () => {
    const plan = await newPlan();
    const good = await sheetOf(plan);
    const { insertId = 0, upload } = await send({
      name: 'scan.pdf',
      content: fresh(withoutSecondPage(scannedPdf([good, WHITE, good], DOTS))),
    });
    expect(upload?.pages).toBe(3);
    await read(insertId);
    expect(await uploadNamed(insertId)).toMatchObject({ read: 3, filed: 2, tray: 1 });
    expect(await filed(plan)).toHaveLength(2);
    const page = (await tray()).at(-1);
    expect([page?.page, page?.reason]).toEqual([2, 'unreadable']);
    const shown = await user.call(getPagePicture, { id: page?.id ?? 0 });
    expect([shown.status, shown.Info]).toEqual([415, PAGE_NOT_SHOWN]);
  });

  it('in a picture file is kept for a person to look at', async () => {
    const broken = Buffer.from(
      greyPng({ width: 900, height: 900, greys: new Uint8Array(810_000).fill(200) }),
    );
    broken.fill(0x55, 60, broken.length - 12);
    const { insertId = 0 } = await send({ name: 'photo.png', content: broken });
    await read(insertId);
    const page = (await tray()).at(-1);
    expect(page).toMatchObject({ file: 'photo.png', page: 1, pages: 1, reason: 'unreadable' });
    expect((await send({ name: 'photo.png', content: broken })).status).toBe(409);
  });
});

describe('a page in the tray', () => {
  const waiting = async () => {
    await sendAndRead(WHITE);
    const page = (await tray()).at(-1);
    if (!page) throw new Error('no page waits');
    return page;
  };
  const put = (id: number, planId: number, over: object = {}, who = user) =>
    who.call(assignPage, { id, planId, date: '2026-10', part: '1', rev: 0, ...over });

  it('is assigned to a plan, a month and a half, and can be moved from there', async () => {
    const [plan, other] = [await newPlan(), await newPlan()];
    const { id } = await waiting();
    const done = await put(id, plan);
    expect([done.status, done.Info]).toEqual([200, 'Success: Page assigned']);
    expect(await filed(plan)).toEqual([
      { at: '2026-10/1', kind: 'T', sheet: null, turn: 0, outdated: false, filedBy: 'T.U.' },
    ]);
    expect((await tray()).some((page) => page.id === id)).toBe(false);
    const late = await put(id, other, {}, admin);
    expect([late.status, late.Info]).toEqual([409, 'Changed by T.U. at 11-20-2026 10:00 AM']);
    expect((await put(id, other, { rev: 1, part: 'M' })).status).toBe(200);
    expect([await filed(plan), (await filed(other)).map(({ at, kind }) => `${at} ${kind}`)]).toEqual([
      [],
      ['2026-10/null M'],
    ]);
    const { rows: log } = await server.site.pool.query(
      "select action, changes from change_log where entity = 'scanPage' and entity_id = $1 and action = 'update' order by id",
      [id],
    );
    expect(log.map(({ changes }) => changes.Timesheet)).toEqual([
      [null, `${plan}, 2026-10, 2nd half`],
      [`${plan}, 2026-10, 2nd half`, `${other}, 2026-10, Monthly report`],
    ]);
  });

  it('that its code filed wrongly loses sheet and version, which belong to the plan it was printed for', async () => {
    const [plan, other] = [await newPlan(), await newPlan()];
    await sendAndRead(await sheetOf(plan));
    const [page] = (await user.call(listPages, { id: plan })).data ?? [];
    expect([page?.sheet, page?.version]).toEqual([1, 0]);
    expect((await put(page?.id ?? 0, other, { part: '0' })).status).toBe(200);
    const [moved] = (await user.call(listPages, { id: other })).data ?? [];
    expect([moved?.id, moved?.sheet, moved?.version]).toEqual([page?.id, null, null]);
  });

  it('is found by its file, however many files came after it', async () => {
    const { id } = await waiting();
    const { rows: files } = await server.site.pool.query<{ id: number }>(
      'select upload_id as id from scan_pages where id = $1',
      [id],
    );
    const { rows: later } = await server.site.pool.query<{ id: number }>(
      `with files as (insert into stored_files (key, size, sha256, created)
          select substr(hash, 1, 2) || '/' || substr(hash, 3), 1, decode(hash, 'hex'), now()
          from (select encode(sha256(n::text::bytea), 'hex') as hash from generate_series(1, 51) n) files returning key),
        uploads as (insert into scan_uploads (name, kind, stored_key, pages, created, created_by, finished)
          select 'later.jpg', 'jpg', key, 1, now(), 'T.U.', now() from files returning id)
        insert into scan_pages (upload_id, page, state, reason) select id, 1, 'tray', 'noCode' from uploads
        returning id`,
    );
    expect((await uploadNamed(files[0]?.id ?? 0))?.tray).toBe(1);
    const uploads = (await user.call(listUploads, {})).data ?? [];
    expect(uploads.reduce((sum, upload) => sum + upload.tray, 0)).toBe((await tray()).length);
    const ids = later.map((page) => page.id);
    await server.site.pool.query('update scan_pages set deleted = now() where id = any($1)', [ids]);
  });

  it('can only be assigned to an existing plan and a half that has begun', async () => {
    const plan = await newPlan();
    const { id } = await waiting();
    const refusals = [
      await put(id, 999_999),
      await put(id, plan, { date: '2026-12' }),
      await put(id, plan, { date: '2026-1' }),
      await put(999_999, plan),
    ];
    expect(refusals.map(({ status, Info }) => [status, Info])).toEqual([
      [400, 'No care plan has this number.'],
      [400, 'This half of the month has not begun yet.'],
      [400, 'date: Error: Wrong date, date format (YYYY-MM)'],
      [404, 'This record was not found.'],
    ]);
    await admin.call(updateCarePlan, { id: plan, data: { Status: 'Deleted' } });
    expect((await put(id, plan)).status).toBe(409);
    expect((await tray()).some((page) => page.id === id)).toBe(true);
  });

  it('can be deleted by an admin only, and then is nowhere', async () => {
    const { id, rev } = await waiting();
    expect((await user.call(deletePage, { id, rev })).status).toBe(403);
    expect((await admin.call(deletePage, { id, rev: 7 })).status).toBe(409);
    const gone = await admin.call(deletePage, { id, rev });
    expect([gone.status, gone.Info]).toEqual([200, 'Success: Page deleted']);
    expect((await tray()).some((page) => page.id === id)).toBe(false);
    expect((await user.call(getTs, { id })).status).toBe(404);
    expect((await user.call(getPagePicture, { id })).status).toBe(404);
    expect((await put(id, await newPlan())).status).toBe(404);
  });

  it('that is still being read cannot be changed', async () => {
    const { insertId } = await send(scanFile(WHITE));
    const { rows: pages } = await server.site.pool.query<{ id: number }>(
      'select id from scan_pages where upload_id = $1',
      [insertId],
    );
    expect((await put(pages[0]?.id ?? 0, await newPlan())).Info).toBe('This page is still being read.');
  });
});

describe('viewing a page', () => {
  const get = (address: string) =>
    server.app.inject({ url: address, headers: { host: 'localhost', cookie: user.cookie ?? '' } });
  const SAFE = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
  };

  it('of a PDF draws it; its path leads to the original file; each look is logged', async () => {
    const file = scanFile(WHITE, await sheetOf(await newPlan()));
    const { insertId } = await send(file);
    await read(insertId);
    const { id } = (await tray()).at(-1) ?? { id: 0 };
    const picture = await get(`${BASE}/timesheets/page-picture?id=${id}`);
    expect(picture.headers).toMatchObject({ 'content-type': 'image/png', ...SAFE });
    expect(picture.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    const path = (await user.call(getTs, { id })).data?.path ?? '';
    const original = await get(path);
    expect(original.rawPayload.equals(Buffer.from(file.content))).toBe(true);
    expect(original.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining(`attachment; filename="scan_${insertId}.pdf"`),
      ...SAFE,
    });
    const { rows: looks } = await server.site.pool.query(
      "select call from change_log where entity = 'scanPage' and entity_id = $1 and action = 'read' order by id",
      [id],
    );
    expect(looks.map(({ call }) => call)).toEqual(['timesheets.getPagePicture', 'timesheets.getPageFile']);
  });

  it('of a picture file shows it as it came', async () => {
    const content = Buffer.from(greyPng({ ...WHITE, greys: new Uint8Array(WHITE.greys.length).fill(201) }));
    const { insertId } = await send({ name: 'photo.png', content });
    await read(insertId);
    const { id } = (await tray()).at(-1) ?? { id: 0 };
    expect((await get(`${BASE}/timesheets/page-picture?id=${id}`)).rawPayload.equals(content)).toBe(true);
  });
});

describe('permissions', () => {
  test.each(['provider', 'evv'] as const)('role %s is refused', async (role) => {
    const caller = await server.as(role, { providerId: await addProvider(server.site.pool, 'Own') });
    const before = await counts();
    const answers = [
      await send(scanFile(WHITE), {}, caller),
      await caller.call(listUploads, {}),
      await caller.call(listTray, {}),
      await caller.call(listPages, { id: 1 }),
      await caller.call(getTs, { id: 1 }),
      await caller.call(getPagePicture, { id: 1 }),
      await caller.call(getPageFile, { id: 1 }),
      await caller.call(assignPage, { id: 1, planId: 1, date: '2026-10', part: '0', rev: 0 }),
      await caller.call(deletePage, { id: 1, rev: 0 }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(403));
    expect(await counts()).toEqual(before);
  });

  it('another site can neither see nor change anything here', async () => {
    const plan = await newPlan();
    await sendAndRead(WHITE);
    const { id } = (await tray()).at(-1) ?? { id: 0 };
    const there = await server.as('admin', { site: server.siteNamed('other') });
    expect((await there.call(listTray, {})).data).toEqual([]);
    expect((await there.call(listUploads, {})).data).toEqual([]);
    expect((await there.call(getTs, { id })).status).toBe(404);
    expect((await there.call(getPagePicture, { id })).status).toBe(404);
    const put = await there.call(assignPage, { id, planId: plan, date: '2026-10', part: '0', rev: 0 });
    expect(put.status).toBe(404);
    expect((await tray()).some((page) => page.id === id)).toBe(true);
  });
});
