import { showDate } from '@homecare/domain/calendar.ts';
import type { DatedRate } from '@homecare/domain/payroll/rate-contract.ts';
import { BAD_HOURLY_RATE, checkRate, RATE_EXISTS } from '@homecare/domain/payroll/rates.ts';
import { RATES_SAVED } from '@homecare/domain/plan-types/rules.ts';
import { NativeSelect, Text } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { DateBox, isIsoDate, NO_DATE, NumberBox } from '../../ui/inputs.tsx';
import { SAVE_PAY_RATE, useCategoryNames } from './rate-api.ts';

export const sayFrom = (from: string | null) => (from === null ? 'From the start' : showDate(from));

interface Draft {
  readonly category: string;
  readonly validFrom: string;
  /** In dollars while it is typed. */
  readonly rate: number | string | null;
}

const centsOf = ({ rate }: Draft) =>
  typeof rate === 'number' ? Math.round(rate * 10_000) / 100 : Number.NaN;

const faultsOf = (
  draft: Draft,
  stored: DatedRate | undefined,
  rates: readonly DatedRate[],
  today: string,
) => {
  const from = draft.validFrom === '' ? null : draft.validFrom;
  if (from !== null && !isIsoDate(from)) return [{ field: 'validFrom', message: NO_DATE }];
  const rate = centsOf(draft);
  if (Number.isNaN(rate)) return [{ field: 'rate', message: BAD_HOURLY_RATE }];
  const isTwice = !stored && rates.some((one) => one.category === draft.category && one.from === from);
  return [
    ...(isTwice ? [{ field: 'validFrom', message: RATE_EXISTS }] : []),
    ...checkRate({ from, rate }, Temporal.PlainDate.from(today)),
  ];
};

interface PayRateDialogProps {
  readonly providerId: number;
  readonly rates: readonly DatedRate[];
  /** The rate to correct; without it a new one is entered. */
  readonly stored?: DatedRate | undefined;
  readonly today: string;
  readonly onClose: () => void;
}

/** A rate of one category from a day on, or the correction of one. */
export const PayRateDialog = ({ providerId, rates, stored, today, onClose }: PayRateDialogProps) => {
  const draft: Draft = {
    category: stored?.category ?? 'PCP/RPCP',
    validFrom: stored ? (stored.from ?? '') : today,
    rate: stored ? stored.rate / 100 : null,
  };
  const save = useSave({
    ...SAVE_PAY_RATE,
    values: draft,
    input: (wanted) => ({
      id: providerId,
      category: wanted.category,
      validFrom: wanted.validFrom || null,
      rate: centsOf(wanted),
      was: stored?.rate ?? null,
    }),
    check: (wanted) => faultsOf(wanted, stored, rates, today),
    onSaved: () => {
      toast.success(RATES_SAVED);
      onClose();
    },
  });
  const categories = useCategoryNames(save.values.category);
  return (
    <FormDialog
      save={save}
      title={stored ? `Correct the rate of ${stored.category}` : 'New pay rate'}
      onClose={onClose}
    >
      {stored ? (
        <Text component="p" inherit fz={13} className="ink2">
          {sayFrom(stored.from)}. The record log keeps the old value.
        </Text>
      ) : (
        <>
          <NativeSelect label="Category" data-autofocus data={categories} {...save.text('category')} />
          <DateBox
            label="Counts from"
            description="Past or future. Empty: from the start."
            {...save.box('validFrom')}
          />
        </>
      )}
      <NumberBox
        label="An hour"
        required
        prefix="$"
        decimals={2}
        description="0: no rate from that day on."
        {...save.box('rate')}
      />
      <Text component="p" inherit fz={13} className="ink2">
        Each worked day is paid by the rate of that day. Hours already exported are corrected in the next run.
      </Text>
    </FormDialog>
  );
};
