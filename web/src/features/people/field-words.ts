import { fieldOf, type PersonField } from '@homecare/domain/people/dictionary.ts';
import { askAboutPerson } from '@homecare/domain/people/questions.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import type { FormField, PersonForm } from './person-form.ts';
import { useRecord } from './record-context.ts';

/** Kinds of fields whose values can be unlikely or expire. Only these need to watch their value. */
const WATCHED: ReadonlySet<string> = new Set(['date', 'month', 'phone', 'ssn', 'zip']);

const isWatched = (name: PersonField) => WATCHED.has(fieldOf(name).kind) || name === 'Medicaid';

/**
 * The warning beside a field about its current value. Unlikely values are reported long before saving asks, and expiring
 * ones in the words of the notices.
 */
export const useFieldWords = (name: FormField): string | undefined => {
  const { kind, today, readOnly, evaluator, person: stored } = useRecord();
  const { control } = useFormContext<PersonForm>();
  const watched = isWatched(name);
  const [value, State, DOB, SkillNotNeed] = useWatch({
    control,
    name: [name, 'State', 'DOB', 'SkillNotNeed'],
    disabled: !watched,
  });
  if (!watched || typeof value !== 'string') return undefined;
  // A new record is incomplete anyway, so missing values are reported when it is saved.
  if (value === '') return stored ? evaluator.ofField({ kind, SkillNotNeed }, name, null) : undefined;
  // A stored value was confirmed when it was entered, or was imported; the notices report what is wrong with it.
  const question =
    readOnly || value === stored?.[name]
      ? undefined
      : askAboutPerson({ State, DOB, [name]: value }, kind, today).find(({ field }) => field === name);
  return question?.message ?? evaluator.ofField({ kind, SkillNotNeed }, name, value);
};
