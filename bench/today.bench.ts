import { getToday } from '@homecare/domain/today/contract.ts';
import { Scope } from '../server/src/platform/auth/scope.ts';
import { loadToday, todayCircumstances } from '../server/src/today/service.ts';
import { listWeekFigures } from '../server/src/week-figures/service.ts';
import { median, ms, report, shareOfTime } from './report.ts';
import { benchSite } from './site.ts';

/** Today of an agency with 2,000 clients: unchanged, and while visits change between two looks. */
const SIZE = { clients: 2_000, providers: 1_000, months: 1 };
const LOOKS = 30;
const LIMIT_MS = 100;

const AT_ONCE = 20;

/** The first look counts all weeks; later ones the fill rate and what has changed. */
const timeFigures = async (scope: Scope) => {
  const timed = async (work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  const ask = () => listWeekFigures(scope, {});
  const first = await timed(ask);
  const again = median([await timed(ask), await timed(ask), await timed(ask)]);
  const atOnce = await timed(() => Promise.all(Array.from({ length: AT_ONCE }, ask)));
  return { first, again, atOnce };
};

const bench = await benchSite(SIZE);
try {
  const { site } = bench;
  const settings = await site.readSettings();
  const { rows: accounts } = await site.pool.query<{ id: number }>(
    "select id from accounts where role = 'admin' order by id limit 1",
  );
  const admin = {
    id: accounts[0]?.id ?? 1,
    login: 'admin',
    fullName: 'Marisol Reyes',
    role: 'admin' as const,
    initials: 'M.R.',
    providerId: null,
  };
  const scope = Scope.ofSession({ site, settings }, admin, {
    address: null,
    requestKey: null,
    tokenHash: null,
  });
  const look = async () => {
    const begun = performance.now();
    const answer = await loadToday(scope, {});
    const took = performance.now() - begun;
    if (!answer.ok) throw new Error(answer.info);
    return { took, today: getToday.output.parse(answer.data) };
  };
  const first = await look();
  const begun = performance.now();
  let counted = first.today;
  while (counted.isCounting) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    counted = (await look()).today;
  }
  const whole = performance.now() - begun;
  const unchanged: number[] = [];
  for (let n = 0; n < LOOKS; n += 1) unchanged.push((await look()).took);
  const changing: number[] = [];
  for (let n = 0; n < LOOKS; n += 1) {
    await site.pool.query(
      `update visits set notes = $1, rev = rev + 1
       where id = (select id from visits where date = $2 and removed is null order by id limit 1)`,
      [`look ${n}`, scope.today().toString()],
    );
    changing.push((await look()).took);
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
  const tags: number[] = [];
  for (let n = 0; n < LOOKS; n += 1) {
    const start = performance.now();
    await todayCircumstances(scope);
    tags.push(performance.now() - start);
  }
  const here = median(unchanged);
  const figures = await timeFigures(scope);
  report([
    {
      name: `Today of ${SIZE.clients} clients, ${counted.rows.length} rows; the first answer in ${ms(first.took)}, all counted after ${ms(whole)}`,
      here: `${ms(here)} (longest ${ms(Math.max(...unchanged))}), a poll without news ${ms(median(tags))}`,
      target: `below ${LIMIT_MS} ms on the server`,
      share: shareOfTime(here, LIMIT_MS),
    },
    {
      name: 'Today while a visit changes between two looks',
      here: `${ms(median(changing))} (longest ${ms(Math.max(...changing))})`,
      target: `below ${LIMIT_MS} ms on the server`,
      share: shareOfTime(median(changing), LIMIT_MS),
    },
    {
      name: `Figures of the week, counted in ${ms(figures.first)}, for ${AT_ONCE} who ask at once in ${ms(figures.atOnce)}`,
      here: ms(figures.again),
      target: `${AT_ONCE} at once take no more than twice as long as one`,
      share: figures.atOnce / (2 * figures.again),
    },
  ]);
} finally {
  await bench.stop();
}
