import { checkEntry, MANUAL_STATUSES, noteOf } from '@homecare/domain/eligibility/rules.ts';
import type { EligibilityEntry, EntryDraft } from '@homecare/domain/eligibility/schema.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { isClient } from '@homecare/domain/people/kind-and-status.ts';
import { NativeSelect, Textarea } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { DateBox, isIsoDate, NO_DATE } from '../../ui/inputs.tsx';
import { PersonPicker } from '../care-plans/PersonPicker.tsx';
import { usePeople } from '../people/api.ts';
import { readEntryAgain, SAVE_ENTRY } from './api.ts';

interface EntryFormProps {
  readonly title: string;
  /** null: chosen in the form. */
  readonly clientId: number | null;
  /** null: a new entry. */
  readonly entry: EligibilityEntry | null;
  readonly onClose: () => void;
}

interface Form extends Omit<EntryDraft, 'clientId' | 'start' | 'end'> {
  readonly clientId: number | null;
  readonly start: string;
  readonly end: string;
}

const newForm = (clientId: number | null, today: string): Form => ({
  clientId,
  status: 'Eligible',
  date: today,
  start: '',
  end: '',
  note: '',
});

const formOf = (entry: EligibilityEntry): Form => ({
  clientId: entry.clientId,
  status: MANUAL_STATUSES.find((one) => one === entry.status) ?? 'Unclear',
  date: entry.date,
  start: entry.start ?? '',
  end: entry.end ?? '',
  note: noteOf(entry),
});

const spanOf = ({ start, end }: Form) => ({ start: start || null, end: end || null });

const faultsOf = (form: Form, today: string): readonly FieldError[] => {
  const typed = (['date', 'start', 'end'] as const).filter(
    (field) => form[field] !== '' && !isIsoDate(form[field]),
  );
  const faults: FieldError[] = typed.map((field) => ({ field, message: NO_DATE }));
  if (form.clientId === null) faults.unshift({ field: 'clientId', message: 'Choose a client.' });
  if (form.date === '') faults.push({ field: 'date', message: 'Enter the day of the request.' });
  return faults.length > 0 ? faults : checkEntry({ ...form, ...spanOf(form) }, today);
};

const LABELS: Readonly<Record<string, string>> = {
  status: 'Status',
  date: 'Request date',
  start: 'Start',
  end: 'End',
  note: 'Note',
};

/** An entry by hand: what a portal or a letter says of a client's coverage. */
export const EntryFormDialog = ({ title, clientId, entry, onClose }: EntryFormProps) => {
  const today = useToday().toString();
  const { people } = usePeople();
  const save = useSave({
    ...SAVE_ENTRY,
    draft: `eligibility ${entry?.id ?? `of ${clientId ?? ''}`}`,
    values: entry ? formOf(entry) : newForm(clientId, today),
    rev: entry?.rev,
    input: (form, rev) => ({
      ...form,
      ...spanOf(form),
      clientId: form.clientId ?? 0,
      id: entry?.id ?? null,
      rev: entry && rev,
    }),
    check: (form) => faultsOf(form, today),
    readAgain: async () => {
      const fresh = entry ? await readEntryAgain(entry) : undefined;
      return fresh && { value: formOf(fresh), rev: fresh.rev };
    },
    onSaved: ({ info }) => {
      toast.success(info ?? '');
      onClose();
    },
  });
  return (
    <FormDialog save={save} title={title} onClose={onClose} labelOf={(name) => LABELS[name]}>
      {clientId === null && entry === null && (
        <PersonPicker
          label="Client"
          field="clientId"
          people={people?.filter(isClient)}
          value={save.values.clientId}
          error={save.errorOf('clientId')}
          onChange={(chosen) => {
            save.set({ clientId: chosen });
            return true;
          }}
        />
      )}
      <NativeSelect label="Status" required data={[...MANUAL_STATUSES]} {...save.text('status')} />
      <DateBox label="Request date" required {...save.box('date')} />
      <DateBox label="Start" required={save.values.status === 'Eligible'} {...save.box('start')} />
      <DateBox label="End (empty: until further notice)" {...save.box('end')} />
      <Textarea label="Note" rows={2} maxLength={300} {...save.text('note')} />
    </FormDialog>
  );
};
