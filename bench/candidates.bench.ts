import { callOut } from '../server/src/staffing/call-outs.ts';
import { listOpen, rankCandidates } from '../server/src/staffing/service.ts';
import { addCards } from './cards.ts';
import { median, ms, report, shareOfTime } from './report.ts';
import { benchSite } from './site.ts';

/** Who can take an open visit, asked of the server: 600 caregivers of an agency with a year of authorizations, billing records and visits. */
const PEOPLE = { clients: 900, providers: 600 };
const AWAY = 40;
const ROUNDS = 24;
const WARM_UP = 8;
const RANK_MS = 50;

const bench = await benchSite(PEOPLE);
const { scope } = bench;
const { pool } = bench.site;
try {
  const today = scope.today();
  const month = (back: number) => today.subtract({ months: back }).toString().slice(0, 7);
  const cards = await addCards(
    pool,
    Array.from({ length: 12 }, (_, n) => month(12 - n)),
  );
  // Units are left everywhere: nobody is turned away before all rules are asked.
  await pool.query('update client_pars set units = units * 50 where units is not null');
  const { rows: busy } = await pool.query<{ id: number }>(
    `select provider_id as id from visits where removed is null and status = 'Planned' and date = $1
     group by provider_id order by provider_id limit $2`,
    [today.add({ days: 2 }).toString(), AWAY],
  );
  const day = today.add({ days: 2 });
  for (const { id } of busy)
    await callOut(scope, {
      ProviderID: id,
      from: day.toZonedDateTime('America/Denver').toInstant().toString(),
      until: day.add({ days: 1 }).toZonedDateTime('America/Denver').toInstant().toString(),
      note: '',
    });
  await pool.query('analyze');
  const open = await listOpen(scope, { from: day.toString(), through: day.toString() });
  let asked = 0;
  const ask = async (round: number) => {
    const visit = open[round % open.length];
    if (!visit) throw new Error('no visit is open');
    const [begun, used] = [performance.now(), process.cpuUsage()];
    const ranked = await rankCandidates(scope, visit);
    const took = performance.now() - begun;
    const { user, system } = process.cpuUsage(used);
    asked = ranked?.candidates.length ?? 0;
    return { took, processor: (user + system) / 1000 };
  };
  // Each in turn, so that all of them meet the machine as it is: all plans are read again, one was saved, nothing has changed.
  let saved = 0;
  const before = {
    whole: () => pool.query(`select bump_revision('carePlans', 'all')`),
    saved: () =>
      pool.query(
        'update care_plans set modified = modified where id = (select id from care_plans order by id offset $1 limit 1)',
        [saved++],
      ),
    again: async () => undefined,
  };
  const KINDS = ['whole', 'saved', 'again'] as const;
  const found: { kind: (typeof KINDS)[number]; took: number; processor: number }[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1)
    for (const kind of KINDS) {
      await before[kind]();
      found.push({ kind, ...(await ask(round)) });
    }
  const counted = found.slice(WARM_UP * KINDS.length);
  const of = (kind: (typeof KINDS)[number]) => counted.filter((one) => one.kind === kind);
  const timesOf = (kind: (typeof KINDS)[number]) => of(kind).map(({ took }) => took);
  const times = timesOf('again');
  const processor = of('again').map((one) => one.processor);
  report([
    {
      name: `Staffing: who can take a visit of ${asked} caregivers, after a year of ${cards} billing records`,
      here: `${ms(median(times))}, slowest ${ms(Math.max(...times))}; ${ms(median(processor))} of processor time beside the database; ${ms(median(timesOf('saved')))} when a plan was saved since the last one, ${ms(median(timesOf('whole')))} when all of them are read again`,
      target: `median at most ${RANK_MS} ms`,
      share: shareOfTime(median(times), RANK_MS),
    },
  ]);
} finally {
  await bench.stop();
}
