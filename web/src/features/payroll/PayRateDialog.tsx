import { showDate } from '@homecare/domain/calendar.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import type { DatedRate } from '@homecare/domain/payroll/rate-contract.ts';
import { BAD_HOURLY_RATE, checkRate, RATE_EXISTS } from '@homecare/domain/payroll/rates.ts';
import { RATES_SAVED } from '@homecare/domain/plan-types/rules.ts';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../platform/toasts.ts';
import { Dialog, SaveActions } from '../../ui/Dialog.tsx';
import { focusField, RefusalNote } from '../../ui/form.tsx';
import { DateBox, isIsoDate, NO_DATE, NumberBox } from '../../ui/inputs.tsx';
import classes from './PayRates.module.css';
import { savePayRate, useCategoryNames } from './rate-api.ts';

export const sayFrom = (from: string | null) => (from === null ? 'From the start' : showDate(from));

interface Draft {
  readonly category: string;
  readonly validFrom: string;
  readonly dollars: number | string | null;
}

const centsOf = ({ dollars }: Draft) =>
  typeof dollars === 'number' ? Math.round(dollars * 10_000) / 100 : Number.NaN;

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
  const [draft, setDraft] = useState<Draft>({
    category: stored?.category ?? 'PCP/RPCP',
    validFrom: stored ? (stored.from ?? '') : today,
    dollars: stored ? stored.rate / 100 : null,
  });
  const categories = useCategoryNames(draft.category);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const errorOf = (field: string) => errors.find((error) => error.field === field)?.message;
  const show = (found: readonly FieldError[]) => {
    setErrors(found);
    if (found[0]) focusField(found[0].field);
  };
  const save = async () => {
    if (busy) return;
    setRefusal(undefined);
    const found = faultsOf(draft, stored, rates, today);
    show(found);
    if (found.length > 0) return;
    setBusy(true);
    const sent = await savePayRate({
      id: providerId,
      category: draft.category,
      validFrom: draft.validFrom || null,
      rate: centsOf(draft),
      was: stored?.rate ?? null,
    });
    setBusy(false);
    if (sent.ok) {
      toast.success(RATES_SAVED);
      return onClose();
    }
    show(sent.errors);
    if (sent.errors.length === 0) setRefusal(sent.info);
  };
  return (
    <Dialog
      opened
      title={stored ? `Correct the rate of ${stored.category}` : 'New pay rate'}
      onClose={onClose}
      onMain={() => void save()}
      actions={<SaveActions busy={busy} onCancel={onClose} onSave={() => void save()} />}
    >
      <div className={classes.form}>
        <RefusalNote info={refusal} />
        {stored ? (
          <p className={classes.hint}>{sayFrom(stored.from)}. The record log keeps what stood here.</p>
        ) : (
          <>
            <NativeSelect
              label="Category"
              data-autofocus
              data-field="category"
              data={categories}
              value={draft.category}
              error={errorOf('category')}
              onChange={(event) => set({ category: event.currentTarget.value })}
            />
            <DateBox
              label="Counts from"
              data-field="validFrom"
              description="Past or future. Empty: from the start."
              value={draft.validFrom}
              error={errorOf('validFrom')}
              onChange={(validFrom) => set({ validFrom })}
            />
          </>
        )}
        <NumberBox
          label="An hour"
          required
          prefix="$"
          decimals={2}
          data-field="rate"
          description="0: no rate from that day on."
          value={draft.dollars}
          error={errorOf('rate')}
          onChange={(dollars) => set({ dollars })}
        />
        <p className={classes.hint}>
          Each worked day is paid by the rate of that day. Hours already exported are corrected in the next
          run.
        </p>
      </div>
    </Dialog>
  );
};
