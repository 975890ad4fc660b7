import {
  type CalculationFacts,
  filesOf,
  gapOf,
  minutesAsked,
  notPlacedOf,
  problemOf,
  resultName,
  resultText,
  spreadOf,
  unprovenText,
} from '@homecare/domain/calculator/calculation.ts';
import type * as calls from '@homecare/domain/calculator/contract.ts';
import { comparedWith } from '@homecare/domain/calculator/existing-plans.ts';
import {
  chosenRule,
  LIMIT_WORDS,
  LIMITS,
  type LimitRules,
  RULE_WORDS,
} from '@homecare/domain/calculator/limit-rules.ts';
import {
  checkCap,
  checkNorm,
  EXISTS,
  normsOn,
  ONLY_FUTURE_DAYS,
  showNorm,
} from '@homecare/domain/calculator/norms.ts';
import {
  checkRequest,
  chosenProviders,
  codeFor,
  linesWithTime,
  NO_CLIENT,
  rowTotal,
} from '@homecare/domain/calculator/rules.ts';
import type {
  Calculated,
  CalculatorRequest,
  Cap,
  Norm,
  StoredLine,
  StoredRequest,
  TaskLine,
} from '@homecare/domain/calculator/schema.ts';
import type { Solution } from '@homecare/domain/calculator/shortfall.ts';
import { isCodeOf, KINDS, TASK_KINDS } from '@homecare/domain/calculator/tasks.ts';
import { checkProviderDates, outsideServices, WRONG_IHSS_START } from '@homecare/domain/care-plans/rules.ts';
import { asReason, done, type Result, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import { isActiveOfKind } from '@homecare/domain/people/kind-and-status.ts';
import type { StatePack } from '@homecare/domain/states/pack.ts';
import { blockedBy, rowsOf } from '@homecare/domain/states/rules.ts';
import { listPlanPeople, loadTypes, type PlanPerson } from '../care-plans/reading.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, recordChanges, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import { answerPdf } from '../platform/documents/answer.ts';
import { FileAnswer, type UseCase } from '../platform/http/bind.ts';
import { NotInTime, solveApart, TooManyCalculations } from '../platform/solver/solver.ts';
import { resultPart } from './documents.ts';
import {
  type CapKey,
  deleteCap,
  deleteNorm,
  findFile,
  insertCap,
  insertFiles,
  insertNorm,
  insertRun,
  listCaps,
  listFiles,
  listLimitRules,
  listNorms,
  listPlans,
  lockCap,
  lockNorm,
  type NormKey,
  replaceCaps,
  replaceNorms,
  storeLimitRule,
  updateCap,
  updateNorm,
} from './queries.ts';

const RUN_ENTITY = 'calculatorRun';
const BUSY = 'Other calculations are under way. Try again in a minute.';

// ---- a calculation

/** What is stored of a request: rows with time, with the names and norms of the start date. */
const storedRequest = (request: CalculatorRequest, norms: readonly Norm[]): StoredRequest | undefined => {
  const { client, startDate, timeStart, timeEnd } = request;
  if (client === null || startDate === null || timeStart === null || timeEnd === null) return undefined;
  const present = new Map(normsOn(norms, startDate).map((norm) => [norm.code, norm]));
  const stored = (line: TaskLine): StoredLine => {
    const norm = present.get(line.code);
    return {
      code: line.code,
      name: norm?.name ?? line.name,
      norm: norm ? showNorm(norm) : String(line.norm ?? ''),
      duration: line.duration,
      times: line.times,
      total: rowTotal(line),
    };
  };
  const lines = (list: 'homemaker' | 'personal' | 'health') => linesWithTime(request.tasks[list]).map(stored);
  return {
    client,
    startDate,
    timeStart,
    timeEnd,
    providers: chosenProviders(request.providers).map((provider) => ({
      value: provider.value,
      days: provider.days.join(','),
      hmkTasks: codeFor(provider, 'hmk'),
      personalTasks: codeFor(provider, 'pers'),
      hmaTasks: codeFor(provider, 'hma'),
    })),
    tasks: { homemaker: lines('homemaker'), personal: lines('personal'), health: lines('health') },
  };
};

const warningsOf = (scope: Scope, person: PlanPerson) => {
  const faults = checkProviderDates(person, scope.today()).map(({ message }) => message);
  const all = person['Start IHSS'] === null ? [...faults, WRONG_IHSS_START] : faults;
  return all.map((message) => `${person.name}: ${asReason(message)}`);
};

/** The present records for a calculation; nothing is locked while it is solved. */
const loadFacts = async (scope: Scope, request: StoredRequest): Promise<Result<CalculationFacts>> => {
  const ids = [request.client, ...request.providers.map(({ value }) => value)];
  const people = await listPlanPeople(scope, ids);
  const types = await loadTypes(scope);
  if (!types.ok) return types;
  const client = people.find(({ ID }) => ID === request.client);
  if (!client || !isActiveOfKind(client, 'Client'))
    return refuseFields([{ field: 'client', message: NO_CLIENT }]);
  const plans = await listPlans(scope, ids, request.startDate);
  const caps = await listCaps(scope.site.db);
  const providers: CalculationFacts['providers'][number][] = [];
  for (const line of request.providers) {
    const person = people.find(({ ID }) => ID === line.value);
    const fault = (message: string) => refuseFields([{ field: 'providers', message }]);
    if (!person || !isActiveOfKind(person, 'Provider')) return fault('One of the providers is not active.');
    for (const kind of TASK_KINDS) {
      const code = codeFor({ ...line, days: [] }, kind);
      const type = types.data.find(({ Code }) => Code === code);
      if (code !== null && !(type && isCodeOf(kind, type)))
        return fault(`${code} is not a ${KINDS[kind].word} code of IHSS.`);
    }
    providers.push({
      id: person.ID,
      name: person.name,
      plans: plans.filter(({ ProviderID }) => ProviderID === person.ID),
      warnings: warningsOf(scope, person),
    });
  }
  return done({
    providers,
    client: { id: client.ID, name: client.name },
    clientPlans: plans.filter(({ ClientID }) => ClientID === client.ID),
    services: outsideServices(client),
    caps,
    rules: await loadLimitRules(scope.site.db),
    relativeCodes: types.data.filter(({ relative }) => relative).map(({ Code }) => Code),
  });
};

const solveIt = async (request: StoredRequest, facts: CalculationFacts): Promise<Result<Solution>> => {
  try {
    return done(
      await solveApart(
        problemOf(request, facts),
        facts.providers.map(({ name }) => name),
      ),
    );
  } catch (error) {
    if (error instanceof TooManyCalculations || error instanceof NotInTime)
      return refuse('unavailable', BUSY);
    throw error;
  }
};

/** The caps a state sets, for a new agency. */
export const beginCaps = (tx: Tx, { rules }: StatePack): Promise<void> =>
  replaceCaps(
    tx,
    rowsOf(rules.caps).map(({ from, value, source, quote }) => ({
      ...value,
      validFrom: from,
      source: `${source}: ${quote}`,
      rev: 0,
    })),
  );

/** The tasks of a state with their norms, for a new agency. */
export const beginNorms = (tx: Tx, { rules }: StatePack): Promise<void> =>
  replaceNorms(
    tx,
    rowsOf(rules.norms).flatMap(({ from, value, source }) =>
      value.map((norm) => ({
        ...norm,
        validFrom: from,
        source: norm.minutes === null ? 'No norm is known: set individually.' : source,
        rev: 0,
      })),
    ),
  );

/** An agency's own caps and norms replace missing ones of its state. */
const missingData = async (scope: Scope, norms: readonly Norm[]) => {
  const caps = await listCaps(scope.site.db);
  const entered = [
    ...(caps.length > 0 ? (['caps'] as const) : []),
    ...(norms.length > 0 ? (['norms'] as const) : []),
  ];
  return blockedBy(scope.settings.pack, 'calculator', scope.today().toString(), { entered });
};

/** Places the tasks, in a thread of its own, and keeps a pair of files for each provider and kind. */
export const calculate: UseCase<typeof calls.calculate> = async (scope, input) => {
  const wrong = refuseAll(checkRequest(input));
  if (wrong) return wrong;
  const norms = await listNorms(scope.site.db);
  const blocked = await missingData(scope, norms);
  if (blocked !== undefined) return refuse('conflict', blocked);
  const request = storedRequest(input, norms);
  if (!request) throw new Error('the rules of the calculator let an incomplete request pass');
  const facts = await loadFacts(scope, request);
  if (!facts.ok) return facts;
  const solved = await solveIt(request, facts.data);
  return solved.ok ? keepRun(scope, request, facts.data, solved.data) : solved;
};

const keepRun = (
  scope: Scope,
  request: StoredRequest,
  facts: CalculationFacts,
  { placing, reasons, change }: Solution,
): Promise<Result<Calculated>> =>
  mutate(scope, 'calculator.calculate', async (tx, record) => {
    const problem = problemOf(request, facts);
    const notPlaced = notPlacedOf(problem, placing, reasons);
    const spread = spreadOf(request, problem, placing);
    const asked = minutesAsked(request);
    const { placed, optimal } = placing;
    const run = await insertRun(tx, {
      ...scope.stamp(),
      request,
      asked,
      placed,
      optimal,
      result: resultText(placing, asked, spread),
      change,
    });
    const files = filesOf(request, facts, problem, placing, notPlaced, spread).map((file) => {
      const content = { ...file, run, added: Math.floor(scope.now().epochMilliseconds / 1000) };
      return {
        name: resultName(content, scope.today().toString()),
        content,
        compared: comparedWith(facts, request.startDate, file.provider),
      };
    });
    await insertFiles(tx, files);
    record({
      entity: RUN_ENTITY,
      id: run,
      action: 'insert',
      changes: { request: [null, request], placed: [null, placed], asked: [null, asked] },
    });
    return done(
      {
        run,
        asked,
        placed,
        optimal,
        gap: gapOf(placing),
        files: files.flatMap(({ name }) => [`${name}.pdf`, `${name}.json`]),
        notPlaced: notPlaced.map(({ code, minutes, reason }) => ({ code, minutes, reason })),
        change,
        warnings: [...new Set(files.flatMap(({ content }) => content.warnings))],
        spread: spread.map(({ sentence }) => sentence),
        unproven: unprovenText(placing),
        week: files.map(({ content: { provider, type, days } }) => ({ provider, type, days })),
      },
      { insertId: run, info: resultText(placing, asked, spread) },
    );
  });

// ---- result files

export const listResults: UseCase<typeof calls.listResults> = async (scope) => {
  const files = await listFiles(scope);
  return done(
    files.flatMap(({ name, ...row }) => ['pdf', 'json'].map((kind) => ({ file: `${name}.${kind}`, ...row }))),
  );
};

/** A name is a key in the table, never a path. */
export const getResult: UseCase<typeof calls.getResult> = async (scope, { file }) => {
  const [, name, kind] = /^([a-z0-9_]+)\.(pdf|json)$/.exec(file) ?? [];
  const stored = name === undefined ? undefined : await findFile(scope, name);
  if (!stored) return refuse('notFound');
  const { content } = stored;
  if (kind === 'json') {
    await recordChanges(scope.site.db, scope, 'calculator.result', [
      { entity: RUN_ENTITY, id: content.run, action: 'read' },
    ]);
    return done(
      new FileAnswer('text/json; charset=utf-8', Buffer.from(JSON.stringify(content, null, 2)), file),
    );
  }
  return answerPdf(scope, {
    kind: 'CalculatorResult',
    subjectIds: [content.request.client, content.provider],
    parameters: { run: content.run, type: content.type },
    title: 'IHSS care plan calculation',
    fileName: file,
    parts: [resultPart(stored, scope.settings.timeZone)],
    namesClient: true,
  });
};

// ---- norms and caps

export const loadNorms: UseCase<typeof calls.listNorms> = async (scope) => {
  const { db } = scope.site;
  const chosen = new Map((await listLimitRules(db)).map(({ limit, ...row }) => [limit, row]));
  return done({
    norms: await listNorms(db),
    caps: await listCaps(db),
    rules: LIMITS.map((limit) => {
      const { rule = chosenRule({}, limit), rev = null } = chosen.get(limit) ?? {};
      return { limit, rule, rev };
    }),
  });
};

/** What the agency does when a limit would be exceeded, for other features. */
export const loadLimitRules = async (db: Db): Promise<LimitRules> =>
  Object.fromEntries((await listLimitRules(db)).map(({ limit, rule }) => [limit, rule]));

export const saveLimitRule: UseCase<typeof calls.saveLimitRule> = (scope, chosen) =>
  mutate(scope, 'calculator.saveLimitRule', async (tx, record) => {
    const before = await loadLimitRules(tx);
    const stored = await storeLimitRule(tx, chosen, scope.stamp());
    if (!stored) return refuse('stale');
    const { limit, rule } = chosen;
    record({
      entity: 'limitRule',
      id: null,
      action: chosen.rev === null ? 'insert' : 'update',
      changes: { [LIMIT_WORDS[limit]]: [RULE_WORDS[chosenRule(before, limit)], RULE_WORDS[rule]] },
    });
    return done(stored);
  });

/** All caps, for other features that respect them. */
export const loadCaps = (db: Db): Promise<Cap[]> => listCaps(db);

/** Rows that apply from a day on: how they are stored, and their name in the record log. */
interface DatedRows<R extends { readonly rev: number }, K> {
  readonly entity: string;
  readonly idOf: (key: K) => number | null;
  readonly nameOf: (key: K) => string;
  readonly lock: (tx: Tx, key: K) => Promise<R | undefined>;
  readonly insert: (tx: Tx, row: R) => Promise<boolean>;
  readonly update: (tx: Tx, row: R) => Promise<unknown>;
  readonly remove: (tx: Tx, key: K) => Promise<unknown>;
}
const NORMS: DatedRows<Norm, NormKey> = {
  entity: 'calculatorNorm',
  idOf: ({ code }) => code,
  nameOf: ({ validFrom }) => `from ${validFrom}`,
  lock: lockNorm,
  insert: insertNorm,
  update: updateNorm,
  remove: deleteNorm,
};
const CAPS: DatedRows<Cap, CapKey> = {
  entity: 'calculatorCap',
  idOf: () => null,
  nameOf: ({ kind, validFrom }) => `${kind} from ${validFrom}`,
  lock: lockCap,
  insert: insertCap,
  update: updateCap,
  remove: deleteCap,
};

/** A row from a new day on leaves the others alone. One that already applies can be corrected; the record log keeps its old value. */
const saveDated = <R extends K & { readonly rev: number }, K>(
  scope: Scope,
  call: string,
  rows: DatedRows<R, K>,
  row: R,
  rev: number | null,
) =>
  mutate<{ rev: number }>(scope, call, async (tx, record) => {
    const stored = await rows.lock(tx, row);
    const exists = refuseFields([{ field: 'validFrom', message: EXISTS }], 'conflict');
    if (stored && rev === null) return exists;
    if (stored && rev !== stored.rev) return refuse('stale');
    if (!stored && rev !== null) return refuse('notFound');
    if (!stored && !(await rows.insert(tx, row))) return exists;
    if (stored) await rows.update(tx, row);
    record({
      entity: rows.entity,
      id: rows.idOf(row),
      action: stored ? 'update' : 'insert',
      changes: { [rows.nameOf(row)]: [stored ?? null, row] },
    });
    return done({ rev: stored ? stored.rev + 1 : 0 });
  });

export const saveNorm: UseCase<typeof calls.saveNorm> = async (scope, { rev, ...values }) => {
  const norm: Norm = { ...values, name: values.name.trim(), source: values.source.trim(), rev: rev ?? 0 };
  return refuseAll(checkNorm(norm)) ?? saveDated(scope, 'calculator.saveNorm', NORMS, norm, rev);
};

export const saveCap: UseCase<typeof calls.saveCap> = async (scope, { rev, ...values }) => {
  const cap: Cap = { ...values, source: values.source.trim(), rev: rev ?? 0 };
  return refuseAll(checkCap(cap)) ?? saveDated(scope, 'calculator.saveCap', CAPS, cap, rev);
};

const removeDated = <R extends { readonly rev: number }, K extends { readonly validFrom: string }>(
  scope: Scope,
  call: string,
  rows: DatedRows<R, K>,
  key: K,
) =>
  mutate<{ removed: number }>(scope, call, async (tx, record) => {
    const stored = await rows.lock(tx, key);
    if (!stored) return refuse('notFound');
    if (key.validFrom <= scope.today().toString())
      return refuseFields([{ field: 'validFrom', message: ONLY_FUTURE_DAYS }], 'conflict');
    await rows.remove(tx, key);
    record({
      entity: rows.entity,
      id: rows.idOf(key),
      action: 'delete',
      changes: { [rows.nameOf(key)]: [stored, null] },
    });
    return done({ removed: 1 });
  });

export const removeNorm: UseCase<typeof calls.removeNorm> = (scope, key) =>
  removeDated(scope, 'calculator.removeNorm', NORMS, key);

export const removeCap: UseCase<typeof calls.removeCap> = (scope, key) =>
  removeDated(scope, 'calculator.removeCap', CAPS, key);
