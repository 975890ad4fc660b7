import { checkPar, PAR_SAVED, tidyParNumber } from '@homecare/domain/claims/rules.ts';
import type { ClientPar } from '@homecare/domain/claims/schema.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { useAttempt } from '../../platform/use-attempt.ts';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { DateBox, isIsoDate, NO_DATE, NumberBox } from '../../ui/inputs.tsx';
import { Note } from '../../ui/Note.tsx';
import { useTypes } from '../care-plans/api.ts';
import { savePar } from './api.ts';
import classes from './ClaimsDialog.module.css';

interface Draft {
  readonly type: string;
  readonly number: string;
  readonly from: string;
  readonly through: string;
  readonly units: number | string | null;
}

type Errors = Partial<Record<keyof Draft, string>>;

const faultsOf = (draft: Draft, types: readonly string[]): Errors => {
  const { from, through, units } = draft;
  const dates = { from: isIsoDate(from), through: isIsoDate(through) };
  const ruled = checkPar(
    {
      ...draft,
      number: tidyParNumber(draft.number),
      ...(dates.from && dates.through ? {} : { from: '', through: '' }),
    },
    types,
  );
  const isWhole = units === null || (typeof units === 'number' && Number.isInteger(units) && units > 0);
  return {
    ...Object.fromEntries(ruled.map(({ field, message }) => [field, message])),
    ...(!dates.from && { from: from === '' ? 'Enter its first day.' : NO_DATE }),
    ...(!dates.through && { through: through === '' ? 'Enter its last day.' : NO_DATE }),
    ...(!isWhole && { units: 'Units are a whole number, or empty.' }),
  };
};

interface ParDialogProps {
  readonly clientId: number;
  /** null: a new one. */
  readonly stored: ClientPar | null;
  readonly onClose: () => void;
}

/** One prior authorisation: type, number, days and units. */
export const ParDialog = ({ clientId, stored, onClose }: ParDialogProps) => {
  const types = useTypes().data?.map(({ Code }) => Code) ?? [];
  const [draft, setDraft] = useState<Draft>(
    stored ?? { type: '', number: '', from: '', through: '', units: null },
  );
  const [errors, setErrors] = useState<Errors>({});
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const attempt = useAttempt();
  const change = (next: Partial<Draft>) => setDraft({ ...draft, ...next });
  const save = async () => {
    if (busy) return;
    const faults = faultsOf(draft, types);
    setErrors(faults);
    if (Object.keys(faults).length > 0) return;
    const { type, number, from, through, units } = draft;
    setBusy(true);
    const fields = { type, number, from, through, units: typeof units === 'number' ? units : null };
    const sent = await attempt(fields, (key) => savePar(clientId, fields, stored, key));
    setBusy(false);
    if (sent.ok) {
      toast.success(sent.info ?? PAR_SAVED);
      return onClose();
    }
    setErrors(Object.fromEntries(sent.errors.map(({ field, message }) => [field, message])));
    setRefused(sent.info);
  };
  return (
    <Dialog
      opened
      title={stored ? `PAR ${stored.number}` : 'Add PAR'}
      onClose={onClose}
      onMain={() => void save()}
      actions={<SaveActions busy={busy} onCancel={onClose} onSave={() => void save()} />}
    >
      <div className={classes.form}>
        {refused && (
          <Note tone="danger" live>
            {refused}
          </Note>
        )}
        <NativeSelect
          label="Type"
          required
          data-autofocus
          value={draft.type}
          error={errors.type}
          data={[{ value: '', label: 'Choose' }, ...types]}
          onChange={(event) => change({ type: event.currentTarget.value })}
        />
        <TextInput
          label="PAR number"
          required
          autoComplete="off"
          value={draft.number}
          error={errors.number}
          onChange={(event) => change({ number: event.currentTarget.value })}
        />
        <DateBox
          label="From"
          required
          value={draft.from}
          error={errors.from}
          onChange={(from) => change({ from })}
        />
        <DateBox
          label="To"
          required
          value={draft.through}
          error={errors.through}
          onChange={(through) => change({ through })}
        />
        <NumberBox
          label="Units"
          value={draft.units}
          error={errors.units}
          onChange={(units) => change({ units })}
        />
      </div>
    </Dialog>
  );
};
