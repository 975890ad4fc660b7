import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/plan-types/contract.ts';
import {
  badPostcodes,
  checkFacts,
  checkTerm,
  readPostcodes,
  SELECT_TYPE_FIRST,
  TERM_EXISTS,
  TERM_KEPT,
  termsOn,
  tidyFacts,
  tidyTerm,
} from '@homecare/domain/plan-types/rules.ts';
import type { PlanType, Term, TypeFacts } from '@homecare/domain/plan-types/schema.ts';
import type { StatePack } from '@homecare/domain/states/pack.ts';
import { roundingOf, rowsOf } from '@homecare/domain/states/rules.ts';
import { repriceCards } from '../billing/service.ts';
import {
  insertTypeRow,
  listAllTypes,
  lockTypes,
  putTermRow,
  raiseTypeRev,
  removeTermRow,
  replaceTypes,
  updateTypeRow,
} from '../care-plans/types.ts';
import { chosenCategoryFaults } from '../payroll/pay-categories.ts';
import { getProcedureCodes } from '../people/reading.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { isStale, refuseStaleByLog } from '../platform/auth/stale.ts';
import { type Change, mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { deleteCodes, insertCodes, listCodes, listCodesWithClients, TYPE_ENTITY } from './queries.ts';

type Saved = Promise<Result<{ rev: number }>>;
type Values = Readonly<Record<string, readonly [old: unknown, now: unknown]>>;

export const listTypes = async (scope: Scope): Promise<Result<PlanType[]>> =>
  done(await listAllTypes(scope.site.db));

// ---- one type being changed

interface Locked {
  readonly type: PlanType;
  readonly others: readonly PlanType[];
}

/** Holds the types until the transaction ends; a revision that was seen must still be the present one. */
const lockType = async (
  tx: Tx,
  scope: Scope,
  { id, rev }: { readonly id: number; readonly rev: number | null | undefined },
): Promise<Result<Locked>> => {
  await lockTypes(tx);
  const all = await listAllTypes(tx);
  const type = all.find((one) => one.id === id);
  if (!type) return refuse('notFound');
  if (isStale(rev, type)) return refuseStaleByLog(tx, scope, { entity: TYPE_ENTITY, id });
  return done({ type, others: all.filter((one) => one !== type) });
};

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What differs; nothing is written for nothing. */
const differing = (before: object, after: object): Values => {
  const old = new Map(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => !isSame(old.get(name), value))
      .map(([name, value]) => [name, [old.get(name) ?? null, value]]),
  );
};

const keep = async (tx: Tx, id: number, changes: Values, record: Recorder): Saved => {
  record({ entity: TYPE_ENTITY, id, action: 'update', changes });
  return done({ rev: await raiseTypeRev(tx, id) });
};

/** Cards that wait to be claimed follow the present terms. */
const reprice = async (tx: Tx, scope: Scope, typeId: number, record: Recorder) => {
  const terms = (await listAllTypes(tx)).find(({ id }) => id === typeId)?.terms ?? [];
  await repriceCards(tx, scope, { typeId, terms }, record);
};

const factsOf = ({ id: _, terms: __, plans: ___, rev: ____, ...facts }: PlanType): TypeFacts => facts;

/** Writes what a type is, when the rules let it. */
const putFacts = async (tx: Tx, { type, others }: Locked, wanted: TypeFacts): Promise<Result<Values>> => {
  const facts = tidyFacts(wanted);
  const fault = refuseAll(checkFacts(facts, others, type));
  if (fault) return fault;
  await updateTypeRow(tx, type.id, facts);
  return done(differing(factsOf(type), facts));
};

const enteredBy = ({ user }: Scope) => `Entered by ${user.initials}`;

// ---- the one call for rates and options

/** Rates count from today on: the terms of today are changed, or what counts now is taken over with the new rates. */
const ratesFromToday = (
  { terms }: PlanType,
  { rate, addrate }: InputOf<typeof calls.updateType>['data'],
  today: string,
  { unitRule, source }: Pick<Term, 'unitRule' | 'source'>,
): Term => {
  const now = termsOn(terms, today);
  return {
    ...(now ?? { procedureCode: null, modifiers: [], unitRule, payCategory: null, source }),
    validFrom: today,
    rateCents: rate ?? now?.rateCents ?? null,
    addrateCents: addrate ?? now?.addrateCents ?? null,
  };
};

const NAMES = (list: readonly { readonly Name: string }[]) => list.map(({ Name }) => Name);

export const updateType = (scope: Scope, { id, data }: InputOf<typeof calls.updateType>): Saved =>
  mutate(scope, 'planTypes.update', async (tx, record) => {
    if (!id) return refuseFields([{ field: 'id', message: SELECT_TYPE_FIRST }]);
    const { json } = data;
    if (data.rate === undefined && data.addrate === undefined && !json)
      return refuse('badInput', 'Send rate, addrate or json.');
    const locked = await lockType(tx, scope, { id, rev: data.rev });
    if (!locked.ok) return locked;
    const { type } = locked.data;
    let changes: Values = {};
    if (json) {
      const lists = { pcItems: NAMES(json.pcItems), hmItems: NAMES(json.hmItems) };
      const put = await putFacts(tx, locked.data, { ...factsOf(type), ...lists });
      if (!put.ok) return put;
      changes = put.data;
    }
    if (data.rate !== undefined || data.addrate !== undefined) {
      const today = scope.today().toString();
      const term = ratesFromToday(type, data, today, {
        unitRule: roundingOf(scope.settings.pack, today),
        source: enteredBy(scope),
      });
      await putTermRow(tx, id, term);
      await reprice(tx, scope, id, record);
      changes = { ...changes, ...termChange(type, term) };
    }
    return keep(tx, id, changes, record);
  });

// ---- our own calls

const EMPTY: Omit<TypeFacts, 'Name' | 'Code'> = {
  ihss: false,
  relative: false,
  evvNeeded: false,
  aggregatorCode: null,
  pcItems: [],
  hmItems: [],
};

export const addType = (scope: Scope, { likeId, ...named }: InputOf<typeof calls.addType>): Saved =>
  mutate(scope, 'planTypes.add', async (tx, record) => {
    await lockTypes(tx);
    const all = await listAllTypes(tx);
    const like = all.find(({ id }) => id === likeId);
    if (likeId !== null && !like) return refuse('notFound');
    const facts = tidyFacts({ ...(like ? factsOf(like) : EMPTY), ...named });
    const fault = refuseAll(checkFacts(facts, all));
    if (fault) return fault;
    const today = scope.today().toString();
    const term: Term = {
      procedureCode: null,
      modifiers: [],
      unitRule: roundingOf(scope.settings.pack, today),
      rateCents: null,
      addrateCents: null,
      payCategory: null,
      source: enteredBy(scope),
      ...(like && termsOn(like.terms, today)),
      validFrom: today,
    };
    const id = await insertTypeRow(tx, facts);
    await putTermRow(tx, id, term);
    record({
      entity: TYPE_ENTITY,
      id,
      action: 'insert',
      changes: { ...differing({}, facts), [termName(today)]: [null, term] },
    });
    return done({ rev: 0 }, { insertId: id });
  });

/** An aggregator code is one of its map; a stored one that has left the map may stay. */
const codeFault = async (scope: Scope, code: string | null) => {
  if (code === null) return [];
  const { data: map } = await getProcedureCodes(scope);
  return Object.hasOwn(map, code)
    ? []
    : [{ field: 'aggregatorCode', message: `${code} is not a Sandata code.` }];
};

export const saveType = async (
  scope: Scope,
  { id, rev, ...wanted }: InputOf<typeof calls.saveType>,
): Saved => {
  const unknown = await codeFault(scope, wanted.aggregatorCode);
  return mutate(scope, 'planTypes.save', async (tx, record) => {
    const locked = await lockType(tx, scope, { id, rev });
    if (!locked.ok) return locked;
    const fault = wanted.aggregatorCode !== locked.data.type.aggregatorCode && refuseAll(unknown);
    if (fault) return fault;
    const put = await putFacts(tx, locked.data, wanted);
    return put.ok ? keep(tx, id, put.data, record) : put;
  });
};

const termName = (validFrom: string) => `from ${validFrom}`;
const termChange = ({ terms }: PlanType, term: Term): Values => ({
  [termName(term.validFrom)]: [terms.find(({ validFrom }) => validFrom === term.validFrom) ?? null, term],
});

/** New terms leave the others as they are; terms that count or counted may be corrected, the record log keeps what they were. */
export const saveTerm = (
  scope: Scope,
  { id, rev, isNew, ...wanted }: InputOf<typeof calls.saveTerm>,
): Saved =>
  mutate(scope, 'planTypes.saveTerm', async (tx, record) => {
    const locked = await lockType(tx, scope, { id, rev });
    if (!locked.ok) return locked;
    const { type } = locked.data;
    const tidy = tidyTerm(wanted);
    // Nobody has to say it: then who entered the rates is in its place.
    const term = { ...tidy, source: tidy.source || enteredBy(scope) };
    const chosen = type.terms.find(({ payCategory }) => payCategory === term.payCategory)?.payCategory;
    const fault = refuseAll([
      ...checkTerm(term, scope.today().toString()),
      ...(await chosenCategoryFaults(tx, 'payCategory', term.payCategory, chosen)),
    ]);
    if (fault) return fault;
    const exists = type.terms.some(({ validFrom }) => validFrom === term.validFrom);
    if (isNew && exists) return refuseFields([{ field: 'validFrom', message: TERM_EXISTS }], 'conflict');
    if (!isNew && !exists) return refuse('notFound');
    await putTermRow(tx, id, term);
    await reprice(tx, scope, id, record);
    return keep(tx, id, termChange(type, term), record);
  });

export const removeTerm = (scope: Scope, { id, rev, validFrom }: InputOf<typeof calls.removeTerm>): Saved =>
  mutate(scope, 'planTypes.removeTerm', async (tx, record) => {
    const locked = await lockType(tx, scope, { id, rev });
    if (!locked.ok) return locked;
    const term = locked.data.type.terms.find((one) => one.validFrom === validFrom);
    if (!term) return refuse('notFound');
    if (validFrom <= scope.today().toString())
      return refuseFields([{ field: 'validFrom', message: TERM_KEPT }], 'conflict');
    await removeTermRow(tx, id, validFrom);
    await reprice(tx, scope, id, record);
    return keep(tx, id, { [termName(validFrom)]: [term, null] }, record);
  });

// ---- a state

/** The services that a state pays for, as the types of an agency that begins. */
export const beginTypes = (tx: Tx, pack: StatePack): Promise<void> =>
  replaceTypes(
    tx,
    rowsOf(pack.rules.codes).flatMap(({ from, value, source }) =>
      value.map((type) => ({
        facts: {
          Name: type.name,
          Code: type.code,
          ihss: type.isIhss,
          relative: type.isRelative,
          evvNeeded: type.aggregatorCode !== null,
          aggregatorCode: type.aggregatorCode,
          pcItems: [...type.personalTasks],
          hmItems: [...type.homeTasks],
        },
        term: {
          validFrom: from,
          procedureCode: type.procedureCode,
          modifiers: [...type.modifiers],
          unitRule: roundingOf(pack, from),
          rateCents: null,
          addrateCents: null,
          payCategory: type.payCategory,
          source,
        },
      })),
    ),
  );

// ---- the outside area

export const getPostcodes = async (scope: Scope) => done(await listCodes(scope.site.db));
export const listPostcodes = async (scope: Scope) => done(await listCodesWithClients(scope.site.db));

const POSTCODES: Omit<Change, 'changes' | 'action'> = { entity: 'outsidePostcodes', id: null };

export const addPostcodes = (
  scope: Scope,
  { text }: InputOf<typeof calls.addPostcodes>,
): Promise<Result<OutputOf<typeof calls.addPostcodes>>> =>
  mutate(scope, 'planTypes.addPostcodes', async (tx, record) => {
    const { codes, bad } = readPostcodes(text);
    if (codes.length === 0)
      return refuseFields([
        { field: 'text', message: bad.length > 0 ? badPostcodes(bad) : 'Type or paste ZIP codes.' },
      ]);
    const added = await insertCodes(tx, codes);
    record({ ...POSTCODES, action: 'insert', changes: { postcodes: [null, added] } });
    return done({ added: added.length, already: codes.length - added.length, bad });
  });

export const removePostcodes = (
  scope: Scope,
  { codes }: InputOf<typeof calls.removePostcodes>,
): Promise<Result<OutputOf<typeof calls.removePostcodes>>> =>
  mutate(scope, 'planTypes.removePostcodes', async (tx, record) => {
    const removed = await deleteCodes(tx, codes);
    record({ ...POSTCODES, action: 'delete', changes: { postcodes: [removed, null] } });
    return done({ removed: removed.length });
  });
