import { showHours } from '@homecare/domain/billing/counting.ts';
import { showDate, showStamp } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { showAmount, showMoney } from '@homecare/domain/money.ts';
import { byCategory, sayCategory } from '@homecare/domain/payroll/categories.ts';
import { rowProblems } from '@homecare/domain/payroll/run-file.ts';
import type { LowWeekNote, PayChange, PayrollRun, RunRow } from '@homecare/domain/payroll/run-schema.ts';
import {
  hoursOfHalfPay,
  sayRowPeriod,
  sayRunPeriod,
  showChanged,
  straightOf,
  sumsOf,
} from '@homecare/domain/payroll/runs.ts';
import { joinName } from '@homecare/domain/person-name.ts';
import { HOURS_ARE_PAID } from '@homecare/domain/reports/figure-words.ts';
import type { Block } from '../../platform/documents/blocks.ts';

/** The control sheet of a run (docs/rules/payroll.md, rule 17): its totals, problems, and every correction with who and when. */

const KINDS = { Pay: 'Pay', Correction: 'Corrections' } as const;

const totals = (lines: readonly RunRow[]): Block => {
  const sums = (['Pay', 'Correction'] as const).map((kind) => ({ kind, ...sumsOf(lines, kind) }));
  const all = sums.reduce(
    (sum, one) => ({
      rows: sum.rows + one.rows,
      hours: sum.hours + one.hours,
      straight: sum.straight + one.straight,
      premium: sum.premium + one.premium,
    }),
    { rows: 0, hours: 0, straight: 0, premium: 0 },
  );
  const cells = ({ rows, hours, straight, premium }: typeof all) => [
    String(rows),
    showHours(hours),
    showAmount(straight),
    showAmount(premium),
    showAmount(straight + premium),
  ];
  return {
    kind: 'table',
    columns: [
      { head: '', width: 26 },
      { head: 'Rows', width: 10, align: 'right' },
      { head: 'Hours', width: 16, align: 'right' },
      { head: 'Straight', width: 16, align: 'right' },
      { head: 'Premium', width: 16, align: 'right' },
      { head: 'Gross', width: 16, align: 'right' },
    ],
    rows: sums.map(({ kind, ...sum }) => [KINDS[kind], ...cells(sum)]),
    total: ['Total of the run', ...cells(all)],
  };
};

const categories = (lines: readonly RunRow[]): Block => {
  const own = lines.flatMap((row) => row.lines);
  const rows = [...Map.groupBy(own, ({ category }) => category)]
    .toSorted(([a], [b]) => byCategory(a, b))
    .map(([category, found]) => [
      category === null ? 'no category' : sayCategory(category),
      showHours(hoursOfHalfPay({ lines: found })),
      showAmount(straightOf({ lines: found })),
    ]);
  return {
    kind: 'table',
    columns: [
      { head: 'Category', width: 40 },
      { head: 'Hours', width: 30, align: 'right' },
      { head: 'Amount', width: 30, align: 'right' },
    ],
    rows,
    total: ['All', showHours(hoursOfHalfPay({ lines: own })), showMoney(straightOf({ lines: own }))],
  };
};

const WHAT: Record<PayChange['what'], (change: PayChange) => string> = {
  hours: ({ date, planId }) => `${showDate(date)}, plan ${planId}`,
  rounding: ({ planId }) => `Rounding of plan ${planId}`,
  rate: () => 'Pay rate',
  pay: () => 'Pay rate',
  overtime: ({ date }) => `Overtime, week to ${showDate(date)}`,
  premium: ({ date }) => `Overtime premium, week to ${showDate(date)}`,
};

const corrections = (run: Pick<PayrollRun, 'period'>, lines: readonly RunRow[], zone: string): Block => ({
  kind: 'table',
  dense: true,
  columns: [
    { head: 'Provider', width: 24 },
    { head: run.period ? 'Pay period' : 'Half', width: 14 },
    { head: 'Changed', width: 24 },
    { head: 'Old', width: 13, align: 'right' },
    { head: 'New', width: 13, align: 'right' },
    { head: 'Difference', width: 11, align: 'right' },
    { head: 'By', width: 16 },
    { head: 'At', width: 20 },
  ],
  rows: lines.flatMap((row) =>
    row.changes.map((change) => [
      joinName(row.last, row.first),
      row.period ? sayRowPeriod(row) : `${row.month} ${row.half === 0 ? '1st' : '2nd'}`,
      WHAT[change.what](change),
      showChanged(change)(change.old),
      showChanged(change)(change.now),
      showChanged(change)(change.now - change.old),
      change.who ?? '—',
      change.at === null ? '—' : showStamp(change.at, zone),
    ]),
  ),
  none: 'None.',
});

/** Weeks below the base wage and unproven time are those stored when the run was made. */
export const runSheet = (
  run: PayrollRun,
  lines: readonly RunRow[],
  lowWeeks: readonly LowWeekNote[],
  zone: string,
): Block[] => [
  {
    kind: 'paragraph',
    text: `Run ${run.number} of ${run.month}, ${sayRunPeriod(run)}: exported ${showStamp(run.at, zone)} by ${run.who}. ${counted(lines.length, 'row')}.`,
  },
  { kind: 'paragraph', text: HOURS_ARE_PAID, style: 'small' },
  { kind: 'section', text: 'Problems' },
  {
    kind: 'table',
    dense: true,
    columns: [
      { head: 'Provider', width: 36 },
      { head: 'What to look at', width: 64 },
    ],
    rows: [...rowProblems(lines), ...lowWeeks].map(({ name, text }) => [name, text]),
    none: 'None.',
  },
  { kind: 'section', text: 'Totals' },
  totals(lines),
  { kind: 'section', text: 'By category' },
  categories(lines),
  { kind: 'section', text: 'Corrections' },
  corrections(run, lines, zone),
];
