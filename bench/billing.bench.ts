import { addCards, addThreePlansEach } from './cards.ts';
import { download } from './download.ts';
import { memoryOf } from './memory.ts';
import { median, ms, report, shareOfTime } from './report.ts';
import { benchSite } from './site.ts';

/** A month of 1,000 clients with 3,000 cards: the page of each client, its proof, and the Month Report as a PDF. */
/** So many that a thousand of them have a plan of the month. */
const CLIENTS = 1_100;
const CARDS = 3_000;
const MONTH = '2026-09';
const PAGES = 300;
const PAGE_MS = 100;
const REPORT_MS = 20_000;
const REPORT_MB = 400;

const bench = await benchSite({ clients: CLIENTS, providers: 500 });
try {
  const { pool } = bench.site;
  await pool.query('truncate work cascade');
  await addThreePlansEach(pool, CARDS);
  const made = await addCards(pool, [MONTH], CARDS);
  // Each billed day has its visit with it; and each visit the aggregator's answer.
  await pool.query(
    `insert into aggregator_records (type, record_id, status, calls, created, created_by, modified)
     select 'Visit', id, 'Success', '[{"ProcedureCode": "PRSNL"}]', now(), 'B.', now() from visits where status = 'Complete'`,
  );
  await pool.query('analyze');
  const { rows: clients } = await pool.query<{ id: number }>(
    'select distinct client_id as id from work order by id limit $1',
    [PAGES],
  );

  const server = await bench.serve();
  const memory = memoryOf(server.pid);
  const asked = (id: number) => ({ clientId: String(id), date: MONTH });
  const [first] = clients;
  if (first) await download(server, 'billing/client-month', asked(first.id));
  const pages: number[] = [];
  const proofs: number[] = [];
  const both: number[] = [];
  for (const { id } of clients) {
    pages.push((await download(server, 'billing/client-month', asked(id))).whole);
    proofs.push((await download(server, 'claims/client-proof', asked(id))).whole);
    // As the screen asks.
    const begun = performance.now();
    const page = download(server, 'billing/client-month', asked(id)).then(() => performance.now() - begun);
    await Promise.all([page, download(server, 'claims/client-proof', asked(id))]);
    both.push(await page);
  }
  const document = { firstByte: 0, whole: 0, bytes: 0 };
  const most = await memory.added(async () => {
    Object.assign(
      document,
      await download(server, 'Billing_generator/AllClients.php', { from: MONTH, to: MONTH }),
    );
  });
  await server.stop();
  const { firstByte, whole, bytes } = document;
  const share = (times: readonly number[], of: number) =>
    times.toSorted((a, b) => a - b)[Math.ceil(times.length * of) - 1] ?? 0;
  const pageFigure = (name: string, times: readonly number[]) => ({
    name,
    here: `median ${ms(median(times))}, 95 of 100 within ${ms(share(times, 0.95))}`,
    target: `below ${PAGE_MS} ms`,
    share: shareOfTime(share(times, 0.95), PAGE_MS),
  });
  console.log(`\n${CARDS / 3} clients, ${made} cards of ${MONTH}; ${clients.length} pages`);
  report([
    pageFigure('page data of a client', pages),
    pageFigure('page data while the proof is asked for', both),
    pageFigure('proof of a client', proofs),
    {
      name: `Month Report PDF, ${(bytes / 1e6).toFixed(1)} MB`,
      here: `first byte ${ms(firstByte)}, last ${ms(whole)}`,
      target: `below ${REPORT_MS / 1_000} s`,
      share: shareOfTime(whole, REPORT_MS),
    },
    {
      name: 'memory of the server for it',
      here: `${most.toFixed(0)} MB more`,
      target: `below ${REPORT_MB} MB`,
      share: most / REPORT_MB,
    },
  ]);
} finally {
  await bench.stop();
}
