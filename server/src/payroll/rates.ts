import { done, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { isBuiltIn, noSuchCategory } from '@homecare/domain/payroll/categories.ts';
import type * as calls from '@homecare/domain/payroll/rate-contract.ts';
import type { DatedRate } from '@homecare/domain/payroll/rate-contract.ts';
import {
  changedRates,
  checkRate,
  dayOfTyped,
  RATE_EXISTS,
  rateLogKey,
} from '@homecare/domain/payroll/rates.ts';
import { rateField } from '@homecare/domain/people/dictionary.ts';
import type { PersonDraft } from '@homecare/domain/people/schema.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { type Change, mutate, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { chosenCategoryFaults, listOfferedCategories } from './pay-categories.ts';
import { deleteRate, listDatedRates, lockProvider, putRates, type SetRate } from './rate-queries.ts';

export { listRates } from './rate-queries.ts';

/** What a provider is paid per hour, from a chosen day on (docs/decisions/0043). */

type Key = Pick<DatedRate, 'category' | 'from'>;

/** The record log's name; the log of pay is for admins. */
const PAY_ENTITY = 'pay';

const showRate = (cents: number | null) => (cents === null ? null : showMoney(cents));
const changeOf = (id: number, key: Key, old: number | null, now: number | null): Change => ({
  entity: PAY_ENTITY,
  id,
  action: 'update',
  changes: { [rateLogKey(key)]: [showRate(old), showRate(now)] },
});

const find = (rates: readonly DatedRate[], { category, from }: Key) =>
  rates.find((one) => one.category === category && one.from === from);

const stale = (scope: Scope, { who, at }: DatedRate) =>
  refuseStale(scope, who !== null && at !== null ? { by: who, at } : undefined);

export const listPayRates: UseCase<typeof calls.listPayRates> = async (scope, { id }) =>
  done({ rates: await listDatedRates(scope.site.db, id) });

export const savePayRate: UseCase<typeof calls.savePayRate> = (
  scope,
  { id, category, validFrom: from, rate, was },
) =>
  mutate(scope, 'payroll.saveRate', async (tx, record) => {
    const fault = refuseAll([
      ...checkRate({ from, rate }, scope.today()),
      ...(await chosenCategoryFaults(tx, 'category', category, was === null ? null : category)),
    ]);
    if (fault) return fault;
    if (!(await lockProvider(tx, id))) return refuse('notFound');
    const key = { category, from };
    const stored = find(await listDatedRates(tx, id), key);
    if (was === null && stored)
      return refuseFields([{ field: 'validFrom', message: RATE_EXISTS }], 'conflict');
    if (was !== null && !stored) return refuse('notFound');
    if (stored && stored.rate !== was) return stale(scope, stored);
    if (stored?.rate !== rate) {
      await putRates(tx, [{ providerId: id, ...key, rate }], scope.stamp());
      record(changeOf(id, key, stored?.rate ?? null, rate));
    }
    return done({ rates: await listDatedRates(tx, id) });
  });

export const removePayRate: UseCase<typeof calls.removePayRate> = (
  scope,
  { id, category, validFrom: from, was },
) =>
  mutate(scope, 'payroll.removeRate', async (tx, record) => {
    if (!(await lockProvider(tx, id))) return refuse('notFound');
    const key = { category, from };
    const stored = find(await listDatedRates(tx, id), key);
    if (!stored) return refuse('notFound');
    if (stored.rate !== was) return stale(scope, stored);
    await deleteRate(tx, { providerId: id, ...key });
    record(changeOf(id, key, stored.rate, null));
    return done({ rates: await listDatedRates(tx, id) });
  });

// --- Typed into the record of a person, without a day

type Typed = Pick<PersonDraft, 'providerPayRate'>;

/** Faults for rates of categories that the agency does not offer. The four built-in ones can always be typed. */
export const typedRateFaults = async (tx: Db, { providerPayRate }: Typed) => {
  const own = Object.keys(providerPayRate ?? {}).filter((category) => !isBuiltIn(category));
  if (own.length === 0) return [];
  const offered = await listOfferedCategories(tx);
  return own
    .filter((category) => !offered.includes(category))
    .map((category) => ({ field: rateField(category), message: noSuchCategory(category) }));
};

/** The first rates of new people count for all days. */
export const storeFirstRates = (
  tx: Tx,
  scope: Scope,
  people: readonly { readonly id: number; readonly person: Typed }[],
): Promise<void> =>
  putRates(
    tx,
    people.flatMap(({ id, person }): SetRate[] =>
      changedRates({}, person.providerPayRate ?? {}).map((one) => ({ providerId: id, ...one, from: null })),
    ),
    scope.stamp(),
  );

/** For a stored provider, whose record is locked. */
export const storeTypedRates = async (
  tx: Tx,
  scope: Scope,
  id: number,
  before: Typed,
  after: Typed,
): Promise<void> => {
  const changed = changedRates(before.providerPayRate ?? {}, after.providerPayRate ?? {});
  if (changed.length === 0) return;
  const stored = await listDatedRates(tx, id);
  const today = scope.today().toString();
  await putRates(
    tx,
    changed.map(
      (one): SetRate => ({ providerId: id, ...one, from: dayOfTyped(stored, one.category, today) }),
    ),
    scope.stamp(),
  );
};
