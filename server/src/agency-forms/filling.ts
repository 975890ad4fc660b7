import {
  checkAnswers,
  checkDay,
  checkReason,
  IS_MISTAKE,
  keptAnswers,
} from '@homecare/domain/agency-forms/answers.ts';
import type * as calls from '@homecare/domain/agency-forms/contract.ts';
import { isFilledOn, ONLY_ON_PHONE } from '@homecare/domain/agency-forms/definition.ts';
import { loggedAnswers } from '@homecare/domain/agency-forms/logged.ts';
import type {
  About,
  Answer,
  Correction,
  FilledForm,
  GivenAnswer,
  Question,
  Via,
} from '@homecare/domain/agency-forms/schema.ts';
import type { ResultOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { fieldAnswers } from './facts.ts';
import { insertCorrection, insertFilled, listCorrections, lockStoredFilled } from './filled-queries.ts';
import { claimPhotos } from './photos.ts';
import { findStoredForm, findVersion, type StoredVersion } from './queries.ts';
import { loadFilled } from './reading.ts';
import {
  findPersonFacts,
  findVisitAsPlanned,
  findVisitFacts,
  KIND_OF,
  type PersonFacts,
  type VisitFacts,
} from './record-queries.ts';

/** Forms are filled by the office, and what was filled is corrected with a reason (docs/rules/agency-forms.md). */

export const FILLED = 'filledForm';

interface AboutWhom {
  readonly personId: number;
  readonly visitId: number | null;
}

interface Records {
  readonly person: PersonFacts;
  readonly visit: VisitFacts | undefined;
}

/** The person that the form is about, and the visit at which it was filled where it was one of theirs. */
const findRecords = async (
  db: Db,
  about: About,
  { personId, visitId }: AboutWhom,
  findVisit = findVisitFacts,
): Promise<Result<Records>> => {
  const [person, visit] = await Promise.all([
    findPersonFacts(db, personId),
    visitId === null ? undefined : findVisit(db, visitId),
  ]);
  if (person?.kind !== KIND_OF[about])
    return refuseFields([{ field: 'personId', message: `Choose the ${about}.` }]);
  const isTheirs = visitId === null || visit?.clientId === personId || visit?.providerId === personId;
  return isTheirs ? done({ person, visit }) : refuse('notFound');
};

export const beginForm: UseCase<typeof calls.beginForm> = async (scope, { formId, ...whom }) => {
  const { db } = scope.site;
  const form = await findStoredForm(db, formId);
  if (!form) return refuse('notFound');
  const { definition, versionId } = form;
  if (!isFilledOn('office', definition)) return refuse('conflict', ONLY_ON_PHONE);
  const records = await findRecords(db, definition.about, whom);
  if (!records.ok) return records;
  const fields = fieldAnswers(definition.questions, { ...records.data, zone: scope.settings.timeZone });
  return done({
    ...{ formId, versionId, definition, ...whom, person: records.data.person.name, about: definition.about },
    fields: fields.map(({ key, text }) => ({ key, text })),
  });
};

/** In the order of the form: what was answered, and what the records say. */
const inOrder = (
  questions: readonly Question[],
  given: readonly GivenAnswer[],
  fields: readonly Answer[],
): Answer[] => {
  const answers: readonly Answer[] = [...keptAnswers(questions, given), ...fields];
  return questions.flatMap(({ key }) => answers.filter((answer) => answer.key === key));
};

interface Filling extends AboutWhom {
  readonly version: StoredVersion;
  readonly via: Via;
  readonly day: string;
  readonly at: Temporal.Instant;
  readonly given: readonly GivenAnswer[];
}

type Made = Promise<Result<{ id: number }>>;

/** Stores what was filled, with its photos and with what the records say now. */
export const storeFilling = async (
  tx: Tx,
  scope: Scope,
  { version, via, day, at, given, ...whom }: Filling,
  record: Recorder,
): Made => {
  const { questions, about, title } = version.definition;
  const wrong = refuseAll(checkAnswers(questions, given));
  if (wrong) return wrong;
  const records = await findRecords(tx, about, whom, via === 'phone' ? findVisitAsPlanned : findVisitFacts);
  if (!records.ok) return records;
  const fields = fieldAnswers(questions, { ...records.data, zone: scope.settings.timeZone });
  const answers = inOrder(questions, given, fields);
  const entered = scope.now().toString();
  const id = await insertFilled(tx, {
    ...{ versionId: version.id, ...whom, via, day, at: at.toString(), answers },
    ...{ by: scope.user.fullName, entered },
  });
  const gone = refuseAll(await claimPhotos(tx, scope, id, answers));
  if (gone) return gone;
  const head = { Form: `${title}, version ${version.no}`, 'Person ID': whom.personId, Day: day };
  const changes = {
    ...Object.fromEntries(Object.entries(head).map(([name, value]) => [name, [null, value] as const])),
    ...loggedAnswers(questions, null, answers),
  };
  record({ entity: FILLED, id, action: 'insert', changes });
  return done({ id }, { insertId: id });
};

export const fillForm: UseCase<typeof calls.fillForm> = async (scope, input) => {
  const { versionId, day, answers: given, ...whom } = input;
  const wrong = refuseAll(checkDay(day, scope.today().toString()));
  if (wrong) return wrong;
  return mutate(scope, 'agencyForms.fill', async (tx, record): Promise<ResultOf<typeof calls.fillForm>> => {
    const version = await findVersion(tx, versionId);
    if (!version) return refuse('notFound');
    if (!isFilledOn('office', version.definition)) return refuse('conflict', ONLY_ON_PHONE);
    if (version.isRetired) return refuse('conflict', 'This form is no longer filled.');
    return storeFilling(tx, scope, { version, via: 'office', day, at: scope.now(), given, ...whom }, record);
  });
};

const IS_ONE = 'It is marked as entered by mistake already.';
const IS_NONE = 'It is not marked as entered by mistake.';

type Stored = NonNullable<Awaited<ReturnType<typeof lockStoredFilled>>>;
type Next = Pick<Correction, 'kind' | 'answers'> & { readonly changes: ReturnType<typeof loggedAnswers> };

/** Adds an entry to the history of what was filled; what it was before stays. */
const amend = async (
  scope: Scope,
  call: string,
  { id, rev, reason }: { readonly id: number; readonly rev: number; readonly reason: string },
  change: (stored: Stored, tx: Tx) => Result<Next> | Promise<Result<Next>>,
): Promise<Result<FilledForm>> => {
  const wrong = refuseAll(checkReason(reason));
  if (wrong) return wrong;
  return mutate(scope, call, async (tx, record): Promise<Result<FilledForm>> => {
    const stored = await lockStoredFilled(tx, id);
    if (!stored) return refuse('notFound');
    const known = await listCorrections(tx, id);
    if (known.length !== rev) return refuseStale(scope, known.at(-1));
    const next = await change(stored, tx);
    if (!next.ok) return next;
    const { kind, answers, changes } = next.data;
    await insertCorrection(tx, id, { no: rev + 1, kind, answers, reason }, scope.stamp());
    record({ entity: FILLED, id, action: 'update', changes });
    return loadFilled(tx, id);
  });
};

export const correctForm: UseCase<typeof calls.correctForm> = (scope, { answers: given, ...input }) =>
  amend(scope, 'agencyForms.correct', input, async (stored, tx) => {
    const { definition, answers: before, isMistake } = stored;
    if (isMistake) return refuse('conflict', IS_MISTAKE);
    const { questions } = definition;
    const faults = refuseAll(checkAnswers(questions, given));
    if (faults) return faults;
    const fields = before.filter(({ kind }) => kind === 'field');
    const answers = inOrder(questions, given, fields);
    const changes = loggedAnswers(questions, before, answers);
    if (Object.keys(changes).length === 0) return refuse('conflict', 'No answer is another one.');
    const gone = refuseAll(await claimPhotos(tx, scope, input.id, answers));
    if (gone) return gone;
    return done({
      kind: 'answers',
      answers,
      changes: { 'Why it was corrected': [null, input.reason], ...changes },
    });
  });

export const markMistake: UseCase<typeof calls.markMistake> = (scope, { isMistake, ...input }) =>
  amend(scope, 'agencyForms.markMistake', input, (stored) => {
    if (stored.isMistake === isMistake) return refuse('conflict', isMistake ? IS_ONE : IS_NONE);
    const say = (is: boolean) => (is ? 'Yes' : 'No');
    return done({
      kind: isMistake ? 'mistake' : 'restored',
      answers: stored.answers,
      changes: {
        'Entered by mistake': [say(stored.isMistake), say(isMistake)],
        [isMistake ? 'Why it was entered by mistake' : 'Why it counts again']: [null, input.reason],
      },
    });
  });
