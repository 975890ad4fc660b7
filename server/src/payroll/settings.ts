import { showStamp } from '@homecare/domain/calendar.ts';
import { done, refuse, refuseAll } from '@homecare/domain/errors.ts';
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
import {
  COLORADO_PAY_RULES,
  checkPayRules,
  PayRules,
  tidyPayRules,
} from '@homecare/domain/payroll/pay-rules.ts';
import type * as calls from '@homecare/domain/payroll/run-contract.ts';
import { joinName } from '@homecare/domain/person-name.ts';
import { ordered } from '@homecare/domain/reports/table.ts';
import { z } from 'zod';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { lockSetting, readSetting, writeSetting } from '../platform/settings/settings.ts';
import {
  findLastSave,
  holdersOfNumbers,
  listNumberedProviders,
  numbersOf,
  storeNumbers,
} from './run-queries.ts';

/** What an admin sets of payroll: overtime and base wage as dated data, layouts, and the numbers of a payroll service. */

const RULES = 'payroll.rules';
const LAYOUTS = 'payroll.layouts';
/** The record log's words. */
const RULES_ENTITY = 'payrollRules';
const LAYOUTS_ENTITY = 'payrollLayouts';
const NUMBERS_ENTITY = 'payrollNumber';

const stale = async (tx: Tx, scope: Scope, entity: string) => {
  const last = await findLastSave(tx, entity);
  return refuse(
    'stale',
    last && `Changed by ${last.actor} at ${showStamp(last.at, scope.settings.timeZone)}`,
  );
};

// --- Overtime and base wage

export const readPayRules = async (db: Db): Promise<{ rules: PayRules; rev: number }> => {
  const stored = await readSetting(db, RULES);
  return { rules: stored ? PayRules.parse(stored.value) : COLORADO_PAY_RULES, rev: stored?.rev ?? 0 };
};

export const loadPayRules = async (scope: Scope) => done(await readPayRules(scope.site.db));

export const savePayRules: UseCase<typeof calls.savePayRules> = async (scope, { rules: wanted, rev }) => {
  const rules = tidyPayRules(wanted);
  const fault = refuseAll(checkPayRules(rules));
  if (fault) return fault;
  return mutate(scope, 'payroll.saveRules', async (tx, record) => {
    const before = await lockSetting(tx, RULES);
    if ((before?.rev ?? 0) !== rev) return stale(tx, scope, RULES_ENTITY);
    const old = before ? PayRules.parse(before.value) : COLORADO_PAY_RULES;
    record({
      entity: RULES_ENTITY,
      id: null,
      action: 'update',
      changes: { overtime: [old.overtime, rules.overtime], wages: [old.wages, rules.wages] },
    });
    return done({ rev: await writeSetting(tx, RULES, rules) });
  });
};

// --- Layouts

const Layouts = z.array(Layout);

export const readLayouts = async (db: Db): Promise<{ layouts: Layout[]; rev: number }> => {
  const stored = await readSetting(db, LAYOUTS);
  return { layouts: stored ? Layouts.parse(stored.value) : [...STANDARD_LAYOUTS], rev: stored?.rev ?? 0 };
};

export const findLayout = async (db: Db, id: string): Promise<Layout | undefined> =>
  id === OWN ? OWN_LAYOUT : (await readLayouts(db)).layouts.find((layout) => layout.id === id);

export const loadLayouts = async (scope: Scope) => done(await readLayouts(scope.site.db));

export const saveLayouts: UseCase<typeof calls.saveLayouts> = async (scope, { layouts: wanted, rev }) => {
  const layouts = wanted.map(tidyLayout);
  const fault = refuseAll(checkLayouts(layouts));
  if (fault) return fault;
  return mutate(scope, 'payroll.saveLayouts', async (tx, record) => {
    const before = await lockSetting(tx, LAYOUTS);
    if ((before?.rev ?? 0) !== rev) return stale(tx, scope, LAYOUTS_ENTITY);
    const old = before ? Layouts.parse(before.value) : STANDARD_LAYOUTS;
    record({ entity: LAYOUTS_ENTITY, id: null, action: 'update', changes: { layouts: [old, layouts] } });
    return done({ rev: await writeSetting(tx, LAYOUTS, layouts) });
  });
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

/** One provider has one number, and no two have the same. */
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
    await lockSetting(tx, `${LAYOUTS}.${layout}`);
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
