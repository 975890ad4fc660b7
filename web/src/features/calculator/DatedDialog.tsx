import type { FieldError, Result } from '@homecare/domain/errors.ts';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { focusField, RefusalNote } from '../../ui/form.tsx';
import { DateBox, isIsoDate, NO_DATE, NumberBox } from '../../ui/inputs.tsx';
import classes from './Calculator.module.css';

export interface Dated {
  readonly validFrom: string;
  readonly minutes: number | null;
  readonly source: string;
  /** Of a norm alone. */
  readonly name?: string;
  readonly per?: string | null;
}

interface DatedDialogProps {
  readonly title: string;
  readonly row: Dated;
  /** A row from a day of its own; else the correction of this one. */
  readonly isNew: boolean;
  readonly perOptions?: readonly string[];
  readonly noMinutes: string;
  readonly check: (row: Dated) => FieldError[];
  readonly save: (row: Dated) => Promise<Result<unknown>>;
  readonly onClose: () => void;
}

const NO_NUMBER = 'Enter whole minutes';

/** A norm or a cap from a day on, with where it comes from. */
export const DatedDialog = (props: DatedDialogProps) => {
  const { title, row, isNew, perOptions, noMinutes, check, save, onClose } = props;
  const [draft, setDraft] = useState<Dated>(isNew ? { ...row, validFrom: '', source: '' } : row);
  const [typed, setTyped] = useState<number | string | null>(row.minutes);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const errorOf = (field: string) => errors.find((one) => one.field === field)?.message;
  const isWhole = typed === null || (typeof typed === 'number' && Number.isInteger(typed));
  const wrongIn = (found: Dated): FieldError[] => [
    ...(isIsoDate(found.validFrom) ? [] : [{ field: 'validFrom', message: NO_DATE }]),
    ...(isWhole ? [] : [{ field: 'minutes', message: NO_NUMBER }]),
    ...check(found).filter(({ field }) => field !== 'validFrom' || isIsoDate(found.validFrom)),
  ];
  const submit = async () => {
    if (busy) return;
    const wanted = { ...draft, minutes: typeof typed === 'number' ? typed : null };
    const wrong = wrongIn(wanted);
    setErrors(wrong);
    setRefusal(undefined);
    const [first] = wrong;
    if (first) return focusField(first.field);
    setBusy(true);
    const sent = await save(wanted);
    setBusy(false);
    if (!sent.ok) {
      setErrors(sent.errors);
      return setRefusal(sent.info);
    }
    toast.success('Success: Saved');
    onClose();
  };
  return (
    <Dialog
      opened
      title={title}
      onClose={onClose}
      onMain={() => void submit()}
      actions={<SaveActions busy={busy} onCancel={onClose} onSave={() => void submit()} />}
    >
      <RefusalNote info={refusal} />
      <div className={classes.fields}>
        <DateBox
          label="Counts from"
          required
          data-field="validFrom"
          value={draft.validFrom}
          error={errorOf('validFrom')}
          onChange={(validFrom) => setDraft({ ...draft, validFrom })}
        />
        <NumberBox
          label="Minutes"
          description={noMinutes}
          data-field="minutes"
          value={typed}
          error={errorOf('minutes')}
          onChange={setTyped}
        />
        {perOptions && (
          <>
            <TextInput
              label="Name"
              required
              data-field="name"
              autoComplete="off"
              maxLength={60}
              value={draft.name ?? ''}
              error={errorOf('name')}
              onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
            />
            <NativeSelect
              label="For each"
              data-field="per"
              value={draft.per ?? ''}
              error={errorOf('per')}
              data={[{ value: '', label: 'Time' }, ...perOptions]}
              onChange={(event) => setDraft({ ...draft, per: event.currentTarget.value || null })}
            />
          </>
        )}
        <Textarea
          label="Source"
          required
          rows={2}
          data-field="source"
          autoComplete="off"
          value={draft.source}
          error={errorOf('source')}
          onChange={(event) => setDraft({ ...draft, source: event.currentTarget.value })}
        />
      </div>
    </Dialog>
  );
};
