import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OWN_LAYOUT, STANDARD_LAYOUTS, tidyLayout } from './layouts.ts';
import { fileRows, fileText, layoutProblems, type RunFacts, rowProblems, runFileName } from './run-file.ts';
import type { HalfPay, RunLine, RunRow } from './run-schema.ts';
import { type ChangedBy, hoursOfHalfPay, NO_PAY, noteOf, runRow, straightOf, sumsOf } from './runs.ts';

const ZONE = 'America/Denver';
const OF = { month: '2026-11', half: 0 } as const;
const ADA = { providerId: 7, last: 'Okafor', first: 'Ada', ssn4: '1234' };
const BY: ChangedBy = {
  card: () => ({ who: 'Mara Klein', at: '2026-12-01T16:12:00Z' }),
  rates: (through) => ({ who: `Boss of ${through}`, at: '2026-12-01T17:00:00Z' }),
  categories: () => ({ who: 'Office', at: '2026-12-01T18:00:00Z' }),
  week: () => undefined,
};

const line = (
  total: number,
  rate: number | null = 1800,
  category: RunLine['category'] = 'PCP/RPCP',
): RunLine => ({
  category,
  rate,
  hours: { work: total, travel: 0, total },
  amount: Math.round((total * (rate ?? 0)) / 100),
});
const half = (more: Partial<HalfPay> = {}): HalfPay => ({ ...NO_PAY, ...more });
const paid = (minutes: number, date = '2026-11-03') => ({
  planId: 17,
  month: '2026-11',
  hours: Math.round((minutes * 100) / 60),
  days: minutes === 0 ? [] : [{ date, start: '08:00', end: '12:00', minutes }],
});
const row = (now: HalfPay, exported?: HalfPay, of: { month: string; half: 0 | 1 } = OF) =>
  runRow(ADA, of, now, exported && { run: 3, pay: exported }, BY);

describe('a row of a run', () => {
  test('is Pay the first time, empty if nothing differs, and then a correction of the run before', () => {
    const first = half({ lines: [line(400)], cards: [paid(240)] });
    expect(row(first)).toMatchObject({ kind: 'Pay', correctionOf: null, changes: [], old: 0, now: 400 });
    expect(row(first, first)).toBeUndefined();
    expect(row(NO_PAY)).toBeUndefined();
    const later = half({ lines: [line(550)], cards: [paid(330)] });
    expect(row(later, first)).toMatchObject({
      kind: 'Correction',
      correctionOf: 3,
      old: 400,
      now: 550,
      lines: [line(150)],
      changes: [{ what: 'hours', planId: 17, date: '2026-11-03', old: 400, now: 550, who: 'Mara Klein' }],
    });
  });

  test('says in words what was changed, by whom and when', () => {
    const found = row(
      half({ lines: [line(550)], cards: [paid(330)] }),
      half({ lines: [line(400)], cards: [paid(240)] }),
    );
    expect(found && noteOf(found, ZONE)).toBe(
      'Old 4.00, new 5.50, difference 1.50; 11-03-2026 plan 17: 4.00 → 5.50 by Mara Klein 12-01-2026 09:12 AM',
    );
  });

  test.each<[string, HalfPay, HalfPay, string[]]>([
    [
      'a rate that was entered later',
      half({ lines: [line(400, null)] }),
      half({ lines: [line(400)] }),
      ['pay'],
    ],
    [
      'rounding of a card whose other half changed',
      half({ lines: [line(1034)], cards: [{ ...paid(620), hours: 1034 }] }),
      half({ lines: [line(1033)], cards: [{ ...paid(620), hours: 1033 }] }),
      ['rounding'],
    ],
    [
      'overtime of a week that another half changed',
      half({ weeks: [{ through: '2026-11-07', hours: 0, premium: 0, byCategory: [] }] }),
      half({ weeks: [{ through: '2026-11-07', hours: 100, premium: 900, byCategory: [] }] }),
      ['overtime'],
    ],
    [
      'the same overtime at another rate',
      half({ weeks: [{ through: '2026-11-07', hours: 100, premium: 900, byCategory: [] }] }),
      half({ weeks: [{ through: '2026-11-07', hours: 100, premium: 950, byCategory: [] }] }),
      ['premium'],
    ],
    ['a card that was removed', half({ lines: [line(400)], cards: [paid(240)] }), NO_PAY, ['hours']],
  ])('%s', (_, old, now, kinds) => {
    expect(row(now, old)?.changes.map(({ what }) => what)).toEqual(kinds);
  });

  test('reports how another rate or category changes the pay, and who set it', () => {
    const before = half({ lines: [line(400)], cards: [paid(240)] });
    const said = (now: HalfPay) => {
      const found = row(now, before);
      return found && noteOf(found, ZONE);
    };
    expect(said(half({ lines: [line(400, 1900)], cards: [paid(240)] }))).toBe(
      'Old 4.00, new 4.00, difference 0.00; pay rate: $72.00 → $76.00 by Boss of 2026-11-15 12-01-2026 10:00 AM',
    );
    expect(said(half({ lines: [line(400, 1700, 'Homemaker')], cards: [paid(240)] }))).toBe(
      'Old 4.00, new 4.00, difference 0.00; pay rate: $72.00 → $68.00 by Office 12-01-2026 11:00 AM',
    );
  });

  test('adds up with all others to what is paid now, whatever was changed and however often it was exported', () => {
    const lines = fc.array(
      fc
        .tuple(
          fc.integer({ min: 1, max: 9000 }),
          fc.constantFrom(null, 1700, 1850),
          fc.constantFrom<RunLine['category']>('Homemaker', 'PCP/RPCP', null),
        )
        .map(([total, rate, category]) => line(total, rate, category)),
      { maxLength: 4 },
    );
    const weeks = fc.array(
      fc.record({ hours: fc.integer({ min: 0, max: 3000 }), premium: fc.integer({ min: 0, max: 90_000 }) }),
      { maxLength: 2 },
    );
    const states = fc.array(
      fc.tuple(lines, weeks).map(([made, overtime]) =>
        half({
          lines: made,
          weeks: overtime.map((week, n) => ({
            ...week,
            through: `2026-11-${n === 0 ? '07' : '14'}`,
            byCategory: [{ category: 'PCP/RPCP', value: week.hours }],
          })),
        }),
      ),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(states, (history) => {
        let exported: HalfPay | undefined;
        const rows: RunRow[] = [];
        for (const now of history) {
          const found = row(now, exported);
          if (found) rows.push(found);
          exported = found || exported ? now : undefined;
        }
        const last = history.at(-1) ?? NO_PAY;
        const all = (['Pay', 'Correction'] as const).map((kind) => sumsOf(rows, kind));
        const sum = (of: 'hours' | 'straight' | 'premium') => all.reduce((total, one) => total + one[of], 0);
        expect([sum('hours'), sum('straight'), sum('premium')]).toEqual([
          hoursOfHalfPay(last),
          straightOf(last),
          last.weeks.reduce((total, { premium }) => total + premium, 0),
        ]);
      }),
    );
  });
});

const facts = (rows: readonly RunRow[], numbers: readonly (readonly [number, string])[] = []): RunFacts => ({
  number: 12,
  month: '2026-11',
  halves: [0],
  period: null,
  rows,
  numbers: new Map(numbers),
  zone: ZONE,
});
const rowsOf = (...found: (RunRow | undefined)[]) => found.flatMap((one) => one ?? []);
const [ADP, GUSTO] = STANDARD_LAYOUTS;
if (!ADP || !GUSTO) throw new Error('no layouts');

const busy = half({
  lines: [line(3000), line(1400, 1700, 'Homemaker')],
  weeks: [
    { through: '2026-11-14', hours: 400, premium: 3536, byCategory: [{ category: 'Homemaker', value: 400 }] },
  ],
});

describe('a file', () => {
  test('has one row per provider and half, or one per category, which add up', () => {
    const all = facts(rowsOf(row(busy)), [[7, '123']]);
    const at = (head: string) => OWN_LAYOUT.columns.findIndex((column) => column.head === head);
    const [own] = fileRows(OWN_LAYOUT, all);
    expect(
      ['total_hours', 'regular_hours', 'overtime_hours', 'straight_amount', 'overtime_premium', 'gross'].map(
        (head) => own?.[at(head)]?.value,
      ),
    ).toEqual([4400, 4000, 400, 77_800, 3536, 81_336]);
    const paydata = fileRows(ADP, all).map((cells) => cells.map(({ value }) => value));
    expect(paydata).toEqual([
      ['', '12', '123', 'Okafor, Ada', '', 1800, 3000, 0, '', '', '', ''],
      ['', '12', '123', 'Okafor, Ada', '', 1700, 1000, 400, '', '', '', ''],
    ]);
    expect(fileText(ADP, all)).toContain('"000123","Okafor, Ada","","17.00","10.00","4.00"');
  });

  test('subtracts overtime from the regular hours even if they are in the half before, and reports it', () => {
    const only = half({ weeks: busy.weeks });
    const found = rowsOf(row(only));
    expect(fileRows(ADP, facts(found)).map((cells) => [cells[6]?.value, cells[7]?.value])).toEqual([
      [-400, 400],
    ]);
    expect(rowProblems(found).map(({ kind }) => kind)).toEqual(['reclassified']);
    expect(fileText(OWN_LAYOUT, facts(found))).toContain('"-4.00","4.00"');
  });

  test('reports providers without a number, empty fixed texts, and pay that it cannot express', () => {
    const late = rowsOf(row(half({ lines: [line(400)] }), half({ lines: [line(400, null)] })));
    const words = layoutProblems(ADP, facts([...rowsOf(row(busy)), ...late])).map(
      ({ name, text, blocks }) => [name, text, blocks],
    );
    expect(words).toEqual([
      ['Okafor, Ada', 'has no employee number for A, ADP paydata', true],
      ['', 'A, ADP paydata: the fixed text of Co Code is not filled in', true],
    ]);
    expect(layoutProblems(OWN_LAYOUT, facts(rowsOf(row(busy))))).toEqual([]);
    expect(layoutProblems(GUSTO, facts(late)).map(({ text }) => text)).toEqual([
      '72.00 dollars without hours are not in this file: enter them by hand',
    ]);
    expect(fileRows(GUSTO, facts(late))).toEqual([]);
  });

  test('has month, half and run in its name, and the company if it is set', () => {
    expect(runFileName(OWN_LAYOUT, facts([]))).toBe('payroll_2026-11_1_12.csv');
    expect(runFileName(OWN_LAYOUT, { ...facts([]), halves: [0, 1], number: null })).toBe(
      'payroll_2026-11_both_preview.csv',
    );
    const company = tidyLayout({
      ...ADP,
      columns: ADP.columns.map((column) =>
        column.head === 'Co Code' ? { ...column, const: ' A/B ' } : column,
      ),
    });
    expect(runFileName(company, facts([]))).toBe('PRABEPI.csv');
  });

  test('contains no formulas, and no cell breaks out of its quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (last) => {
        for (const layout of [OWN_LAYOUT, ADP, GUSTO]) {
          const found = rowsOf(runRow({ ...ADA, last }, OF, busy, undefined, BY));
          const text = fileText(layout, facts(found, [[7, '1']])).replace('\uFEFF', '');
          // A cell may begin with a comma. It ends at an undoubled quote, and there is nothing outside the cells.
          const quoted = /"((?:[^"]|"")*)"(?:,|\r\n|$)/g;
          const cells = [...text.matchAll(quoted)].map(([, cell = '']) => cell);
          expect(text.replaceAll(quoted, '')).toBe('');
          expect(cells.every((cell) => !/^[=+@\t\r\0]/.test(cell) && !/^-(?!\d+\.\d\d$)/.test(cell))).toBe(
            true,
          );
        }
      }),
      { examples: [[', -']] },
    );
  });
});
