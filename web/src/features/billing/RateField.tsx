import { RATE_EXISTS, type RateOption, rateText, readCustomRate } from '@homecare/domain/billing/rates.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useAnswer } from '../../platform/form/use-answer.ts';
import { closeErrors, toast } from '../../platform/toasts.ts';

interface RateFieldProps {
  readonly options: readonly RateOption[];
  /** Undefined if none was chosen. */
  readonly value: RateOption | undefined;
  readonly error: string | undefined;
  readonly onChange: (option: RateOption) => void;
  readonly onAdd: (cents: number) => void;
}

const CUSTOM = 'custom';
const keyOf = ({ kind, cents }: RateOption) => `${kind} ${cents}`;

/** Inside, Outside, Old, Custom Rate(s), and Custom..., which asks for a rate (docs/rules/billing.md, rule 20). */
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
          // Keep showing the previous rate until another one is added, so that Cancel changes nothing.
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
  const answer = useAnswer({
    values: { rate: '' },
    check: ({ rate }) => {
      const read = readCustomRate(rate, options);
      if ('cents' in read) return [];
      if (read.isKnown) toast.error(read.error);
      return [{ field: 'rate', message: read.error }];
    },
    onAnswer: ({ rate }) => {
      const read = readCustomRate(rate, options);
      if (!('cents' in read)) return;
      closeErrors([RATE_EXISTS]);
      onAdd(read.cents);
    },
  });
  return (
    <FormDialog save={answer} title="Custom rate" label="Add rate" onClose={onClose}>
      <TextInput
        label="Dollars per unit of 15 minutes"
        required
        data-autofocus
        inputMode="decimal"
        autoComplete="off"
        {...answer.text('rate')}
      />
    </FormDialog>
  );
};
