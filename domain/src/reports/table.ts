import { showHours } from '../billing/counting.ts';
import { showDate } from '../calendar.ts';
import { countedBeside } from '../counted.ts';
import { fold } from '../fold.ts';
import { showAmount } from '../money.ts';
import { tenthsOf } from '../share.ts';
import type { CellKind, CellValue, Chart, Medium, ReportTable, Summary } from './schema.ts';

/** A report is declared by its columns; everything that is shown follows from them. */

export interface ReportColumn<Row> {
  readonly title: string;
  /** A shorter title for paper, where many columns are side by side. */
  readonly short?: string;
  readonly kind: CellKind;
  /** The width in characters. */
  readonly width: number;
  readonly value: (row: Row) => CellValue;
  /** 'sum' adds up the cells; a function computes the total from the rows; missing for no total. */
  readonly total?: 'sum' | ((rows: readonly Row[]) => number | null);
  /** Amounts, pay and whole SSNs, which other roles do not get. */
  readonly adminOnly?: true;
  /** What paper shows in a heading line over the rows is a column in the workbook (docs/rules/reports.md, rule 9). */
  readonly only?: Medium;
}

const WIDTHS: Record<CellKind, number> = {
  text: 20,
  date: 11,
  hours: 10,
  money: 12,
  count: 8,
  percent: 8,
  scan: 9,
  box: 7,
  blank: 20,
};

interface More<Row> extends Partial<Pick<ReportColumn<Row>, 'width' | 'adminOnly' | 'short' | 'only'>> {
  readonly total?: ReportColumn<Row>['total'] | false;
}

const column =
  (kind: CellKind, summed: boolean) =>
  <Row>(title: string, value: (row: Row) => CellValue, more: More<Row> = {}): ReportColumn<Row> => {
    const { total = summed ? 'sum' : false, width = WIDTHS[kind], adminOnly, short, only } = more;
    return {
      title,
      kind,
      width,
      value,
      ...(short && { short }),
      ...(total && { total }),
      ...(adminOnly && { adminOnly }),
      ...(only && { only }),
    };
  };

export const text = <Row>(
  title: string,
  width: number,
  value: (row: Row) => string | null,
  more: Pick<More<Row>, 'adminOnly' | 'only'> = {},
): ReportColumn<Row> => column('text', false)(title, value, { ...more, width });
export const date = column('date', false);
export const hours = column('hours', true);
export const count = column('count', true);
const percent = column('percent', false);
/** A filed page, which is a link on the screen. */
const scan = column('scan', false);
/** Amounts of money, for admins only (docs/rules/reports.md, rule 2). */
export const money = <Row>(
  title: string,
  value: (row: Row) => number | null,
  more: More<Row> = {},
): ReportColumn<Row> => column('money', true)<Row>(title, value, { ...more, adminOnly: true });

/** Columns to be ticked or filled in on paper. */
const onPaper =
  (kind: 'box' | 'blank') =>
  <Row>(title: string, width: number): ReportColumn<Row> => ({ title, kind, width, value: () => null });
const box = onPaper('box');
const blank = onPaper('blank');

/** The kinds of columns for rows of one type. */
export interface ColumnKinds<Row> {
  readonly text: typeof text<Row>;
  readonly date: typeof date<Row>;
  readonly hours: typeof hours<Row>;
  readonly count: typeof count<Row>;
  readonly percent: typeof percent<Row>;
  readonly scan: typeof scan<Row>;
  readonly money: typeof money<Row>;
  readonly box: typeof box<Row>;
  readonly blank: typeof blank<Row>;
}
export const COLUMN_KINDS = { text, date, hours, count, percent, scan, money, box, blank };

export interface Layout<Row> {
  readonly columns: readonly ReportColumn<Row>[];
  /** What is counted, as in ['client', 'clients']. */
  readonly noun: readonly [one: string, many: string];
  /** Rows that are printed but not counted, and the words for them, such as 'nothing to claim'. */
  readonly uncounted?: { readonly is: (row: Row) => boolean; readonly words: string };
  /** The sort keys, most important first. Text is compared without case and accents. */
  readonly order: (row: Row) => readonly (string | number | null)[];
  /** Missing if every row is printed. Computed totals, notes and charts cover all rows. */
  readonly prints?: (row: Row) => boolean;
  /** The title of the column by which rows are grouped, which must also be the first sort key. */
  readonly group?: string;
  /** The title of the column for which paper adds subtotals within a group, such as the half of a card. */
  readonly part?: string;
  readonly summaries?: (rows: readonly Row[]) => readonly Summary[];
  readonly notes?: (rows: readonly Row[]) => readonly string[];
  /** Explanations for columns whose names leave open what they count (figure-words.ts). */
  readonly captions?: readonly string[];
  readonly charts?: (rows: readonly Row[]) => readonly Chart[];
}

const compare = (a: string | number | null, b: string | number | null) => {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -1 : 1;
};

/** Sorted here instead of by the database, whose collation differs between servers (docs/rules/reports.md, rule 8). */
export const ordered = <Row>(rows: readonly Row[], order: Layout<Row>['order']): Row[] =>
  rows
    .map((row) => ({ row, key: order(row).map((part) => (typeof part === 'string' ? fold(part) : part)) }))
    .toSorted((a, b) => {
      for (const [n, part] of a.key.entries()) {
        const found = compare(part, b.key[n] ?? null);
        if (found !== 0) return found;
      }
      return 0;
    })
    .map(({ row }) => row);

const sumOf = (values: readonly CellValue[]) =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0);

const sayCount = <Row>({ noun, uncounted }: Layout<Row>, rows: readonly Row[]): string => {
  const others = uncounted ? rows.filter(uncounted.is).length : 0;
  return countedBeside(rows.length - others, others, uncounted?.words ?? '', noun);
};

/** Sorted rows, with totals that are the sums of the printed lines. */
export const tableOf = <Row>(layout: Layout<Row>, found: readonly Row[], isAdmin: boolean): ReportTable => {
  const columns = layout.columns.filter(({ adminOnly }) => isAdmin || !adminOnly);
  const { prints } = layout;
  const printed = ordered(prints ? found.filter(prints) : found, layout.order);
  // Rows that are not printed are not sorted, which saves sorting a year of visits.
  const all = prints ? [...printed, ...found.filter((row) => !prints(row))] : printed;
  const rows = printed.map((row) => columns.map(({ value }) => value(row)));
  const totals = columns.map(({ total }, n) => {
    if (n === 0) return sayCount(layout, printed);
    if (total === 'sum') return sumOf(rows.map((cells) => cells[n] ?? null));
    return total ? total(printed) : null;
  });
  const placeOf = (wanted: string | undefined) => {
    const place = columns.findIndex(({ title }) => title === wanted);
    return place < 0 ? null : place;
  };
  return {
    columns: columns.map(({ title, short, kind, width, total, only }) => ({
      title,
      ...(short && { short }),
      kind,
      width,
      sums: total === 'sum',
      ...(only && { only }),
    })),
    rows,
    totals,
    group: placeOf(layout.group),
    part: placeOf(layout.part),
    summaries: [...(layout.summaries?.(all) ?? [])],
    notes: [...(layout.notes?.(all) ?? [])],
    captions: [...(layout.captions ?? [])],
    charts: [...(layout.charts?.(all) ?? [])],
  };
};

/** The table for paper or workbook, without the columns of the other. The first cell of the totals says how many rows there are. */
export const tableOn = (medium: Medium, table: ReportTable): ReportTable => {
  const { columns, group, part } = table;
  const places = columns.flatMap(({ only }, n) => (only === undefined || only === medium ? [n] : []));
  if (places.length === columns.length) return table;
  const cells = (row: readonly CellValue[]) => places.map((n) => row[n] ?? null);
  const placeOf = (place: number | null) =>
    place !== null && places.includes(place) ? places.indexOf(place) : null;
  return {
    ...table,
    columns: columns.filter((_, n) => places.includes(n)),
    rows: table.rows.map(cells),
    totals: [table.totals[0] ?? null, ...cells(table.totals).slice(1)],
    group: placeOf(group),
    part: placeOf(part),
  };
};

/** Groups consecutive rows with the same value in a column, with the sums of each group. */
export const groupsOf = ({ rows, columns }: Pick<ReportTable, 'rows' | 'columns'>, group: number | null) => {
  if (group === null) return [];
  const groups: { name: CellValue; rows: CellValue[][]; totals: CellValue[] }[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last && last.name === row[group]) last.rows.push(row);
    else groups.push({ name: row[group] ?? null, rows: [row], totals: [] });
  }
  return groups.map((one) => ({
    ...one,
    totals: columns.map(({ sums }, n) => (sums ? sumOf(one.rows.map((row) => row[n] ?? null)) : null)),
  }));
};

/** 1234 → '1,234' */
const grouped = (n: number) => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

/** A cell as it is printed; null is shown as `none`. */
export const showCell = (value: CellValue, kind: CellKind, none: string): string => {
  if (kind === 'box' || kind === 'blank') return '';
  if (value === null || value === '') return none;
  if (typeof value === 'string') return kind === 'date' ? showDate(value) : value;
  if (kind === 'hours') return showHours(value);
  if (kind === 'money') return showAmount(value);
  if (kind === 'scan') return `Scan ${value}`;
  return kind === 'percent' ? `${(value / 10).toFixed(1)} %` : grouped(value);
};

/** Figures listed with their names; `more` follows the count. */
export const countTable = (
  title: string,
  head: string,
  rows: Summary['rows'],
  more: Summary['columns'] = [],
): Summary => ({
  title,
  columns: [{ title: head, kind: 'text' }, { title: 'Count', kind: 'count' }, ...more],
  rows,
});

/** The number of rows for each key, and their share of all. */
export const shareBy = <Row>(
  title: string,
  head: string,
  rows: readonly Row[],
  keys: readonly (readonly [words: string, is: (row: Row) => boolean])[],
): Summary =>
  countTable(
    title,
    head,
    keys.map(([words, is]) => {
      const own = rows.filter(is).length;
      return [words, own, tenthsOf(own, rows.length)];
    }),
    [{ title: 'Share', kind: 'percent' }],
  );

/** The number of rows for each key, in the order of the keys. */
export const countBy = <Row>(
  title: string,
  head: string,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Summary => {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return countTable(
    title,
    head,
    [...counts].toSorted(([a], [b]) => compare(a, b)),
  );
};

/** The sum over the rows of each key, in the order of the keys. */
export const sumBy = <Row>(
  title: string,
  head: string,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  sums: readonly (readonly [title: string, kind: CellKind, value: (row: Row) => number])[],
): Summary => ({
  title,
  columns: [{ title: head, kind: 'text' }, ...sums.map(([sum, kind]) => ({ title: sum, kind }))],
  rows: [...Map.groupBy(rows, keyOf)]
    .toSorted(([a], [b]) => compare(fold(a), fold(b)) || compare(a, b))
    .map(([key, own]) => [key, ...sums.map(([, , value]) => sumOf(own.map(value)))]),
});

export const NO_RECORDS = 'No records for the chosen parameters.';
