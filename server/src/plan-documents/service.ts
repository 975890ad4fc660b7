import { type DayRange, daysOfMonth } from '@homecare/domain/billing/counting.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { done, type Refusal, type Result, refuse } from '@homecare/domain/errors.ts';
import { printsWholeMonth } from '@homecare/domain/permissions.ts';
import * as calls from '@homecare/domain/plan-documents/contract.ts';
import { sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import { monthText } from '@homecare/domain/wire.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type Printing as Answered, answerPdf } from '../platform/documents/answer.ts';
import type { DocumentPart } from '../platform/documents/blocks.ts';
import type { PdfAnswer, UseCase } from '../platform/http/bind.ts';
import { answerBulk, type BulkJob } from './bulk.ts';
import { carePlanPart } from './documents/care-plan.ts';
import { orderSheetPart } from './documents/order-sheet.ts';
import type { Printing, SheetFlags } from './documents/plan-lines.ts';
import { timesheetParts } from './documents/timesheet.ts';
import { findRun, loadPlanFacts, type PlanFacts, readCodeTag } from './queries.ts';

export const printingOf = async (scope: Scope): Promise<Printing> => ({
  paper: scope.settings.paper,
  zone: scope.settings.timeZone,
  pack: scope.settings.pack,
  tag: await readCodeTag(scope),
});

interface MonthFields {
  readonly year?: number | null | undefined;
  readonly month?: string | number | null | undefined;
}

/** year=2026&month=11, or month=2026-11. */
export const monthOf = ({ year, month }: MonthFields): Result<string> => {
  const typed = String(month ?? '').trim();
  if (typed === '')
    return refuse('badInput', calls.SELECT_DATE, [{ field: 'month', message: calls.SELECT_DATE }]);
  const text = /^\d{1,2}$/.test(typed) && year ? `${year}-${typed.padStart(2, '0')}` : typed;
  const parsed = monthText.safeParse(text);
  if (parsed.success) return done(text);
  const message =
    /^\d{1,2}$/.test(typed) && !year ? calls.SELECT_DATE : 'Error: Wrong date, date format (YYYY-MM)';
  return refuse('badInput', message, [{ field: 'month', message }]);
};

/** A plan that this role may print; deleted ones print nothing. */
export const findPlan = async (scope: Scope, id: number): Promise<Result<PlanFacts>> => {
  const [plan] = await loadPlanFacts(scope, [id]);
  return plan ? done(plan) : refuse('notFound');
};

/** A plan that is not printed for a month shows the weeks from today on. */
export const daysFrom = (scope: Scope): DayRange => ({
  from: scope.today().toString(),
  through: '9999-12-31',
});

/** The document of one plan, before it is printed or kept. */
export type OnePlan = Omit<Answered, 'onEnd' | 'bulk'>;

export const carePlanDocument = (plan: PlanFacts, printing: Printing, days: DayRange): OnePlan => ({
  kind: 'CP_Personal',
  subjectIds: [plan.id],
  parameters: {},
  title: `Care Plan ${plan.id}`,
  fileName: `CP_${plan.id}.pdf`,
  namesClient: true,
  parts: [carePlanPart(plan, printing, days)],
});

const flagsOf = ({ covidts, timeNeeded, mreport }: SheetFlags): SheetFlags => ({
  covidts,
  timeNeeded,
  mreport,
});

/** For the log: only what was switched on. */
export const switchedOn = (parameters: Readonly<Record<string, string | boolean>>) =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== false && value !== ''));

export const timesheetDocument = (
  plan: PlanFacts,
  month: string,
  printing: Printing,
  flags: SheetFlags,
): Result<OnePlan> => {
  if (flags.covidts && plan.coversPlanId === null)
    return refuse('badInput', `Care plan ${plan.id} is not temporary: it has no sheet of the covid list.`);
  const parts = timesheetParts(plan, month, printing, flags);
  if (parts.length === 0) return refuse('badInput', `Care plan ${plan.id} has no day in ${month}.`);
  return done({
    kind: 'TS_Personal',
    subjectIds: [plan.id],
    parameters: switchedOn({ month, ...flagsOf(flags) }),
    title: `Timesheet ${plan.id} ${sayMonth(month)}`,
    fileName: `TS_${plan.id}_${month}.pdf`,
    namesClient: true,
    oneCount: true,
    parts,
  });
};

type Printed = Promise<Result<PdfAnswer>>;

export const printCarePlan = async (scope: Scope, input: InputOf<typeof calls.printCarePlan>): Printed => {
  const printing = await printingOf(scope);
  if (input.id !== undefined && input.ids === undefined) {
    const plan = await findPlan(scope, input.id);
    return plan.ok ? answerPdf(scope, carePlanDocument(plan.data, printing, daysFrom(scope))) : plan;
  }
  if (input.ids === undefined) return needsPlan();
  return answerBulk(scope, {
    ...job('CP_Personal', 'Care Plans', `CP_${scope.today()}.pdf`, input.run),
    filter: { ids: input.ids, days: undefined, group: '', excluded: 'all', temporary: 'all' },
    parameters: {},
    month: undefined,
    partsOf: (plan) => [carePlanPart(plan, printing, daysFrom(scope))],
  });
};

const needsPlan = (): Refusal => {
  const message = 'id or ids: name at least one care plan.';
  return refuse('badInput', message, [{ field: 'id', message }]);
};

const job = (kind: string, title: string, fileName: string, run: string | undefined) => ({
  kind,
  title,
  fileName,
  run,
});

type MonthInput = InputOf<typeof calls.printServiceOrder>;

/** The plans of a month by the list's filters, or the chosen ones. */
const monthJob = (
  { ids, group, excluded, covidts, timeNeeded, mreport, showTemp }: Omit<MonthInput, 'who' | 'run'>,
  month: string,
): Pick<BulkJob, 'filter' | 'parameters' | 'month'> => ({
  filter: ids
    ? { ids, days: undefined, group: '', excluded: 'all', temporary: 'all' }
    : {
        ids: undefined,
        days: daysOfMonth(month),
        group,
        excluded,
        temporary: covidts ? 'only' : showTemp ? 'all' : 'none',
      },
  parameters: switchedOn({
    month,
    ...(!ids && { group, excluded: excluded === 'all' ? '' : excluded, showTemp }),
    covidts,
    timeNeeded,
    mreport,
  }),
  month,
});

export const printTimesheet = async (scope: Scope, input: InputOf<typeof calls.printTimesheet>): Printed => {
  const month = monthOf(input);
  if (!month.ok) return month;
  const printing = await printingOf(scope);
  if (input.id !== undefined && input.ids === undefined) {
    const plan = await findPlan(scope, input.id);
    if (!plan.ok) return plan;
    const document = timesheetDocument(plan.data, month.data, printing, flagsOf(input));
    return document.ok ? answerPdf(scope, document.data) : document;
  }
  // All of a month is not the provider role's (docs/rules/plan-documents.md, rule 1).
  if (input.ids === undefined && !printsWholeMonth(scope.user.role)) return needsPlan();
  return answerBulk(scope, {
    ...job('TS_Personal', `Timesheets ${sayMonth(month.data)}`, `TS_${month.data}.pdf`, input.run),
    ...monthJob(input, month.data),
    partsOf: (plan) => timesheetParts(plan, month.data, printing, flagsOf(input)),
    ...(input.covidts && { temporaryOnly: true }),
  });
};

const orders =
  (
    file: 'ServiceOrder' | 'ServiceOrderCP' | 'ServiceOrderTS',
    has: { readonly carePlan: boolean; readonly timesheet: boolean },
  ) =>
  async (scope: Scope, input: MonthInput): Printed => {
    const month = monthOf(input);
    if (!month.ok) return month;
    const printing = await printingOf(scope);
    const partsOf = (plan: PlanFacts): DocumentPart[] => [
      ...(has.carePlan && printing.paper.orderSheet ? [orderSheetPart(plan, month.data, printing)] : []),
      ...(has.carePlan ? [carePlanPart(plan, printing, daysOfMonth(month.data))] : []),
      ...(has.timesheet ? timesheetParts(plan, month.data, printing, flagsOf(input)) : []),
    ];
    const title = {
      ServiceOrder: 'Service Orders',
      ServiceOrderCP: 'Care Plans',
      ServiceOrderTS: 'Timesheets',
    }[file];
    return answerBulk(scope, {
      ...job(file, `${title} ${sayMonth(month.data)}`, `${file}_${month.data}.pdf`, input.run),
      ...monthJob(input, month.data),
      partsOf,
      ...(input.covidts && { temporaryOnly: true }),
    });
  };

export const printServiceOrder = orders('ServiceOrder', { carePlan: true, timesheet: true });
export const printServiceOrderCP = orders('ServiceOrderCP', { carePlan: true, timesheet: false });
export const printServiceOrderTS = orders('ServiceOrderTS', { carePlan: false, timesheet: true });

export const readProgress: UseCase<typeof calls.readProgress> = async (scope, { run }) => {
  const found = await findRun(scope, run);
  return done(found ?? { state: 'waiting', done: 0, total: 0, pages: 0, info: null });
};
