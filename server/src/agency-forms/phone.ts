import type * as calls from '@homecare/domain/agency-forms/contract.ts';
import { isFilledOn } from '@homecare/domain/agency-forms/definition.ts';
import type { FormDefinition } from '@homecare/domain/agency-forms/schema.ts';
import { addDays, todayIn } from '@homecare/domain/calendar.ts';
import type { ResultOf } from '@homecare/domain/call.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import { attemptTime } from '@homecare/domain/visits/rules.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { dueAbout } from './due.ts';
import { storeFilling } from './filling.ts';
import { findVersion, listFormsInUse } from './queries.ts';
import { findVisitAsPlanned, listVisitsOf } from './record-queries.ts';

/** Forms on the caregiver's phone: about the clients of their own visits alone. */

/** The phone keeps today and tomorrow, and shows the days before. */
const DAYS = { back: 3, ahead: 1 } as const;

const isForPhone = (definition: FormDefinition) =>
  definition.about === 'client' && isFilledOn('phone', definition);

export const listOwnForms: UseCase<typeof calls.listOwnForms> = async (scope) => {
  const { db } = scope.site;
  const today = scope.today().toString();
  const forms = (await listFormsInUse(db)).filter(({ definition }) => isForPhone(definition));
  if (forms.length === 0) return done({ forms: [], due: [] });
  const [from, through] = [addDays(today, -DAYS.back), addDays(today, DAYS.ahead)];
  const visits = await listVisitsOf(db, scope.user.providerId, from, through);
  const due = await dueAbout(scope, forms, [...new Set(visits.map(({ clientId }) => clientId))]);
  return done({
    forms: forms.map(({ id, versionId, definition: { title, intro, questions } }) => ({
      ...{ formId: id, versionId, title, intro, questions },
    })),
    due: visits.flatMap(({ id, clientId, date }) =>
      (due.get(clientId) ?? [])
        .filter(({ opens }) => opens <= date)
        .map((one) => ({ visitId: id, versionId: one.form.versionId, due: one.due })),
    ),
  });
};

export const fillOnPhone: UseCase<typeof calls.fillOnPhone> = (scope, { versionId, visitId, answers, at }) =>
  mutate(
    scope,
    'agencyForms.fillOnPhone',
    async (tx, record): Promise<ResultOf<typeof calls.fillOnPhone>> => {
      const [version, visit] = [await findVersion(tx, versionId), await findVisitAsPlanned(tx, visitId)];
      const isOwn = visit && visit.providerId === scope.user.providerId;
      // A version that was offered is taken, whatever became of the form while the phone had no network.
      if (!version || !isOwn || !isForPhone(version.definition)) return refuse('notFound');
      if (visit.date > scope.today().toString()) return refuse('conflict', 'This visit is still to come.');
      const filled = attemptTime(scope.now(), Temporal.Instant.from(at)).at;
      const day = todayIn(scope.settings.timeZone, filled).toString();
      return storeFilling(
        tx,
        scope,
        { version, via: 'phone', day, at: filled, given: answers, personId: visit.clientId, visitId },
        record,
      );
    },
  );
