import { Agent } from 'node:http';
import { getPeople as getPeopleCall } from '@homecare/domain/people/contract.ts';
import { getPeople } from '../server/src/people/reading.ts';
import { Scope } from '../server/src/platform/auth/scope.ts';
import { requestOf } from '../server/testing/requests.ts';
import { overHttp, request } from '../server/testing/server-process.ts';
import { median, ms, percent, report, showSource } from './report.ts';
import { type BenchSite, benchSite, limitFile, startLimit } from './site.ts';

/** The list of 5,000 people, a row changed between any two reads: no kept answer and no ETag can help. */
const PEOPLE = { clients: 3_300, providers: 1_700 };
const ROUNDS = 9;
const READS = 8;

/** The one statement of the list, as the service has it sent. */
const statementOf = async ({ site }: BenchSite): Promise<string> => {
  const texts: string[] = [];
  const executor = site.db.getExecutor();
  const db = site.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      texts.push(executor.compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await getPeople(await Scope.startJob({ ...site, db }, 'bench'), { filters: [] });
  const [text, ...others] = texts;
  if (text === undefined || others.length > 0) throw new Error(`the list asks ${texts.length} statements`);
  return text;
};

const bench = await benchSite(PEOPLE);
const server = await bench.serve();
const limit = await startLimit('people-list', {
  DATABASE_URL: bench.databaseUrl,
  QUERY: await statementOf(bench),
});

const agent = new Agent({ keepAlive: true });
const [url, options] = overHttp(server.url, requestOf(getPeopleCall, { filters: [] }));
const sides = {
  here: () => request(url, { ...options, headers: { ...options.headers, cookie: server.cookie }, agent }),
  limit: () => request(limit.url, { agent }),
};

let changed = 0;
/** Bumps the list's revision too, as every change does. */
const changeRow = async () => {
  changed += 1;
  await bench.site.pool.query(
    'update people set rev = rev + 1 where id = (select min(id) + $1 % 5000 from people)',
    [changed * 7],
  );
};

const timed = async (side: keyof typeof sides): Promise<{ took: number; body: Buffer }> => {
  await changeRow();
  const begun = performance.now();
  const answer = await sides[side]();
  const took = performance.now() - begun;
  if (answer.status !== 200 || answer.headers['content-encoding'])
    throw new Error(`${side} answered ${answer.status} ${answer.headers['content-encoding']}`);
  return { took, body: answer.body };
};

const dataOf = (body: Buffer) => JSON.stringify(JSON.parse(body.toString()).data);

try {
  const before = { here: (await sides.here()).body, limit: (await sides.limit()).body };
  const rows = JSON.parse(before.here.toString()).data.length;
  const isSame = dataOf(before.here) === dataOf(before.limit);
  for (let n = 0; n < 10; n += 1) for (const side of ['here', 'limit'] as const) await timed(side);

  const rounds = { here: [] as number[], limit: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of round % 2 === 0 ? (['here', 'limit'] as const) : (['limit', 'here'] as const)) {
      const reads: number[] = [];
      for (let n = 0; n < READS; n += 1) reads.push((await timed(side)).took);
      rounds[side].push(median(reads));
    }
  const [here, bare] = [median(rounds.here), median(rounds.limit)];
  showSource(limitFile('people-list'));
  report([
    {
      name: `People list of ${rows}, a row changed before each read (${before.here.length} bytes)`,
      here: `${ms(here)} = ${percent(bare / here)}`,
      limit: `${ms(bare)} (${before.limit.length} bytes)`,
      target: 'at least 60 % of the limit’s speed, same data',
      share: isSame ? (0.6 * here) / bare : Number.POSITIVE_INFINITY,
    },
  ]);
  if (!isSame) console.log('The two answers hold different data: the comparison does not count.');
} finally {
  agent.destroy();
  limit.stop();
  await server.stop();
  await bench.stop();
}
