import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coverPicture } from './cover-picture.ts';
import {
  ANSWERS,
  CALL_OUTS,
  callOutsOf,
  figuresOf,
  OFFICE,
  type Outcome,
  openAgency,
  runAutopilot,
  runOffice,
} from './offer-agency.ts';
import { randomOf } from './random-weeks.ts';

/** Days of call-outs with the autopilot and with a scheduler who phones. */
const CAREGIVERS = Number(process.env.AGENCY_CAREGIVERS ?? 24);
const DAYS = Number(process.env.AGENCY_DAYS ?? 2);
const PER_DAY = Number(process.env.AGENCY_CALL_OUTS ?? 4);
/** A few days of a small agency say little about the targets for a large one. */
const IS_FULL_SIZE = CAREGIVERS >= 300 && DAYS >= 30 && PER_DAY >= 40;
/** Where to write the picture; by default there is none. */
const PICTURE = process.env.AGENCY_PICTURE;
const SEED = 19;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
const say = (name: string, outcomes: readonly Outcome[]) => {
  const { visits, covered, share, medianMinutes, asksPerCover } = figuresOf(outcomes);
  return `${name}: ${covered} of ${visits} covered (${percent(share)}), median ${medianMinutes.toFixed(1)} min from call-out to cover, ${asksPerCover.toFixed(1)} asked a cover`;
};

type Agency = Awaited<ReturnType<typeof openAgency>>;
const runs: Record<'autopilot' | 'office', readonly Outcome[]> = { autopilot: [], office: [] };

/** All texts sent, including answers and courtesies, per cover. */
const texts = { autopilot: 0, office: 0 };

describe.each([
  ['autopilot', runAutopilot],
  ['office', runOffice],
] as const)('with %s', (name, run) => {
  let agency: Agency;
  beforeAll(async () => {
    agency = await openAgency(SEED, CAREGIVERS);
    const r = randomOf(SEED + 1);
    runs[name] = await run(agency, callOutsOf(agency.plans, r, DAYS, PER_DAY), r);
  }, 6 * 3_600_000);
  afterAll(() => agency.stop());

  it('nobody is asked during quiet hours, or more often a day than the settings allow', async () => {
    const { pool } = agency.server.database;
    const { rows: late } = await pool.query(
      `select id from offers where (sent_at at time zone 'America/Denver')::time < '05:00'
         or (sent_at at time zone 'America/Denver')::time >= '21:00'`,
    );
    expect(late).toEqual([]);
    const { rows: often } = await pool.query(
      `select provider_id from offers group by provider_id, (sent_at at time zone 'America/Denver')::date
       having count(*) > 3`,
    );
    expect(often).toEqual([]);
  });

  it('each visit has at most one cover, and nobody is in two places', async () => {
    const { pool } = agency.server.database;
    const { rows: twice } = await pool.query(
      `select covers_id from care_plans where covers_id is not null and status <> 'Deleted'
       group by covers_id, start_date having count(*) > 1`,
    );
    expect(twice).toEqual([]);
    const { rows: meets } = await pool.query(
      `select a.id, b.id from visits a join visits b
         on b.provider_id = a.provider_id and b.date = a.date and b.id > a.id
       where a.plan_start < b.plan_end and b.plan_start < a.plan_end`,
    );
    expect(meets).toEqual([]);
  });

  it('someone comes to most of the visits', async () => {
    const { share, covered } = figuresOf(runs[name]);
    expect(share).toBeGreaterThan(0.5);
    const { rows } = await agency.server.database.pool.query<{ count: number }>(
      "select count(*)::int as count from messages where direction = 'out'",
    );
    texts[name] = (rows[0]?.count ?? 0) / covered;
    console.log(
      `${say(name, runs[name])}, ${texts[name].toFixed(1)} texts a cover with all answers and courtesies`,
    );
  });
});

describe('the autopilot', () => {
  it.runIf(IS_FULL_SIZE)(
    'covers 85 % with a median of at most 20 minutes, with at most 8 asking texts per cover',
    () => {
      const { share, medianMinutes, asksPerCover } = figuresOf(runs.autopilot);
      expect(share).toBeGreaterThanOrEqual(0.85);
      expect(medianMinutes).toBeLessThanOrEqual(20);
      expect(asksPerCover).toBeLessThanOrEqual(8);
    },
  );

  it('prints the results', () => {
    console.log(
      [
        `${CAREGIVERS} caregivers, ${PER_DAY} call-outs a day, ${DAYS} days`,
        `answers: ${percent(ANSWERS.seen)} see an offer, of those ${percent(ANSWERS.yes)} yes, ${percent(ANSWERS.no)} no, the rest silent, median ${ANSWERS.medianMinutes} minutes`,
        `call-outs: half on the evening before, from ${CALL_OUTS.evening[0] / 60}:00, the others ${CALL_OUTS.ahead.join(' to ')} minutes before the start and not before 5:00`,
        `without autopilot: one scheduler from ${OFFICE.opens / 60}:00 to ${OFFICE.closes / 60}:00, ${OFFICE.minutesPerCall} minutes a call`,
        `of ${CAREGIVERS} caregivers ${figuresOf(runs.office).medianAble} in the median could come to a visit`,
      ].join('\n'),
    );
    if (PICTURE === undefined) return;
    const path = fileURLToPath(new URL(`../../${PICTURE}`, import.meta.url));
    writeFileSync(
      path,
      coverPicture([
        { name: 'Autopilot', visits: runs.autopilot.length, minutes: figuresOf(runs.autopilot).minutes },
        { name: 'One scheduler', visits: runs.office.length, minutes: figuresOf(runs.office).minutes },
      ]),
    );
  });
});
