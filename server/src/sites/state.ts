import { done, refuse, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/sites/contract.ts';
import {
  isTimeZone,
  NO_SUCH_STATE,
  stateEdited,
  stateInFile,
  stateKept,
  stateSaved,
  zoneNeeded,
} from '@homecare/domain/sites/rules.ts';
import type { RuleName, StatePack } from '@homecare/domain/states/pack.ts';
import { FIRST_PACK, findPack } from '@homecare/domain/states/registry.ts';
import { RULE_TITLES, sayRules } from '@homecare/domain/states/rule-words.ts';
import { payRulesOf, servicesOf, valueOn } from '@homecare/domain/states/rules.ts';
import { beginCaps, beginNorms } from '../calculator/service.ts';
import { startPayRules } from '../payroll/settings.ts';
import { holdPeopleCount, refreshProcedureCodes, removeProcedureCodes } from '../people/service.ts';
import { beginTypes } from '../plan-types/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { lockSetting, removeSetting, writeSetting } from '../platform/settings/settings.ts';
import { entityOf, PAYER_ENTITY, payerOf } from './connections.ts';
import { connectionKey, PAYER_KEY } from './in-use.ts';
import { listEdited, STATE_KEY, SWITCHES, Switches } from './queries.ts';

/** The agency's state, chosen when it starts (docs/rules/states.md, rule 4). */

/** Rules whose values are copied into the agency. */
const COPIED = ['codes', 'aggregator', 'overtime', 'wages', 'caps', 'norms'] as const satisfies RuleName[];

const sayCopied = (pack: StatePack, copied: RuleName): string =>
  sayRules(pack)
    .filter(({ name }) => name === copied)
    .map(({ value, from }) => (from === null ? value : `${value} from ${from}`))
    .join('; ');

/** Gives an agency without records the types, caps, codes and pay rules of a state. */
export const beginState = async (
  tx: Tx,
  before: StatePack,
  pack: StatePack,
  { today, record }: { readonly today: string; readonly record: Recorder },
): Promise<void> => {
  await beginTypes(tx, pack);
  await beginCaps(tx, pack);
  await beginNorms(tx, pack);
  await removeProcedureCodes(tx);
  const aggregator = valueOn(pack.rules.aggregator, today);
  await refreshProcedureCodes(tx, aggregator ? servicesOf(aggregator) : {});
  await startPayRules(tx, payRulesOf(pack));
  await writeSetting(tx, STATE_KEY, pack.state);
  record({
    entity: 'siteSettings',
    id: null,
    action: 'update',
    changes: {
      state: [before.name, pack.name],
      ...Object.fromEntries(
        COPIED.map((name) => [RULE_TITLES[name], [sayCopied(before, name), sayCopied(pack, name)] as const]),
      ),
    },
  });
};

/** What an agency may have changed, with its name in the record log and in a sentence. */
const EDITED: Readonly<Record<string, string>> = {
  carePlanType: 'care plan types',
  payCategory: 'pay categories',
  calculatorCap: 'caps',
  calculatorNorm: 'task norms',
  limitRule: 'limits',
  payrollRules: 'pay rules',
};

const findFault = async (tx: Tx, scope: Scope, before: StatePack) => {
  const stored = await lockSetting(tx, STATE_KEY);
  if ((stored?.value ?? FIRST_PACK.state) !== before.state) return refuse('stale');
  const people = await holdPeopleCount(tx);
  if (people > 0) return refuse('conflict', stateKept(before.name, people));
  const edited = await listEdited(tx, Object.keys(EDITED));
  if (edited.length > 0)
    return refuse(
      'conflict',
      stateEdited(
        before.name,
        edited.flatMap((entity) => EDITED[entity] ?? []),
      ),
    );
  return scope.site.entry.aggregator ? refuse('conflict', stateInFile(before.name)) : undefined;
};

/** The agency's data at one state's payer is meaningless to another's: numbers and addresses are removed, the rest stays. */
const leavePayer = async (tx: Tx, scope: Scope, pack: StatePack, record: Recorder) => {
  const before = payerOf(scope);
  const file = valueOn(pack.rules.claimFile, scope.today().toString());
  const cleared = {
    tpid: '',
    medicaidProviderId: '',
    receiver: file?.receiver ?? '',
    payerId: file?.payerId ?? '',
  };
  await writeSetting(tx, PAYER_KEY, { ...before, ...cleared });
  record({
    entity: PAYER_ENTITY,
    id: null,
    action: 'update',
    changes: {
      tpid: [before.tpid, cleared.tpid],
      medicaidProviderId: [before.medicaidProviderId, cleared.medicaidProviderId],
      receiver: [before.receiver, cleared.receiver],
      payerId: [before.payerId, cleared.payerId],
    },
  });
  const key = connectionKey('aggregator');
  if (!(await lockSetting(tx, key))) return;
  await removeSetting(tx, key);
  const url = scope.settings.aggregator?.url ?? null;
  record({ entity: entityOf('aggregator'), id: null, action: 'update', changes: { url: [url, null] } });
};

const moveTo = async (tx: Tx, scope: Scope, timeZone: string, record: Recorder) => {
  const stored = await lockSetting(tx, SWITCHES);
  if (timeZone === scope.settings.timeZone) return;
  await writeSetting(tx, SWITCHES, { ...Switches.parse(stored?.value ?? {}), timeZone });
  record({
    entity: 'siteSettings',
    id: null,
    action: 'update',
    changes: { timeZone: [scope.settings.timeZone, timeZone] },
  });
};

export const saveState: UseCase<typeof calls.saveState> = async (scope, { state, timeZone }) => {
  const before = scope.settings.pack;
  const pack = findPack(state);
  if (!pack) return refuseFields([{ field: 'state', message: NO_SUCH_STATE }]);
  if (pack === before) return done(null, { info: stateSaved(pack.name) });
  const today = scope.today().toString();
  return mutate(scope, 'sites.saveState', async (tx, record) => {
    const fault = await findFault(tx, scope, before);
    if (fault) return fault;
    const zone = valueOn(pack.rules.timeZone, today) ?? timeZone.trim();
    if (!isTimeZone(zone)) return refuseFields([{ field: 'timeZone', message: zoneNeeded(pack.name) }]);
    await beginState(tx, before, pack, { today, record });
    await leavePayer(tx, scope, pack, record);
    await moveTo(tx, scope, zone, record);
    return done(null, { info: stateSaved(pack.name) });
  });
};
