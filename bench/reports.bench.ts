import { ENTRIES } from '@homecare/domain/reports/list.ts';
import { monthsBetween } from '@homecare/domain/reports/parameters.ts';
import { PAGE_REPORTS } from '../server/src/reports/documents.ts';
import { addCards } from './cards.ts';
import { download } from './download.ts';
import { memoryOf } from './memory.ts';
import { type Figure, ms, report, shareOfTime } from './report.ts';
import { benchSite } from './site.ts';

/** Every report over 2,000 people and 36,000 billing records: time to its first byte, and the memory of the server. */
const CARDS = 36_000;
const TARGET_MS = 3_000;
const TARGET_MB = 300;

const bench = await benchSite({ clients: 1_400, providers: 600 });
try {
  const today = bench.scope.today();
  const month = today.toPlainYearMonth().toString();
  const first = today.subtract({ months: 11 }).toPlainYearMonth().toString();
  const months = monthsBetween(`${first}-01`, `${month}-01`);
  // As many years as it takes: plans are fewer than cards a month.
  const earlier = monthsBetween(`${today.year - 3}-01-01`, `${first}-01`)
    .slice(0, -1)
    .reverse();
  const made = await addCards(bench.site.pool, [...months.reverse(), ...earlier], CARDS);
  await bench.site.pool.query('analyze');
  const { rows: clients } = await bench.site.pool.query<{ id: number }>(
    'select client_id as id from work group by client_id order by count(*) desc limit 1',
  );
  const { rows: providers } = await bench.site.pool.query<{ id: number }>(
    'select provider_id as id from work group by provider_id order by count(*) desc limit 1',
  );
  const asked = {
    year: String(today.year),
    month,
    day: 'Tuesday',
    dateFrom: `${today.year}-01-01`,
    dateTo: today.toString(),
    from: month,
    to: month,
    vac: '1',
    status: 'Paid',
    id: String(clients[0]?.id ?? 1),
  };
  const ofProvider = { ...asked, id: String(providers[0]?.id ?? 1) };
  const server = await bench.serve();
  const memory = memoryOf(server.pid);
  const ask = (path: string, query: Record<string, string>) => download(server, path, query);
  await ask('Reports/Birthdays.php', asked);
  const idle = memory.now();
  const figures: Figure[] = [];
  const measure = async (name: string, path: string, query: Record<string, string>) => {
    const got: Awaited<ReturnType<typeof ask>>[] = [];
    const most = await memory.added(async () => {
      got.push(await ask(path, query), await ask(path, { ...query, export: 'xls' }));
    });
    const [pdf, xls] = got;
    const slowest = Math.max(...got.map(({ firstByte }) => firstByte));
    figures.push({
      name,
      here: `PDF ${ms(pdf?.firstByte ?? 0)} (whole ${ms(pdf?.whole ?? 0)}), Excel ${ms(xls?.firstByte ?? 0)}, ${most.toFixed(0)} MB more`,
      target: `first byte under ${TARGET_MS / 1_000} s, under ${TARGET_MB} MB`,
      share: Math.max(shareOfTime(slowest, TARGET_MS), most / TARGET_MB),
    });
  };
  for (const { name, folder, file, inputs } of [...PAGE_REPORTS.map(({ entry }) => entry), ...ENTRIES])
    await measure(name, `${folder}/${file}.php`, inputs.includes('provider') ? ofProvider : asked);
  const year = { ...asked, from: months.at(-1) ?? month, to: month };
  await measure('Month Report of 12 months', 'Billing_generator/AllClients.php', year);
  await server.stop();
  console.log(
    `\n2,000 people, ${made} billing records; memory of the server before the first report ${idle.toFixed(0)} MB`,
  );
  report(figures);
} finally {
  await bench.stop();
}
