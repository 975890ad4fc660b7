import { showHours } from '../billing/counting.ts';
import { quoted } from '../list-export/rules.ts';
import { PAY_CATEGORIES, type PayCategory } from '../people/dictionary.ts';
import { joinName } from '../person-name.ts';
import { sum } from '../sum.ts';
import { byCategory, columnName, isBuiltIn } from './categories.ts';
import { type Layout, type LayoutColumn, OWN, type Source } from './layouts.ts';
import { sayDays } from './periods.ts';
import type { PayProblem, PayrollRun, RunLine, RunRow } from './run-schema.ts';
import { daysOfRow, daysOfRun, noteOf, sayHalves, straightOf } from './runs.ts';

/** Turns a run into the rows of a layout, so that every file is made from the same figures. */

type CellKind = 'text' | 'date' | 'hours' | 'money' | 'count';
export interface FileCell {
  readonly kind: CellKind;
  /** Dates are YYYY-MM-DD, hours in hundredths, money in cents. */
  readonly value: string | number | null;
}

export interface RunFacts {
  /** Null in a preview, which has no number. */
  readonly number: number | null;
  readonly month: string;
  readonly halves: readonly number[];
  /** Null if the run pays halves of the month. */
  readonly period: PayrollRun['period'];
  readonly rows: readonly RunRow[];
  /** The layout's employee numbers by provider. */
  readonly numbers: ReadonlyMap<number, string>;
  readonly zone: string;
}

/** The lines of one row of the file: all lines of a run's row, or those of one category and rate. */
interface Unit {
  readonly lines: RunLine[];
  readonly overtime: { readonly hours: number; readonly premium: number };
  readonly category: string | null | undefined;
}

const NO_TIME = { work: 0, travel: 0, total: 0 };

/**
 * Groups lines into rows of the file. Overtime goes to the last row of its category, and the premium is divided by those
 * hours, in running cents.
 */
const unitsBy = ({ lines, overtime }: RunRow, keyOf: (line: RunLine) => string): Unit[] => {
  const extra = overtime.byCategory
    .filter(({ category }) => !lines.some((line) => line.category === category))
    .map(({ category }): RunLine => ({ category, rate: null, hours: NO_TIME, amount: 0 }));
  const groups = [...Map.groupBy([...lines, ...extra], keyOf).values()];
  const categories = groups.map(([first]) => first?.category ?? null);
  const hoursOf = categories.map((category, at) =>
    categories.lastIndexOf(category) === at
      ? (overtime.byCategory.find((one) => one.category === category)?.value ?? 0)
      : 0,
  );
  const inAll = sum(hoursOf);
  const premiumUntil = (at: number) => {
    if (inAll === 0) return at < 0 ? 0 : overtime.premium;
    return Math.round((overtime.premium * sum(hoursOf.slice(0, at + 1))) / inAll);
  };
  return groups.map((own, at) => ({
    lines: own,
    overtime: { hours: hoursOf[at] ?? 0, premium: premiumUntil(at) - premiumUntil(at - 1) },
    category: categories[at] ?? null,
  }));
};

const ratesOf = (lines: readonly RunLine[]) => [
  ...new Set(lines.filter(({ hours, amount }) => hours.total !== 0 || amount !== 0).map(({ rate }) => rate)),
];

const isByTitle = ({ columns }: Layout) => columns.some(({ from }) => from === 'title');

const unitsOf = (layout: Layout, row: RunRow): Unit[] => {
  if (layout.rowPer === 'provider-half-category')
    return unitsBy(row, ({ category, rate }) => `${category} ${rate}`);
  if (isByTitle(layout) && ratesOf(row.lines).length > 1)
    return unitsBy(row, ({ category }) => `${category}`);
  return [{ lines: row.lines, overtime: row.overtime, category: undefined }];
};

const hoursIn = (lines: readonly RunLine[], part: 'work' | 'travel' | 'total' = 'total') =>
  sum(lines.map(({ hours }) => hours[part]));

const BY_CATEGORY: Readonly<Record<PayCategory, readonly [hours: Source, amount: Source]>> = {
  HealthMaintenance: ['hours_healthmaintenance', 'amount_healthmaintenance'],
  Homemaker: ['hours_homemaker', 'amount_homemaker'],
  'Medicaid 131': ['hours_medicaid131', 'amount_medicaid131'],
  'PCP/RPCP': ['hours_pcp', 'amount_pcp'],
};

const text = (value: string | null): FileCell => ({ kind: 'text', value });
const hours = (value: number): FileCell => ({ kind: 'hours', value });
const money = (value: number | null): FileCell => ({ kind: 'money', value });

type Values = ReadonlyMap<Source, FileCell>;

const nameKey = ({ last, first }: RunRow) => `${last}\n${first}`.toLowerCase();

const valuesOf = (row: RunRow, unit: Unit, facts: RunFacts, isSameName: boolean): Values => {
  const { lines, overtime, category } = unit;
  const { from, through } = daysOfRow(row);
  const total = hoursIn(lines);
  const straight = straightOf({ lines });
  const rates = ratesOf(lines);
  const ofCategories = PAY_CATEGORIES.flatMap((one): [Source, FileCell][] => {
    const own = lines.filter((line) => line.category === one);
    const [inHours, inMoney] = BY_CATEGORY[one];
    return [
      [inHours, hours(hoursIn(own))],
      [inMoney, money(straightOf({ lines: own }))],
    ];
  });
  return new Map<Source, FileCell>([
    ['run', text(facts.number === null ? 'preview' : String(facts.number))],
    ['kind', text(row.kind)],
    ['month', text(row.month)],
    ['half', text(String(row.half + 1))],
    ['period_start', { kind: 'date', value: from }],
    ['period_end', { kind: 'date', value: through }],
    ['period', text(`${row.kind === 'Correction' ? 'Correction ' : ''}${from} - ${through}`)],
    ['provider_id', text(String(row.providerId))],
    ['payroll_no', text(facts.numbers.get(row.providerId) ?? null)],
    ['last_name', text(row.last)],
    ['first_name', text(row.first)],
    ['employee_name', text(joinName(row.last, row.first))],
    ['ssn_if_same_name', text(isSameName && row.ssn4 ? `*${row.ssn4}` : null)],
    ['title', text(category === undefined ? null : (category ?? 'no category'))],
    [
      'category',
      text(category ?? [...new Set(lines.map((line) => line.category))].filter(Boolean).join(' ')),
    ],
    ['working_hours', hours(hoursIn(lines, 'work'))],
    ['travel_hours', hours(hoursIn(lines, 'travel'))],
    ['total_hours', hours(total)],
    ['regular_hours', hours(total - overtime.hours)],
    ['regular_working_hours', hours(hoursIn(lines, 'work') - overtime.hours)],
    ['overtime_hours', hours(overtime.hours)],
    ['rate', money(rates.length === 1 ? (rates[0] ?? null) : null)],
    ['straight_amount', money(straight)],
    ['overtime_premium', money(overtime.premium)],
    ['gross', money(straight + overtime.premium)],
    ...ofCategories,
    ['correction_of', text(row.correctionOf === null ? null : String(row.correctionOf))],
    ['note', text(noteOf(row, facts.zone) || null)],
  ]);
};

const EMPTY: FileCell = text(null);
const cellOf = (column: LayoutColumn, values: Values): FileCell =>
  column.from === null ? text(column.const) : (values.get(column.from) ?? EMPTY);

const saysHours = (values: Values) =>
  (values.get('regular_hours')?.value ?? 0) !== 0 || (values.get('overtime_hours')?.value ?? 0) !== 0;

/**
 * Payroll services overwrite existing values with a zero, so rows without hours are left out of their files. Our own layout
 * keeps every row.
 */
const isWritten = ({ id }: Layout, values: Values) => id === OWN || saysHours(values);

interface Written {
  readonly row: RunRow;
  readonly values: Values;
}

const writtenOf = (layout: Layout, facts: RunFacts): readonly Written[] => {
  const owners = new Map<string, Set<number>>();
  for (const row of facts.rows) {
    const key = nameKey(row);
    owners.set(key, (owners.get(key) ?? new Set()).add(row.providerId));
  }
  return facts.rows.flatMap((row) =>
    unitsOf(layout, row).map((unit) => ({
      row,
      values: valuesOf(row, unit, facts, (owners.get(nameKey(row))?.size ?? 0) > 1),
    })),
  );
};

/** The agency's own categories that a run pays, in order. */
const ownCategories = ({ rows }: RunFacts): string[] =>
  [...new Set(rows.flatMap(({ lines }) => lines.flatMap(({ category }) => category ?? [])))]
    .filter((category) => !isBuiltIn(category))
    .toSorted(byCategory);

/** A column that exists because of the categories in the rows. */
interface CategoryColumn {
  readonly head: string;
  readonly cell: (lines: readonly RunLine[]) => FileCell;
}
const categoryColumns = (layout: Layout, facts: RunFacts): CategoryColumn[] => {
  if (layout.id !== OWN) return [];
  const own = ownCategories(facts).map((category) => ({
    name: columnName(category),
    of: (lines: readonly RunLine[]) => lines.filter((line) => line.category === category),
  }));
  return [
    ...own.map(({ name, of }) => ({
      head: `hours_${name}`,
      cell: (lines: readonly RunLine[]) => hours(hoursIn(of(lines))),
    })),
    ...own.map(({ name, of }) => ({
      head: `amount_${name}`,
      cell: (lines: readonly RunLine[]) => money(straightOf({ lines: of(lines) })),
    })),
  ];
};

/** The columns of the file. In our own layout, the documented ones are followed by those of the agency's own categories. */
export const fileColumns = (layout: Layout, facts: RunFacts): Pick<LayoutColumn, 'head' | 'format'>[] => [
  ...layout.columns,
  ...categoryColumns(layout, facts).map(({ head }) => ({ head, format: 'decimal' as const })),
];

/** The cells of the file, row by row. */
export const fileRows = (layout: Layout, facts: RunFacts): FileCell[][] => {
  const extra = categoryColumns(layout, facts);
  return writtenOf(layout, facts)
    .filter(({ values }) => isWritten(layout, values))
    .map(({ row, values }) => [
      ...layout.columns.map((column) => cellOf(column, values)),
      ...extra.map(({ cell }) => cell(row.lines)),
    ]);
};

const FORMAT: Record<LayoutColumn['format'], (cell: FileCell) => string> = {
  text: (cell) => plain(cell),
  decimal: (cell) => plain(cell),
  decimalNotZero: (cell) => (cell.value === 0 ? '' : plain(cell)),
  digits6: (cell) => plain(cell).padStart(plain(cell) === '' ? 0 : 6, '0'),
  usDate: (cell) =>
    typeof cell.value === 'string' ? cell.value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1') : plain(cell),
};
const plain = ({ value }: FileCell): string => {
  if (value === null) return '';
  return typeof value === 'number' ? showHours(value) : value;
};

/** Text that a spreadsheet would evaluate gets a leading apostrophe. Negative numbers stay numbers. */
const written = (column: Pick<LayoutColumn, 'format'>, cell: FileCell) => {
  const shown = FORMAT[column.format](cell);
  return typeof cell.value === 'number' ? `"${shown}"` : quoted(shown);
};

/**
 * Lines end with CRLF and all cells are quoted. Our own file begins with a BOM for spreadsheets; services read the first
 * column name literally.
 */
export const fileText = (layout: Layout, facts: RunFacts): string => {
  const columns = fileColumns(layout, facts);
  const lines = fileRows(layout, facts).map((cells) =>
    cells.map((cell, at) => {
      const column = columns[at];
      return column ? written(column, cell) : '';
    }),
  );
  const head = layout.header ? [columns.map((column) => quoted(column.head))] : [];
  const body = [...head, ...lines].map((line) => `${line.join(layout.delimiter)}\r\n`).join('');
  return `${layout.id === OWN ? '\uFEFF' : ''}${body}`;
};

type NamedRun = Pick<RunFacts, 'number' | 'month' | 'halves' | 'period'>;
const halfPart = ({ halves, period }: Pick<NamedRun, 'halves' | 'period'>) => {
  if (period) return period.from;
  return halves.length === 2 ? 'both' : String((halves[0] ?? 0) + 1);
};

export const runFileName = ({ fileName, columns }: Layout, run: NamedRun): string => {
  const { number, month } = run;
  const company = columns.find((column) => column.from === null && column.const)?.const ?? '';
  return fileName
    .replaceAll('{company}', company.replaceAll(/[^\w.-]/g, ''))
    .replaceAll('{month}', month)
    .replaceAll('{half}', halfPart(run))
    .replaceAll('{run}', number === null ? 'preview' : String(number));
};

/** '11-01-2026 – 11-15-2026': the days that a run pays, not counting corrections of earlier halves. */
export const runSpan = (run: Omit<NamedRun, 'number'>): string => sayDays(daysOfRun(run));

/**
 * The file name of control sheets and workbooks. People read them, so it always has month, half and run, whatever the
 * layout's own file name.
 */
export const peopleFileName = (run: NamedRun, ending: string): string =>
  `payroll_${run.month}_${halfPart(run)}_${run.number ?? 'preview'}${ending}`;

// --- What a layout cannot hold

const problem = (
  kind: PayProblem['kind'],
  row: RunRow | null,
  words: string,
  blocks: boolean,
): PayProblem => ({
  kind,
  providerId: row?.providerId ?? null,
  name: row ? joinName(row.last, row.first) : '',
  text: words,
  blocks,
});

const isEmpty = ({ value }: FileCell) => value === null || value === '';

const missingOf = (layout: Layout, name: string, lines: readonly Written[]): PayProblem[] => {
  if (name === 'payroll_no') {
    const without = lines.filter(({ values }) => isEmpty(values.get('payroll_no') ?? EMPTY));
    return [...new Map(without.map(({ row }) => [row.providerId, row])).values()].map((row) =>
      problem('number', row, `has no employee number for ${layout.name}`, true),
    );
  }
  const column = layout.columns.find(({ head, from }) => head === name || from === name);
  if (!column) return [];
  if (column.from === null)
    return column.const
      ? []
      : [problem('layout', null, `${layout.name}: the fixed text of ${column.head} is not filled in`, true)];
  return lines
    .filter(({ values }) => isEmpty(cellOf(column, values)))
    .map(({ row }) => problem('layout', row, `${column.head} is empty`, true));
};

/** What the layout requires but providers lack, and what it cannot express. */
export const layoutProblems = (layout: Layout, facts: RunFacts): PayProblem[] => {
  const lines = writtenOf(layout, facts);
  const written = lines.filter(({ values }) => isWritten(layout, values));
  const missing = layout.requires.flatMap((name) => missingOf(layout, name, written));
  if (layout.id === OWN) return missing;
  const unwritten = lines
    .filter(({ values }) => !isWritten(layout, values))
    .filter(({ values }) => (values.get('straight_amount')?.value ?? 0) !== 0)
    .map(({ row, values }) =>
      problem(
        'untold',
        row,
        `${showHours(Number(values.get('straight_amount')?.value ?? 0))} dollars without hours are not in this file: enter them by hand`,
        false,
      ),
    );
  return [...missing, ...unwritten];
};

/** Problems of the rows themselves, whatever the layout. */
export const rowProblems = (rows: readonly RunRow[]): PayProblem[] =>
  rows.flatMap((row) => {
    const without = row.lines.filter(({ rate, hours: { total } }) => rate === null && total !== 0);
    const regular = hoursIn(row.lines) - row.overtime.hours;
    const [reasons, amount] = [
      [
        ...new Set(
          without.map(({ category }) => (category === null ? 'no pay category' : `no rate for ${category}`)),
        ),
      ].join(', '),
      showHours(hoursIn(without)),
    ];
    return [
      ...(without.length > 0
        ? [
            problem(
              'rate',
              row,
              `${amount} h in ${row.period ? `the pay period ${sayDays(row.period)}` : `the ${sayHalves([row.half])}`} are unpaid (${reasons})`,
              false,
            ),
          ]
        : []),
      ...(row.kind === 'Pay' && regular < 0
        ? [
            problem(
              'reclassified',
              row,
              `${showHours(regular)} regular hours: overtime of a week that began in the ${row.period ? 'pay period' : 'half'} before`,
              false,
            ),
          ]
        : []),
    ];
  });
