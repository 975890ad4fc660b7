import { checkProviderDates } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import { isActive } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import type { PlanForm } from './plan-form.ts';
import { cloneOf, temporaryCloneOf } from './stored-plan.ts';

export interface OpenedClone {
  readonly initial: PlanForm;
  /** Why a person of the source was not copied, by field. */
  readonly refusedAtOpen: Readonly<Record<string, string>>;
  /** Those reasons that are also shown as toasts. */
  readonly toastsAtOpen: readonly string[];
}

const isArchived = (people: readonly PersonRow[], id: number) =>
  !people.some((person) => person.ID === id && isActive(person));

/** A clone chooses its provider like a new plan: one without valid checks is cleared, with the error. */
const wrongDate = (provider: PersonRow | undefined, today: string) =>
  provider && checkProviderDates(provider, Temporal.PlainDate.from(today))[0]?.message;

/** The initial values of Clone and Clone temp. */
export const openClone = (
  mode: 'Clone' | 'Clone temp',
  plan: CarePlan,
  people: readonly PersonRow[],
  today: string,
): OpenedClone => {
  const form = (mode === 'Clone' ? cloneOf : temporaryCloneOf)(plan, today);
  const person = people.find((one) => one.ID === plan.ProviderID && isActive(one));
  const isChosen = form.provider !== null;
  const wrong = isChosen ? wrongDate(person, today) : undefined;
  const gone = isChosen && !person ? `${plan.Provider} is archived: choose another provider.` : undefined;
  const provider = wrong ?? gone;
  const client = isArchived(people, plan.ClientID)
    ? `${plan.Client} is archived: choose another client.`
    : undefined;
  return {
    initial: {
      ...form,
      ...(provider && { provider: null }),
      ...(client && { client: null, covers: null }),
    },
    refusedAtOpen: { ...(provider && { ProviderID: provider }), ...(client && { ClientID: client }) },
    toastsAtOpen: wrong ? [wrong] : [],
  };
};
