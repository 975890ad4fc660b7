import { findOverlapsWith, type OtherCard } from '@homecare/domain/billing/overlaps.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { type ComparedPlan, findConflicts } from '@homecare/domain/care-plans/rules.ts';
import { counted } from '@homecare/domain/counted.ts';
import { asReason, done, type Result, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import { isClientMaximumReached } from '@homecare/domain/people/client-maximum.ts';
import { PERSON_ENTRIES, type PersonKind } from '@homecare/domain/people/dictionary.ts';
import { addressLine } from '@homecare/domain/people/history.ts';
import { isActive, kindOf, SSN } from '@homecare/domain/people/kind-and-status.ts';
import type * as calls from '@homecare/domain/people/merge-contract.ts';
import type {
  MergeField,
  MergeName,
  MergePreview,
  MergeRow,
} from '@homecare/domain/people/merge-contract.ts';
import {
  type CheckedGroup,
  compareRecords,
  type MergeSide,
  mergeBlocks,
  mergedValues,
  mergeQuestions,
  restoredValues,
  suggestKept,
  type TakenTwice,
  undoBlocked,
  undoEnd,
} from '@homecare/domain/people/merging.ts';
import { asRefusal, unanswered } from '@homecare/domain/people/questions.ts';
import type { PersonDraft } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { personLogFields } from '@homecare/domain/record-log/rules.ts';
import { sum } from '@homecare/domain/sum.ts';
import { queueRecord } from '../aggregator/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { medicaidNumberOfRow } from '../platform/sealed/medicaid-number.ts';
import { areOfOneSsn, SSN_LAST_DIGITS } from '../platform/sealed/ssn.ts';
import * as merges from './merge-queries.ts';
import { MOVED_COLUMNS } from './person-columns.ts';
import {
  countActiveClients,
  type Db,
  findPerson,
  lockPerson,
  type StoredPerson,
  updatePersonRow,
} from './queries.ts';
import { maskSsn } from './reading.ts';
import { recordPerson, stampOf, unseal } from './service.ts';

/** Merges two records of one person, and undoes that. */

const knownAs = (person: StoredPerson) => `${personName(person)} (ID ${person.ID})`;
const nameOf = (person: StoredPerson) => ({ ID: person.ID, name: knownAs(person) });

// ---- what is in the way

const asKept = <T extends { readonly clientId?: number; readonly providerId?: number }>(
  row: T,
  keepId: number,
  awayId: number,
): T => ({
  ...row,
  ...(row.clientId === awayId && { clientId: keepId }),
  ...(row.providerId === awayId && { providerId: keepId }),
});

const conflictingPlans = (plans: readonly ComparedPlan[], keepId: number, awayId: number): string[] => {
  const isOf = (plan: ComparedPlan, id: number) => plan.ProviderID === id || plan.ClientID === id;
  const kept = plans.filter((plan) => isOf(plan, keepId) && !isOf(plan, awayId));
  return plans
    .filter((plan) => isOf(plan, awayId))
    .flatMap((plan) => {
      const moved = {
        ...plan,
        ...(plan.ProviderID === awayId && { ProviderID: keepId }),
        ...(plan.ClientID === awayId && { ClientID: keepId }),
      };
      const [first] = findConflicts(moved, kept, []);
      return first ? [`plan ${plan.id} and plan ${first.planId} on ${first.day}`] : [];
    });
};

const monthsAround = (month: string) => {
  const of = Temporal.PlainYearMonth.from(month);
  return [of.subtract({ months: 1 }), of, of.add({ months: 1 })].map(String);
};

const clashingCards = async (db: Db, scope: Scope, keepId: number, awayId: number): Promise<string[]> => {
  const theirs = await merges.listCardsOf(db, awayId);
  if (theirs.length === 0) return [];
  const byMonth = Map.groupBy(await merges.listCardsOf(db, keepId), ({ month }) => month);
  return theirs.flatMap((card) => {
    const near: OtherCard[] = monthsAround(card.month).flatMap((month) => byMonth.get(month) ?? []);
    // Overlaps within one card existed before.
    const [first] = findOverlapsWith(asKept(card, keepId, awayId), near, scope.settings.timeZone).refused;
    return first ? [`plan ${card.planId}, ${asReason(first)}`] : [];
  });
};

const NOTHING_TWICE: TakenTwice = { plans: [], visits: [], cards: [] };

const readTwice = async (db: Db, scope: Scope, keepId: number, awayId: number): Promise<TakenTwice> => ({
  plans: conflictingPlans(
    await merges.listRunningPlans(db, [keepId, awayId], scope.today().toString()),
    keepId,
    awayId,
  ),
  visits: (await merges.listVisitsAtOnce(db, keepId, awayId)).map((date) => showDate(date)),
  cards: await clashingCards(db, scope, keepId, awayId),
});

interface CheckedMerge {
  readonly keep: MergeSide;
  readonly away: MergeSide;
  readonly moves: readonly merges.MovedCount[];
  readonly blocked: readonly string[];
}

const validateMerge = async (
  db: Db,
  scope: Scope,
  keep: StoredPerson,
  away: StoredPerson,
): Promise<CheckedMerge> => {
  const side = async (person: StoredPerson, moves: readonly merges.MovedCount[]): Promise<MergeSide> => {
    const { mergedInto, ...facts } = await merges.readSide(db, person.ID);
    const into = mergedInto === null ? undefined : await findPerson(scope, mergedInto, db);
    return {
      ...facts,
      ID: person.ID,
      name: knownAs(person),
      kind: kindOf(person),
      isActive: isActive(person),
      mergedInto: into ? knownAs(into) : null,
      rows: sum(moves.map(({ count, left }) => count + left)),
    };
  };
  const moves = await merges.countMovable(db, keep.ID, away.ID);
  const sides = {
    keep: await side(keep, await merges.countMovable(db, away.ID, keep.ID)),
    away: await side(away, moves),
  };
  const isPair = keep.ID !== away.ID && kindOf(keep) === kindOf(away);
  const twice = isPair ? await readTwice(db, scope, keep.ID, away.ID) : NOTHING_TWICE;
  return { ...sides, moves, blocked: mergeBlocks(sides.keep, sides.away, twice) };
};

// ---- in words

const valueText = (group: CheckedGroup, person: PersonDraft): string | null => {
  if (group.name === 'LastName') return [personName(person), person.MiddleName].filter(Boolean).join(' ');
  if (group.name === 'Address') return addressLine(person) || null;
  const texts = group.fields
    .filter((name) => name !== 'confirmedEmail')
    .flatMap((name) => {
      const value = name === SSN ? maskSsn(person[SSN]?.slice(-4) ?? null) : person[name];
      const isExplicit = group.fields.length === 1 || value !== false;
      return isExplicit ? (personLogFields({ [name]: [null, value ?? null] })[0]?.new ?? []) : [];
    });
  return texts.join(', ') || null;
};

const fieldsOf = (keep: PersonDraft, away: PersonDraft, kind: PersonKind): MergeField[] =>
  compareRecords(keep, away, kind).flatMap((group): MergeField[] => {
    const { name, label, outcome } = group;
    if (outcome === 'same') return [];
    return [{ name, label, outcome, keep: valueText(group, keep), away: valueText(group, away) }];
  });

const factsOf = (person: StoredPerson) =>
  [
    isActive(person) ? 'Active' : 'Archived',
    person.DOB && `born ${showDate(person.DOB)}`,
    person.Phone,
    addressLine(person),
  ]
    .filter(Boolean)
    .join(' · ');

const notesOf = ({ moves, away }: CheckedMerge, keep: PersonDraft, gone: PersonDraft): string[] => [
  ...moves
    .filter(({ left }) => left > 0)
    .map(
      ({ words, left }) =>
        `${counted(left, ...words)} of ${away.name} ${left === 1 ? 'is' : 'are'} not moved: the record you keep has its own.`,
    ),
  ...(gone.notes && keep.notes && gone.notes !== keep.notes ? ['The notes of both are kept.'] : []),
  ...(moves.some(({ words }) => words[1] === 'claims' || words[1] === 'visits')
    ? ['What was sent to Sandata and the payer stays as it was sent. Nothing is sent again.']
    : []),
];

export const previewMerge = async (
  scope: Scope,
  { keepId, awayId }: InputOf<typeof calls.previewMerge>,
): Promise<Result<MergePreview>> => {
  const [keep, away] = [await findPerson(scope, keepId), await findPerson(scope, awayId)];
  if (!keep || !away) return refuse('notFound');
  const checked = await validateMerge(scope.site.db, scope, keep, away);
  const [kept, gone] = [unseal(scope, keep), unseal(scope, away)];
  const kind = kindOf(keep);
  const named = (person: StoredPerson) => ({
    ...nameOf(person),
    rev: person.rev,
    isActive: isActive(person),
    facts: factsOf(person),
  });
  return done({
    kind,
    keep: named(keep),
    away: named(away),
    suggested: suggestKept(checked.keep, checked.away).ID,
    fields: kind === kindOf(away) ? fieldsOf(kept, gone, kind) : [],
    moves: checked.moves.filter(({ count }) => count > 0).map(({ count, words }) => counted(count, ...words)),
    notes: notesOf(checked, kept, gone),
    blocked: [...checked.blocked],
    questions: mergeQuestions(kept, gone, { keep: knownAs(keep), away: knownAs(away) }).map(
      ({ message }) => message,
    ),
  });
};

// ---- merge

/** Locks both until the end of the transaction, always in the same order. */
const lockBoth = async (tx: Tx, scope: Scope, a: number, b: number) => {
  const locked = new Map<number, StoredPerson>();
  for (const id of [a, b].toSorted((one, other) => one - other)) {
    const stored = await lockPerson(tx, scope, id);
    if (stored) locked.set(id, stored);
  }
  return [locked.get(a), locked.get(b)] as const;
};

const movedText = (moved: merges.Moved): string[] => {
  const byWords = Map.groupBy(
    MOVED_COLUMNS.filter(({ table, column }) => moved[`${table}.${column}`] !== undefined),
    ({ words }) => words[1],
  );
  return [...byWords.values()].flatMap((columns) => {
    const count = sum(columns.map(({ table, column }) => moved[`${table}.${column}`]?.length ?? 0));
    return columns[0] ? [counted(count, ...columns[0].words)] : [];
  });
};
const movedWords = (moved: merges.Moved) => movedText(moved).join(', ') || 'nothing else';

const pick = (row: merges.Row, names: readonly string[]): merges.Row =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

/** Both records' logs say what happened. */
const logMerge = (record: Recorder, keep: StoredPerson, away: StoredPerson, words: string, asked: string) => {
  record({
    entity: 'person',
    id: keep.ID,
    action: 'update',
    changes: {
      'Merged with': [null, knownAs(away)],
      'Moved here': [null, words],
      ...(asked !== '' && { 'Merged after a question': [null, asked] }),
    },
  });
  record({
    entity: 'person',
    id: away.ID,
    action: 'update',
    changes: { 'Merged into': [null, knownAs(keep)], Moved: [null, words] },
  });
};

export const mergePeople = (scope: Scope, input: InputOf<typeof calls.mergePeople>) =>
  mutate(scope, 'people.mergePeople', async (tx, record) => {
    const { keepId, awayId } = input;
    const [keep, away] = await lockBoth(tx, scope, keepId, awayId);
    if (!keep || !away) return refuse('notFound');
    const checked = await validateMerge(tx, scope, keep, away);
    if (checked.blocked.length > 0) return refuse('conflict', checked.blocked.join(' '));
    if (keep.rev !== input.keepRev || away.rev !== input.awayRev)
      return refuse('stale', 'One of the records was changed since you compared them. Compare them again.');
    const [before, gone, kind] = [unseal(scope, keep), unseal(scope, away), kindOf(keep)];
    const questions = mergeQuestions(before, gone, { keep: knownAs(keep), away: knownAs(away) });
    const refused = refuseAll(unanswered(questions, input.confirmed).map(asRefusal), 'unanswered');
    if (refused) return refused;

    const stamp = stampOf(scope);
    const rows = [await merges.readRow(tx, keepId), await merges.readRow(tx, awayId)] as const;
    const renamed = await merges.renameFiles(tx, keepId, awayId);
    const moved = await merges.moveRows(tx, keepId, awayId);
    const closed = await merges.closeWaitingRecords(
      tx,
      kind,
      awayId,
      `Not sent: merged into ID ${keepId}.`,
      stamp.at,
    );
    await merges.emptyRecord(tx, { keepId, awayId, today: scope.today().toString() }, stamp);
    const through = kind === 'Client' ? await merges.findParThrough(tx, keepId) : null;
    const par = through ?? before['PAR Expiration'] ?? gone['PAR Expiration'] ?? null;
    const values: PersonDraft = {
      ...mergedValues(before, gone, kind, input.take),
      ...(kind === 'Client' && par !== (before['PAR Expiration'] ?? null) && { 'PAR Expiration': par }),
    };
    recordPerson(record, keepId, 'update', before, values);
    if (Object.keys(values).length > 0) await queueRecord(tx, scope, kind, keepId, record);
    const rev = await updatePersonRow(tx, scope, keepId, values, stamp);
    const after = await merges.readRow(tx, keepId);
    const names = merges.changedColumns(rows[0], after);
    const mergeId = await merges.insertMerge(tx, {
      keptId: keepId,
      awayId,
      merged: stamp.at,
      mergedBy: stamp.by,
      keptBefore: pick(rows[0], names),
      keptAfter: pick(after, names),
      awayBefore: rows[1],
      moved,
      changed: [...renamed, ...closed],
    });
    const words = movedWords(moved);
    const asked = questions.map(({ message }) => message).join('; ');
    logMerge(record, keep, away, words, asked);
    return done({ mergeId, message: `${knownAs(away)} is now part of this record: ${words}.`, rev });
  });

// ---- undo

const sharedNumber = (a: merges.Row, b: merges.Row): 'SSN' | 'Medicaid number' | undefined => {
  if (areOfOneSsn(a, b)) return 'SSN';
  const number = medicaidNumberOfRow(a);
  return a.kind !== 'Provider' && number !== '' && number === medicaidNumberOfRow(b)
    ? 'Medicaid number'
    : undefined;
};

/** The maximum of active clients, if it is reached and the undo would add an active client. */
const maximumReached = async (tx: Tx, { settings }: Scope, away: merges.Row) => {
  const { maxClients } = settings.capabilities;
  return maxClients > 0 &&
    away.kind === 'Client' &&
    away.cur === 'y' &&
    isClientMaximumReached(await countActiveClients(tx), maxClients)
    ? maxClients
    : null;
};

export const undoMerge = (scope: Scope, { id }: InputOf<typeof calls.undoMerge>) =>
  mutate(scope, 'people.undoMerge', async (tx, record) => {
    const merge = await merges.findMerge(tx, id);
    if (!merge) return refuse('notFound');
    const { keptId, awayId, moved } = merge;
    const [keep, away] = await lockBoth(tx, scope, keptId, awayId);
    if (!keep || !away) return refuse('notFound');
    const now = await merges.readRow(tx, keptId);
    const restored = restoredValues(merge.keptBefore, merge.keptAfter, now);
    const side = await merges.readSide(tx, keptId);
    const into = side.mergedInto === null ? undefined : await findPerson(scope, side.mergedInto, tx);
    const since = await merges.readSince(tx, merge);
    const holders = await merges.listHolders(tx, [restored, merge.awayBefore], [keptId, awayId]);
    const ownAgain = sharedNumber({ ...now, ...restored }, merge.awayBefore);
    const blocked = undoBlocked(
      {
        isUndone: merge.undone !== null,
        end: undoEnd(Temporal.Instant.from(merge.merged), scope.settings.timeZone),
        mergedFurther: into ? knownAs(into) : null,
        visitInProgress: side.visitInProgress,
        exportedRun: since.run,
        claim: since.claim,
        gone: await merges.countGone(tx, moved, keptId),
        holders: [
          ...holders.map(({ name, what }) => `${name} has the ${what} that would be given back.`),
          ...(ownAgain ? [`${knownAs(keep)} has the ${ownAgain} that would be given back.`] : []),
        ],
        clientMaximum: await maximumReached(tx, scope, merge.awayBefore),
      },
      scope.now(),
    );
    if (blocked) return refuse('conflict', blocked);

    const stamp = stampOf(scope);
    await merges.moveRowsBack(tx, moved, keptId, awayId);
    await merges.restoreRow(tx, keptId, restored, stamp);
    await merges.restoreRow(tx, awayId, merge.awayBefore, stamp);
    for (const changed of merge.changed) await merges.changeBack(tx, changed);
    await merges.markUndone(tx, id, stamp);
    const [keptNow, awayNow] = await lockBoth(tx, scope, keptId, awayId);
    if (!keptNow || !awayNow) throw new Error('a merged record vanished under its lock');
    recordPerson(record, keptId, 'update', unseal(scope, keep), unseal(scope, keptNow));
    if (Object.keys(restored).length > 0) await queueRecord(tx, scope, kindOf(keep), keptId, record);
    const words = movedWords(moved);
    record({
      entity: 'person',
      id: keptId,
      action: 'update',
      changes: { 'Merge undone': [knownAs(awayNow), null], 'Moved back': [null, words] },
    });
    record({
      entity: 'person',
      id: awayId,
      action: 'update',
      changes: { 'Merge undone': [knownAs(keptNow), null], 'Moved back': [null, words] },
    });
    return done({ message: `${knownAs(awayNow)} is a record of its own again: ${words} moved back.` });
  });

// ---- history

/** A row of the table by field names, with the last digits of an SSN. */
const draftOf = (row: merges.Row): PersonDraft =>
  Object.fromEntries(
    PERSON_ENTRIES.filter(([, { kind }]) => kind !== 'rates').map(([name, { kind, column }]) => {
      const value = row[kind === 'ssn' ? SSN_LAST_DIGITS : column] ?? null;
      return [name, kind === 'time' && typeof value === 'string' ? value.slice(0, 5) : value];
    }),
  );

/** The merged record's values that differ from those of the one that stayed. */
const formerOf = (merge: merges.StoredMerge, kept: StoredPerson): MergeRow['former'] => {
  if (merge.undone !== null) return [];
  const { ssnLast4, providerPayRate, ...stored } = kept;
  const draft = draftOf(merge.awayBefore);
  return compareRecords({ ...stored, [SSN]: ssnLast4 }, draft, kindOf(kept)).flatMap((group) => {
    const value = group.outcome === 'same' ? null : valueText(group, draft);
    return value === null ? [] : [{ label: group.label, value }];
  });
};

export const listMerges = async (
  scope: Scope,
  { id }: InputOf<typeof calls.listMerges>,
): Promise<Result<MergeRow[]>> => {
  const rows: MergeRow[] = [];
  for (const merge of await merges.listMergesOf(scope.site.db, id)) {
    const [kept, away] = [await findPerson(scope, merge.keptId), await findPerson(scope, merge.awayId)];
    if (!kept || !away) continue;
    const end = undoEnd(Temporal.Instant.from(merge.merged), scope.settings.timeZone);
    const isOpen = merge.undone === null && Temporal.Instant.compare(scope.now(), end) < 0;
    rows.push({
      id: merge.id,
      kept: nameOf(kept),
      away: nameOf(away),
      at: merge.merged,
      by: merge.mergedBy,
      moves: movedText(merge.moved),
      former: formerOf(merge, kept),
      undoUntil: isOpen ? end.toString() : null,
      sentSince: isOpen ? await merges.countSentSince(scope.site.db, merge) : 0,
      undone: merge.undone === null ? null : { at: merge.undone, by: merge.undoneBy ?? '' },
    });
  }
  return done(rows);
};

/** The names of records merged into this one. */
export const mergedRecords = async (scope: Scope, id: number): Promise<MergeName[]> => {
  const ids = await merges.listMergedInto(scope.site.db, id);
  const found = await Promise.all(ids.map((one) => findPerson(scope, one)));
  return found.flatMap((person) => (person ? [nameOf(person)] : []));
};

// ---- two people who look alike

const SAME_ID = [{ field: 'otherId', message: 'Choose two different records.' }] as const;

export const keepApart = (scope: Scope, { id, otherId }: InputOf<typeof calls.keepApart>) =>
  id === otherId
    ? Promise.resolve(refuseFields(SAME_ID))
    : mutate(scope, 'people.keepApart', async (tx, record) => {
        const [one, other] = await lockBoth(tx, scope, id, otherId);
        if (!one || !other) return refuse('notFound');
        await merges.insertApart(tx, id, otherId, stampOf(scope));
        for (const [of, from] of [
          [one, other],
          [other, one],
        ] as const)
          record({
            entity: 'person',
            id: of.ID,
            action: 'update',
            changes: { 'Not the same person as': [null, knownAs(from)] },
          });
        return done(null);
      });
