import { fieldOf, type PersonField } from '@homecare/domain/people/dictionary.ts';
import { askAboutPerson } from '@homecare/domain/people/questions.ts';
import { useFormContext, useWatch } from 'react-hook-form';
import type { FormField, PersonForm } from './person-form.ts';
import { useRecord } from './record-context.ts';

/** Kinds whose values can be unlikely; other inputs follow no value but their own. */
const ASKED: ReadonlySet<string> = new Set(['date', 'month', 'phone', 'ssn', 'zip']);

const isAsked = (name: PersonField) => ASKED.has(fieldOf(name).kind) || name === 'Medicaid';

/** What is unlikely about the value of one field now, said beside it long before the save asks. */
export const useQuestion = (name: FormField): string | undefined => {
  const { kind, today, readOnly } = useRecord();
  const { control } = useFormContext<PersonForm>();
  const asked = isAsked(name) && !readOnly;
  const [value, State, DOB] = useWatch({ control, name: [name, 'State', 'DOB'], disabled: !asked });
  if (!asked || typeof value !== 'string' || value === '') return undefined;
  return askAboutPerson({ State, DOB, [name]: value }, kind, today).find(({ field }) => field === name)
    ?.message;
};
