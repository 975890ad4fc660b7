import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import type { PersonKind } from '@homecare/domain/people/dictionary.ts';
import { isActiveOfKind } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { usePlansOf } from './api.ts';
import type { PlanForm } from './plan-form.ts';

const activeOf = (people: readonly PersonRow[] | undefined, kind: PersonKind) =>
  people?.filter((person) => isActiveOfKind(person, kind));

/** The plans of both people, for finding conflicts. */
const usePeoplesPlans = (provider: number | null, client: number | null) => {
  const ofProvider = usePlansOf('ProviderID', provider);
  const ofClient = usePlansOf('ClientID', client);
  return {
    providerPlans: useMemo(() => ofProvider.data ?? [], [ofProvider.data]),
    clientPlans: useMemo(() => ofClient.data ?? [], [ofClient.data]),
    failed: ofProvider.isError || ofClient.isError,
  };
};

/** Plans that a temporary one can cover. The source of a clone stays among them even if it is archived. */
const coverableFor = (form: PlanForm, plans: readonly CarePlan[]) =>
  plans.filter(
    (plan) =>
      plan.id === form.covers ||
      (plan.Status === 'Active' && plan.coversPlanId === null && plan.ProviderID !== form.provider),
  );

/** People who can be chosen, the chosen ones, and the plans of both. */
export const usePlanPeople = (people: readonly PersonRow[] | undefined, form: PlanForm) => {
  const providers = useMemo(() => activeOf(people, 'Provider'), [people]);
  const clients = useMemo(() => activeOf(people, 'Client'), [people]);
  const plans = usePeoplesPlans(form.provider, form.client);
  return {
    providers,
    clients,
    provider: providers?.find((person) => person.ID === form.provider),
    client: clients?.find((person) => person.ID === form.client),
    ...plans,
    coverable: coverableFor(form, plans.clientPlans),
  };
};

/** Shows at the field why a choice was refused and cleared. */
export const useRefusedChoices = (
  atOpen: Readonly<Record<string, string | undefined>>,
  toasts: readonly string[],
) => {
  const [cleared, setCleared] = useState(atOpen);
  useEffect(() => {
    for (const message of toasts) toast.error(message);
  }, [toasts]);
  const onRefused = useCallback(
    (field: string, message: string | undefined) => setCleared((before) => ({ ...before, [field]: message })),
    [],
  );
  return { refused: cleared, onRefused };
};
