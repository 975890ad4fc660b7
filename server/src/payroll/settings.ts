import { done, type Refusal, refuse, refuseAll } from '@homecare/domain/errors.ts';
import {
  checkLayouts,
  Layout,
  NUMBERED_TWICE,
  numberFault,
  numberTaken,
  OWN,
  OWN_LAYOUT,
  STANDARD_LAYOUTS,
  tidyLayout,
} from '@homecare/domain/payroll/layouts.ts';
import { checkPayRules, PayRules, tidyPayRules } from '@homecare/domain/payroll/pay-rules.ts';
import { findMovedPart, periodPaid } from '@homecare/domain/payroll/periods.ts';
import type * as calls from '@homecare/domain/payroll/run-contract.ts';
import { joinName } from '@homecare/domain/person-name.ts';
import { ordered } from '@homecare/domain/reports/table.ts';
import { FIRST_PACK } from '@homecare/domain/states/registry.ts';
import { payRulesOf } from '@homecare/domain/states/rules.ts';
import { z } from 'zod';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStaleByLog } from '../platform/auth/stale.ts';
import { type Change, mutate, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { lockSetting, readSetting, writeSetting } from '../platform/settings/settings.ts';
import { listExportedParts } from './exported-parts.ts';
import {
  holdersOfNumbers,
  listNumberedProviders,
  lockLastNumber,
  numbersOf,
  storeNumbers,
} from './run-queries.ts';

/** Payroll settings: overtime and base wage as dated data, layouts, and the numbers of a payroll service. */

interface Setting<T> {
  readonly key: string;
  /** The record log's name. */
  readonly entity: string;
  readonly schema: z.ZodType<T>;
  /** Used until an admin saves something else. */
  readonly standard: T;
}
const RULES: Setting<PayRules> = {
  key: 'payroll.rules',
  entity: 'payrollRules',
  schema: PayRules,
  // An agency in another state starts with that state's rules (docs/rules/states.md, rule 4).
  standard: payRulesOf(FIRST_PACK),
};
const LAYOUTS: Setting<readonly Layout[]> = {
  key: 'payroll.layouts',
  entity: 'payrollLayouts',
  schema: z.array(Layout),
  standard: STANDARD_LAYOUTS,
};
const NUMBERS_ENTITY = 'payrollNumber';

const read = async <T>(db: Db, { key, schema, standard }: Setting<T>) => {
  const stored = await readSetting(db, key);
  return { value: stored ? schema.parse(stored.value) : standard, rev: stored?.rev ?? 0 };
};

const save = <T>(
  scope: Scope,
  call: string,
  { key, entity, schema, standard }: Setting<T>,
  { value, rev }: { readonly value: T; readonly rev: number },
  changesFrom: (old: T) => NonNullable<Change['changes']>,
  faultOf: (tx: Tx, old: T) => Promise<Refusal | undefined> = async () => undefined,
) =>
  mutate<{ rev: number }>(scope, call, async (tx, record) => {
    const before = await lockSetting(tx, key);
    if ((before?.rev ?? 0) !== rev) return refuseStaleByLog(tx, scope, { entity });
    const old = before ? schema.parse(before.value) : standard;
    const fault = await faultOf(tx, old);
    if (fault) return fault;
    record({ entity, id: null, action: 'update', changes: changesFrom(old) });
    return done({ rev: await writeSetting(tx, key, value) });
  });

// --- Overtime and base wage

export const readPayRules = async (db: Db): Promise<{ rules: PayRules; rev: number }> => {
  const { value: rules, rev } = await read(db, RULES);
  return { rules, rev };
};

export const loadPayRules = async (scope: Scope) => done(await readPayRules(scope.site.db));

/** Replaces the pay rules of a new agency with those of its state. */
export const startPayRules = (tx: Tx, rules: PayRules) => writeSetting(tx, RULES.key, rules);

/** Runs and changes of pay periods take turns, so that what was exported keeps its days. */
const savePaidRules = (scope: Scope, rules: PayRules, rev: number) =>
  save(
    scope,
    'payroll.saveRules',
    RULES,
    { value: rules, rev },
    (old) => ({
      overtime: [old.overtime, rules.overtime],
      wages: [old.wages, rules.wages],
      ...(JSON.stringify(old.periods) !== JSON.stringify(rules.periods) && {
        periods: [old.periods, rules.periods],
      }),
    }),
    async (tx, old) => {
      await lockLastNumber(tx);
      const moved = findMovedPart(await listExportedParts(tx, old.periods), old.periods, rules.periods);
      if (!moved) return undefined;
      const at = rules.periods.findLastIndex(({ validFrom }) => validFrom <= moved.through);
      return refuseAll([
        { field: at < 0 ? 'periods' : `periods.${at}.validFrom`, message: periodPaid(moved) },
      ]);
    },
  );

export const savePayRules: UseCase<typeof calls.savePayRules> = async (scope, { rules: wanted, rev }) => {
  const rules = tidyPayRules(wanted);
  return refuseAll(checkPayRules(rules)) ?? savePaidRules(scope, rules, rev);
};

// --- Layouts

export const findLayout = async (db: Db, id: string): Promise<Layout | undefined> =>
  id === OWN ? OWN_LAYOUT : (await read(db, LAYOUTS)).value.find((layout) => layout.id === id);

export const loadLayouts: UseCase<typeof calls.getLayouts> = async (scope) => {
  const { value, rev } = await read(scope.site.db, LAYOUTS);
  return done({ layouts: [...value], rev });
};

export const saveLayouts: UseCase<typeof calls.saveLayouts> = async (scope, { layouts: wanted, rev }) => {
  const layouts = wanted.map(tidyLayout);
  return (
    refuseAll(checkLayouts(layouts)) ??
    save(scope, 'payroll.saveLayouts', LAYOUTS, { value: layouts, rev }, (old) => ({
      layouts: [old, layouts],
    }))
  );
};

// --- Employee numbers

export const listNumbers: UseCase<typeof calls.listNumbers> = async (scope, { layout }) => {
  const { db } = scope.site;
  if (!(await findLayout(db, layout))) return refuse('notFound');
  const rows = await listNumberedProviders(db, layout);
  return done(
    ordered(rows, ({ last, first, id }) => [last, first, id]).map(
      ({ id, last, first, archived, number }) => ({
        ID: id,
        Provider: joinName(last, first),
        archived,
        number,
      }),
    ),
  );
};

const fieldOf = (id: number) => `number.${id}`;

/** A provider has one number, and no two have the same. */
export const saveNumbers: UseCase<typeof calls.saveNumbers> = async (scope, { layout, numbers }) => {
  const wanted = numbers.map(({ ID, number }) => ({ id: ID, number: number?.trim() || null }));
  const first = new Map(wanted.toReversed().map((one) => [one.id, one]));
  const wrong = wanted.flatMap((one) => {
    const { id, number } = one;
    const fault = number === null ? undefined : numberFault(number);
    const message = first.get(id) === one ? fault : NUMBERED_TWICE;
    return message === undefined ? [] : [{ field: fieldOf(id), message }];
  });
  const fault = refuseAll(wrong);
  if (fault) return fault;
  return mutate(scope, 'payroll.saveNumbers', async (tx, record) => {
    await lockSetting(tx, `${LAYOUTS.key}.${layout}`);
    if (!(await findLayout(tx, layout))) return refuse('notFound');
    const ids = wanted.map(({ id }) => id);
    const before = await numbersOf(tx, layout, ids);
    if (!(await storeNumbers(tx, layout, wanted))) return refuse('notFound');
    const twice = await holdersOfNumbers(
      tx,
      layout,
      wanted.flatMap(({ number }) => number ?? []),
    );
    const taken = refuseAll(
      twice
        .filter(({ holders }) => holders > 1)
        .flatMap(({ number }) => {
          const holder = wanted.findLast((one) => one.number === number);
          return holder ? [{ field: fieldOf(holder.id), message: numberTaken(number) }] : [];
        }),
    );
    if (taken) return taken;
    for (const { id, number } of wanted)
      record({
        entity: NUMBERS_ENTITY,
        id,
        action: 'update',
        changes: { [layout]: [before.get(id) ?? null, number] },
      });
    return done({ saved: wanted.length });
  });
};
