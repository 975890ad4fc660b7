import { fieldOf, type PersonField } from '@homecare/domain/people/dictionary.ts';
import { askAboutPerson } from '@homecare/domain/people/questions.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import type { FormField, PersonForm } from './person-form.ts';
import { useRecord } from './record-context.ts';

/** Kinds whose values can be unlikely or expire; other inputs follow no value but their own. */
const WATCHED: ReadonlySet<string> = new Set(['date', 'month', 'phone', 'ssn', 'zip']);

const isWatched = (name: PersonField) => WATCHED.has(fieldOf(name).kind) || name === 'Medicaid';

/**
 * What is to be said beside a field about its value now: unlikely, long before the save asks; else expired or soon to be, in
 * the words of the notices, where it is fixed.
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
  // A new record is not complete yet: what it is missing is said when it is saved.
  if (value === '') return stored ? evaluator.ofField({ kind, SkillNotNeed }, name, null) : undefined;
  // What was kept before was asked about then, or came from elsewhere: the notices say what is wrong with it.
  const question =
    readOnly || value === stored?.[name]
      ? undefined
      : askAboutPerson({ State, DOB, [name]: value }, kind, today).find(({ field }) => field === name);
  return question?.message ?? evaluator.ofField({ kind, SkillNotNeed }, name, value);
};
