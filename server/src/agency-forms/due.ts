import type * as calls from '@homecare/domain/agency-forms/contract.ts';
import {
  type Due,
  dueOf,
  type Filling,
  isOpen,
  isStartMissing,
  type Subject,
} from '@homecare/domain/agency-forms/due.ts';
import type { About, DueForm, DueForms } from '@homecare/domain/agency-forms/schema.ts';
import { compareKeys } from '@homecare/domain/compare.ts';
import { done } from '@homecare/domain/errors.ts';
import { listFalls } from '../incidents/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { listLastFillings } from './filled-queries.ts';
import { listFormsInUse, type StoredForm } from './queries.ts';
import { KIND_OF, listSubjects } from './record-queries.ts';

/** Which forms are to be filled about whom, counted from the records as they are now. */

/** Of some people, or of all. */
type Ids = readonly number[] | null;

/** A form, and somebody about whom it is filled. */
interface Pair {
  readonly form: StoredForm;
  readonly person: { readonly id: number; readonly name: string; readonly about: About };
  readonly subject: Subject;
  /** The last one, if any. */
  readonly fillings: readonly Filling[];
}

const fallsByClient = async (scope: Scope, forms: readonly StoredForm[], ids: Ids) => {
  const isAsked = forms.some(({ definition }) => definition.when.kind === 'fall');
  return Map.groupBy(isAsked ? await listFalls(scope, ids) : [], ({ clientId }) => clientId);
};

/** Reads no more than what is on record of these people: each phone asks about its own clients all day. */
const listPairs = async (scope: Scope, inUse: readonly StoredForm[], ids: Ids): Promise<Pair[]> => {
  const { db } = scope.site;
  const forms = inUse.filter(({ definition }) => definition.when.kind !== 'hand');
  if (forms.length === 0 || ids?.length === 0) return [];
  const [subjects, fillings, falls] = await Promise.all([
    listSubjects(db, ids),
    listLastFillings(db, ids),
    fallsByClient(scope, forms, ids),
  ]);
  const last = Map.groupBy(fillings, ({ formId, personId }) => `${formId} ${personId}`);
  return subjects.flatMap(({ id, kind, name, start }) => {
    const subject = { start, falls: falls.get(id) ?? [] };
    return forms
      .filter(({ definition }) => KIND_OF[definition.about] === kind)
      .map((form) => ({
        ...{ form, subject, person: { id, name, about: form.definition.about } },
        fillings: (last.get(`${form.id} ${id}`) ?? []).map(({ day, at }) => ({
          day,
          at: Temporal.Instant.from(at),
        })),
      }));
  });
};

interface Found extends Due, Pair {}

const allDue = (pairs: readonly Pair[]): Found[] =>
  pairs.flatMap((pair) => {
    const due = dueOf(pair.form.definition, pair.subject, pair.fillings);
    return due ? [{ ...pair, ...due }] : [];
  });

const headOf = ({ form, person }: Pair) => ({
  ...{ formId: form.id, versionId: form.versionId, title: form.definition.title, by: form.definition.by },
  ...{ personId: person.id, person: person.name, about: person.about },
});

/** Those that are asked for by now, what is longest due first. */
const openRows = (pairs: readonly Pair[], today: string): DueForm[] =>
  allDue(pairs)
    .filter((one) => isOpen(one, today))
    .toSorted((a, b) => compareKeys(a.due, b.due))
    .map((found) => ({ ...headOf(found), due: found.due }));

/** What is asked for about these people, or about everybody, and what cannot be asked for. */
const loadDue = async (scope: Scope, ids: Ids): Promise<DueForms> => {
  const pairs = await listPairs(scope, await listFormsInUse(scope.site.db), ids);
  return {
    due: openRows(pairs, scope.today().toString()),
    withoutStart: pairs
      .filter(({ form, subject, fillings }) => isStartMissing(form.definition, subject, fillings))
      .map(headOf),
  };
};

export const listDueForms = async (scope: Scope): Promise<DueForm[]> => (await loadDue(scope, null)).due;

export const listDue: UseCase<typeof calls.listDue> = async (scope, { personId = null }) =>
  done(await loadDue(scope, personId === null ? null : [personId]));

/** What is asked for about the clients of a caregiver, whenever it opens. */
export const dueAbout = async (
  scope: Scope,
  forms: readonly StoredForm[],
  clientIds: readonly number[],
): Promise<Map<number, Found[]>> =>
  Map.groupBy(allDue(await listPairs(scope, forms, clientIds)), ({ person }) => person.id);
