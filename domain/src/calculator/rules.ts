import { DAY_MINUTES, minuteOfDay, toClock } from '../calendar.ts';
import type { FieldError } from '../errors.ts';
import { sum } from '../sum.ts';
import type { Ask } from './problem.ts';
import type { CalculatorRequest, ProviderLine, TaskLine, TaskLists } from './schema.ts';
import { KINDS, kindOf, TASK_KINDS, type TaskKind } from './tasks.ts';

/** Messages for refused requests (docs/rules/calculator.md, rules 1 and 2). */
export const EMPTY_PROVIDER = 'Error: One of Provider have empty codes or no one day selected';
export const NO_CLIENT = 'Error: Incorrect Client';
export const NO_START_DATE = 'Error: Incorrect Start Date';
export const NO_TASKS = 'Error: Empty Data';
/** Clients send a start time that is this many minutes earlier than entered. Nothing is placed in these minutes. */
export const START_LEAD = 5;
export const COOL_DOWN_SECONDS = 10;

const NO_PROVIDER = 'Choose at least one provider.';
const TWICE = 'Add each provider once.';
const NO_TIMES = 'Enter a start time and an end time.';
const SAME_TIMES = 'End time cannot be the start time; from 00:00 to 00:00 is the whole day.';

const WEEK = 7 * DAY_MINUTES;
const MAX_TURNS = 200;

// --- Tables ----------------------------------------------------------------------------------------------------------

/** Duration times count. Within half a thousandth of a whole number, the total is that number (0.1 × 30 is 3). */
export const rowTotal = ({ duration, times }: Pick<TaskLine, 'duration' | 'times'>) => {
  const total = duration * times;
  const whole = Math.round(total);
  return Math.abs(total - whole) < 0.0005 ? whole : total;
};

export const tableMinutes = (lines: readonly Pick<TaskLine, 'duration' | 'times'>[]) =>
  sum(lines.map((line) => rowTotal(line)));

/** Only rows with a total other than zero are sent. */
export const linesWithTime = <L extends Pick<TaskLine, 'duration' | 'times'>>(lines: readonly L[]): L[] =>
  lines.filter((line) => rowTotal(line) !== 0);

// --- Checks ----------------------------------------------------------------------------------------------------------

export const codeFor = (provider: ProviderLine, kind: TaskKind) => provider[KINDS[kind].field] || null;

/** Blocks without a provider do not count. */
export const chosenProviders = (providers: readonly ProviderLine[]) =>
  providers.flatMap(({ value, ...provider }) => (value === null ? [] : [{ ...provider, value }]));

export const hasDayAndCode = (provider: ProviderLine) =>
  provider.days.length > 0 && TASK_KINDS.some((kind) => codeFor(provider, kind) !== null);

const lineFault = (kind: TaskKind, line: TaskLine): string | undefined => {
  const { from, to } = KINDS[kind];
  const name = `${line.code} ${line.name}`.trim();
  const total = rowTotal(line);
  if (kindOf(line.code) !== kind) return `${name}: task codes of this table are ${from} to ${to}.`;
  if (line.duration > DAY_MINUTES) return `${name}: a task takes at most 24 hours.`;
  if (line.times > MAX_TURNS) return `${name}: at most ${MAX_TURNS} times a week.`;
  if (!Number.isInteger(total)) return `${name}: minutes × times is not a whole number of minutes.`;
  return total > WEEK ? `${name}: a week has ${WEEK} minutes.` : undefined;
};

const checkLines = (tasks: TaskLists): FieldError[] =>
  TASK_KINDS.flatMap((kind) => {
    const lines = linesWithTime(tasks[KINDS[kind].list]);
    const field = `tasks.${KINDS[kind].list}`;
    const faults = lines.flatMap((line) => lineFault(kind, line) ?? []);
    const twice = lines.find((line, at) =>
      lines.some((other, place) => place < at && other.code === line.code),
    );
    return [...faults, ...(twice ? [`${twice.code} ${twice.name} is in the table twice.`] : [])].map(
      (message) => ({ field, message }),
    );
  });

const checkProviders = (providers: readonly ProviderLine[]): FieldError[] => {
  const chosen = chosenProviders(providers);
  const fault = (message: string): FieldError[] => [{ field: 'providers', message }];
  if (!chosen.every(hasDayAndCode)) return fault(EMPTY_PROVIDER);
  if (chosen.length === 0) return fault(NO_PROVIDER);
  return new Set(chosen.map(({ value }) => value)).size < chosen.length ? fault(TWICE) : [];
};

/** Everything that is wrong with a request. Messages that older clients know come first, in a fixed order. */
export const checkRequest = (request: CalculatorRequest): FieldError[] => {
  const { client, startDate, timeStart, timeEnd, tasks } = request;
  const providers = checkProviders(request.providers);
  const isEmpty = TASK_KINDS.every((kind) => linesWithTime(tasks[KINDS[kind].list]).length === 0);
  const isSpecified = !chosenProviders(request.providers).every(hasDayAndCode);
  return [
    ...(isSpecified ? providers : []),
    ...(client === null ? [{ field: 'client', message: NO_CLIENT }] : []),
    ...(startDate === null ? [{ field: 'startDate', message: NO_START_DATE }] : []),
    ...(isEmpty ? [{ field: 'tasks', message: NO_TASKS }] : []),
    ...(isSpecified ? [] : providers),
    ...checkTimes(timeStart, timeEnd),
    ...checkLines(tasks),
  ];
};

const checkTimes = (start: string | null, end: string | null): FieldError[] => {
  if (start === null || end === null)
    return [{ field: start === null ? 'timeStart' : 'timeEnd', message: NO_TIMES }];
  const { start: from, end: to } = windowOf(start, end);
  return from > 0 && to - from === DAY_MINUTES ? [{ field: 'timeEnd', message: SAME_TIMES }] : [];
};

// --- Times and turns ---------------------------------------------------------------------------------------------------

/** 08:00 is sent as 07:55. */
export const sentStart = (entered: string) => toClock(minuteOfDay(entered) - START_LEAD);
export const enteredStart = (sent: string) => toClock(minuteOfDay(sent) + START_LEAD);

/** From the entered start to the end. As in a care plan, an end that is not later means the next day. */
export const windowOf = (timeStart: string, timeEnd: string) => {
  const start = minuteOfDay(enteredStart(timeStart));
  const end = minuteOfDay(timeEnd);
  return { start, end: end <= start ? end + DAY_MINUTES : end };
};

/** '18:00', or '02:00 the next day' if the window extends past midnight. */
export const showEnd = (end: number) => (end > DAY_MINUTES ? `${toClock(end)} the next day` : toClock(end));

/**
 * The turns of a task: one of its length for each whole count, and one with the rest. Lengths are whole minutes that add up
 * to the total: 7.5 minutes twice are 8 and 7.
 */
export const turnsOf = ({ duration, times }: Pick<TaskLine, 'duration' | 'times'>): number[] => {
  const total = Math.round(rowTotal({ duration, times }));
  const ends = Array.from({ length: Math.floor(times) }, (_, at) =>
    Math.min(total, Math.round(duration * (at + 1))),
  );
  const all = ends.at(-1) === total ? ends : [...ends, total];
  return all.map((end, at) => end - (all[at - 1] ?? 0)).filter((minutes) => minutes > 0);
};

/** Merges turns of a task with the same length into one ask. */
export const asksOf = (tasks: TaskLists): Ask[] =>
  TASK_KINDS.flatMap((kind) =>
    linesWithTime(tasks[KINDS[kind].list]).flatMap((line) => {
      const turns = turnsOf(line);
      return [...new Set(turns)].map((minutes) => ({
        code: line.code,
        kind,
        minutes,
        count: turns.filter((turn) => turn === minutes).length,
      }));
    }),
  );
