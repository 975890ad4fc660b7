import type { FormRow } from '@homecare/domain/agency-forms/schema.ts';
import { isActiveOfKind } from '@homecare/domain/people/kind-and-status.ts';
import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useAnswer } from '../../platform/form/use-answer.ts';
import { PersonPicker } from '../care-plans/PersonPicker.tsx';
import { usePeople } from '../people/api.ts';
import type { Whom } from './api.ts';

interface StartDialogProps {
  readonly forms: readonly FormRow[];
  /** Chosen already. */
  readonly formId?: number | undefined;
  readonly onStart: (whom: Whom) => void;
  readonly onClose: () => void;
}

interface Draft {
  readonly formId: string;
  readonly personId: number | null;
}

const KINDS = { client: 'Client', caregiver: 'Provider' } as const;

/** Which form, about whom. */
export const StartDialog = ({ forms, formId, onStart, onClose }: StartDialogProps) => {
  const inUse = forms.filter(({ isRetired }) => !isRetired);
  const values: Draft = { formId: String(formId ?? inUse[0]?.id ?? ''), personId: null };
  const answer = useAnswer({
    values,
    check: ({ personId }) =>
      personId === null ? [{ field: 'personId', message: 'Choose who the form is about.' }] : [],
    onAnswer: (draft) =>
      onStart({ formId: Number(draft.formId), personId: draft.personId ?? 0, visitId: null }),
  });
  const chosen = inUse.find(({ id }) => String(id) === answer.values.formId);
  const about = chosen?.about ?? 'client';
  const { people } = usePeople();
  const offered = useMemo(() => people?.filter((one) => isActiveOfKind(one, KINDS[about])), [people, about]);
  return (
    <FormDialog save={answer} title="Fill a form" label="Start" onClose={onClose}>
      <NativeSelect
        label="Form"
        data={inUse.map(({ id, title }) => ({ value: String(id), label: title }))}
        {...answer.text('formId')}
      />
      <PersonPicker
        label={about === 'client' ? 'Client' : 'Caregiver'}
        field="personId"
        people={offered}
        value={answer.values.personId}
        error={answer.errorOf('personId')}
        onChange={(personId) => {
          answer.set({ personId });
          return true;
        }}
      />
    </FormDialog>
  );
};
