import { createReadStream, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as post } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { daysOfMonth, plannedDays } from '@homecare/domain/billing/counting.ts';
import { readCarePlan } from '@homecare/domain/care-plans/contract.ts';
import { z } from 'zod';
import { limitsOf } from '../server/src/plan-documents/documents/plan-lines.ts';
import { timesheetParts } from '../server/src/plan-documents/documents/timesheet.ts';
import { findPlan, printingOf } from '../server/src/plan-documents/service.ts';
import { uploadReader } from '../server/src/platform/scans/page-reader.ts';
import { PdfPages, type Raster } from '../server/src/platform/scans/pdf-pages.ts';
import { drawnPdf, printedPdf } from '../server/testing/printed.ts';
import { multipart, requestOf } from '../server/testing/requests.ts';
import { SAMPLE_FORMS, sampleDocument } from '../server/testing/sample-forms.ts';
import { anyCrookedness, randomFrom, scannedPdf, scanOf } from '../server/testing/scanned.ts';
import { overHttp, request } from '../server/testing/server-process.ts';
import { ms, percent, perSecond, report, shareOf, shareOfTime, showSource } from './report.ts';
import { benchSite, limitFile } from './site.ts';

/**
 * 100 scanned pages in two files: timesheets of last month as they are printed, drawn at 200 dots an inch, turned up to 7
 * degrees, greyed and made noisy, and two pages of other forms among them. How many find their plan, how long that takes
 * beside drawing and decoding alone in as many threads, and how long other calls wait meanwhile.
 */
const PAGES = 100;
const FILES = 2;
const DOTS = 200;
const SEED = 20_261_122;
/** Another call each so often, as an office makes them. */
const CALL_EVERY_MS = 50;
const CALLS_BEFORE = 200;
const FLAGS = { covidts: false, timeNeeded: true, mreport: false };

interface Scan {
  readonly raster: Raster;
  /** 'plan month period', undefined for a page of another form. */
  readonly place: string | undefined;
}

/** Where the file is in the body of its upload. */
const MARK = 'here stands the file';
const Upload = z.looseObject({ insert_id: z.int() });

const random = randomFrom(SEED);
const bench = await benchSite({ clients: 120, providers: 60 });
const { pool } = bench.site;
const month = bench.scope.today().toPlainYearMonth().subtract({ months: 1 }).toString();
const folder = await mkdtemp(join(tmpdir(), 'homecare-bench-scans-'));

const scannedPagesOf = async (bytes: Uint8Array, place: string | undefined): Promise<Scan[]> => {
  const pdf = await PdfPages.open(bytes);
  const scans: Scan[] = [];
  for (let page = 0; page < pdf.count; page += 1)
    scans.push({ raster: scanOf(await pdf.draw(page, DOTS), anyCrookedness(random), random), place });
  pdf.close();
  return scans;
};

/** Timesheets with planned days, in the order of their plans, and two other forms in places of their own. */
const makeScans = async function* (): AsyncGenerator<Scan> {
  const { rows } = await pool.query<{ id: number }>(
    "select id from care_plans where status = 'Active' and covers_id is null and start_date < ($1 || '-01')::date order by id",
    [month],
  );
  const printing = await printingOf(bench.scope);
  for (const { id } of rows) {
    const plan = await findPlan(bench.scope, id);
    if (!plan.ok || plannedDays(plan.data, daysOfMonth(month), limitsOf(plan.data)).length === 0) continue;
    for (const part of timesheetParts(plan.data, month, printing, FLAGS))
      if (part.code)
        yield* await scannedPagesOf(await printedPdf([part]), `${id} ${month} ${part.code.period}`);
  }
};
const otherForms = async (): Promise<Scan[]> => {
  const pages: Scan[] = [];
  for (const form of SAMPLE_FORMS.slice(0, FILES)) {
    const [first] = await scannedPagesOf(await drawnPdf(sampleDocument(form, 'usual')), undefined);
    if (first) pages.push(first);
  }
  return pages;
};

/** Each file as soon as its pages are there: they are large. */
const writeFiles = async () => {
  const others = await otherForms();
  const files: { path: string; places: Scan['place'][] }[] = [];
  let pages: Scan[] = [];
  for await (const scan of makeScans()) {
    pages.push(scan);
    const other = others[files.length];
    if (pages.length < PAGES / FILES - 1 || !other) continue;
    pages.splice(pages.length >> 1, 0, other);
    const path = join(folder, `scan ${files.length}.pdf`);
    await writeFile(
      path,
      scannedPdf(
        pages.map(({ raster }) => raster),
        DOTS,
      ),
    );
    files.push({ path, places: pages.map(({ place }) => place) });
    pages = [];
    if (files.length === FILES) return files;
  }
  throw new Error('the example data has too few plans with planned days');
};

/** Drawing and decoding alone: seconds for the pages of a file. */
const alone = async (file: string): Promise<number> => {
  const step = uploadReader.threads;
  const workers = await Promise.all(
    Array.from({ length: step }, async (_, first) => {
      const worker = new Worker(limitFile('scans'), { workerData: { file, first, step } });
      await new Promise((resolve) => worker.once('message', resolve));
      return worker;
    }),
  );
  const begun = performance.now();
  await Promise.all(
    workers.map((worker) => {
      const done = new Promise((resolve) => worker.once('message', resolve));
      worker.postMessage('go');
      return done;
    }),
  );
  const took = (performance.now() - begun) / 1000;
  await Promise.all(workers.map((worker) => worker.terminate()));
  return took;
};

const finishedAt = async (id: number) => {
  for (;;) {
    const { rows } = await pool.query('select from scan_uploads where id = $1 and finished is not null', [
      id,
    ]);
    if (rows.length > 0) return performance.now();
    await wait(20);
  }
};

const p99Of = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY;

const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

try {
  const files = await writeFiles();
  const server = await bench.serve();
  const headers = { cookie: server.cookie, 'x-requested-with': 'homecare' };
  const filters = [{ field: 'ID', op: '=', value: files[0]?.places[0]?.split(' ')[0] ?? '' }];
  const [other, asking] = overHttp(server.url, requestOf(readCarePlan, { filters }));
  const ask = () => request(other, { ...asking, headers: { ...asking.headers, ...headers } });
  await ask();

  const send = (path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const { headers: type, payload } = multipart({}, { name: 'scan.pdf', content: MARK });
      const [head = '', end = ''] = payload.toString().split(MARK);
      const length = Buffer.byteLength(head) + statSync(path).size + Buffer.byteLength(end);
      const sending = post(`${server.url}/homecare/api/modules/TS_scan/upload.php`, {
        method: 'POST',
        headers: { ...headers, ...type, host: 'localhost', 'content-length': length },
      });
      sending.once('error', reject);
      sending.once('response', (answer) => {
        text(answer).then((body) => resolve(Upload.parse(JSON.parse(body)).insert_id), reject);
      });
      sending.write(head);
      const file = createReadStream(path);
      file.once('end', () => sending.end(end));
      file.pipe(sending, { end: false });
    });

  const waits: { readonly before: number[]; readonly meanwhile: number[] } = { before: [], meanwhile: [] };
  const askUntil = async (isOver: () => boolean, times: number[]) => {
    while (!isOver()) {
      const begun = performance.now();
      await ask();
      const took = performance.now() - begun;
      times.push(took);
      await wait(Math.max(0, CALL_EVERY_MS - took));
    }
  };
  await askUntil(() => waits.before.length === CALLS_BEFORE, waits.before);
  const seconds = { here: 0, alone: 0 };
  const found = { right: 0, wrong: 0, filedOthers: 0 };
  for (const [n, { path, places }] of files.entries()) {
    const measureHere = async () => {
      let isOver = false;
      const others = askUntil(() => isOver, waits.meanwhile);
      const id = await send(path);
      const begun = performance.now();
      seconds.here += ((await finishedAt(id)) - begun) / 1000;
      isOver = true;
      await others;
      const { rows } = await pool.query<{ page: number; place: string | null }>(
        "select page, plan_id || ' ' || month || ' ' || period as place from scan_pages where upload_id = $1",
        [id],
      );
      for (const { page, place } of rows) {
        const expected = places[page - 1];
        if (place === null) continue;
        if (expected === undefined) found.filedOthers += 1;
        else if (place === expected) found.right += 1;
        else found.wrong += 1;
      }
    };
    const measureAlone = async () => {
      seconds.alone += await alone(path);
    };
    for (const measure of n % 2 === 0 ? [measureHere, measureAlone] : [measureAlone, measureHere])
      await measure();
  }
  const peak = peakOf(server.pid);
  await server.stop();

  const p99 = p99Of(waits.meanwhile);
  const timesheets = PAGES - FILES;
  const rate = { here: PAGES / seconds.here, alone: PAGES / seconds.alone };
  showSource(limitFile('scans'));
  report([
    {
      name: `${PAGES} scanned pages, ${timesheets} of them timesheets: found their plan, month and half`,
      here: `${found.right} = ${percent(found.right / timesheets)}`,
      target: 'at least 95 %',
      share: (0.95 * timesheets) / found.right,
    },
    {
      name: 'Filed wrongly, or pages of other forms filed',
      here: `${found.wrong + found.filedOthers}`,
      target: 'none',
      share: shareOf(found.wrong + found.filedOthers === 0),
    },
    {
      name: 'Pages read and filed',
      here: `${perSecond(rate.here)} = ${percent(rate.here / rate.alone)}`,
      limit: perSecond(rate.alone),
      target: 'at least 70 % of drawing and decoding alone in as many threads',
      share: (0.7 * rate.alone) / rate.here,
    },
    {
      name: `Another call meanwhile (${waits.meanwhile.length} times; the limit: before), p99`,
      here: ms(p99),
      limit: ms(p99Of(waits.before)),
      target: 'under 150 ms',
      share: shareOfTime(p99, 150),
    },
    {
      name: 'Peak memory of the server',
      here: `${peak.toFixed(0)} MB`,
      target: 'under 800 MB',
      share: peak > 0 ? peak / 800 : Number.POSITIVE_INFINITY,
    },
  ]);
} finally {
  await bench.stop();
  await rm(folder, { recursive: true, force: true });
}
