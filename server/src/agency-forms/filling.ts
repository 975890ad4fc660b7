import { checkAnswers, checkDay, checkReason, keptAnswers } from '@homecare/domain/agency-forms/answers.ts';
import type * as calls from '@homecare/domain/agency-forms/contract.ts';
import { loggedAnswers } from '@homecare/domain/agency-forms/logged.ts';
import type { About, Answer, GivenAnswer, Question } from '@homecare/domain/agency-forms/schema.ts';
import type { ResultOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { fieldAnswers } from './facts.ts';
import { insertCorrection, insertFilled, lockStoredFilled } from './filled-queries.ts';
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
  readonly via: 'office' | 'phone';
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
    if (version.isRetired) return refuse('conflict', 'This form is no longer filled.');
    return storeFilling(tx, scope, { version, via: 'office', day, at: scope.now(), given, ...whom }, record);
  });
};

export const correctForm: UseCase<typeof calls.correctForm> = async (scope, input) => {
  const { id, rev, answers: given, reason } = input;
  const wrong = refuseAll(checkReason(reason));
  if (wrong) return wrong;
  return mutate(
    scope,
    'agencyForms.correct',
    async (tx, record): Promise<ResultOf<typeof calls.correctForm>> => {
      const stored = await lockStoredFilled(tx, id);
      if (!stored) return refuse('notFound');
      const { definition, corrections, answers: before } = stored;
      if (corrections !== rev) return refuseStale(scope, undefined);
      const { questions } = definition;
      const faults = refuseAll(checkAnswers(questions, given));
      if (faults) return faults;
      const fields = before.filter(({ kind }) => kind === 'field');
      const answers = inOrder(questions, given, fields);
      const changes = loggedAnswers(questions, before, answers);
      if (Object.keys(changes).length === 0) return refuse('conflict', 'No answer is another one.');
      const gone = refuseAll(await claimPhotos(tx, scope, id, answers));
      if (gone) return gone;
      await insertCorrection(tx, { filledId: id, no: corrections + 1, answers, reason }, scope.stamp());
      record({
        entity: FILLED,
        id,
        action: 'update',
        changes: { 'Why it was corrected': [null, reason], ...changes },
      });
      return loadFilled(tx, id);
    },
  );
};
