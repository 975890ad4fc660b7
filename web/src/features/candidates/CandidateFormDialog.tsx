import type { AddressSuggestion } from '@homecare/domain/addresses/schema.ts';
import { NOT_CHECKED } from '@homecare/domain/addresses/zip-areas.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { CANDIDATE_MAX, canBeLocated, suggestionLine } from '@homecare/domain/candidates/rules.ts';
import type { Candidate } from '@homecare/domain/candidates/schema.ts';
import { type Question, questionsIn } from '@homecare/domain/people/questions.ts';
import { Button, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { useAttempt } from '../../platform/use-attempt.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { focusField } from '../../ui/form.tsx';
import { DateBox, MaskBox } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { AddressBox } from '../addresses/AddressBox.tsx';
import { QuestionsDialog } from '../people/QuestionsDialog.tsx';
import { addCandidate, changeCandidate, readCandidate } from './api.ts';
import classes from './CandidatesDialog.module.css';
import {
  type CandidateForm,
  checkForm,
  draftOfForm,
  EMPTY,
  errorsOf,
  formOfCandidate,
} from './candidate-form.ts';

interface CandidateFormDialogProps {
  /** Without one it is a new candidate. */
  readonly candidate?: Candidate;
  readonly onClose: () => void;
}

const FIELDS = ['Name', 'Phone', 'Address', 'DateAvailable'] as const;

const useSaveCandidate = (candidate: Candidate | undefined, onSaved: () => void) => {
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const rev = useRef(candidate?.rev);
  const attempt = useAttempt();
  /** Sentences that were answered with a yes. */
  const confirmed = useRef<readonly string[]>([]);
  const [asked, setAsked] = useState<{ readonly form: CandidateForm; readonly open: readonly Question[] }>();

  const show = (placed: Partial<Record<string, string>>) => {
    setErrors(placed);
    const first = FIELDS.find((field) => placed[field]);
    if (first) focusField(first);
  };
  const send = (form: CandidateForm) => {
    const draft = { ...draftOfForm(form), confirmed: [...confirmed.current] };
    if (candidate) return changeCandidate(candidate.id, { ...draft, rev: rev.current });
    return attempt(draft, (key) => addCandidate(draft, key));
  };
  const save = async (form: CandidateForm) => {
    if (busy) return;
    setRefusal(undefined);
    const faults = checkForm(form);
    show(errorsOf(faults));
    if (faults.length > 0) return;
    setBusy(true);
    const sent = await send(form);
    setBusy(false);
    if (sent.ok) {
      toast.success(sent.info ?? '');
      return onSaved();
    }
    if (sent.reason === 'unanswered') return setAsked({ form, open: questionsIn(sent.errors) });
    if (sent.errors.length > 0) return show(errorsOf(sent.errors));
    const fresh =
      candidate && sent.reason === 'stale'
        ? await readCandidate(candidate.id).catch(() => undefined)
        : undefined;
    if (!fresh || fresh.rev === rev.current) return setRefusal(sent.info);
    rev.current = fresh.rev;
    setRefusal(
      `${sent.info}: ${fresh.Name}, ${fresh.Phone}, ${fresh.Address}, available from ${showDate(fresh.DateAvailable)}. Save replaces it with what is below.`,
    );
  };
  const keep = () => {
    if (!asked) return;
    confirmed.current = [...confirmed.current, ...asked.open.map(({ message }) => message)];
    setAsked(undefined);
    void save(asked.form);
  };
  return { errors, refusal, busy, save, questions: asked?.open, keep, goBack: () => setAsked(undefined) };
};

/** Where the coordinates come from, and that those of a ZIP are only near. */
const hintOf = (form: CandidateForm) => {
  const draft = draftOfForm(form);
  if (draft.AddressLatitude !== null && !draft.AddressApproximate) return 'The coordinates are exact.';
  if (draft.AddressLatitude !== null || canBeLocated(draft)) return NOT_CHECKED;
  return 'Choose a suggestion, or type street, town, state and ZIP.';
};

/** Add or edit a candidate: every field is needed, and an address has a suggestion or at least a ZIP. */
export const CandidateFormDialog = ({ candidate, onClose }: CandidateFormDialogProps) => {
  const [form, setForm] = useState(candidate ? formOfCandidate(candidate) : EMPTY);
  const { errors, refusal, busy, save, questions, keep, goBack } = useSaveCandidate(candidate, onClose);
  const set = (more: Partial<CandidateForm>) => setForm((before) => ({ ...before, ...more }));
  const choose = (chosen: AddressSuggestion) => {
    const address = suggestionLine(chosen);
    const {
      AddressLatitude: latitude,
      AddressLongitude: longitude,
      AddressApproximate: approximate,
    } = chosen;
    set({ Address: address, point: { address, latitude, longitude, approximate } });
  };
  return (
    <Dialog
      opened
      title={candidate ? `Edit ${candidate.Name}` : 'Add a candidate'}
      onClose={onClose}
      onMain={() => void save(form)}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" variant="filled" loading={busy} onClick={() => void save(form)}>
            {candidate ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      {questions && <QuestionsDialog questions={questions} onKeep={keep} onCancel={goBack} />}
      {refusal && (
        <Note tone="danger" live>
          {refusal}
        </Note>
      )}
      <div className={classes.form}>
        <TextInput
          label="Name"
          required
          data-field="Name"
          data-autofocus
          autoComplete="off"
          maxLength={CANDIDATE_MAX.Name}
          value={form.Name}
          error={errors.Name}
          onChange={(event) => set({ Name: event.currentTarget.value })}
        />
        <MaskBox
          mask="phone"
          label="Phone"
          required
          data-field="Phone"
          value={form.Phone}
          error={errors.Phone}
          onChange={(Phone) => set({ Phone })}
        />
        <div>
          <AddressBox
            label="Address"
            required
            data-field="Address"
            maxLength={CANDIDATE_MAX.Address}
            value={form.Address}
            error={errors.Address}
            onType={(Address) => set({ Address })}
            onChoose={choose}
          />
          <p className={classes.hint}>{hintOf(form)}</p>
        </div>
        <DateBox
          label="Date available"
          required
          data-field="DateAvailable"
          value={form.DateAvailable}
          error={errors.DateAvailable}
          onChange={(DateAvailable) => set({ DateAvailable })}
        />
      </div>
    </Dialog>
  );
};
