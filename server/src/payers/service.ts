import { done, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/payers/contract.ts';
import {
  type CoveredClient,
  checkClientPayers,
  checkPayer,
  SELF_PAYERS,
  tidyPayer,
} from '@homecare/domain/payers/rules.ts';
import type { ClientPayer, PayerFacts } from '@homecare/domain/payers/schema.ts';
import { programWords } from '@homecare/domain/states/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import * as queries from './queries.ts';

export { findInsurer, keepRemittance, listFirstPayers } from './remittances.ts';

/** Payers as records, and the payers of clients (docs/rules/payers.md). */

type Payers = CoveredClient['payers'];

/** Clients' payers with their kinds; everyone's if no clients are named. */
export const listPayersOfClients = async (
  db: Db,
  clientIds: readonly number[] | null = null,
): Promise<ReadonlyMap<number, Payers>> => {
  const lists = await queries.selectClientPayers(db, clientIds);
  if (lists.length === 0) return new Map();
  const kinds = new Map((await queries.selectStoredPayers(db)).map(({ id, kind }) => [id, kind]));
  return new Map(
    lists.map(({ clientId, payers }) => [
      clientId,
      payers.flatMap((one) => {
        const kind = kinds.get(one.payerId);
        return kind ? [{ ...one, kind }] : [];
      }),
    ]),
  );
};

export const findPayers = async (db: Db): Promise<ReadonlyMap<number, PayerFacts>> =>
  new Map((await queries.selectStoredPayers(db)).map((payer) => [payer.id, payer]));

/** Keys of the active insurers. */
export const usedInsurers = async (db: Db): Promise<string[]> =>
  (await queries.selectStoredPayers(db)).flatMap(({ id, kind, isActive }) =>
    kind === 'Other' && isActive ? [String(id)] : [],
  );

/** Names of payers by key (domain/src/payers/payer-key.ts), Medicaid first, then by name. */
export const namePayers = async (db: Db, scope: Scope, keys: readonly string[]) => {
  const names: Readonly<Record<string, string>> = {
    Medicaid: programWords(scope.settings.pack, scope.today().toString()).medicaid,
    Private: SELF_PAYERS,
  };
  const payers = keys.length > 0 ? await findPayers(db) : new Map<number, { name: string }>();
  return keys
    .map((key) => ({ key, name: names[key] ?? payers.get(Number(key))?.name ?? key }))
    .toSorted(
      (a, b) => Number(b.key === 'Medicaid') - Number(a.key === 'Medicaid') || (a.name < b.name ? -1 : 1),
    );
};

export const listPayers: UseCase<typeof calls.listPayers> = async (scope) =>
  done(await queries.selectPayers(scope.site.db, scope.today().toString()));

const FIELDS = [
  'kind',
  'name',
  'contact',
  'phone',
  'email',
  'address',
  'address2',
  'city',
  'state',
  'zip',
  'termsDays',
  'payerNumber',
  'isActive',
] as const satisfies readonly (keyof PayerFacts)[];

const changesOf = (before: PayerFacts | undefined, now: PayerFacts) =>
  Object.fromEntries(
    FIELDS.filter((field) => before?.[field] !== now[field]).map((field) => [
      field,
      [before?.[field] ?? null, now[field]] as const,
    ]),
  );

export const savePayer: UseCase<typeof calls.savePayer> = async (scope, { id, rev, ...sent }) => {
  const payer = tidyPayer(sent);
  const refused = refuseAll(checkPayer(payer));
  if (refused) return refused;
  return mutate(scope, 'payers.save', async (tx, record) => {
    const stored = id === null ? undefined : await queries.lockPayer(tx, id);
    if (id !== null && !stored) return refuse('notFound');
    if (stored && stored.rev !== rev) return refuseStale(scope, stored);
    if (stored && stored.kind !== payer.kind)
      return refuseFields([{ field: 'kind', message: 'The kind of a payer cannot be changed.' }]);
    if (await queries.isNameTaken(tx, id ?? 0, payer))
      return refuseFields([{ field: 'name', message: 'A payer with this name exists already.' }], 'conflict');
    if (stored) await queries.updatePayer(tx, stored, payer, scope.stamp());
    const saved = stored?.id ?? (await queries.insertPayer(tx, payer, scope.stamp()));
    const action = stored ? 'update' : 'insert';
    record({ entity: 'payer', id: saved, action, changes: changesOf(stored, payer) });
    return done(
      { id: saved, rev: stored ? stored.rev + 1 : 0 },
      { ...(!stored && { insertId: saved }), info: `${payer.name} is saved.` },
    );
  });
};

export const getClientPayers: UseCase<typeof calls.getClientPayers> = async (scope, { clientId }) => {
  const { db } = scope.site;
  if (!(await queries.isClient(db, clientId))) return refuse('notFound');
  const [stored] = await queries.selectClientPayers(db, [clientId]);
  return done({ payers: [...(stored?.payers ?? [])], rev: stored?.rev ?? 0 });
};

/** As shown in the record log. */
const logged = (payers: readonly ClientPayer[], names: ReadonlyMap<number, PayerFacts>) =>
  payers.map(
    ({ payerId, from, through }) => `${names.get(payerId)?.name ?? payerId} ${from} to ${through ?? 'now'}`,
  );

export const saveClientPayers: UseCase<typeof calls.saveClientPayers> = (scope, { clientId, payers, rev }) =>
  mutate(scope, 'payers.saveOfClient', async (tx, record) => {
    if (!(await queries.lockClient(tx, clientId))) return refuse('notFound');
    const [stored] = await queries.selectClientPayers(tx, [clientId]);
    if ((stored?.rev ?? 0) !== rev) return refuseStale(scope, stored);
    const known = await findPayers(tx);
    const refused = refuseAll(checkClientPayers(payers, known));
    if (refused) return refused;
    const saved = await queries.putClientPayers(tx, clientId, payers, scope.stamp());
    record({
      entity: 'person',
      id: clientId,
      action: 'update',
      changes: { Payers: [logged(stored?.payers ?? [], known), logged(payers, known)] },
    });
    return done({ rev: saved?.rev ?? rev }, { info: 'Payers are saved.' });
  });
