import { expect, test } from 'vitest';
import text from '../../../docs/golden-months.md?raw';
import { showAmount } from '../money.ts';
import { daysOfHalf, type Half } from '../plan-documents/rules.ts';
import { UNIT_RULES } from '../unit-rules.ts';
import { partUnits, serviceDays, showHours } from './counting.ts';
import { adjustSecondHalf, mayAdjust } from './opening.ts';
import { cardTotals } from './rules.ts';
import type { CardDay } from './schema.ts';

/** Checks docs/golden-months.md table by table. */
const ZONE = 'America/Denver';

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** The rows of the table whose first column has this heading. */
const table = (part: string, head: string): string[][] => {
  const lines = part.split('\n');
  const at = lines.findIndex((line) => line.startsWith(`| ${head} |`));
  if (at < 0) return [];
  const rest = lines.slice(at + 2);
  const end = rest.findIndex((line) => !line.startsWith('|'));
  return rest.slice(0, end < 0 ? undefined : end).map(cellsOf);
};

const HEAD =
  /^(?<month>\S+), (?<from>\S+) to (?<through>\S+), rate (?<rate>[\d.]+), (?<rule>up|nearest|down)$/m;

const readMonth = (part: string) => {
  const head = HEAD.exec(part)?.groups;
  if (!head) throw new Error(`no head: ${part.slice(0, 80)}`);
  const rows = table(part, 'Date | Start').map(
    ([date = '', start = '', end = '', travel, billing, payroll, minutes]) => ({
      row: {
        date,
        start,
        end,
        travel: Number(travel),
        billing: billing === 'yes',
        payroll: payroll === 'yes',
      } satisfies CardDay,
      minutes: Number(minutes),
    }),
  );
  return {
    title: part.slice(0, part.indexOf('\n')),
    card: {
      startPeriod: head.from ?? '',
      endPeriod: head.through ?? '',
      payRate: Math.round(Number(head.rate) * 100),
      unitRule: UNIT_RULES.find((rule) => rule === head.rule) ?? 'up',
      days: rows.map(({ row }) => row),
    },
    minutes: rows.map(({ minutes }) => minutes),
    clicks: Number(/clicked (\d+) times/.exec(part)?.[1] ?? 0),
    after: table(part, 'Date | End after'),
    comesTo: table(part, 'Comes to | Work'),
  };
};

const months = text.split('\n## ').slice(1).map(readMonth);

test('docs/golden-months.md contains at least twelve months', () =>
  expect(months.length).toBeGreaterThanOrEqual(12));

test.each(months)('$title', ({ card, minutes, clicks, after, comesTo }) => {
  const counted = new Map(serviceDays(card, ZONE).map(({ date, work }) => [date, work]));
  expect(card.days.map(({ date }) => counted.get(date) ?? 0)).toEqual(minutes);

  let days: readonly CardDay[] = card.days;
  for (let click = 0; click < clicks; click += 1) {
    expect(mayAdjust({ ...card, days: days }, ZONE)).toBe(true);
    days = adjustSecondHalf({ ...card, days: days }, ZONE);
  }
  expect(adjustSecondHalf({ ...card, days: days }, ZONE) === days || clicks === 0).toBe(true);
  const changed = days.filter(({ date, end }) => card.days.find((row) => row.date === date)?.end !== end);
  expect(changed.map(({ date, end }) => [date, end])).toEqual(after);

  const { billed, paid, units, amount, halves } = cardTotals({ ...card, rates: [], days: days }, ZONE);
  const month = card.startPeriod.slice(0, 7);
  const unitsOfHalf = (half: Half) =>
    partUnits(serviceDays({ ...card, days }, ZONE), daysOfHalf(month, half), card.unitRule);
  const line = (name: string, hours: typeof billed, of: number) => [
    name,
    showHours(hours.work),
    showHours(hours.travel),
    String(of),
    showAmount(of * card.payRate),
  ];
  expect(showAmount(amount ?? 0)).toBe(comesTo[0]?.[4]);
  expect([
    line('Card', billed, units ?? 0),
    line('1st half', halves[0].billed, unitsOfHalf(0)),
    line('2nd half', halves[1].billed, unitsOfHalf(1)),
    ['Paid', showHours(paid.work), showHours(paid.travel), '', ''],
  ]).toEqual(comesTo);
});
