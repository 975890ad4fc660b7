import { showDate } from '@homecare/domain/calendar.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { showAmount } from '@homecare/domain/money.ts';
import { presentNames } from '@homecare/domain/payroll/categories.ts';
import type { Layout } from '@homecare/domain/payroll/layouts.ts';
import type { PayRules } from '@homecare/domain/payroll/pay-rules.ts';
import { isHalf, partOn, partsOfMonth } from '@homecare/domain/payroll/periods.ts';
import type * as calls from '@homecare/domain/payroll/run-contract.ts';
import { layoutProblems, type RunFacts, rowProblems } from '@homecare/domain/payroll/run-file.ts';
import type { HalfPay, PayProblem, PayrollRun, RunRow } from '@homecare/domain/payroll/run-schema.ts';
import {
  type ChangedBy,
  daysOfRun,
  type Employee,
  type HalfChoice,
  isHalfOver,
  joinPeriods,
  NO_PAY,
  NOTHING_TO_EXPORT,
  payOfHalf,
  runRow,
  sayHalves,
  sayRunPeriod,
  sumsOf,
  type WantedRun,
  wantedRun,
  withPresentNames,
} from '@homecare/domain/payroll/runs.ts';
import { ordered } from '@homecare/domain/reports/table.ts';
import { listPayCategories } from '../care-plans/types.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { listNamedCategories } from './category-queries.ts';
import { listExportedParts } from './exported-parts.ts';
import { listProviders } from './queries.ts';
import {
  type ExportedHalf,
  findCategorySetter,
  findFullName,
  findLastRun,
  findRun,
  insertRun,
  listCardChanges,
  listExportedHalves,
  listLines,
  listRateSetters,
  listRunRows,
  listStates,
  listTouched,
  lockLastNumber,
  numbersOf,
  type StoredState,
  storeLastNumber,
} from './run-queries.ts';
import { type ProviderMonth, payOfMonths } from './service.ts';
import { findLayout, readPayRules } from './settings.ts';
import { listConfirmedWeeks } from './week-queries.ts';

/** Runs of Export Payroll. Each half is paid once; later changes are corrections in the next run. */

/** The record log's name for a run. */
const RUN_ENTITY = 'payrollRun';

// --- What is to be looked at

/** A month to recalculate: all of its providers, or those whose cards or rates have changed. */
interface Look {
  readonly month: string;
  readonly halves: readonly number[];
  readonly providers: readonly number[] | null;
}

/** A save stamps its cards before it is committed, so anything stamped shortly before a run is considered again. */
const MARGIN = { hours: 24 };

const basisOf = async (db: Db) => {
  const { rules } = await readPayRules(db);
  return { overtime: rules.overtime, categories: Object.fromEntries(await listPayCategories(db)) };
};

/** The keys of stored JSON come back in another order. */
const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const listExported = async (db: Db) => listExportedParts(db, (await readPayRules(db)).rules.periods);

/**
 * Months with an exported part of which no run has paid anything. Earlier releases took it for not exported, so nobody knows what
 * was saved in it since, and the next run considers everyone once.
 */
const listMissedMonths = async (db: Db, exported: readonly ExportedHalf[]): Promise<ReadonlySet<string>> => {
  const paid = new Set((await listExportedHalves(db)).map(({ month, half }) => `${month} ${half}`));
  return new Set(
    exported.filter(({ month, half }) => !paid.has(`${month} ${half}`)).map(({ month }) => month),
  );
};

/** Exported halves that may differ from what was exported. */
const looksBehind = async (db: Db, exported: readonly ExportedHalf[], basis: unknown): Promise<Look[]> => {
  const last = await findLastRun(db);
  if (!last) return [];
  const months = [...Map.groupBy(exported, ({ month }) => month)].map(([month, own]) => ({
    month,
    halves: own.map(({ half }) => half),
  }));
  if (!isSame(last.basis, basis)) return months.map((one) => ({ ...one, providers: null }));
  const since = Temporal.Instant.from(last.at).subtract(MARGIN).toString();
  const touched = await listTouched(db, since);
  const missed = last.isWhole ? new Set() : await listMissedMonths(db, exported);
  return months
    .map((one) => ({
      ...one,
      providers: missed.has(one.month)
        ? null
        : touched.filter(({ from }) => from <= one.month).map(({ providerId }) => providerId),
    }))
    .filter(({ providers }) => providers === null || providers.length > 0);
};

/** Exported months and providers that the next run recalculates, whichever month it pays. */
export const listWatched = async (db: Db): Promise<(month: string, providerId: number) => boolean> => {
  const behind = await looksBehind(db, await listExported(db), await basisOf(db));
  const looks = new Map(behind.map((look) => [look.month, look]));
  return (month, providerId) => {
    const look = looks.get(month);
    return look !== undefined && (look.providers === null || look.providers.includes(providerId));
  };
};

/** In the requested month everyone is calculated anyway. */
const allLooks = (behind: readonly Look[], { parts }: WantedRun): Look[] => {
  const asked = Map.groupBy(parts, ({ month }) => month);
  const own = [...asked].map(([month, wanted]): Look => {
    const known = behind.find((look) => look.month === month);
    const halves = [...wanted.map(({ half }) => half), ...(known?.halves ?? [])];
    return { month, halves: [...new Set(halves)].toSorted((a, b) => a - b), providers: null };
  });
  return [...behind.filter(({ month }) => !asked.has(month)), ...own].toSorted((a, b) =>
    a.month < b.month ? -1 : 1,
  );
};

// --- Rows

interface Found {
  readonly row: RunRow;
  readonly state: HalfPay;
}

const keyOf = (providerId: number, half: number) => `${providerId} ${half}`;

const employeesOf = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Employee>> => {
  const providers = await listProviders(db, ids);
  return new Map(
    providers.map(({ id, last, first, ssnLast4 }) => [id, { providerId: id, last, first, ssn4: ssnLast4 }]),
  );
};

interface Compared {
  readonly employee: Employee;
  readonly half: number;
  readonly now: HalfPay;
  readonly stored: StoredState | undefined;
}

/** Who changed what in the halves that differ. */
const changedBy = async (db: Db, compared: readonly Compared[]) => {
  const cards = compared.flatMap(({ now, stored }) => [...now.cards, ...(stored?.state.cards ?? [])]);
  const changes = await listCardChanges(db, cards);
  const rates = await listRateSetters(
    db,
    compared.map(({ employee }) => employee.providerId),
  );
  const categories = await findCategorySetter(db);
  const weeks = await listConfirmedWeeks(db);
  return (providerId: number): ChangedBy => ({
    card: (planId, month) => changes.get(`${planId} ${month}`),
    rates: (through) => rates.get(providerId)?.find(({ day }) => day <= through),
    categories: () => categories,
    week: (through) => weeks.find((one) => one.providerId === providerId && one.through === through),
  });
};

const NOBODY: ChangedBy = {
  card: () => undefined,
  rates: () => undefined,
  categories: () => undefined,
  week: () => undefined,
};

const compare = (
  look: Look,
  pay: readonly ProviderMonth[],
  stored: readonly StoredState[],
  employees: ReadonlyMap<number, Employee>,
  zone: string,
): Compared[] => {
  const states = new Map(stored.map((state) => [keyOf(state.providerId, state.half), state]));
  const byId = new Map(pay.map((one) => [one.provider.id, one]));
  return [...employees.values()].flatMap((employee) =>
    look.halves.map((half) => {
      const own = byId.get(employee.providerId);
      return {
        employee,
        half,
        now: own ? payOfHalf(own, half, zone) : NO_PAY,
        stored: states.get(keyOf(employee.providerId, half)),
      };
    }),
  );
};

const payNow = (scope: Scope, db: Db, { month, providers }: Look): Promise<ProviderMonth[]> =>
  payOfMonths(scope, { from: month, to: month, group: 'all', ...(providers !== null && { providers }) }, db);

/** Months under different rules have other pay periods. Those that are not halves are named by their days. */
const periodsOf = (rules: PayRules, month: string) =>
  partsOfMonth(rules.periods, month).map((part) => (isHalf(part) ? undefined : part.period));

/** The rows of one month: Pay for a half never exported, Correction for an exported one. */
const rowsOfMonth = async (
  scope: Scope,
  db: Db,
  look: Look,
  pay: readonly ProviderMonth[],
  exported: readonly ExportedHalf[],
): Promise<Found[]> => {
  const { month } = look;
  const periods = periodsOf((await readPayRules(db)).rules, month);
  const nameNow = presentNames(await listNamedCategories(db));
  const stored = (await listStates(db, [month], look.providers)).map((one) => ({
    ...one,
    state: withPresentNames(one.state, nameNow),
  }));
  const ids = [
    ...new Set([...pay.map(({ provider }) => provider.id), ...stored.map((one) => one.providerId)]),
  ];
  const employees = await employeesOf(db, ids);
  const runOf = new Map(exported.filter((one) => one.month === month).map(({ half, run }) => [half, run]));
  const rowOf = ({ employee, half, now, stored: state }: Compared, by: ChangedBy) => {
    const run = state?.run ?? runOf.get(half);
    return runRow(
      employee,
      { month, half, period: periods[half] },
      now,
      run === undefined ? undefined : { run, pay: state?.state ?? NO_PAY },
      by,
    );
  };
  const differing = compare(look, pay, stored, employees, scope.settings.timeZone).filter(
    (one) => rowOf(one, NOBODY) !== undefined,
  );
  const by = await changedBy(
    db,
    differing.filter(({ half }) => runOf.has(half)),
  );
  return differing.flatMap((one) => {
    const row = rowOf(one, by(one.employee.providerId));
    return row ? [{ row, state: one.now }] : [];
  });
};

interface NextRun {
  readonly found: readonly Found[];
  readonly basis: unknown;
  /** Base wage and unproven time in the requested month. */
  readonly notes: readonly PayProblem[];
}

const lowWeeksOf = (pay: readonly ProviderMonth[], halves: readonly number[]): PayProblem[] =>
  pay.flatMap(({ provider, name, periods, lowWeeks }) =>
    lowWeeks
      .filter(({ week }) => halves.includes(partOn(periods, week.through)))
      .map(({ week, paid, base }) => ({
        kind: 'wage' as const,
        providerId: provider.id,
        name,
        text: `Below base wage in the week to ${showDate(week.through)}: ${showAmount(paid)} an hour paid, ${showAmount(base)} required`,
        blocks: false,
      })),
  );

const timeProblemsOf = (pay: readonly ProviderMonth[], halves: readonly number[]): PayProblem[] =>
  pay.flatMap(({ provider, name, periods, timeProblems }) =>
    timeProblems
      .filter(({ date }) => halves.includes(partOn(periods, date)))
      .map(({ text }) => ({ kind: 'time' as const, providerId: provider.id, name, text, blocks: false })),
  );

/** Pay first, then corrections; each by name, month and half. */
const workOut = async (scope: Scope, db: Db, wanted: WantedRun): Promise<NextRun> => {
  const exported = await listExported(db);
  const basis = await basisOf(db);
  const looks = allLooks(await looksBehind(db, exported, basis), wanted);
  const found: Found[] = [];
  const notes: PayProblem[] = [];
  for (const look of looks) {
    const pay = await payNow(scope, db, look);
    found.push(...(await rowsOfMonth(scope, db, look, pay, exported)));
    const halves = wanted.parts.filter(({ month }) => month === look.month).map(({ half }) => half);
    notes.push(...lowWeeksOf(pay, halves), ...timeProblemsOf(pay, halves));
  }
  return {
    found: ordered(found, ({ row }) => [
      row.kind === 'Pay' ? 0 : 1,
      row.last,
      row.first,
      row.providerId,
      row.month,
      row.half,
    ]),
    basis,
    notes,
  };
};

// --- Problems

const openHalves = (scope: Scope, { month, halves, period }: WantedRun): PayProblem[] => {
  const today = scope.today().toString();
  const open = halves.filter(
    (half) => !isHalfOver(daysOfRun({ month, halves: [half], period }).through, today),
  );
  if (open.length === 0) return [];
  return [
    {
      kind: 'open',
      providerId: null,
      name: '',
      text: period
        ? `The pay period ${sayRunPeriod({ halves: open, period })} is not over: hours that are entered later become corrections`
        : `${open.length === 2 ? 'Both halves' : `The ${sayHalves(open)}`} of ${month} ${open.length === 2 ? 'are' : 'is'} not over: hours that are entered later become corrections`,
      blocks: false,
    },
  ];
};

export const factsOf = async (
  scope: Scope,
  db: Db,
  layout: Layout,
  { number, month, halves, period, rows }: Pick<RunFacts, 'number' | 'month' | 'halves' | 'period' | 'rows'>,
): Promise<RunFacts> => ({
  number,
  month,
  halves,
  period,
  rows,
  numbers: await numbersOf(
    db,
    layout.id,
    rows.map(({ providerId }) => providerId),
  ),
  zone: scope.settings.timeZone,
});

export const UNKNOWN_LAYOUT = 'layout: there is no such layout.';

/** What the next run would contain, with the facts for its file. */
export const nextRun = async (
  scope: Scope,
  db: Db,
  wanted: WantedRun,
  layout: Layout,
): Promise<NextRun & { readonly facts: RunFacts; readonly problems: PayProblem[] }> => {
  const next = await workOut(scope, db, wanted);
  const rows = joinPeriods(next.found.map(({ row }) => row));
  const facts = await factsOf(scope, db, layout, { ...wanted, number: null, rows });
  const problems = [
    ...layoutProblems(layout, facts),
    ...rowProblems(rows),
    ...next.notes,
    ...openHalves(scope, wanted),
  ];
  return { ...next, facts, problems };
};

export interface AskedRun {
  readonly month: string;
  readonly half: HalfChoice;
  readonly period?: string | undefined;
}

/** The requested part by the pay periods of its month, or why it is not possible. */
export const findWanted = async (db: Db, asked: AskedRun): Promise<WantedRun | string> =>
  wantedRun((await readPayRules(db)).rules.periods, asked);

export const previewRun: UseCase<typeof calls.previewRun> = async (
  scope,
  { date, half, period: begins, layout: id },
) => {
  const { db } = scope.site;
  const layout = await findLayout(db, id);
  if (!layout) return refuse('badInput', UNKNOWN_LAYOUT);
  const wanted = await findWanted(db, { month: date, half, period: begins });
  if (typeof wanted === 'string') return refuse('badInput', wanted);
  const { facts, problems } = await nextRun(scope, db, wanted, layout);
  const rows = [...facts.rows];
  const { month, halves, period } = wanted;
  return done({
    month,
    halves: [...halves],
    period,
    rows,
    pay: sumsOf(rows, 'Pay'),
    corrections: sumsOf(rows, 'Correction'),
    problems,
  });
};

// --- Export

const NAMED = 10;
const blockedBy = (problems: readonly PayProblem[]) => {
  const sentences = problems.map(({ name, text }) => (name ? `${name} ${text}` : text));
  const rest = sentences.length - NAMED;
  return `${sentences.slice(0, NAMED).join('. ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
};

/** Stores the run and returns its number. Simultaneous runs take turns, and the second finds what is left. */
export const makeRun = async (scope: Scope, asked: AskedRun, layout: Layout): Promise<Result<PayrollRun>> => {
  const who = (await findFullName(scope.site.db, scope.user.id)) ?? scope.user.initials;
  return mutate(scope, 'payroll.export', async (tx, record) => {
    const number = (await lockLastNumber(tx)) + 1;
    const wanted = await findWanted(tx, asked);
    if (typeof wanted === 'string') return refuse('badInput', wanted);
    const { found, basis, notes, facts, problems } = await nextRun(scope, tx, wanted, layout);
    if (found.length === 0) return refuse('conflict', NOTHING_TO_EXPORT);
    const blocking = problems.filter(({ blocks }) => blocks);
    if (blocking.length > 0) return refuse('conflict', blockedBy(blocking));
    const run: PayrollRun = {
      number,
      month: wanted.month,
      halves: [...wanted.halves],
      period: wanted.period,
      layout: layout.id,
      at: scope.now().toString(),
      who,
      pay: { ...sumsOf(facts.rows, 'Pay') },
      corrections: { ...sumsOf(facts.rows, 'Correction') },
    };
    const lowWeeks = notes.map(({ name, text }) => ({ name, text }));
    await insertRun(tx, { ...run, basis, lowWeeks, rows: found });
    await storeLastNumber(tx, number);
    const { month, pay, corrections } = run;
    record({
      entity: RUN_ENTITY,
      id: number,
      action: 'insert',
      changes: {
        month: [null, month],
        halves: [null, sayRunPeriod(run)],
        layout: [null, layout.id],
        pay: [null, pay],
        corrections: [null, corrections],
      },
    });
    return done(run);
  });
};

// --- Runs of before

export const listRuns = async (scope: Scope) => done(await listRunRows(scope.site.db));

export const getRun: UseCase<typeof calls.getRun> = async (scope, { number }) => {
  const run = await findRun(scope.site.db, number);
  if (!run) return refuse('notFound');
  return done({ ...run, lines: joinPeriods(await listLines(scope.site.db, number)) });
};
