import { showNorm } from '@homecare/domain/calculator/norms.ts';
import { linesWithTime, rowTotal, sentStart } from '@homecare/domain/calculator/rules.ts';
import type { CalculatorRequest, Norm, ProviderLine, TaskLine } from '@homecare/domain/calculator/schema.ts';
import { kindOf, type TaskKind } from '@homecare/domain/calculator/tasks.ts';
import { WEEKDAYS, type Weekday } from '@homecare/domain/calendar.ts';
import { isClock, isIsoDate } from '../../ui/inputs.tsx';

export interface ProviderDraft {
  readonly key: number;
  readonly provider: number | null;
  readonly days: readonly Weekday[];
  readonly codes: Readonly<Record<TaskKind, string | null>>;
}

/** What was typed beside a task. */
export interface TaskDraft {
  readonly minutes: string;
  readonly times: string;
}

export interface CalculatorForm {
  readonly providers: readonly ProviderDraft[];
  readonly client: number | null;
  /** YYYY-MM-DD, '' or the text that was no date; times HH:mm likewise. */
  readonly startDate: string;
  readonly timeStart: string;
  readonly timeEnd: string;
  readonly tasks: Readonly<Record<number, TaskDraft>>;
}

/** All days are preselected (docs/rules/calculator.md, rule 1). */
const newProvider = (key: number): ProviderDraft => ({
  key,
  provider: null,
  days: WEEKDAYS,
  codes: { hmk: null, pers: null, hma: null },
});

export const EMPTY_FORM: CalculatorForm = {
  providers: [newProvider(1)],
  client: null,
  startDate: '',
  timeStart: '08:00',
  timeEnd: '18:00',
  tasks: {},
};

export const withProvider = (
  form: CalculatorForm,
  key: number,
  change: Partial<ProviderDraft>,
): CalculatorForm => ({
  ...form,
  providers: form.providers.map((one) => (one.key === key ? { ...one, ...change } : one)),
});

export const addProvider = (form: CalculatorForm): CalculatorForm => ({
  ...form,
  providers: [...form.providers, newProvider(Math.max(0, ...form.providers.map(({ key }) => key)) + 1)],
});

/** The block stays: one can always be filled. */
export const removeProvider = (form: CalculatorForm, key: number): CalculatorForm => {
  const rest = form.providers.filter((one) => one.key !== key);
  return { ...form, providers: rest.length > 0 ? rest : [newProvider(key + 1)] };
};

const NO_TASK: TaskDraft = { minutes: '', times: '' };
export const taskOf = (form: CalculatorForm, code: number) => form.tasks[code] ?? NO_TASK;

/** Nothing but digits and one point gets into a cell; minimum 0. */
export const isAmount = (text: string) => /^\d{0,4}(\.\d{0,2})?$/.test(text);
const numberOf = (text: string) => Number(text) || 0;

/** Times without minutes take the norm along, where there is one. */
export const withTask = (form: CalculatorForm, norm: Norm, change: Partial<TaskDraft>): CalculatorForm => {
  const before = taskOf(form, norm.code);
  const takesNorm =
    change.times !== undefined && change.times !== '' && before.minutes === '' && norm.minutes !== null;
  const minutes = takesNorm ? String(norm.minutes) : before.minutes;
  return { ...form, tasks: { ...form.tasks, [norm.code]: { ...before, minutes, ...change } } };
};

export const lineOf = (form: CalculatorForm, norm: Norm): TaskLine => {
  const { minutes, times } = taskOf(form, norm.code);
  const line = { duration: numberOf(minutes), times: numberOf(times) };
  return { code: norm.code, name: norm.name, norm: showNorm(norm), ...line, total: rowTotal(line) };
};

export const linesOf = (form: CalculatorForm, norms: readonly Norm[], kind: TaskKind) =>
  norms.filter(({ code }) => kindOf(code) === kind).map((norm) => lineOf(form, norm));

export const providerLine = ({ provider, days, codes }: ProviderDraft): ProviderLine => ({
  value: provider,
  days: [...days],
  hmkTasks: codes.hmk,
  personalTasks: codes.pers,
  hmaTasks: codes.hma,
});

/** What is sent: rows with a total alone, the start five minutes earlier (docs/rules/calculator.md, rules 3 and 5). */
export const requestOf = (form: CalculatorForm, norms: readonly Norm[]): CalculatorRequest => {
  const lines = (kind: TaskKind) => linesWithTime(linesOf(form, norms, kind));
  return {
    client: form.client,
    providers: form.providers.map(providerLine),
    startDate: isIsoDate(form.startDate) ? form.startDate : null,
    timeStart: isClock(form.timeStart) ? sentStart(form.timeStart) : null,
    timeEnd: isClock(form.timeEnd) ? form.timeEnd : null,
    tasks: { homemaker: lines('hmk'), personal: lines('pers'), health: lines('hma') },
  };
};
