import { RATE_EXISTS, type RateOption, rateText, readCustomRate } from '@homecare/domain/billing/rates.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { closeErrors, toast } from '../../platform/toasts.ts';
import { Dialog } from '../../ui/Dialog.tsx';

interface RateFieldProps {
  readonly options: readonly RateOption[];
  /** Undefined: none was chosen. */
  readonly value: RateOption | undefined;
  readonly error: string | undefined;
  readonly onChange: (option: RateOption) => void;
  readonly onAdd: (cents: number) => void;
}

const CUSTOM = 'custom';
const keyOf = ({ kind, cents }: RateOption) => `${kind} ${cents}`;

/** Inside, Outside, Old, Custom Rate(s) and Custom..., which asks for one (docs/rules/billing.md, rule 20). */
export const RateField = ({ options, value, error, onChange, onAdd }: RateFieldProps) => {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <NativeSelect
        label="Pay rate"
        description="Dollars per unit"
        error={error}
        value={value ? keyOf(value) : ''}
        data={[
          ...(value === undefined ? [{ value: '', label: 'Choose a rate' }] : []),
          ...options.map((option) => ({ value: keyOf(option), label: rateText(option) })),
          { value: CUSTOM, label: 'Custom...' },
        ]}
        onChange={(event) => {
          const chosen = event.currentTarget.value;
          // The field shows the previous rate until another one is added: Cancel changes nothing.
          if (chosen === CUSTOM) setAsking(true);
          const option = options.find((one) => keyOf(one) === chosen);
          if (option) onChange(option);
        }}
      />
      {asking && (
        <AddRate
          options={options}
          onClose={() => setAsking(false)}
          onAdd={(cents) => {
            setAsking(false);
            onAdd(cents);
          }}
        />
      )}
    </>
  );
};

interface AddRateProps {
  readonly options: readonly RateOption[];
  readonly onClose: () => void;
  readonly onAdd: (cents: number) => void;
}

const AddRate = ({ options, onClose, onAdd }: AddRateProps) => {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const add = () => {
    const read = readCustomRate(typed, options);
    if ('cents' in read) {
      closeErrors([RATE_EXISTS]);
      return onAdd(read.cents);
    }
    setError(read.error);
    if (read.isKnown) toast.error(read.error);
  };
  return (
    <Dialog
      opened
      title="Custom rate"
      onClose={onClose}
      onMain={add}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" variant="filled" onClick={add}>
            Add rate
          </Button>
        </>
      }
    >
      <TextInput
        label="Dollars per unit of 15 minutes"
        required
        data-autofocus
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setError(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.ctrlKey) add();
        }}
      />
    </Dialog>
  );
};
