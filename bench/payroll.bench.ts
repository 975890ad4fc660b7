import { Agent } from 'node:http';
import { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import { monthsBetween } from '@homecare/domain/reports/parameters.ts';
import { payOfMonths } from '../server/src/payroll/service.ts';
import { requestOf } from '../server/testing/requests.ts';
import { overHttp, request } from '../server/testing/server-process.ts';
import { addCards } from './cards.ts';
import { median, ms, report, shareOfTime } from './report.ts';
import { benchSite } from './site.ts';

/** Pay of a month for 600 providers with two years of billing records behind it: the page, and its documents. */
const PROVIDERS = 600;
const TARGET_MS = 2_000;
const FIRST_BYTE_MS = 3_000;
const READS = 5;
/** Pages stream: the first byte takes little more than the pay itself, read and counted without HTTP and paper. */
const ALLOWED = 1.5;

const bench = await benchSite({ clients: 1_400, providers: PROVIDERS });
const { pool } = bench.site;
const today = bench.scope.today();
const month = today.toPlainYearMonth().toString();
const first = today.subtract({ years: 2 }).toPlainYearMonth().toString();
// Everybody has a plan, so that everybody is paid.
await pool.query(
  `update care_plans plan set provider_id = person.id
    from (select id, row_number() over (order by id) as n from people where kind = 'Provider') person,
      (select id, row_number() over (order by id) as n from care_plans) numbered
    where numbered.id = plan.id and person.n = (numbered.n - 1) % ${PROVIDERS} + 1`,
);
const made = await addCards(pool, monthsBetween(`${first}-01`, `${month}-01`));
await pool.query('analyze');
const { rows: counts } = await pool.query<{ providers: number; records: number }>(
  `select count(distinct provider_id)::int as providers, count(*)::int as records from work where month = $1`,
  [`${month}-01`],
);
const server = await bench.serve();
const agent = new Agent({ keepAlive: true });

const timed = async <T>(work: () => Promise<T>) => {
  const begun = performance.now();
  const answer = await work();
  return { took: performance.now() - begun, answer };
};
const page = () => {
  const [url, options] = overHttp(server.url, requestOf(getPayMonth, { date: month, private: 'all' }));
  return timed(() =>
    request(url, { ...options, headers: { ...options.headers, cookie: server.cookie }, agent }),
  );
};
const document = (file: string, format: 'pdf' | 'xls') => {
  const query = new URLSearchParams({ from: month, to: month, export: format });
  return timed(async () => {
    const answer = await fetch(`${server.url}/homecare/api/Billing_generator/${file}.php?${query}`, {
      headers: { cookie: server.cookie },
    });
    if (answer.status !== 200) throw new Error(`${file} was refused`);
    const reader = answer.body?.getReader();
    await reader?.read();
    return reader;
  });
};

try {
  await page();
  const pages = [];
  for (let n = 0; n < READS; n += 1) pages.push(await page());
  const shown = pages.map(({ answer }) => {
    if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
    return Number(JSON.parse(answer.body.toString()).data.providers.length);
  });
  const worst = Math.max(...pages.map(({ took }) => took));
  const figures = [
    {
      name: `Payroll page: ${shown[0]} providers, ${counts[0]?.records} of ${made} billing records, whole answer over HTTP`,
      here: `${ms(median(pages.map(({ took }) => took)))}, slowest ${ms(worst)}`,
      target: `${PROVIDERS} providers, slowest under ${TARGET_MS / 1_000} s`,
      share: shown[0] === PROVIDERS ? shareOfTime(worst, TARGET_MS) : Number.POSITIVE_INFINITY,
    },
  ];
  for (const file of ['FlatPayroll', 'AllPayroll', 'EstPayroll']) {
    const begun = [];
    for (const format of ['pdf', 'xls'] as const) {
      const { took, answer } = await document(file, format);
      begun.push(took);
      for (let part = await answer?.read(); part && !part.done; part = await answer?.read());
    }
    const [pdf = 0, xls = 0] = begun;
    figures.push({
      name: `${file} of the month, to its first byte`,
      here: `PDF ${ms(pdf)}, Excel ${ms(xls)}`,
      target: `under ${FIRST_BYTE_MS / 1_000} s`,
      share: shareOfTime(Math.max(pdf, xls), FIRST_BYTE_MS),
    });
  }
  const took = { pdf: [] as number[], pay: [] as number[] };
  for (let n = 0; n < READS; n += 1) {
    const { took: pay } = await timed(() =>
      payOfMonths(bench.scope, { from: month, to: month, group: 'all' }),
    );
    const { took: pdf, answer } = await document('FlatPayroll', 'pdf');
    for (let part = await answer?.read(); part && !part.done; part = await answer?.read());
    took.pay.push(pay);
    took.pdf.push(pdf);
  }
  const [pdf, pay] = [median(took.pdf), median(took.pay)];
  report([
    ...figures,
    {
      name: 'FlatPayroll of the month as PDF, to its first byte, against the pay that it shows',
      here: `${ms(pdf)} = ${(pdf / pay).toFixed(2)} ×`,
      limit: ms(pay),
      target: `at most ${ALLOWED} × the limit`,
      share: pdf / pay / ALLOWED,
    },
  ]);
} finally {
  agent.destroy();
  await server.stop();
  await bench.stop();
}
