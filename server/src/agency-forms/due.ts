import type * as calls from '@homecare/domain/agency-forms/contract.ts';
import { type Due, dueOf, type Fall, isOpen } from '@homecare/domain/agency-forms/due.ts';
import type { About, DueForm } from '@homecare/domain/agency-forms/schema.ts';
import { compareKeys } from '@homecare/domain/compare.ts';
import { done } from '@homecare/domain/errors.ts';
import { listFalls } from '../incidents/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { listLastFillings } from './filled-queries.ts';
import { listFormsInUse, type StoredForm } from './queries.ts';
import { KIND_OF, listSubjects } from './record-queries.ts';

/** Which forms are to be filled about whom, counted from the records as they are now. */

interface Found extends Due {
  readonly form: StoredForm;
  readonly person: { readonly id: number; readonly name: string; readonly about: About };
}

const fallsByClient = async (scope: Scope, forms: readonly StoredForm[]) => {
  const isAsked = forms.some(({ definition }) => definition.when.kind === 'fall');
  const falls = isAsked ? await listFalls(scope) : [];
  return Map.groupBy(falls, ({ clientId }) => clientId);
};

/** Every form that anybody has to fill on a day or later. */
const allDue = async (scope: Scope): Promise<Found[]> => {
  const { db } = scope.site;
  const forms = (await listFormsInUse(db)).filter(({ definition }) => definition.when.kind !== 'hand');
  if (forms.length === 0) return [];
  const [subjects, fillings, falls] = await Promise.all([
    listSubjects(db),
    listLastFillings(db),
    fallsByClient(scope, forms),
  ]);
  const last = new Map(
    fillings.map(({ formId, personId, day, at }) => [
      `${formId} ${personId}`,
      { day, at: Temporal.Instant.from(at) },
    ]),
  );
  return subjects.flatMap(({ id, kind, name, start }) => {
    const subject = { start, falls: (falls.get(id) ?? []) as readonly Fall[] };
    return forms.flatMap((form) => {
      const { about } = form.definition;
      if (KIND_OF[about] !== kind) return [];
      const filling = last.get(`${form.id} ${id}`);
      const due = dueOf(form.definition, subject, filling ? [filling] : []);
      return due ? [{ ...due, form, person: { id, name, about } }] : [];
    });
  });
};

/** Those that are asked for by now, what is longest due first. */
export const listDueForms = async (scope: Scope): Promise<DueForm[]> => {
  const today = scope.today().toString();
  return (await allDue(scope))
    .filter((one) => isOpen(one, today))
    .toSorted((a, b) => compareKeys(a.due, b.due))
    .map(({ due, form, person }) => ({
      ...{ formId: form.id, versionId: form.versionId, title: form.definition.title, by: form.definition.by },
      ...{ personId: person.id, person: person.name, about: person.about, due },
    }));
};

export const listDue: UseCase<typeof calls.listDue> = async (scope) => done(await listDueForms(scope));

/** What caregivers are asked for about their clients, whenever it opens. */
export const dueOnPhone = async (scope: Scope): Promise<Map<number, Found[]>> =>
  Map.groupBy(
    (await allDue(scope)).filter(({ form }) => form.definition.by !== 'office'),
    ({ person }) => person.id,
  );
