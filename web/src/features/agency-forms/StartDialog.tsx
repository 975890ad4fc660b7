import { isFilledOn } from '@homecare/domain/agency-forms/definition.ts';
import type { About, FormRow } from '@homecare/domain/agency-forms/schema.ts';
import { ABOUT_WORDS } from '@homecare/domain/agency-forms/words.ts';
import { isActiveOfKind } from '@homecare/domain/people/kind-and-status.ts';
import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useAnswer } from '../../platform/form/use-answer.ts';
import { PersonPicker } from '../care-plans/PersonPicker.tsx';
import { usePeople } from '../people/api.ts';
import type { Whom } from './api.ts';

/** A visit at which it is filled, and whom it can be about there. */
export interface AtVisit {
  readonly visitId: number;
  readonly day: string;
  readonly people: Readonly<Record<About, { readonly id: number; readonly name: string }>>;
}

interface StartDialogProps {
  readonly forms: readonly FormRow[];
  /** Chosen already. */
  readonly formId?: number | undefined;
  readonly at?: AtVisit | undefined;
  readonly onStart: (whom: Whom) => void;
  readonly onClose: () => void;
}

/** Here, by the office. */
export const isFillable = (form: Pick<FormRow, 'isRetired' | 'by'>) =>
  !form.isRetired && isFilledOn('office', form);

interface Draft {
  readonly formId: string;
  readonly personId: number | null;
}

const KINDS = { client: 'Client', caregiver: 'Provider' } as const;

/** Which form, about whom; at a visit that follows from the form. */
export const StartDialog = ({ forms, formId, at, onStart, onClose }: StartDialogProps) => {
  const offered = forms.filter(isFillable);
  const known = offered.find(({ id }) => id === formId) ?? offered[0];
  const values: Draft = { formId: String(known?.id ?? ''), personId: null };
  const chosenOf = (draft: Draft) => offered.find(({ id }) => String(id) === draft.formId);
  const whomOf = (draft: Draft) => {
    const about = chosenOf(draft)?.about ?? 'client';
    return { about, personId: at ? at.people[about].id : draft.personId };
  };
  const answer = useAnswer({
    values,
    check: (draft) => [
      ...(chosenOf(draft) ? [] : [{ field: 'formId', message: 'The office fills no form now.' }]),
      ...(whomOf(draft).personId === null
        ? [{ field: 'personId', message: 'Choose who the form is about.' }]
        : []),
    ],
    onAnswer: (draft) =>
      onStart({
        formId: Number(draft.formId),
        personId: whomOf(draft).personId ?? 0,
        visitId: at?.visitId ?? null,
      }),
  });
  const { about, personId } = whomOf(answer.values);
  const { people } = usePeople();
  const choices = useMemo(() => people?.filter((one) => isActiveOfKind(one, KINDS[about])), [people, about]);
  return (
    <FormDialog save={answer} title="Fill a form" label="Start" onClose={onClose}>
      <NativeSelect
        label="Form"
        data={offered.map(({ id, title }) => ({ value: String(id), label: title }))}
        {...answer.text('formId')}
      />
      {at ? (
        <p>
          {ABOUT_WORDS[about]}: <b>{at.people[about].name}</b>
        </p>
      ) : (
        <PersonPicker
          label={ABOUT_WORDS[about]}
          field="personId"
          people={choices}
          value={personId}
          error={answer.errorOf('personId')}
          onChange={(next) => {
            answer.set({ personId: next });
            return true;
          }}
        />
      )}
    </FormDialog>
  );
};
