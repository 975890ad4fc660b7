import type { Remittance } from '@homecare/domain/claims/835.ts';
import { codeOf } from '@homecare/domain/claims/claim-file.ts';
import type { FirstPayer, FirstPayers } from '@homecare/domain/claims/second-payer.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { readDecisions } from '@homecare/domain/payers/remittances.ts';
import { NO_REMITTANCE, NOT_AN_INSURER, SAME_REMITTANCE } from '@homecare/domain/payers/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import {
  findRemittance,
  insertRemittance,
  lockPayer,
  selectClientPayers,
  selectDecisions,
  selectStoredPayers,
  storeDecision,
} from './queries.ts';

/** What insurers that pay before Medicaid decided (docs/rules/payers.md, rules 8 to 11). */

export interface KeptRemittance {
  readonly payer: string;
  readonly lines: number;
  /** Sentences about claims that could not be used. */
  readonly unused: readonly string[];
}

/** The client of each member number, among clients who have this payer. */
const membersOf = async (db: Db, payerId: number): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await selectClientPayers(db, null)).flatMap(({ clientId, payers }) =>
      payers.flatMap((one) => (one.payerId === payerId ? [[codeOf(one.memberId), clientId] as const] : [])),
    ),
  );

/** The active insurer whose ID every payment of a file names; undefined if there is none, or more than one. */
export const findInsurer = async (
  db: Db,
  remittances: readonly Remittance[],
): Promise<number | undefined> => {
  const ids = new Set(remittances.map(({ payer }) => codeOf(payer.id)));
  const [named] = ids;
  if (ids.size !== 1 || !named) return undefined;
  const [found, ...others] = (await selectStoredPayers(db)).filter(
    ({ kind, isActive, payerNumber }) => kind === 'Other' && isActive && codeOf(payerNumber) === named,
  );
  return others.length === 0 ? found?.id : undefined;
};

interface RemittanceFile {
  readonly payerId: number;
  readonly name: string;
  readonly sha256: Buffer;
  readonly key: string;
}

/** Stores an insurer's decisions in the transaction that stores its file. */
export const keepRemittance = async (
  tx: Tx,
  scope: Scope,
  file: RemittanceFile,
  remittances: readonly Remittance[],
  record: Recorder,
): Promise<Result<KeptRemittance>> => {
  const payer = await lockPayer(tx, file.payerId);
  if (!payer) return refuse('notFound');
  if (payer.kind !== 'Other') return refuseFields([{ field: 'payerId', message: NOT_AN_INSURER }]);
  if (remittances.length === 0) return refuseFields([{ field: 'file', message: NO_REMITTANCE }]);
  if (await findRemittance(tx, file.sha256)) return refuse('conflict', SAME_REMITTANCE);
  const { decisions, unused } = readDecisions(remittances, await membersOf(tx, file.payerId));
  const id = await insertRemittance(tx, { ...file, unused }, scope.stamp());
  for (const one of decisions) await storeDecision(tx, id, file.payerId, one);
  record({
    entity: 'payer',
    id: file.payerId,
    action: 'run',
    changes: { remittance: [null, file.name], lines: [null, decisions.length] },
  });
  return done({ payer: payer.name, lines: decisions.length, unused });
};

/** Clients' insurers in the order in which they pay, with their decisions. */
export const listFirstPayers = async (db: Db, clientIds: readonly number[]): Promise<FirstPayers> => {
  const lists = await selectClientPayers(db, clientIds);
  if (lists.length === 0) return new Map();
  const known = new Map((await selectStoredPayers(db)).map((payer) => [payer.id, payer]));
  const decisions = Map.groupBy(
    await selectDecisions(
      db,
      lists.map(({ clientId }) => clientId),
    ),
    ({ clientId, payerId }) => `${clientId} ${payerId}`,
  );
  return new Map(
    lists.map(({ clientId, payers }) => [
      clientId,
      payers.flatMap(({ payerId, from, through, memberId, groupNumber }): FirstPayer[] => {
        const payer = known.get(payerId);
        if (payer?.kind !== 'Other') return [];
        const own = decisions.get(`${clientId} ${payerId}`) ?? [];
        const { name, payerNumber: number } = payer;
        return [{ name, number, from, through, memberId, groupNumber, decisions: own }];
      }),
    ]),
  );
};
