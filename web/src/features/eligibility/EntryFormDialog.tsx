import { showDate, todayIn } from '@homecare/domain/calendar.ts';
import { checkEntry, MANUAL_STATUSES, noteOf } from '@homecare/domain/eligibility/rules.ts';
import type { EligibilityEntry, EntryDraft } from '@homecare/domain/eligibility/schema.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { isClient } from '@homecare/domain/people/kind-and-status.ts';
import { NativeSelect, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { serverNow } from '../../platform/server-time.ts';
import { toast } from '../../platform/toasts.ts';
import { useAttempt } from '../../platform/use-attempt.ts';
import { useZone } from '../../platform/use-today.ts';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { focusField } from '../../ui/form.tsx';
import { DateBox, isIsoDate, NO_DATE } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { PersonPicker } from '../care-plans/PersonPicker.tsx';
import { usePeople } from '../people/api.ts';
import { readEntryAgain, saveEntry } from './api.ts';
import classes from './Eligibility.module.css';

interface EntryFormProps {
  readonly title: string;
  /** null: chosen in the form. */
  readonly clientId: number | null;
  /** null: a new entry. */
  readonly entry: EligibilityEntry | null;
  readonly onClose: () => void;
}

interface Form {
  readonly clientId: number | null;
  readonly status: EntryDraft['status'];
  readonly date: string;
  readonly start: string;
  readonly end: string;
  readonly note: string;
}

const statusOf = (text: string): EntryDraft['status'] =>
  MANUAL_STATUSES.find((one) => one === text) ?? 'Unclear';

const formOf = (entry: EligibilityEntry): Form => ({
  clientId: entry.clientId,
  status: statusOf(entry.status),
  date: entry.date,
  start: entry.start ?? '',
  end: entry.end ?? '',
  note: noteOf(entry),
});

const faultsOf = (form: Form, today: string): FieldError[] => {
  const typed = (['date', 'start', 'end'] as const).filter(
    (field) => form[field] !== '' && !isIsoDate(form[field]),
  );
  const faults: FieldError[] = typed.map((field) => ({ field, message: NO_DATE }));
  if (form.clientId === null) faults.unshift({ field: 'clientId', message: 'Choose a client.' });
  if (form.date === '') faults.push({ field: 'date', message: 'Enter the day of the request.' });
  return faults.length > 0
    ? faults
    : checkEntry({ ...form, start: form.start || null, end: form.end || null }, today);
};

const sayEntry = (entry: EligibilityEntry) =>
  [
    entry.status,
    `asked ${showDate(entry.date)}`,
    entry.start && `from ${showDate(entry.start)}`,
    entry.end && `through ${showDate(entry.end)}`,
    noteOf(entry),
  ]
    .filter(Boolean)
    .join(', ');

/** Saving, and what the server said of it; a double press saves once. */
const useSave = (entry: EligibilityEntry | null, today: string, onSaved: () => void) => {
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const rev = useRef(entry?.rev ?? null);
  const attempt = useAttempt();
  const show = (found: readonly FieldError[]) => {
    setErrors(found);
    if (found[0]) focusField(found[0].field);
  };
  const save = async ({ clientId, ...form }: Form) => {
    if (busy) return;
    setRefusal(undefined);
    const faults = faultsOf({ clientId, ...form }, today);
    show(faults);
    if (faults.length > 0 || clientId === null) return;
    setBusy(true);
    const draft = { ...form, clientId, start: form.start || null, end: form.end || null };
    const input = { ...draft, id: entry?.id ?? null, rev: rev.current };
    const sent = await attempt(input, (key) => saveEntry(input, key));
    setBusy(false);
    if (sent.ok) {
      toast.success(sent.info ?? '');
      return onSaved();
    }
    if (sent.errors.length > 0) return show(sent.errors);
    const fresh =
      entry && sent.reason === 'stale' ? await readEntryAgain(entry).catch(() => undefined) : undefined;
    if (!fresh || fresh.rev === rev.current) return setRefusal(sent.info);
    rev.current = fresh.rev;
    setRefusal(`${sent.info}: ${sayEntry(fresh)}. Save replaces it with what is below.`);
  };
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message;
  return { errorOf, refusal, busy, save };
};

/** An entry by hand: what a portal or a letter says of a client's coverage. */
export const EntryFormDialog = ({ title, clientId, entry, onClose }: EntryFormProps) => {
  const today = todayIn(useZone(), serverNow()).toString();
  const [form, setForm] = useState<Form>(() =>
    entry ? formOf(entry) : { clientId, status: 'Eligible', date: today, start: '', end: '', note: '' },
  );
  const { errorOf, refusal, busy, save } = useSave(entry, today, onClose);
  const set = (more: Partial<Form>) => setForm((before) => ({ ...before, ...more }));
  const { people } = usePeople();
  const day = (field: 'date' | 'start' | 'end', label: string, more: { required?: boolean } = {}) => (
    <DateBox
      label={label}
      data-field={field}
      {...more}
      value={form[field]}
      error={errorOf(field)}
      onChange={(value) => set({ [field]: value })}
    />
  );
  return (
    <Dialog
      opened
      title={title}
      onClose={onClose}
      onMain={() => void save(form)}
      actions={<SaveActions busy={busy} onCancel={onClose} onSave={() => void save(form)} />}
    >
      <div className={classes.form}>
        {refusal && (
          <Note tone="danger" live>
            {refusal}
          </Note>
        )}
        {clientId === null && entry === null && (
          <PersonPicker
            label="Client"
            field="clientId"
            people={people?.filter(isClient)}
            value={form.clientId}
            error={errorOf('clientId')}
            onChange={(id) => {
              set({ clientId: id });
              return true;
            }}
          />
        )}
        <NativeSelect
          label="Status"
          required
          data-field="status"
          data={[...MANUAL_STATUSES]}
          value={form.status}
          error={errorOf('status')}
          onChange={(event) => set({ status: statusOf(event.currentTarget.value) })}
        />
        {day('date', 'Request date', { required: true })}
        {day('start', 'Start', { required: form.status === 'Eligible' })}
        {day('end', 'End (empty: until further notice)')}
        <Textarea
          label="Note"
          data-field="note"
          rows={2}
          maxLength={300}
          value={form.note}
          onChange={(event) => set({ note: event.currentTarget.value })}
        />
      </div>
    </Dialog>
  );
};
