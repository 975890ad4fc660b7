import { perDay, readTime, WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import { dayTotals, type PlanDraft } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlanType, PlanWeek, TaskRow, WeekRows } from '@homecare/domain/care-plans/schema.ts';
import { isIsoDate } from '../../ui/inputs.tsx';

/** Rows of the week grid: three of the time table, and one per task, identified by table and name. */
export type TimeRow = 'in' | 'out' | 'travel';
export type TaskTable = 'pc' | 'hm';
export type RowKey = TimeRow | `${TaskTable}:${string}`;
export const TABLE_NAMES: Record<TaskTable, string> = { pc: 'Personal care', hm: 'Homemaking' };
export const taskKey = (table: TaskTable, name: string): RowKey => `${table}:${name}`;

/** Cells hold the typed text, so that a wrong entry stays where it can be corrected. */
export type Cells = Readonly<Partial<Record<RowKey, Readonly<Partial<Record<Weekday, string>>>>>>;

export interface PlanForm {
  readonly provider: number | null;
  readonly client: number | null;
  /** Dates are YYYY-MM-DD, '' or the typed text that is no date. */
  readonly startDate: string;
  readonly type: string | null;
  readonly createReason: string;
  readonly remarks: string;
  readonly isExcluded: boolean;
  readonly excluded: string;
  /** Temporary and archive exclude each other. */
  readonly ending: 'none' | 'temporary' | 'archive';
  readonly endDate: string;
  /** The plan that a temporary plan covers. */
  readonly covers: number | null;
  /** First day of the week in the cells of a saved plan; '' for a new one, whose week applies from its start. */
  readonly weekFrom: string;
  readonly cells: Cells;
}

export const emptyForm = (today: string): PlanForm => ({
  provider: null,
  client: null,
  startDate: today,
  type: null,
  createReason: '',
  remarks: '',
  isExcluded: false,
  excluded: '',
  ending: 'none',
  endDate: '',
  covers: null,
  weekFrom: '',
  cells: {},
});

const MINUTES_MAX = 1440;

/** '' is 0; undefined if the text is no number of minutes within a day. */
export const readMinutes = (typed: string): number | undefined => {
  const text = typed.trim();
  if (text === '') return 0;
  return /^\d{1,4}$/.test(text) && Number(text) <= MINUTES_MAX ? Number(text) : undefined;
};

export const isClockRow = (row: RowKey): row is 'in' | 'out' => row === 'in' || row === 'out';

const isWrong = (row: RowKey, text: string) =>
  text.trim() !== '' && (isClockRow(row) ? readTime(text) : readMinutes(text)) === undefined;

/** Formats a cell when it is left: 830 becomes 08:30, and 0 minutes become empty. A wrong entry stays as typed. */
export const settleText = (row: RowKey, text: string) => {
  if (isClockRow(row)) return readTime(text) ?? text.trim();
  const minutes = readMinutes(text);
  return minutes === undefined ? text.trim() : minutes === 0 ? '' : String(minutes);
};

export const cellText = (cells: Cells, row: RowKey, day: Weekday) => cells[row]?.[day] ?? '';

export const withCell = (cells: Cells, row: RowKey, day: Weekday, text: string): Cells => {
  if (cellText(cells, row, day) === text) return cells;
  return { ...cells, [row]: { ...cells[row], [day]: text } };
};

/** Copies a cell to all days to its right. */
export const withCopiedRight = (cells: Cells, row: RowKey, day: Weekday): Cells => {
  const text = settleText(row, cellText(cells, row, day));
  return WEEKDAYS.slice(WEEKDAYS.indexOf(day)).reduce((all, next) => withCell(all, row, next, text), cells);
};

/** Replaces other days with all entries of one day. */
export const withCopiedDay = (cells: Cells, from: Weekday, to: readonly Weekday[]): Cells =>
  Object.fromEntries(
    Object.entries(cells).map(([row, days]) => [
      row,
      { ...days, ...Object.fromEntries(to.map((day) => [day, days?.[from] ?? ''])) },
    ]),
  );

const timeRows = (cells: Cells): WeekRows => {
  const clock = (row: 'in' | 'out') => perDay((day) => readTime(cellText(cells, row, day)) ?? null);
  return [
    { Name: 'Time In', ...clock('in') },
    { Name: 'Time Out', ...clock('out') },
    { Name: 'Travel Time', ...perDay((day) => readMinutes(cellText(cells, 'travel', day)) ?? 0) },
  ];
};

const taskRows = (cells: Cells, table: TaskTable, items: readonly { Name: string }[]): TaskRow[] =>
  items.map(({ Name }) => ({
    Name,
    ...perDay((day) => readMinutes(cellText(cells, taskKey(table, Name), day)) ?? 0),
  }));

export type TypeItems = CarePlanType['taskOptions'];

/** The week as the rules read it. Minutes of tasks that the type does not have stay in the cells but do not count. */
export const weekOf = (cells: Cells, items: TypeItems | undefined): PlanWeek => ({
  time: timeRows(cells),
  personalCareItems: taskRows(cells, 'pc', items?.pcItems ?? []),
  homeMakingItems: taskRows(cells, 'hm', items?.hmItems ?? []),
});

/** The week to send and store, with only those tasks that have minutes. */
export const withoutEmptyTasks = (week: PlanWeek): PlanWeek => {
  const hasMinutes = (row: TaskRow) => WEEKDAYS.some((day) => row[day] > 0);
  return {
    ...week,
    personalCareItems: week.personalCareItems.filter(hasMinutes),
    homeMakingItems: week.homeMakingItems.filter(hasMinutes),
  };
};

export interface WrongCell {
  readonly row: RowKey;
  readonly day: Weekday;
}

export const wrongCells = (cells: Cells, items: TypeItems | undefined): WrongCell[] => {
  const rows: RowKey[] = [
    'in',
    'out',
    'travel',
    ...(items?.pcItems ?? []).map(({ Name }) => taskKey('pc', Name)),
    ...(items?.hmItems ?? []).map(({ Name }) => taskKey('hm', Name)),
  ];
  return rows.flatMap((row) =>
    WEEKDAYS.filter((day) => isWrong(row, cellText(cells, row, day))).map((day) => ({ row, day })),
  );
};

/** Names of tasks with minutes that the chosen type does not have. */
export const leftOutTasks = (cells: Cells, items: TypeItems | undefined): string[] => {
  if (!items) return [];
  const known = new Set<string>([
    ...items.pcItems.map(({ Name }) => taskKey('pc', Name)),
    ...items.hmItems.map(({ Name }) => taskKey('hm', Name)),
  ]);
  return Object.entries(cells)
    .filter(([key, days]) => key.includes(':') && !known.has(key) && Object.values(days ?? {}).some(Boolean))
    .map(([key]) => key.slice(key.indexOf(':') + 1));
};

const clockAfter = (timeIn: string, minutes: number) =>
  Temporal.PlainTime.from(timeIn).add({ minutes }).toString({ smallestUnit: 'minute' });

/** Refresh Time: sets Time Out to Time In plus the tasks of the day. Days without Time In or tasks stay unchanged. */
export const refreshTime = (cells: Cells, items: TypeItems | undefined): Cells => {
  const week = weekOf(cells, items);
  return WEEKDAYS.reduce((all, day) => {
    const timeIn = week.time[0][day];
    const { tasks } = dayTotals(week, day);
    if (timeIn === null || tasks === 0 || tasks >= MINUTES_MAX) return all;
    return withCell(all, 'out', day, clockAfter(timeIn, tasks));
  }, cells);
};

/** Undoes Refresh Time. Restores each Time Out, except those typed since. */
export const withoutRefresh = (cells: Cells, before: Cells, refreshed: Cells): Cells =>
  WEEKDAYS.reduce((all, day) => {
    const isKept = cellText(all, 'out', day) !== cellText(refreshed, 'out', day);
    return isKept ? all : withCell(all, 'out', day, cellText(before, 'out', day));
  }, cells);

/** Whether Refresh Time overwrote an existing Time Out, so that it can be undone. */
export const hasOverwritten = (before: Cells, refreshed: Cells): boolean =>
  WEEKDAYS.some((day) => {
    const old = cellText(before, 'out', day);
    return old !== '' && old !== cellText(refreshed, 'out', day);
  });

export const dateOf = (text: string) => (isIsoDate(text) ? text : null);

/** The form in the shape that checkCarePlan reads. */
export const draftOf = (form: PlanForm): PlanDraft => ({
  ProviderID: form.provider,
  ClientID: form.client,
  Type: form.type,
  StartDate: dateOf(form.startDate),
  EndDate: form.ending === 'none' ? null : dateOf(form.endDate),
  Remarks: form.remarks.trim() || null,
  createReason: form.createReason.trim() || null,
  // A temporary plan becomes Archive because of its end date; only the archive form sets the status itself.
  Status: form.ending === 'archive' ? 'Archive' : 'Active',
  excluded: form.isExcluded ? dateOf(form.excluded) : null,
  coversPlanId: form.ending === 'temporary' ? form.covers : null,
});

/** Totals show a missing value as a dash, never as 0 or empty (docs/rules/care-plans.md, rule 43). */
export const NONE_SHOWN = '–';
