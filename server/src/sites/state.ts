import { done, refuse, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/sites/contract.ts';
import { NO_SUCH_STATE, stateKept, stateSaved } from '@homecare/domain/sites/rules.ts';
import type { StatePack } from '@homecare/domain/states/pack.ts';
import { findPack } from '@homecare/domain/states/registry.ts';
import { payRulesOf, servicesOf, valueOn } from '@homecare/domain/states/rules.ts';
import { beginCaps } from '../calculator/service.ts';
import { startPayRules } from '../payroll/settings.ts';
import { holdPeopleCount, refreshProcedureCodes, removeProcedureCodes } from '../people/service.ts';
import { beginTypes } from '../plan-types/service.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { lockSetting, writeSetting } from '../platform/settings/settings.ts';
import { STATE_KEY } from './queries.ts';

/** The agency's state: chosen when it begins (docs/rules/states.md, rule 4). */

/** An agency without records gets the types, caps, codes and pay rules of a state. */
export const beginState = async (
  tx: Tx,
  before: StatePack,
  pack: StatePack,
  { today, record }: { readonly today: string; readonly record: Recorder },
): Promise<void> => {
  await beginTypes(tx, pack);
  await beginCaps(tx, pack);
  await removeProcedureCodes(tx);
  const aggregator = valueOn(pack.rules.aggregator, today);
  await refreshProcedureCodes(tx, aggregator ? servicesOf(aggregator) : {});
  await startPayRules(tx, payRulesOf(pack));
  await writeSetting(tx, STATE_KEY, pack.state);
  record({
    entity: 'siteSettings',
    id: null,
    action: 'update',
    changes: { state: [before.name, pack.name] },
  });
};

export const saveState: UseCase<typeof calls.saveState> = async (scope, { state }) => {
  const before = scope.settings.pack;
  const pack = findPack(state);
  if (!pack) return refuseFields([{ field: 'state', message: NO_SUCH_STATE }]);
  if (pack === before) return done(null, { info: stateSaved(pack.name) });
  return mutate(scope, 'sites.saveState', async (tx, record) => {
    await lockSetting(tx, STATE_KEY);
    const people = await holdPeopleCount(tx);
    if (people > 0) return refuse('conflict', stateKept(before.name, people));
    await beginState(tx, before, pack, { today: scope.today().toString(), record });
    return done(null, { info: stateSaved(pack.name) });
  });
};
