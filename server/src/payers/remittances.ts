import { readFile } from 'node:fs/promises';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import { readAnswerFile } from '@homecare/domain/claims/answer-file.ts';
import { codeOf } from '@homecare/domain/claims/colorado.ts';
import type { FirstPayer, FirstPayers } from '@homecare/domain/claims/second-payer.ts';
import { counted } from '@homecare/domain/counted.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import type { uploadRemittance as uploadCall } from '@homecare/domain/payers/contract.ts';
import { readDecisions } from '@homecare/domain/payers/remittances.ts';
import { NO_REMITTANCE, NOT_AN_INSURER, SAME_REMITTANCE } from '@homecare/domain/payers/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { IncomingFile } from '../platform/files/store.ts';
import { storeFile } from '../platform/files/stored-files.ts';
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

type Uploaded = OutputOf<typeof uploadCall>;

/** Member number → client, of the clients who have this payer. */
const membersOf = async (db: Db, payerId: number): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await selectClientPayers(db, null)).flatMap(({ clientId, payers }) =>
      payers.flatMap((one) => (one.payerId === payerId ? [[codeOf(one.memberId), clientId] as const] : [])),
    ),
  );

const infoOf = ({ decisions, unused }: Uploaded) =>
  `${counted(decisions, 'line')} read${unused.length > 0 ? `, ${counted(unused.length, 'claim')} not used` : ''}.`;

export const uploadRemittance = async (
  scope: Scope,
  { payerId }: InputOf<typeof uploadCall>,
  file: IncomingFile | undefined,
): Promise<Result<Uploaded>> => {
  if (!file || file.size === 0) return refuseFields([{ field: 'file', message: NO_REMITTANCE }]);
  const known = await findRemittance(scope.site.db, file.sha256);
  if (known) return refuse('conflict', SAME_REMITTANCE);
  const reading = readAnswerFile((await readFile(file.path)).toString('latin1'));
  if (!reading.ok)
    return refuseFields([{ field: 'file', message: reading.faults[0]?.message ?? NO_REMITTANCE }]);
  const { remittances } = reading.value;
  if (remittances.length === 0) return refuseFields([{ field: 'file', message: NO_REMITTANCE }]);
  return storeFile(scope, file, (keepIn) =>
    mutate(scope, 'payers.uploadRemittance', async (tx, record) => {
      const payer = await lockPayer(tx, payerId);
      if (!payer) return refuse('notFound');
      if (payer.kind !== 'Other') return refuseFields([{ field: 'payerId', message: NOT_AN_INSURER }]);
      // Of two at once the second sees the first: the payer is held.
      if (await findRemittance(tx, file.sha256)) return refuse('conflict', SAME_REMITTANCE);
      const { decisions, unused } = readDecisions(remittances, await membersOf(tx, payerId));
      const name = file.name.replace(/^.*[\\/]/, '').slice(0, 200);
      const stored = { payerId, name, sha256: file.sha256, key: await keepIn(tx), unused };
      const id = await insertRemittance(tx, stored, scope.stamp());
      for (const one of decisions) await storeDecision(tx, id, payerId, one);
      record({
        entity: 'payer',
        id: payerId,
        action: 'run',
        changes: { remittance: [null, name], lines: [null, decisions.length] },
      });
      const uploaded = { decisions: decisions.length, unused: [...unused] };
      return done(uploaded, { info: infoOf(uploaded) });
    }),
  );
};

/** Insurers of clients in the order in which they pay, with what they decided. */
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
