import { done } from '@homecare/domain/errors.ts';
import { queueMessages } from '../server/src/messaging/service.ts';
import { Scope } from '../server/src/platform/auth/scope.ts';
import { mutate } from '../server/src/platform/db/mutate.ts';
import { median, ms, report, shareOfTime } from './report.ts';
import { benchSite } from './site.ts';

/** Queueing 1,000 texts in one transaction: rows, change log, opt-outs, daily cap and the job that sends them. */
const MESSAGES = 1_000;
const ROUNDS = 9;
const TARGET_MS = 1_000;

const bench = await benchSite({ clients: 300, providers: 150 });
const { pool } = bench.site;
const text = 'Please send your timesheet of this week by Friday noon. Thank you. Front Range Home Care';

try {
  // The tables of the job queue are there, as in a server.
  const server = await bench.serve();
  await server.stop();
  const { rows: people } = await pool.query<{ id: number; phone: string }>(
    'select id, phone from people where phone is not null order by id',
  );
  const messages = Array.from({ length: MESSAGES }, (_, n) => {
    const person = people[n % people.length];
    if (!person) throw new Error('nobody has a phone');
    const owner = { personId: person.id, candidateId: null };
    const recipient = `+1${person.phone.replace(/\D/g, '')}`;
    return { channel: 'SMS', recipient, owner, subject: null, text } as const;
  });
  const scope = await Scope.startJob(bench.site, 'bench');
  const queue = () =>
    mutate(scope, 'bench', async (tx, record) => {
      const ids = await queueMessages(tx, scope, messages, record);
      return ids.ok ? done(ids.data.length) : ids;
    });
  /** The bare rows, one statement, one transaction. */
  const bare = () =>
    pool.query(
      `insert into messages (channel, recipient, person_id, text, request, place, created, created_by)
       select 'SMS', recipient, person_id, $3, gen_random_uuid()::text, place, now(), 'B.'
       from unnest($1::text[], $2::int[]) with ordinality as row (recipient, person_id, place)`,
      [messages.map(({ recipient }) => recipient), messages.map(({ owner }) => owner.personId), text],
    );
  const timed = async (work: () => Promise<unknown>) => {
    // The daily cap counts what earlier rounds queued.
    await pool.query("update messages set created = created - interval '2 days'");
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  const rounds = { here: [] as number[], limit: [] as number[] };
  await timed(queue);
  await timed(bare);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of round % 2 === 0 ? (['here', 'limit'] as const) : (['limit', 'here'] as const))
      rounds[side].push(await timed(side === 'here' ? queue : bare));
  const [ours, limit] = [median(rounds.here), median(rounds.limit)];
  report([
    {
      name: `Queueing ${MESSAGES.toLocaleString('en-US')} texts, change log and job with them`,
      here: `${ms(ours)} = ${(ours / limit).toFixed(1)} ×`,
      limit: ms(limit),
      target: 'under 1 s',
      share: shareOfTime(ours, TARGET_MS),
    },
  ]);
} finally {
  await bench.stop();
}
