import type { AddressSuggestion } from '@homecare/domain/addresses/schema.ts';
import { NOT_CHECKED } from '@homecare/domain/addresses/zip-areas.ts';
import { CANDIDATE_MAX, canBeLocated, suggestionLine } from '@homecare/domain/candidates/rules.ts';
import type { Candidate } from '@homecare/domain/candidates/schema.ts';
import { TextInput } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { DateBox, MaskBox } from '../../ui/inputs.tsx';
import { AddressBox } from '../addresses/AddressBox.tsx';
import { useQuestions } from '../people/use-questions.tsx';
import { ADD_CANDIDATE, CHANGE_CANDIDATE, readCandidate } from './api.ts';
import classes from './CandidatesDialog.module.css';
import {
  type CandidateForm,
  checkForm,
  draftOfForm,
  EMPTY,
  formOfCandidate,
  placeOf,
} from './candidate-form.ts';

interface CandidateFormDialogProps {
  /** Without one it is a new candidate. */
  readonly candidate?: Candidate;
  readonly onClose: () => void;
}

const LABELS: Partial<Record<string, string>> = {
  Name: 'Name',
  Phone: 'Phone',
  Address: 'Address',
  DateAvailable: 'Date available',
};

const useCandidateForm = (candidate: Candidate | undefined, onClose: () => void) => {
  const questions = useQuestions();
  const form = {
    values: candidate ? formOfCandidate(candidate) : EMPTY,
    check: checkForm,
    placeOf,
    onSaved: ({ info }: { readonly info?: string }) => {
      toast.success(info ?? '');
      onClose();
    },
    onRefused: questions.ask,
  };
  const dataOf = (values: CandidateForm) => ({
    ...draftOfForm(values),
    confirmed: questions.confirmed(),
  });
  const add = useSave({
    ...ADD_CANDIDATE,
    ...form,
    draft: candidate ? undefined : 'candidate new',
    input: (values) => ({ data: dataOf(values) }),
  });
  const change = useSave({
    ...CHANGE_CANDIDATE,
    ...form,
    draft: candidate && `candidate ${candidate.id}`,
    rev: candidate?.rev,
    input: (values, rev) => ({ id: candidate?.id ?? 0, data: { ...dataOf(values), rev } }),
    readAgain: async () => {
      const fresh = await readCandidate(candidate?.id ?? 0);
      return fresh && { value: formOfCandidate(fresh), rev: fresh.rev };
    },
  });
  return { save: candidate ? change : add, questions };
};

/** Where the coordinates come from, and that those of a ZIP are only near. */
const hintOf = (form: CandidateForm) => {
  const draft = draftOfForm(form);
  if (draft.AddressLatitude !== null && !draft.AddressApproximate) return 'The coordinates are exact.';
  if (draft.AddressLatitude !== null || canBeLocated(draft)) return NOT_CHECKED;
  return 'Pick a suggested address, or type street, town, state and ZIP.';
};

/** Add or edit a candidate: every field is needed, and an address has a suggestion or at least a ZIP. */
export const CandidateFormDialog = ({ candidate, onClose }: CandidateFormDialogProps) => {
  const { save, questions } = useCandidateForm(candidate, onClose);
  const choose = (chosen: AddressSuggestion) => {
    const address = suggestionLine(chosen);
    const {
      AddressLatitude: latitude,
      AddressLongitude: longitude,
      AddressApproximate: approximate,
    } = chosen;
    save.set({ Address: address, point: { address, latitude, longitude, approximate } });
  };
  const { onChange: onType, ...address } = save.box('Address');
  return (
    <FormDialog
      save={save}
      title={candidate ? `Edit ${candidate.Name}` : 'Add a candidate'}
      label={candidate ? 'Save' : 'Add'}
      onClose={onClose}
      labelOf={(name) => LABELS[name]}
    >
      {questions.dialogFor(save.submit)}
      <TextInput
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        maxLength={CANDIDATE_MAX.Name}
        {...save.text('Name')}
      />
      <MaskBox mask="phone" label="Phone" required {...save.box('Phone')} />
      <div>
        <AddressBox
          label="Address"
          required
          maxLength={CANDIDATE_MAX.Address}
          {...address}
          onType={onType}
          onChoose={choose}
        />
        <p className={classes.hint}>{hintOf(save.values)}</p>
      </div>
      <DateBox label="Date available" required {...save.box('DateAvailable')} />
    </FormDialog>
  );
};
