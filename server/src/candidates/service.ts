import { readTyped } from '@homecare/domain/addresses/rules.ts';
import { showStamp } from '@homecare/domain/calendar.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import type * as calls from '@homecare/domain/candidates/contract.ts';
import {
  CANDIDATE_ADDED,
  CANDIDATE_CHANGED,
  CANDIDATE_DELETED,
  CANDIDATE_GONE,
  checkCandidate,
  mayMove,
} from '@homecare/domain/candidates/rules.ts';
import type { CandidateDraft } from '@homecare/domain/candidates/schema.ts';
import {
  done,
  type FieldError,
  type Refusal,
  type Result,
  refuse,
  refuseFields,
} from '@homecare/domain/errors.ts';
import { knownPlaces, locateAddress } from '../addresses/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type Change, mutate, type Tx } from '../platform/db/mutate.ts';
import {
  archiveCandidateRow,
  CANDIDATE_COLUMNS,
  insertCandidateRow,
  insertCandidateRows,
  listCandidates,
  lockCandidate,
  type Stamp,
  type StoredCandidate,
  updateCandidateRow,
} from './queries.ts';

type Saved = calls.CandidateSaved;
type Recorder = (change: Change) => void;

export const getCandidates = async (scope: Scope, { id, filters }: InputOf<typeof calls.getCandidates>) => {
  const value = (name: 'id' | 'Status') => filters.find(({ field }) => field === name)?.value;
  const asked = value('id') ?? (id ? String(id) : undefined);
  return done(
    await listCandidates(scope.site.db, {
      id: asked === undefined ? undefined : Number(asked),
      status: value('Status') ?? 'Active',
    }),
  );
};

const stampOf = (scope: Scope): Stamp => ({ by: scope.user.initials, at: scope.now().toString() });

const refuseAll = (errors: readonly FieldError[]): Refusal | undefined => {
  const [first, ...others] = errors;
  return first && refuseFields([first, ...others]);
};

/** Half a point is a mistake, no address without one. */
const hasPoint = ({ AddressLatitude, AddressLongitude }: CandidateDraft) =>
  typeof AddressLatitude === 'number' || typeof AddressLongitude === 'number';

const partsOf = (address: string) => {
  const { street, city, state, zip } = readTyped(address);
  return { Address: street, City: city, State: state, PostalCode: zip };
};

/** An address that no suggestion matched gets the best point there is, mostly that of its ZIP; none without a known ZIP. */
const located = async <D extends CandidateDraft>(scope: Scope, draft: D): Promise<D> =>
  hasPoint(draft) || !draft.Address
    ? draft
    : { ...draft, ...(await locateAddress(scope, partsOf(draft.Address))) };

export const insertCandidate = async (
  scope: Scope,
  input: InputOf<typeof calls.insertCandidate>,
): Promise<Result<Saved>> => {
  if (input.data.Status === 'Archive')
    return refuseFields([{ field: 'Status', message: 'A new candidate is active' }]);
  const data = await located(scope, input.data);
  return mutate(scope, 'candidates.insert', async (tx, record) => {
    const refused = refuseAll(checkCandidate(data));
    if (refused) return refused;
    const id = await insertCandidateRow(tx, data, stampOf(scope));
    recordCandidate(record, id, 'insert', {}, data);
    return done({ rev: 0 }, { insertId: id, info: CANDIDATE_ADDED });
  });
};

/** The point of each candidate's address by its ZIP; one without a known ZIP stays without a point. */
export const locateCandidates = async (
  scope: Scope,
  drafts: readonly CandidateDraft[],
): Promise<CandidateDraft[]> => {
  const pointOf = await knownPlaces(scope);
  return drafts.map((draft) => ({ ...draft, ...pointOf(partsOf(draft.Address ?? '')) }));
};

/** Candidates of a file whose records were judged already. */
export const insertCheckedCandidates = async (
  tx: Tx,
  scope: Scope,
  drafts: readonly CandidateDraft[],
  record: Recorder,
): Promise<void> => {
  const ids = await insertCandidateRows(tx, drafts, stampOf(scope));
  for (const [at, draft] of drafts.entries()) recordCandidate(record, ids[at] ?? 0, 'insert', {}, draft);
};

export const updateCandidate = async (
  scope: Scope,
  { id, data: sent }: InputOf<typeof calls.updateCandidate>,
): Promise<Result<Saved>> => {
  if (!id) return refuseFields([{ field: 'id', message: 'id names the candidate to change.' }]);
  const [before] = await listCandidates(scope.site.db, { id, status: 'Active' });
  const data = before && sent.Address !== before.Address ? await located(scope, sent) : sent;
  return mutate(scope, 'candidates.update', async (tx, record) => {
    const stored = await lockActive(tx, scope, id, data.rev);
    if (!stored.ok) return stored;
    const to = data.Status ?? stored.data.Status;
    if (!mayMove(stored.data.Status, to)) return refuse('conflict', CANDIDATE_GONE);
    if (to === 'Archive') return archive(tx, scope, stored.data, null, record);
    const { rev, Status, DateCreated, ...draft } = data;
    const refused = refuseAll(checkCandidate({ ...stored.data, ...draft }));
    if (refused) return refused;
    const changed = recordCandidate(record, id, 'update', stored.data, draft);
    const now = changed ? await updateCandidateRow(tx, id, draft, stampOf(scope)) : stored.data.rev;
    return done({ rev: now }, { insertId: id, info: CANDIDATE_CHANGED });
  });
};

const lockActive = async (
  tx: Tx,
  scope: Scope,
  id: number,
  rev: number | null | undefined,
): Promise<Result<StoredCandidate>> => {
  const stored = await lockCandidate(tx, id);
  if (!stored) return refuse('notFound');
  if (stored.Status !== 'Active') return refuse('conflict', CANDIDATE_GONE);
  if (rev === undefined || rev === null || rev === stored.rev) return done(stored);
  const at = showStamp(stored.updated, scope.site.timeZone);
  return refuse('stale', `Changed by ${stored.updated_by} at ${at}`);
};

const archive = async (
  tx: Tx,
  scope: Scope,
  { id, Status }: StoredCandidate,
  hiredAs: number | null,
  record: Recorder,
): Promise<Result<Saved>> => {
  const rev = await archiveCandidateRow(tx, id, hiredAs, stampOf(scope));
  record({
    entity: 'candidate',
    id,
    action: hiredAs === null ? 'delete' : 'update',
    changes: { Status: [Status, 'Archive'], ...(hiredAs !== null && { hiredAs: [null, hiredAs] }) },
  });
  return done({ rev }, { insertId: id, info: CANDIDATE_DELETED });
};

/** In the transaction that creates the provider: a candidate is hired once, and is then no candidate any more. */
export const hireCandidate = async (
  tx: Tx,
  scope: Scope,
  candidateId: number,
  personId: number,
  record: Recorder,
): Promise<Result<unknown>> => {
  const stored = await lockActive(tx, scope, candidateId, undefined);
  return stored.ok ? archive(tx, scope, stored.data, personId, record) : stored;
};

/** Records what differs; false when nothing does. */
const recordCandidate = (
  record: Recorder,
  id: number,
  action: 'insert' | 'update',
  before: CandidateDraft,
  after: CandidateDraft,
): boolean => {
  const changed = CANDIDATE_COLUMNS.filter(
    (field) => after[field] !== undefined && after[field] !== before[field],
  );
  const changes = Object.fromEntries(
    changed.map((field) => [field, [before[field] ?? null, after[field]] as const]),
  );
  record({ entity: 'candidate', id, action, changes });
  return changed.length > 0;
};
