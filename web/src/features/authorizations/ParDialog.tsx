import { checkPar, PAR_SAVED, tidyParNumber } from '@homecare/domain/authorizations/pars.ts';
import type { ClientPar } from '@homecare/domain/authorizations/schema.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { isActiveOfKind } from '@homecare/domain/people/kind-and-status.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { DateBox, isIsoDate, NO_DATE, NumberBox } from '../../ui/inputs.tsx';
import { useTypes } from '../care-plans/api.ts';
import { PersonPicker } from '../care-plans/PersonPicker.tsx';
import { usePeople } from '../people/api.ts';
import { SAVE_PAR } from './api.ts';

interface Draft {
  readonly clientId: number | null;
  readonly type: string;
  readonly number: string;
  readonly from: string;
  readonly through: string;
  readonly units: number | string | null;
}

const faultsOf = (draft: Draft, types: readonly string[]): FieldError[] => {
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
  const typed = [
    ...(draft.clientId === null ? [{ field: 'clientId', message: 'Choose a client.' }] : []),
    ...(dates.from ? [] : [{ field: 'from', message: from === '' ? 'Enter its first day.' : NO_DATE }]),
    ...(dates.through
      ? []
      : [{ field: 'through', message: through === '' ? 'Enter its last day.' : NO_DATE }]),
    ...(isWhole ? [] : [{ field: 'units', message: 'Units are a whole number, or empty.' }]),
  ];
  return [...ruled.filter(({ field }) => !typed.some((one) => one.field === field)), ...typed];
};

/** Initial values of a new authorization. Without a client, the user chooses one. */
export interface NewPar {
  readonly clientId: number | null;
  readonly type: string;
  readonly from: string;
}

interface ParDialogProps {
  readonly fresh: NewPar;
  /** null for a new one. */
  readonly stored: ClientPar | null;
  readonly onClose: () => void;
}

/** One prior authorization: type, number, days and units. */
export const ParDialog = ({ fresh, stored, onClose }: ParDialogProps) => {
  const types = useTypes().data?.map(({ Code }) => Code) ?? [];
  const { people } = usePeople(fresh.clientId === null);
  const clients = useMemo(() => people?.filter((one) => isActiveOfKind(one, 'Client')), [people]);
  const draft: Draft = stored
    ? {
        clientId: fresh.clientId,
        type: stored.type,
        number: stored.number,
        from: stored.from,
        through: stored.through,
        units: stored.units,
      }
    : { ...fresh, number: '', through: '', units: null };
  const save = useSave({
    ...SAVE_PAR,
    draft: `PAR ${stored?.id ?? `new ${fresh.clientId ?? ''}`}`,
    keyed: true,
    values: draft,
    rev: stored?.rev,
    input: (typed, rev) => ({
      ...typed,
      units: typeof typed.units === 'number' ? typed.units : null,
      clientId: typed.clientId ?? 0,
      id: stored?.id ?? null,
      rev: stored ? rev : null,
    }),
    check: (typed) => faultsOf(typed, types),
    onSaved: ({ info }) => {
      toast.success(info ?? PAR_SAVED);
      onClose();
    },
  });
  return (
    <FormDialog save={save} title={stored ? `PAR ${stored.number}` : 'Add PAR'} onClose={onClose} plain>
      {fresh.clientId === null && (
        <PersonPicker
          label="Client"
          field="clientId"
          people={clients}
          value={save.values.clientId}
          error={save.errorOf('clientId')}
          onChange={(id) => {
            save.set({ clientId: id });
            return true;
          }}
        />
      )}
      <NativeSelect
        label="Type"
        required
        data-autofocus
        data={[{ value: '', label: 'Choose' }, ...types]}
        {...save.text('type')}
      />
      <TextInput label="PAR number" required autoComplete="off" {...save.text('number')} />
      <DateBox label="From" required {...save.box('from')} />
      <DateBox label="To" required {...save.box('through')} />
      <NumberBox label="Units" {...save.box('units')} />
    </FormDialog>
  );
};
