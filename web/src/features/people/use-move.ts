import { getCarePlans } from '@homecare/domain/care-plans/contract.ts';
import { listOpenRequests } from '@homecare/domain/care-plans/open-requests-contract.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import type { PersonRow, PersonWrite } from '@homecare/domain/people/schema.ts';
import { getEvvList } from '@homecare/domain/visits/contract.ts';
import type { FieldValues } from 'react-hook-form';
import { useSave } from '../../platform/form/use-save.ts';
import { differences } from '../../platform/form/values.ts';
import { markStale } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { readRowAgain, UPDATE_PERSON } from './api.ts';
import { useQuestions } from './use-questions.tsx';

interface MoveOptions<V> {
  readonly person: PersonRow;
  readonly values: V;
  readonly dataOf: (values: V) => PersonWrite;
  readonly check: (values: V) => readonly FieldError[];
  readonly onDone: () => void;
}

/** Archive and Set Active, which also change care plans and visits. Reads the record again first, in case somebody changed it. */
export const useMove = <V extends FieldValues>({ person, values, dataOf, check, onDone }: MoveOptions<V>) => {
  const questions = useQuestions();
  const save = useSave({
    ...UPDATE_PERSON,
    values,
    rev: person.rev,
    input: (typed: V, rev) => ({
      id: person.ID,
      data: { ...dataOf(typed), confirmed: questions.confirmed(), rev },
    }),
    check,
    readAgain: async () => {
      const fresh = await readRowAgain(person.ID);
      return fresh && { value: values, rev: fresh.rev, elsewhere: differences(fresh, person) };
    },
    onSaved: ({ data }) => {
      void markStale(getCarePlans, getEvvList, listOpenRequests);
      for (const message of data.messages) toast.success(message);
      onDone();
    },
    onRefused: questions.ask,
  });
  return { save, dialog: questions.dialogFor(save.submit) };
};
