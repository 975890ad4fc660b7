import { spanMinutes, WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import { insertCarePlan, updateCarePlan } from '@homecare/domain/care-plans/contract.ts';
import type { ComparedPlan } from '@homecare/domain/care-plans/rules.ts';
import type { PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import {
  hasNight,
  meetsChangeOfClocks,
  naiveConflicts,
  planPair,
} from '@homecare/domain/care-plans/testing/plan-pairs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addClient, addProvider } from './care.ts';
import { type Caller, type TestServer, testServer } from './server.ts';

/** Pairs of plans saved over HTTP, compared with a naive check (plan-pairs.ts). */
const PAIRS = 200;

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await testServer({ now: '2026-10-20T17:00:00Z' });
  admin = await server.as('admin');
});
afterAll(() => server.stop());

/** One task that fills each day's visit. */
const weekOf = ({ week: { time } }: ComparedPlan): PlanWeek => {
  const [timeIn, timeOut] = time;
  const minutes = { Mon: 0, Tue: 0, Wed: 0, Thu: 0, Fri: 0, Sat: 0, Sun: 0 };
  for (const day of WEEKDAYS) {
    const [from, to] = [timeIn[day], timeOut[day]];
    if (from !== null && to !== null) minutes[day] = spanMinutes(from, to);
  }
  return { personalCareItems: [{ Name: 'Bathing', ...minutes }], homeMakingItems: [], time };
};

const refusalOf = (answer: {
  readonly status: number;
  readonly errors: readonly { readonly field: string }[];
}) => {
  const days = WEEKDAYS.filter((day) => answer.errors.some(({ field }) => field === day));
  expect(answer.status).toBe(days.length > 0 ? 409 : 200);
  return days;
};

/** A plan with an end date is archived, and its week can no longer change. */
const changeable = (plan: ComparedPlan): ComparedPlan =>
  plan.weeks?.length ? { ...plan, EndDate: null, Status: 'Active' } : plan;

/** The night before a new week, by the weeks so far, reaches into the week's first day. */
const ownNight = (plan: ComparedPlan, { from, week: json }: NonNullable<ComparedPlan['weeks']>[number]) => {
  const date = Temporal.PlainDate.from(from);
  const dayOf = (day: Temporal.PlainDate) => WEEKDAYS[day.dayOfWeek - 1] ?? 'Mon';
  const [evening, morning] = [dayOf(date.subtract({ days: 1 })), dayOf(date)];
  let { time } = plan.week;
  for (const week of plan.weeks ?? []) if (week.from < from) ({ time } = week.week);
  const [start, end, first] = [time[0][evening], time[1][evening], json.time[0][morning]];
  return start !== null && end !== null && end < start && first !== null && first < end;
};

test(`of ${PAIRS} pairs of plans over HTTP, those that overlap are refused, on the days on which they do`, async () => {
  const seen = { conflicts: 0, overnight: 0, changes: 0, changed: 0 };
  for (let n = 1; n <= PAIRS; n += 1) {
    const seed = `seed ${n * 7919}`;
    const made = planPair(n * 7919);
    const ids = new Map<number, number>();
    const idOf = async (number: number, add: typeof addProvider) => {
      const id = ids.get(number) ?? (await add(server.database.pool, `Pair${n} Person${number}`));
      ids.set(number, id);
      return id;
    };
    /** Saves the plan with its first week, then each later one; a refusal ends it. */
    const save = async (plan: ComparedPlan, daysToCheck: (soFar: ComparedPlan) => readonly Weekday[]) => {
      const { weeks = [], week: json, ...rest } = plan;
      let kept: ComparedPlan = { ...rest, week: json, weeks: [] };
      const created = await admin.call(insertCarePlan, {
        data: {
          ProviderID: await idOf(plan.ProviderID, addProvider),
          ClientID: await idOf(plan.ClientID, addClient),
          Type: 'PCP',
          StartDate: plan.StartDate,
          EndDate: plan.EndDate,
          createReason: 'Pair',
          week: weekOf(kept),
        },
      });
      expect(refusalOf(created), seed).toEqual(daysToCheck(kept));
      const id = created.insertId;
      for (const [at, week] of weeks.entries()) {
        if (id === undefined || at === 0) continue;
        const next = { ...kept, weeks: weeks.slice(0, at + 1) };
        const data = { week: weekOf({ ...rest, week: week.week }), weekFrom: week.from };
        const answer = await admin.call(updateCarePlan, { id, data });
        // A night may not reach into the first visit of its own plan's next week, so such a week is left out.
        if (ownNight(kept, week)) {
          expect(answer.status, seed).toBe(400);
          break;
        }
        const days = daysToCheck(next);
        expect(refusalOf(answer), seed).toEqual(days);
        seen.changed += 1;
        if (days.length > 0) break;
        kept = next;
      }
      return kept;
    };
    const theirs = await save(changeable(made.theirs), () => []);
    let isMet = false;
    const ours = await save(changeable(made.ours), (soFar) => {
      const days = naiveConflicts({ ...made, ours: soFar, theirs });
      isMet ||= days.length > 0;
      return days;
    });
    const pair = { ...made, ours, theirs };
    seen.conflicts += isMet ? 1 : 0;
    seen.overnight += hasNight(pair) ? 1 : 0;
    seen.changes += meetsChangeOfClocks(pair) ? 1 : 0;
  }
  expect(seen.conflicts / PAIRS).toBeGreaterThanOrEqual(0.3);
  expect(seen.overnight / PAIRS).toBeGreaterThanOrEqual(0.1);
  expect(seen.changes / PAIRS).toBeGreaterThanOrEqual(0.05);
  expect(seen.changed / PAIRS).toBeGreaterThanOrEqual(0.3);
  console.log(`conflicts: ${PAIRS} pairs over HTTP`, JSON.stringify(seen));
});
