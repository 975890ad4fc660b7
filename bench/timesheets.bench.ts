import { readFileSync } from 'node:fs';
import { daysOfMonth, plannedDays } from '@homecare/domain/billing/counting.ts';
import { readCarePlan } from '@homecare/domain/care-plans/contract.ts';
import {
  limitsOf,
  type PlanFacts,
  type Printing,
} from '../server/src/plan-documents/documents/plan-lines.ts';
import { timesheetParts } from '../server/src/plan-documents/documents/timesheet.ts';
import { findPlan } from '../server/src/plan-documents/service.ts';
import type { PrintedDocument } from '../server/src/platform/documents/blocks.ts';
import { layPart, numberPages } from '../server/src/platform/documents/layout.ts';
import { openPdf, paint } from '../server/src/platform/documents/paint.ts';
import { requestOf } from '../server/testing/requests.ts';
import { overHttp, request } from '../server/testing/server-process.ts';
import { drawAtFixedPlaces, type KnownPage } from './limits/timesheets.ts';
import { median, ms, report, shareOfTime, showSource } from './report.ts';
import { benchSite, limitFile } from './site.ts';

/**
 * 500 timesheets of 500 different plans as one file: CPU beside the same texts, lines and codes drawn by the PDF library at
 * places that were known before; then over HTTP: memory of the server, and how long other calls wait meanwhile.
 */
const PLANS = 500;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const FLAGS = { covidts: false, timeNeeded: true, mreport: false };

const bench = await benchSite({ clients: 700, providers: 300 });
const month = bench.scope.today().toString().slice(0, 7);

const plansOfMonth = async (): Promise<PlanFacts[]> => {
  const { rows } = await bench.site.pool.query<{ id: number }>(
    "select id from care_plans where status = 'Active' and covers_id is null order by id",
  );
  const plans: PlanFacts[] = [];
  for (const { id } of rows) {
    const plan = await findPlan(bench.scope, id);
    if (plan.ok) plans.push(plan.data);
  }
  const found = plans
    .filter((plan) => plannedDays(plan, daysOfMonth(month), limitsOf(plan)).length > 0)
    .slice(0, PLANS);
  if (found.length < PLANS)
    throw new Error(`the example data has only ${found.length} plans with planned days`);
  return found;
};

const cpuOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

try {
  const plans = await plansOfMonth();
  const { paper, timeZone, pack } = bench.scope.settings;
  const printing: Printing = { paper, zone: timeZone, pack, tag: 'K7QD' };
  const document: PrintedDocument = {
    title: 'Timesheets',
    letterhead: paper.letterhead,
    confidentiality: paper.texts.confidentiality,
    printed: 'Printed 11-20-2026 10:00',
    at: '2026-11-20T17:00:00Z',
    parts: [],
    index: { title: '', subject: '', foot: '', above: [], columns: [], rows: [], pagesCell: 0 },
  };
  const chaptersOf = async function* () {
    for (const plan of plans)
      yield { title: `plan ${plan.id}`, parts: timesheetParts(plan, month, printing, FLAGS) };
  };
  const known = plans.flatMap((plan): KnownPage[] => {
    const pages = timesheetParts(plan, month, printing, FLAGS).flatMap((part) => layPart(document, part));
    return numberPages(document, pages, 1).map(({ draw, landscape }) => ({ marks: draw(), landscape }));
  });
  const here = async () => {
    const pdf = openPdf(document);
    const ended = new Promise((resolve) => pdf.on('data', () => undefined).once('end', resolve));
    await paint(pdf, document, async () => undefined, chaptersOf());
    await ended;
  };
  const limit = () => drawAtFixedPlaces(known);
  await here();
  await limit();
  const rounds = { here: [] as number[], limit: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const side of round % 2 === 0 ? (['here', 'limit'] as const) : (['limit', 'here'] as const))
      rounds[side].push(await cpuOf(side === 'here' ? here : limit));
  const [ours, bare] = [median(rounds.here), median(rounds.limit)];

  const server = await bench.serve();
  const [year, number] = month.split('-');
  const query = new URLSearchParams({
    ids: plans.map(({ id }) => id).join(','),
    year: year ?? '',
    month: number ?? '',
    timeNeeded: '1',
  });
  const headers = { cookie: server.cookie };
  // What staff do meanwhile: they open a care plan.
  const filters = [{ field: 'ID', op: '=', value: String(plans[0]?.id) }];
  const [other, asking] = overHttp(server.url, requestOf(readCarePlan, { filters }));
  const ask = () => request(other, { ...asking, headers: { ...asking.headers, ...headers } });
  await ask();
  const idle = peakOf(server.pid);
  const waits: number[] = [];
  let drawing = true;
  const begun = performance.now();
  const file = request(`${server.url}/homecare/api/CP_TS_generator/ServiceOrderTS.php?${query}`, {
    headers,
  }).finally(() => {
    drawing = false;
  });
  while (drawing) {
    const asked = performance.now();
    await ask();
    waits.push(performance.now() - asked);
  }
  const { status, body } = await file;
  const took = performance.now() - begun;
  const peak = peakOf(server.pid);
  await server.stop();
  waits.sort((a, b) => a - b);
  const p99 = waits[Math.ceil(waits.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY;
  if (status !== 200) throw new Error(`the file was refused: ${status}`);

  showSource(limitFile('timesheets'));
  report([
    {
      name: `${PLANS} timesheets of ${PLANS} plans, ${known.length} pages, CPU`,
      here: `${ms(ours)} = ${(ours / bare).toFixed(2)} × (${ms(ours / known.length)} a page)`,
      limit: ms(bare),
      target: 'at most 2 × the same pages at fixed places, codes included',
      share: ours / bare / 2,
    },
    {
      name: `The same over HTTP, ${(body.length / 1024 / 1024).toFixed(1)} MB in ${(took / 1000).toFixed(1)} s: peak memory of the server`,
      here: `${peak.toFixed(0)} MB (${idle.toFixed(0)} MB before)`,
      target: 'under 400 MB',
      share: peak > 0 ? peak / 400 : Number.POSITIVE_INFINITY,
    },
    {
      name: `Another call meanwhile (${waits.length} times), p99`,
      here: ms(p99),
      target: 'under 100 ms',
      share: shareOfTime(p99, 100),
    },
  ]);
} finally {
  await bench.stop();
}
