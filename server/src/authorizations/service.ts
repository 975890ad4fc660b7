import type * as calls from '@homecare/domain/authorizations/contract.ts';
import type { NamedClient } from '@homecare/domain/authorizations/named-client.ts';
import {
  checkPar,
  checkParBeside,
  checkParPayer,
  PAR_DELETED,
  PAR_SAVED,
  tidyParNumber,
} from '@homecare/domain/authorizations/pars.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { done, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import type { CoveredClient } from '@homecare/domain/payers/rules.ts';
import { listPayersOfClients } from '../payers/service.ts';
import { followPars } from '../people/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type Change, mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  type ClientParRow,
  insertPar,
  insertPars,
  isClient,
  listClientsByName,
  listEnteredPars,
  listLastParDays,
  listOtherPars,
  listParsOf,
  listProgramsOf,
  listTypeCodes,
  listTypesWithTerms,
  lockClients,
  lockPar,
  markParDeleted,
  type ParRow,
  updatePar,
} from './queries.ts';

/** Clients' prior authorizations (PAR). */

/** For claims, with what claims have used of each authorization. */
export { listParsOf, listProgramsOf };

export const listPars: UseCase<typeof calls.listPars> = async (scope, { clientId }) => {
  const { db } = scope.site;
  if (!(await isClient(db, clientId))) return refuse('notFound');
  const pars = (await listParsOf(db, [clientId])).get(clientId) ?? [];
  return done([...pars]);
};

/** Shown in the client's log. */
const ofClient = (id: number, before: ParRow | null, now: ParRow | null): Change => ({
  entity: 'person',
  id,
  action: before === null ? 'insert' : now === null ? 'delete' : 'update',
  changes: { PAR: [before && wordsOf(before), now && wordsOf(now)] },
});
const wordsOf = ({ type, number, from, through, units }: ParRow) =>
  `${number} for ${type}, ${from} to ${through}${units === null ? '' : `, ${units} units`}`;

export const savePar: UseCase<typeof calls.savePar> = async (scope, draft) => {
  const { db } = scope.site;
  const par = { ...draft, number: tidyParNumber(draft.number) };
  const refused = refuseAll(checkPar(par, await listTypeCodes(db)));
  if (refused) return refused;
  try {
    return await mutate(scope, 'authorizations.savePar', async (tx, record) =>
      storePar(tx, scope, par, record),
    );
  } catch (error) {
    if (violatedUnique(error) !== 'client_pars_number') throw error;
    return refuseFields(
      [{ field: 'number', message: 'This PAR is entered already, with the same first day.' }],
      'conflict',
    );
  }
};

/** PAR Expiration comes from this table: the person's record gets the last day of it. A client without any row keeps the last value. */
const followLastPars = async (tx: Tx, scope: Scope, clientIds: readonly number[], record: Recorder) => {
  for (const { clientId, through } of await listLastParDays(tx, clientIds))
    await followPars(tx, scope, clientId, through, record);
};

/** Locks clients until the transaction ends and returns them with their payers. */
export const lockCoveredClients = async (
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CoveredClient>> => {
  const clients = await lockClients(tx, ids);
  const payers = await listPayersOfClients(tx, ids);
  return new Map([...clients].map(([id, client]) => [id, { ...client, payers: payers.get(id) ?? [] }]));
};

const storePar = async (tx: Tx, scope: Scope, par: InputOf<typeof calls.savePar>, record: Recorder) => {
  const { id, clientId, rev } = par;
  const client = (await lockCoveredClients(tx, [clientId])).get(clientId);
  if (!client) return refuse('notFound');
  const others = await listOtherPars(tx, clientId, id);
  const refused = refuseAll([...checkParPayer(par, client), ...checkParBeside(par, others)], 'conflict');
  if (refused) return refused;
  if (id === null) {
    const made = await insertPar(tx, clientId, par, scope.stamp());
    record(ofClient(clientId, null, par));
    await followLastPars(tx, scope, [clientId], record);
    return done({ id: made, rev: 0 }, { insertId: made, info: PAR_SAVED });
  }
  const before = await lockPar(tx, id);
  if (!before || before.clientId !== clientId) return refuse('notFound');
  if (rev !== null && before.rev !== rev) return refuse('stale');
  await updatePar(tx, id, par, scope.stamp());
  record(ofClient(clientId, before, par));
  await followLastPars(tx, scope, [clientId], record);
  return done({ id, rev: before.rev + 1 }, { info: PAR_SAVED });
};

/** The clients, types and existing authorizations that an import may refer to. */
export { listEnteredPars, listTypesWithTerms };

export const listNamedClients = async (db: Db): Promise<NamedClient[]> => {
  const payers = await listPayersOfClients(db);
  return (await listClientsByName(db)).map((client) => ({ ...client, payers: payers.get(client.id) ?? [] }));
};

/** Inserts authorizations that were compared with the client's others; the clients are locked. */
export const insertCheckedPars = async (
  tx: Tx,
  scope: Scope,
  pars: readonly ClientParRow[],
  record: Recorder,
): Promise<void> => {
  await insertPars(tx, pars, scope.stamp());
  for (const { clientId, ...par } of pars) record(ofClient(clientId, null, par));
  await followLastPars(tx, scope, [...new Set(pars.map(({ clientId }) => clientId))], record);
};

export const deletePar: UseCase<typeof calls.deletePar> = (scope, { id, rev }) =>
  mutate(scope, 'authorizations.deletePar', async (tx, record) => {
    const before = await lockPar(tx, id);
    if (!before) return refuse('notFound');
    if (before.rev !== rev) return refuse('stale');
    await markParDeleted(tx, id, scope.stamp());
    record(ofClient(before.clientId, before, null));
    await followLastPars(tx, scope, [before.clientId], record);
    return done(null, { info: PAR_DELETED });
  });
