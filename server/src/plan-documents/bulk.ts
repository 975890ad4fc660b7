import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { type Result, refuse } from '@homecare/domain/errors.ts';
import { joinName } from '@homecare/domain/person-name.ts';
import { bulkOrder } from '@homecare/domain/plan-documents/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { answerPdf } from '../platform/documents/answer.ts';
import type { Chapter, DocumentPart } from '../platform/documents/blocks.ts';
import type { PdfAnswer } from '../platform/http/bind.ts';
import { bulkIndex, type IndexedPlan } from './documents/bulk-index.ts';
import {
  type BulkFilter,
  type BulkRow,
  forgetRuns,
  listBulkPlans,
  loadPlanFacts,
  type PlanFacts,
  type Run,
  saveRun,
} from './queries.ts';

/** One file of many plans. */
export interface BulkJob {
  readonly kind: string;
  readonly title: string;
  readonly fileName: string;
  readonly filter: BulkFilter;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  /** Of a file for a month: plans that have no day in it are named and skipped. */
  readonly month: string | undefined;
  /** The covid list: plans that are not temporary are named and skipped. */
  readonly temporaryOnly?: boolean;
  readonly partsOf: (plan: PlanFacts) => readonly DocumentPart[];
  /** By which the screen asks how far it is. */
  readonly run: string | undefined;
}

/** Why a plan has no page in the file; undefined: it has. */
const reasonOf = (plan: BulkRow, { month, temporaryOnly }: BulkJob, today: string): string | undefined => {
  const from = month === undefined ? today : daysOfMonth(month).from;
  if (!plan.hasWeek) return 'no week';
  if (plan.providerArchived !== null && plan.providerArchived <= from) return 'provider gone';
  if (temporaryOnly && plan.coversPlanId === null) return 'not temporary';
  if (month === undefined) return undefined;
  // The end date of a plan that is not temporary is its first day without service (docs/rules/plan-documents.md, rule 13).
  const { through } = daysOfMonth(month);
  const isOver =
    plan.EndDate !== null && (plan.coversPlanId === null ? plan.EndDate <= from : plan.EndDate < from);
  return plan.StartDate > through || isOver ? 'not in this month' : undefined;
};

/** Plans whose chapters are read and drawn at once. */
const BATCH = 20;

async function* chaptersOf(
  scope: Scope,
  plans: readonly BulkRow[],
  partsOf: BulkJob['partsOf'],
): AsyncGenerator<readonly Chapter[]> {
  for (let at = 0; at < plans.length; at += BATCH) {
    const batch = plans.slice(at, at + BATCH);
    const facts = new Map(
      (
        await loadPlanFacts(
          scope,
          batch.map(({ id }) => id),
        )
      ).map((plan) => [plan.id, plan]),
    );
    yield batch.map((row): Chapter => {
      const plan = facts.get(row.id);
      // Deleted since the file was begun: its row in the index says 0 pages.
      return { title: titleOf(row), parts: plan ? partsOf(plan) : [] };
    });
  }
}

const titleOf = (row: BulkRow) =>
  [
    joinName(row.providerLast, row.providerFirst, row.providerMiddle),
    joinName(row.clientLast, row.clientFirst, row.clientMiddle),
    `plan ${row.id}`,
  ].join(' · ');

/** Progress as the screen shows it; written at most every half second. */
class Progress {
  readonly #scope: Scope;
  readonly #key: string | undefined;
  #run: Run;
  #wrote = Number.NEGATIVE_INFINITY;
  #last: Promise<void> = Promise.resolve();

  constructor(scope: Scope, key: string | undefined, total: number) {
    this.#scope = scope;
    this.#key = key;
    this.#run = { state: 'drawing', total, done: 0, pages: 0, info: null };
  }

  /** One after the other, so that the last word is the last. */
  async say(change: Partial<Run>, now = true): Promise<void> {
    this.#run = { ...this.#run, ...change };
    const key = this.#key;
    if (key === undefined || (!now && performance.now() - this.#wrote < 500)) return;
    this.#wrote = performance.now();
    const run = this.#run;
    this.#last = this.#last.then(() => saveRun(this.#scope, key, run)).catch(() => undefined);
    await this.#last;
  }
}

/** A refusal reaches the screen that waits for the file, too. */
const refused = async (scope: Scope, { run }: BulkJob, refusal: Result<never>): Promise<Result<never>> => {
  if (!refusal.ok) await new Progress(scope, run, 0).say({ state: 'failed', info: refusal.info });
  return refusal;
};

/** The filters and switches as the list names them: who holds the paper does not know the wire's words. */
const WORDS: Readonly<Record<string, (value: unknown) => string>> = {
  group: (value) => `Care Plan Group ${value}`,
  excluded: (value) => (value === '1' ? 'Excluded' : 'Non-Excluded'),
  showTemp: () => 'Show All Temp',
  covidts: () => 'covid list',
  timeNeeded: () => 'Show TS Time',
  mreport: () => 'Add Monthly Report page',
};

const inWords = ({ parameters }: BulkJob) =>
  Object.entries(parameters)
    .map(([name, value]) => WORDS[name]?.(value) ?? `${name} ${value}`)
    .join(' · ');

/**
 * One file for many plans: index first, then all of each plan. Chapters are read in batches while the file is drawn in its
 * thread and streamed, so neither the plans nor the pages of a large month are in memory at once.
 */
export const answerBulk = async (scope: Scope, job: BulkJob): Promise<Result<PdfAnswer>> => {
  if (job.run !== undefined) await forgetRuns(scope);
  const { ids } = job.filter;
  const found = await listBulkPlans(scope, job.filter);
  // One unknown or forbidden plan refuses the whole request (docs/rules/plan-documents.md, rule 9).
  if (ids && found.length !== ids.length) return refused(scope, job, refuse('notFound'));
  const today = scope.today().toString();
  const indexed = bulkOrder(found).map((plan): IndexedPlan => ({ plan, reason: reasonOf(plan, job, today) }));
  const printed = indexed.filter(({ reason }) => reason === undefined).map(({ plan }) => plan);
  const progress = new Progress(scope, job.run, printed.length);
  await progress.say({});
  const answer = await answerPdf(scope, {
    kind: job.kind,
    subjectIds: indexed.map(({ plan }) => plan.id),
    parameters: job.parameters,
    title: job.title,
    fileName: job.fileName,
    namesClient: true,
    parts: [],
    bulk: {
      index: bulkIndex(job.title, inWords(job), indexed),
      chapters: {
        batches: chaptersOf(scope, printed, job.partsOf),
        onProgress: ({ chapters, pages }) => void progress.say({ done: chapters, pages }, false),
      },
    },
    onEnd: (outcome, pages) =>
      progress.say({
        state: outcome,
        ...(outcome === 'done' && { done: printed.length, pages: pages ?? 0 }),
      }),
  });
  return answer.ok ? answer : refused(scope, job, answer);
};
