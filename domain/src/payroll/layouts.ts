import { z } from 'zod';
import type { FieldError } from '../errors.ts';
import { keysOf } from '../keys.ts';

/**
 * How a run is written for a payroll service, as data that an admin can edit (docs/rules/payroll.md, rule 16). The column
 * names of layouts A and B come from public help pages: compare them with the service's current template before the first
 * use.
 */

/** What a column may contain, in words for the editor. */
export const SOURCES = {
  run: 'Run number',
  kind: 'Pay or Correction',
  month: 'Month',
  half: 'Half, 1 or 2, or place of the pay period in the month',
  period_start: 'First day of the pay period',
  period_end: 'Last day of the pay period',
  period: 'First to last day of the pay period',
  provider_id: 'Provider id',
  payroll_no: 'Employee number of the service',
  last_name: 'Last name',
  first_name: 'First name',
  employee_name: 'Last, First',
  ssn_if_same_name: '* and last 4 of SSI #, where two have one name',
  title: 'Category, where there are several rates',
  category: 'Category',
  working_hours: 'Working hours',
  travel_hours: 'Travel hours',
  total_hours: 'Total hours',
  regular_hours: 'Hours without overtime',
  regular_working_hours: 'Working hours without overtime',
  overtime_hours: 'Overtime hours',
  rate: 'Rate an hour, empty when several',
  straight_amount: 'Straight pay',
  overtime_premium: 'Overtime premium',
  gross: 'Gross',
  hours_healthmaintenance: 'Hours HealthMaintenance',
  hours_homemaker: 'Hours Homemaker',
  hours_medicaid131: 'Hours Medicaid 131',
  hours_pcp: 'Hours PCP/RPCP',
  amount_healthmaintenance: 'Amount HealthMaintenance',
  amount_homemaker: 'Amount Homemaker',
  amount_medicaid131: 'Amount Medicaid 131',
  amount_pcp: 'Amount PCP/RPCP',
  correction_of: 'Run that is corrected',
  note: 'Note',
} as const;
export type Source = keyof typeof SOURCES;
export const SOURCE_NAMES = keysOf(SOURCES);

export const FORMATS = {
  text: 'As it is',
  decimal: '0.00',
  decimalNotZero: '0.00, empty for zero',
  digits6: '6 digits, 000123',
  usDate: 'MM/DD/YYYY',
} as const;
export type Format = keyof typeof FORMATS;
export const FORMAT_NAMES = keysOf(FORMATS);

export const ROW_PER = {
  'provider-half': 'Provider and half',
  'provider-half-category': 'Provider, half and category',
} as const;

export const DELIMITERS = { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Bar' } as const;

/** A column has either a source or a fixed text. */
export const LayoutColumn = z.strictObject({
  head: z.string(),
  from: z.enum(SOURCE_NAMES).nullable(),
  const: z.string().nullable(),
  format: z.enum(FORMAT_NAMES),
});
export type LayoutColumn = z.output<typeof LayoutColumn>;

export const Layout = z.strictObject({
  id: z.string(),
  name: z.string(),
  rowPer: z.enum(keysOf(ROW_PER)),
  /** May contain {company} (the first fixed text), {month}, {half} and {run}. */
  fileName: z.string(),
  header: z.boolean(),
  delimiter: z.enum(keysOf(DELIMITERS)),
  columns: z.array(LayoutColumn),
  /** Sources or column names that no row may leave empty. */
  requires: z.array(z.string()),
});
export type Layout = z.output<typeof Layout>;

const from = (head: string, source: Source, format: Format = 'text'): LayoutColumn => ({
  head,
  from: source,
  const: null,
  format,
});
const fixed = (head: string, text = ''): LayoutColumn => ({ head, from: null, const: text, format: 'text' });
const same = (source: Source, format: Format = 'text') => from(source, source, format);

export const OWN = 'own';
/** Sources for single columns that the own layout does not have. */
const NOT_IN_OWN: readonly Source[] = [
  'period',
  'employee_name',
  'ssn_if_same_name',
  'title',
  'category',
  'regular_working_hours',
];
const DECIMALS = /hours|rate|amount|premium|gross/;
/** The documented columns, which cannot be edited. */
export const OWN_LAYOUT: Layout = {
  id: OWN,
  name: 'Own layout',
  rowPer: 'provider-half',
  fileName: 'payroll_{month}_{half}_{run}.csv',
  header: true,
  delimiter: ',',
  columns: SOURCE_NAMES.filter((source) => !NOT_IN_OWN.includes(source)).map((source) =>
    same(source, DECIMALS.test(source) ? 'decimal' : 'text'),
  ),
  requires: [],
};

/** The layouts that a new site starts with. */
export const STANDARD_LAYOUTS: readonly Layout[] = [
  {
    id: 'adp',
    name: 'A, ADP paydata',
    rowPer: 'provider-half-category',
    fileName: 'PR{company}EPI.csv',
    header: true,
    delimiter: ',',
    columns: [
      fixed('Co Code'),
      from('Batch ID', 'run'),
      from('File #', 'payroll_no', 'digits6'),
      from('Employee Name', 'employee_name'),
      fixed('Temp Dept'),
      from('Temp Rate', 'rate', 'decimal'),
      from('Reg Hours', 'regular_hours', 'decimalNotZero'),
      from('O/T Hours', 'overtime_hours', 'decimalNotZero'),
      fixed('Hours 3 Code'),
      fixed('Hours 3 Amount'),
      fixed('Rate Code'),
      fixed('Job Cost#'),
    ],
    requires: ['payroll_no', 'Co Code'],
  },
  {
    id: 'gusto',
    name: 'B, Gusto hours',
    rowPer: 'provider-half',
    fileName: 'gusto_{month}_{half}_{run}.csv',
    header: true,
    delimiter: ',',
    columns: [
      same('last_name'),
      same('first_name'),
      from('ssn', 'ssn_if_same_name'),
      from('gusto_employee_id', 'payroll_no'),
      same('title'),
      same('regular_hours', 'decimalNotZero'),
      same('overtime_hours', 'decimalNotZero'),
      fixed('reimbursement', '0.00'),
      from('personal_note', 'period'),
    ],
    requires: ['payroll_no'],
  },
];

/** The name under which a layout can require this column. */
export const requiredName = ({ head, from: source }: LayoutColumn): string => source ?? head.trim();

/** Whether a layout needs employee numbers from a payroll service. */
export const needsNumbers = ({ requires }: Layout) => requires.includes('payroll_no');

const MAX_COLUMNS = 60;
const MAX_LAYOUTS = 20;
const MAX_TEXT = 100;
const PLACES = ['company', 'month', 'half', 'run'] as const;

const isKnown = ({ columns }: Layout, name: string) =>
  Object.hasOwn(SOURCES, name) || columns.some(({ head }) => head === name);

const fileNameFault = (name: string): string | undefined => {
  const plain = PLACES.reduce((text, place) => text.replaceAll(`{${place}}`, 'x'), name);
  return /^[A-Za-z0-9][\w .-]{0,98}$/.test(plain)
    ? undefined
    : 'A file name of letters, digits, - _ and dots, with {company}, {month}, {half} and {run} where wanted.';
};

const faults = (list: readonly (readonly [string, string | undefined])[]): FieldError[] =>
  list.flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));

const columnFault = ({ head, from: source, const: text }: LayoutColumn): string | undefined => {
  if (head === '') return 'A column needs a head.';
  if (head.length > MAX_TEXT || (text ?? '').length > MAX_TEXT) return `At most ${MAX_TEXT} characters.`;
  return (source === null) === (text === null) ? 'A column has either a source or a fixed text.' : undefined;
};

export const tidyLayout = (layout: Layout): Layout => ({
  ...layout,
  name: layout.name.trim(),
  fileName: layout.fileName.trim(),
  columns: layout.columns.map((column) => ({
    ...column,
    head: column.head.trim(),
    const: column.const === null ? null : column.const.trim(),
  })),
});

/** Checks tidied layouts. Field names begin with the layout's index. */
export const checkLayouts = (layouts: readonly Layout[]): FieldError[] => {
  if (layouts.length > MAX_LAYOUTS) return [{ field: 'layouts', message: `At most ${MAX_LAYOUTS} layouts.` }];
  return layouts.flatMap((layout, at) => {
    const { id, name, columns, requires, fileName } = layout;
    const before = layouts.slice(0, at);
    const unknown = requires.find((one) => !isKnown(layout, one));
    return faults([
      [
        `${at}.id`,
        /^[a-z0-9-]{1,40}$/.test(id) && id !== OWN && before.every((other) => other.id !== id)
          ? undefined
          : 'Each layout has an id of its own: small letters, digits and -.',
      ],
      [`${at}.name`, name === '' || name.length > MAX_TEXT ? 'A layout needs a name.' : undefined],
      [`${at}.fileName`, fileNameFault(fileName)],
      [
        `${at}.columns`,
        columns.length === 0 || columns.length > MAX_COLUMNS
          ? `Between 1 and ${MAX_COLUMNS} columns.`
          : undefined,
      ],
      ...columns.map((column, n) => [`${at}.columns.${n}`, columnFault(column)] as const),
      [
        `${at}.requires`,
        unknown === undefined ? undefined : `${unknown} is neither a source nor a column of this layout.`,
      ],
    ]);
  });
};

const MAX_NUMBER = 30;
/** Checks an employee number of a service; '' removes it. */
export const numberFault = (number: string): string | undefined =>
  number.length <= MAX_NUMBER && /^[A-Za-z0-9]?[A-Za-z0-9 ._-]*$/.test(number)
    ? undefined
    : `At most ${MAX_NUMBER} letters, digits, - _ and dots.`;
export const NUMBERED_TWICE = 'This provider is listed twice: keep one number.';
export const numberTaken = (number: string) => `${number} is the number of another provider.`;
