import { WEEKDAY_NAMES, WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import { type Cells, cellText, type PlanForm, settleText, withCell } from './plan-form.ts';

const FIELD_WORDS = {
  provider: 'Provider',
  client: 'Client',
  startDate: 'Start Date',
  type: 'Type',
  createReason: 'Create reason',
  remarks: 'Remarks',
  isExcluded: 'Excluded',
  excluded: 'Excluded from',
  ending: 'Is Archive Careplan',
  endDate: 'End Date',
  covers: 'Covers plan',
} as const;

type FieldName = keyof typeof FIELD_WORDS;
const FIELDS: readonly FieldName[] = [
  'provider',
  'client',
  'startDate',
  'type',
  'createReason',
  'remarks',
  'isExcluded',
  'excluded',
  'ending',
  'endDate',
  'covers',
];

type CellChange = readonly [row: keyof Cells, day: Weekday];

/** Cells in which two weeks differ; 08:30 and 830 count as the same. */
const cellChanges = (a: Cells, b: Cells): CellChange[] => {
  if (a === b) return [];
  const read = (cells: Cells, row: keyof Cells, day: Weekday) => settleText(row, cellText(cells, row, day));
  const rows = new Set([...rowsOf(a), ...rowsOf(b)]);
  return [...rows].flatMap((row) =>
    WEEKDAYS.filter((day) => read(a, row, day) !== read(b, row, day)).map((day) => [row, day] as const),
  );
};
const isRow = (name: string): name is keyof Cells =>
  name === 'in' || name === 'out' || name === 'travel' || /^(pc|hm):/.test(name);
const rowsOf = (cells: Cells) => Object.keys(cells).filter(isRow);

const fieldChanges = (a: PlanForm, b: PlanForm) => FIELDS.filter((field) => a[field] !== b[field]);

export const isSameForm = (a: PlanForm, b: PlanForm) =>
  a === b || (fieldChanges(a, b).length === 0 && cellChanges(a.cells, b.cells).length === 0);

/** The differences in words: fields by label, the week by its days. */
export const changedWords = (a: PlanForm, b: PlanForm): string[] => {
  const days = new Set(cellChanges(a.cells, b.cells).map(([, day]) => day));
  return [
    ...fieldChanges(a, b).map((field) => FIELD_WORDS[field]),
    ...WEEKDAYS.filter((day) => days.has(day)).map((day) => WEEKDAY_NAMES[day]),
  ];
};

/** Applies the changes since `base` to the fresh form, cell by cell. */
export const rebased = (typed: PlanForm, base: PlanForm, fresh: PlanForm): PlanForm => {
  const mine = Object.fromEntries(fieldChanges(typed, base).map((field) => [field, typed[field]]));
  const cells = cellChanges(typed.cells, base.cells).reduce<Cells>(
    (all, [row, day]) => withCell(all, row, day, cellText(typed.cells, row, day)),
    fresh.cells,
  );
  return { ...fresh, ...mine, cells };
};
