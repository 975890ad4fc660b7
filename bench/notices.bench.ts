import { listNotices } from '@homecare/domain/notices/contract.ts';
import { loadNotices } from '../server/src/notices/service.ts';
import { median, ms, report, shareOfTime } from './report.ts';
import { benchSite } from './site.ts';

/** What the toolbar asks when somebody has changed something: 5,000 people judged anew. */
const PEOPLE = { clients: 3_300, providers: 1_700 };
const READS = 25;
const LIMIT_MS = 50;

const bench = await benchSite(PEOPLE);
try {
  const read = async () => {
    const begun = performance.now();
    const answer = await loadNotices(bench.scope);
    const took = performance.now() - begun;
    if (!answer.ok) throw new Error(answer.info);
    return { took, list: listNotices.output.parse(answer.data) };
  };
  for (let n = 0; n < 10; n += 1) await read();
  const times: number[] = [];
  for (let n = 0; n < READS; n += 1) times.push((await read()).took);
  const { notices, marks } = (await read()).list;
  const { rows } = await bench.site.pool.query("select count(*) as people from people where cur = 'y'");
  const here = median(times);
  report([
    {
      name: `Notices of ${PEOPLE.clients + PEOPLE.providers} people, ${rows[0].people} active: ${notices.length} notices, ${marks.length} marked rows`,
      here: `${ms(here)} (longest ${ms(Math.max(...times))})`,
      target: `below ${LIMIT_MS} ms on the server`,
      share: shareOfTime(here, LIMIT_MS),
    },
  ]);
} finally {
  await bench.stop();
}
