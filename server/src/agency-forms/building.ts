import type * as calls from '@homecare/domain/agency-forms/contract.ts';
import { checkDefinition, isAsked, isSameDefinition } from '@homecare/domain/agency-forms/definition.ts';
import { loggedDefinition } from '@homecare/domain/agency-forms/logged.ts';
import type { AgencyForm, FormDefinition } from '@homecare/domain/agency-forms/schema.ts';
import type { ResultOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseAll } from '@homecare/domain/errors.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  findStoredForm,
  insertForm,
  insertVersion,
  listStoredForms,
  listVersions,
  lockStoredForm,
  setRetired,
  touchForm,
} from './queries.ts';

/** The forms of an agency: each save is a version, and what was filled keeps its own (docs/rules/agency-forms.md). */

export const FORM = 'agencyForm';

export const listForms: UseCase<typeof calls.listForms> = async (scope) =>
  done(
    (await listStoredForms(scope.site.db)).map(
      ({ id, versionId, no, isRetired, rev, filled, definition }) => {
        const { title, about, by, when, questions } = definition;
        return {
          ...{ id, versionId, version: no, isRetired, rev, filled, title, about, by, when },
          questions: questions.filter(isAsked).length,
        };
      },
    ),
  );

const loadForm = async (db: Db, id: number): Promise<Result<AgencyForm>> => {
  const stored = await findStoredForm(db, id);
  if (!stored) return refuse('notFound');
  const { isRetired, rev } = stored;
  return done({ id, isRetired, rev, versions: await listVersions(db, id) });
};

export const getForm: UseCase<typeof calls.getForm> = (scope, { id }) => loadForm(scope.site.db, id);

const addForm = (scope: Scope, definition: FormDefinition) =>
  mutate(scope, 'agencyForms.save', async (tx, record): Promise<ResultOf<typeof calls.saveForm>> => {
    const id = await insertForm(tx, scope.stamp());
    await insertVersion(tx, id, definition, scope.stamp());
    record({ entity: FORM, id, action: 'insert', changes: loggedDefinition(null, definition) });
    const made = await loadForm(tx, id);
    return made.ok ? done(made.data, { insertId: id }) : made;
  });

export const saveForm: UseCase<typeof calls.saveForm> = async (scope, { id, rev, definition }) => {
  const wrong = refuseAll(checkDefinition(definition));
  if (wrong) return wrong;
  if (id === null) return addForm(scope, definition);
  const known = await findStoredForm(scope.site.db, id);
  // What is saved as it is makes no version.
  if (known && known.rev === rev && isSameDefinition(known.definition, definition))
    return loadForm(scope.site.db, id);
  return mutate(scope, 'agencyForms.save', async (tx, record): Promise<ResultOf<typeof calls.saveForm>> => {
    const stored = await lockStoredForm(tx, id);
    if (!stored) return refuse('notFound');
    if (stored.rev !== rev) return refuseStale(scope, stored);
    await insertVersion(tx, id, definition, scope.stamp());
    await touchForm(tx, id, scope.stamp());
    const changes = loggedDefinition(stored.definition, definition);
    record({ entity: FORM, id, action: 'update', changes });
    return loadForm(tx, id);
  });
};

export const retireForm: UseCase<typeof calls.retireForm> = (scope, { id, rev, isRetired }) =>
  mutate(scope, 'agencyForms.retire', async (tx, record) => {
    const stored = await lockStoredForm(tx, id);
    if (!stored) return refuse('notFound');
    if (stored.rev !== rev) return refuseStale(scope, stored);
    const stamp = scope.stamp();
    await setRetired(tx, id, isRetired ? stamp.at : null, stamp);
    const say = (isOut: boolean) => (isOut ? 'No longer filled' : 'In use');
    const changes = { State: [say(stored.isRetired), say(isRetired)] } as const;
    record({ entity: FORM, id, action: 'update', changes });
    return done(null);
  });
