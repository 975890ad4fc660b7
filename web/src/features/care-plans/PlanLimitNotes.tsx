import { checkWeek } from '@homecare/domain/care-plans/rules.ts';
import { failureOf } from '../../platform/query.ts';
import { Note } from '../../ui/Note.tsx';
import { usePlanPreview } from '../authorizations/api.ts';
import { LimitNotes } from '../authorizations/LimitNotes.tsx';
import { useSeesAuthorizations } from '../authorizations/use-sees-authorizations.ts';
import { draftOf, withoutEmptyTasks } from './plan-form.ts';
import type { PlanFindings } from './use-plan-findings.ts';
import type { OpenPlan } from './use-plan-form.ts';

interface PlanLimitNotesProps {
  readonly plan: OpenPlan;
  readonly found: PlanFindings;
}

/** The draft for which limits are checked; undefined if the plan is incomplete or unchanged. */
const draftToAsk = ({ form, stored, isChanged }: OpenPlan, { settledWeek }: PlanFindings) => {
  const { ProviderID, ClientID, Type, StartDate, EndDate, excluded, coversPlanId } = draftOf(form);
  if (!ProviderID || !ClientID || !Type || !StartDate || !isChanged) return undefined;
  if (checkWeek(settledWeek).length > 0) return undefined;
  return {
    planId: stored?.id ?? null,
    providerId: ProviderID,
    clientId: ClientID,
    type: Type,
    from: StartDate,
    through: EndDate,
    ...{ excluded, coversPlanId },
    weekFrom: stored && form.weekFrom !== '' ? form.weekFrom : null,
    week: withoutEmptyTasks(settledWeek),
  };
};

/** Shows which limits the plan in the form would exceed, before it is saved. */
export const PlanLimitNotes = ({ plan, found }: PlanLimitNotesProps) => {
  const sees = useSeesAuthorizations();
  const query = usePlanPreview(sees ? draftToAsk(plan, found) : undefined);
  const failure = failureOf(query, 'Limits could not be checked.');
  return (
    <>
      {failure && (
        <Note tone="warn">
          {failure.title} {failure.text}
        </Note>
      )}
      <LimitNotes limits={query.data ?? []} />
    </>
  );
};
