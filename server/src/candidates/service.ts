import { readTyped } from '@homecare/domain/addresses/rules.ts';
import type { InputOf, ResultOf } from '@homecare/domain/call.ts';
import type * as calls from '@homecare/domain/candidates/contract.ts';
import {
  CANDIDATE_ADDED,
  CANDIDATE_CHANGED,
  CANDIDATE_DELETED,
  CANDIDATE_GONE,
  CANDIDATE_RESTORED,
  candidateKnownAs,
  checkCandidate,
  comparedCandidate,
  isSomebodyElse,
  knownCandidate,
  mayMove,
} from '@homecare/domain/candidates/rules.ts';
import type { CandidateDraft } from '@homecare/domain/candidates/schema.ts';
import { done, type Result, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import { askAboutDoubles, findDoubles } from '@homecare/domain/people/doubles.ts';
import { KIND } from '@homecare/domain/people/kind-and-status.ts';
import { asRefusal, type Question, unanswered } from '@homecare/domain/people/questions.ts';
import { canBeTakenBack, TOO_LATE } from '@homecare/domain/undo.ts';
import { knownPlaces, locateAddress } from '../addresses/service.ts';
import { askingAboutRowsBefore, askWhoIsKnown, indexKnown, indexOf } from '../people/doubles.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import type { Changed } from '../platform/db/changes.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { Pace } from '../platform/jobs/pace.ts';
import {
  archiveCandidateRow,
  CANDIDATE_COLUMNS,
  insertCandidateRow,
  insertCandidateRows,
  listCandidates,
  lockCandidate,
  restoreCandidateRow,
  type Stamp,
  type StoredCandidate,
  updateCandidateRow,
} from './queries.ts';

type Saved = calls.CandidateSaved;

export const getCandidates = async (
  scope: Scope,
  { id, filters }: InputOf<typeof calls.getCandidates>,
  changed?: Changed,
) => {
  const value = (name: 'id' | 'Status') => filters.find(({ field }) => field === name)?.value;
  const asked = value('id') ?? (id ? String(id) : undefined);
  return done(
    await listCandidates(scope.site.db, {
      id: asked === undefined ? undefined : Number(asked),
      status: value('Status') ?? 'Active',
      among: changed?.get('candidates'),
    }),
  );
};

const stampOf = (scope: Scope): Stamp => ({ by: scope.user.initials, at: scope.now().toString() });

/** Half a point is a mistake and counts as given; only an address without both is located. */
const hasPoint = ({ AddressLatitude, AddressLongitude }: CandidateDraft) =>
  typeof AddressLatitude === 'number' || typeof AddressLongitude === 'number';

const partsOf = (address: string) => {
  const { street, city, state, zip } = readTyped(address);
  return { Address: street, City: city, State: state, PostalCode: zip };
};

/** An address without a matching suggestion gets the best available point, mostly that of its ZIP code. */
const located = async <D extends CandidateDraft>(scope: Scope, draft: D): Promise<D> =>
  hasPoint(draft) || !draft.Address
    ? draft
    : { ...draft, ...(await locateAddress(scope, partsOf(draft.Address))) };

/**
 * Asks about people who are already on record: providers, archived or not, and other candidates. Older clients, which send no
 * answers, are not asked.
 */
const refuseUnanswered = async (
  tx: Tx,
  draft: CandidateDraft,
  id: number,
  confirmed: readonly string[] | null | undefined,
) => {
  if (!confirmed) return undefined;
  const person = comparedCandidate(draft);
  const others = (await listCandidates(tx, { id: undefined, status: 'Active' })).filter(
    (one) => one.id !== id,
  );
  const questions = [
    ...(await askWhoIsKnown(tx, { ...person, [KIND]: 'Provider' })),
    ...askAboutDoubles(findDoubles(person, others.map(knownCandidate)), candidateKnownAs),
  ];
  return refuseAll(
    unanswered(questions, confirmed).map(({ message }) => asRefusal({ field: 'Name', message })),
    'unanswered',
  );
};

export const insertCandidate = async (
  scope: Scope,
  input: InputOf<typeof calls.insertCandidate>,
): Promise<ResultOf<typeof calls.insertCandidate>> => {
  if (input.data.Status === 'Archive')
    return refuseFields([{ field: 'Status', message: 'A new candidate is active' }]);
  const { confirmed, ...typed } = input.data;
  const data = await located(scope, typed);
  return mutate(scope, 'candidates.insert', async (tx, record) => {
    const refused = refuseAll(checkCandidate(data)) ?? (await refuseUnanswered(tx, data, 0, confirmed));
    if (refused) return refused;
    const id = await insertCandidateRow(tx, data, stampOf(scope));
    recordCandidate(record, id, 'insert', {}, data, confirmed);
    return done({ rev: 0 }, { insertId: id, info: CANDIDATE_ADDED });
  });
};

/** Adds the point of each candidate's ZIP code; without a known ZIP code there is no point. */
export const locateCandidates = async (
  scope: Scope,
  drafts: readonly CandidateDraft[],
): Promise<CandidateDraft[]> => {
  const pointOf = await knownPlaces(scope);
  return drafts.map((draft) => ({ ...draft, ...pointOf(partsOf(draft.Address ?? '')) }));
};

/** For a file: compares each row with providers and candidates on record, and with the rows before it. */
export const askingAboutCandidates = async (scope: Scope, pace: Pace) => {
  const { db } = scope.site;
  const providers = await indexKnown(db, 'Provider', pace);
  const active = await listCandidates(db, { id: undefined, status: 'Active' });
  const candidates = await indexOf(active.map(knownCandidate), pace);
  const askBefore = askingAboutRowsBefore();
  return (draft: CandidateDraft, row: number): Question[] => {
    const person = comparedCandidate(draft);
    return [
      ...askAboutDoubles(providers.find(person)),
      ...askAboutDoubles(candidates.find(person), candidateKnownAs),
      ...askBefore(person, row),
    ].map(({ message }) => ({ field: 'Name', message }));
  };
};

/** Inserts candidates of a file whose records have been validated. */
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
): Promise<ResultOf<typeof calls.updateCandidate>> => {
  if (!id) return refuseFields([{ field: 'id', message: 'id names the candidate to change.' }]);
  const [before] = await listCandidates(scope.site.db, { id, status: 'Active' });
  const data = before && sent.Address !== before.Address ? await located(scope, sent) : sent;
  return mutate(scope, 'candidates.update', async (tx, record) => {
    const stored = await lockActive(tx, scope, id, data.rev);
    if (!stored.ok) return stored;
    const to = data.Status ?? stored.data.Status;
    if (!mayMove(stored.data.Status, to)) return refuse('conflict', CANDIDATE_GONE);
    if (to === 'Archive') return archive(tx, scope, stored.data, null, record);
    const { rev, Status, DateCreated, confirmed, ...draft } = data;
    const after = { ...stored.data, ...draft };
    const refused =
      refuseAll(checkCandidate(after)) ??
      (isSomebodyElse(stored.data, draft) ? await refuseUnanswered(tx, after, id, confirmed) : undefined);
    if (refused) return refused;
    const changed = recordCandidate(record, id, 'update', stored.data, draft, confirmed);
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
  return refuseStale(scope, { by: stored.updated_by, at: stored.updated });
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

/** Undoes a deletion; a hired candidate is a provider by now. */
export const restoreCandidate = (
  scope: Scope,
  { id }: InputOf<typeof calls.restoreCandidate>,
): Promise<Result<Saved>> =>
  mutate(scope, 'candidates.restore', async (tx, record) => {
    const stored = await lockCandidate(tx, id);
    if (!stored) return refuse('notFound');
    if (stored.Status === 'Active') {
      record({ entity: 'candidate', id, action: 'run', changes: { again: [null, 'Undo'] } });
      return done({ rev: stored.rev }, { insertId: id, info: CANDIDATE_RESTORED });
    }
    if (stored.hiredAs !== null) return refuse('conflict', CANDIDATE_GONE);
    if (!canBeTakenBack(stored.updated, scope.now())) return refuse('conflict', TOO_LATE);
    const rev = await restoreCandidateRow(tx, id, stampOf(scope));
    record({ entity: 'candidate', id, action: 'update', changes: { Status: [stored.Status, 'Active'] } });
    return done({ rev }, { insertId: id, info: CANDIDATE_RESTORED });
  });

/** In the transaction that creates the provider: a candidate can be hired once and is then archived. */
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

/** Records the differences; returns false if there are none. */
const recordCandidate = (
  record: Recorder,
  id: number,
  action: 'insert' | 'update',
  before: CandidateDraft,
  after: CandidateDraft,
  /** Questions that were answered with yes. */
  answered: readonly string[] | null | undefined = [],
): boolean => {
  const changed = CANDIDATE_COLUMNS.filter(
    (field) => after[field] !== undefined && after[field] !== before[field],
  );
  const changes = Object.fromEntries(
    changed.map((field) => [field, [before[field] ?? null, after[field]] as const]),
  );
  const kept = answered &&
    answered.length > 0 && { 'Kept after a question': [null, answered.join('; ')] as const };
  record({ entity: 'candidate', id, action, changes: { ...changes, ...kept } });
  return changed.length > 0;
};
