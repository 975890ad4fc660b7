import { Agent } from 'node:http';
import { updatePerson } from '@homecare/domain/people/contract.ts';
import { askOver } from '../server/testing/server-process.ts';
import { type Figure, median, ms, report } from './report.ts';
import { benchSite } from './site.ts';

/** Saving one field of a person over HTTP, among 5,000 people and among 50,000. */
const PEOPLE = { clients: 3_300, providers: 1_700 };
const MORE = 45_000;
const ROUNDS = 9;
const SAVES = 20;
const ALLOWED = 3;
/** What 50,000 people may add to the time among 5,000: as much as two runs differ. */
const GROWTH = 1.15;

const bench = await benchSite(PEOPLE);
const { pool } = bench.site;
const server = await bench.serve();
// Each save queues the person for the aggregator and wakes its job.
await pool.query(
  `insert into settings (key, value) values ('switches', '{"sandataEnabled": true}')
   on conflict (key) do update set value = settings.value || excluded.value`,
);
const agent = new Agent({ keepAlive: true });
const { rows } = await pool.query<{ id: number }>(
  `select id from people where kind = 'Client' and cur = 'y' order by id limit 200`,
);
const ids = rows.map(({ id }) => id);
let turn = 0;
const next = () => {
  turn += 1;
  return { id: ids[turn % ids.length] ?? 0, doctor: `Dr. Bench ${turn}` };
};

const here = async () => {
  const { id, doctor } = next();
  const answer = await askOver(server, updatePerson, { id, data: { Doctor: doctor } }, { agent });
  if (answer.status !== 200) throw new Error(answer.body.toString());
};

/** The bare change and its row of the log in one transaction, without HTTP. */
const limit = async () => {
  const { id, doctor } = next();
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    await connection.query({
      name: 'bare-update',
      text: 'update people set doctor = $1, updated = now(), rev = rev + 1 where id = $2',
      values: [doctor, id],
    });
    await connection.query({
      name: 'bare-log',
      text: `insert into change_log (actor, role, call, entity, entity_id, action, changes)
        values ('bench', 'admin', 'bare', 'person', $1, 'update', $2)`,
      values: [id, JSON.stringify({ Doctor: [null, doctor] })],
    });
    await connection.query('commit');
  } finally {
    connection.release();
  }
};

const timed = async (work: () => Promise<void>) => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};

const measure = async () => {
  for (let n = 0; n < 20; n += 1) for (const side of [here, limit]) await side();
  const rounds = { here: [] as number[], limit: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of round % 2 === 0 ? (['here', 'limit'] as const) : (['limit', 'here'] as const)) {
      const saves: number[] = [];
      for (let n = 0; n < SAVES; n += 1) saves.push(await timed(side === 'here' ? here : limit));
      rounds[side].push(median(saves));
    }
  return { ours: median(rounds.here), bare: median(rounds.limit) };
};

const figureOf = (people: string, { ours, bare }: Awaited<ReturnType<typeof measure>>): Figure => ({
  name: `Save of one field of a person among ${people} people, over HTTP, against the bare update and its row of the log`,
  here: `${ms(ours)} = ${(ours / bare).toFixed(2)} ×`,
  limit: ms(bare),
  target: `at most ${ALLOWED} × the limit`,
  share: ours / bare / ALLOWED,
});

try {
  const few = await measure();
  await pool.query(
    `insert into people (kind, cur, last_name, first_name, updated_by)
     select case when n % 3 = 0 then 'Provider' else 'Client' end, 'y', 'More' || n, 'Ann', 'bench' from generate_series(1, $1) n`,
    [MORE],
  );
  await pool.query('analyze people');
  const many = await measure();
  const growth = many.ours / many.bare / (few.ours / few.bare);
  report([
    figureOf('5,000', few),
    figureOf('50,000', many),
    {
      name: 'Growth of that ratio from 5,000 people to 50,000',
      here: `${growth.toFixed(2)} ×`,
      target: `at most ${GROWTH} ×`,
      share: growth / GROWTH,
    },
  ]);
} finally {
  agent.destroy();
  await server.stop();
  await bench.stop();
}
