import { missedBy, yearFaults } from '@homecare/domain/authorizations/testing/prove-years.ts';

/**
 * The ledger of authorized units over 200 generated years, with moved visits, corrected and voided claims, and moves
 * from a waiver to Community First Choice: exact to the unit,
 * the run-out day exact when the plan is kept, and told three weeks ahead within 3 days in 9 of 10 years when a tenth of the visits is missed.
 * Four weeks ahead nobody can: docs/decisions/0148-how-far-ahead-a-run-out-day-is-told.md.
 */

const YEARS = 200;
const AHEAD = [7, 28, 90];
const seeds = Array.from({ length: YEARS }, (_, at) => at + 1);

const faults = seeds.flatMap(yearFaults);
for (const seed of seeds)
  for (const before of AHEAD) {
    const off = missedBy(seed, { missed: 0, before, by: 'runsOut' });
    if (off !== 0) faults.push(`year ${seed}: the run-out day told ${before} days ahead is off by ${off}`);
  }
const off = seeds.map((seed) => missedBy(seed, { missed: 0.1, before: 21, by: 'runsOutAtPace' }));
const near = off.filter((days) => days !== undefined && days <= 3).length;
if (near < YEARS * 0.9)
  faults.push(`only ${near} of ${YEARS} run-out days at the present pace are within 3 days`);

console.log(`${YEARS} years; at the present pace, 21 days ahead: ${near} within 3 days`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
