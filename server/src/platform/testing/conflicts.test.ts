import { spanMinutes, WEEKDAYS } from '@homecare/domain/calendar.ts';
import { insertCarePlan } from '@homecare/domain/care-plans/contract.ts';
import {
  hasNight,
  meetsChangeOfClocks,
  naiveConflicts,
  planPair,
} from '@homecare/domain/care-plans/plan-pairs.ts';
import type { ComparedPlan } from '@homecare/domain/care-plans/rules.ts';
import type { PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addClient, addProvider } from './care.ts';
import { type Caller, type TestServer, testServer } from './server.ts';

/** Pairs of plans saved over HTTP, judged by a naive look (plan-pairs.ts). */
const PAIRS = 200;

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-10-20T17:00:00Z' });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

/** One task that fills each day's visit. */
const weekOf = ({ json: { time } }: ComparedPlan): PlanWeek => {
  const [timeIn, timeOut] = time;
  const minutes = { Mon: 0, Tue: 0, Wed: 0, Thu: 0, Fri: 0, Sat: 0, Sun: 0 };
  for (const day of WEEKDAYS) {
    const [from, to] = [timeIn[day], timeOut[day]];
    if (from !== null && to !== null) minutes[day] = spanMinutes(from, to);
  }
  return { personalCareItems: [{ Name: 'Bathing', ...minutes }], homeMakingItems: [], time };
};

test(`of ${PAIRS} pairs of plans over HTTP those are refused that meet, on the days on which they meet`, async () => {
  const seen = { conflicts: 0, overnight: 0, changes: 0 };
  for (let n = 1; n <= PAIRS; n += 1) {
    const made = planPair(n * 7919);
    const pair = { ...made, ours: { ...made.ours, weeks: [] }, theirs: { ...made.theirs, weeks: [] } };
    const ids = new Map<number, number>();
    const idOf = async (number: number, add: typeof addProvider) => {
      const id = ids.get(number) ?? (await add(server.database.pool, `Pair${n} Person${number}`));
      ids.set(number, id);
      return id;
    };
    const save = async (plan: ComparedPlan) =>
      admin.call(insertCarePlan, {
        data: {
          ProviderID: await idOf(plan.ProviderID, addProvider),
          ClientID: await idOf(plan.ClientID, addClient),
          Type: 'PCP',
          StartDate: plan.StartDate,
          EndDate: plan.EndDate,
          createReason: 'Pair',
          json: weekOf(plan),
        },
      });
    expect((await save(pair.theirs)).status, `seed ${n * 7919}`).toBe(200);
    const answer = await save(pair.ours);
    const days = naiveConflicts(pair);
    expect(
      [answer.status, WEEKDAYS.filter((day) => answer.errors.some(({ field }) => field === day))],
      `seed ${n * 7919}`,
    ).toEqual([days.length > 0 ? 409 : 200, days]);
    seen.conflicts += days.length > 0 ? 1 : 0;
    seen.overnight += hasNight(pair) ? 1 : 0;
    seen.changes += meetsChangeOfClocks(pair) ? 1 : 0;
  }
  expect(seen.conflicts / PAIRS).toBeGreaterThanOrEqual(0.3);
  expect(seen.overnight / PAIRS).toBeGreaterThanOrEqual(0.1);
  expect(seen.changes / PAIRS).toBeGreaterThanOrEqual(0.05);
  console.log(`conflicts: ${PAIRS} pairs over HTTP`, JSON.stringify(seen));
});
