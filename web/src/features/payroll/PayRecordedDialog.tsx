import { CORRECTED_CLAIM, sayLength } from '@homecare/domain/billing/recorded-time.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import type { UnpaidDay } from '@homecare/domain/payroll/unpaid-contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import { JustifyDialog } from '../authorizations/JustifyDialog.tsx';
import { PAY_RECORDED } from './run-api.ts';
import { unpaidMinutes, unpaidMoney } from './unpaid-words.ts';
import { useOpenBilling } from './use-open-billing.ts';

/** What was agreed to so far: a yes to hours in two places, a justification. */
interface Consent {
  readonly allowOverlap?: true;
  readonly limitJustification?: string;
}

interface PayRecordedDialogProps {
  readonly day: UnpaidDay;
  readonly onClose: () => void;
}

/** Pays a day as it was recorded; what the billing card asks before it saves is asked here too. */
export const PayRecordedDialog = ({ day, onClose }: PayRecordedDialogProps) => {
  const openBilling = useOpenBilling();
  const [consent, setConsent] = useState<Consent>({});
  const { pending, refusal, run, forget } = useAction({
    ...PAY_RECORDED,
    onDone: onClose,
    onRefused: ({ reason, info }) => {
      // The list is loaded anew and has what is true now; every other refusal is shown here, with the way on.
      if (reason !== 'stale') return;
      toast.error(info);
      onClose();
    },
  });
  const pay = (more: Consent = {}) => {
    const agreed = { ...consent, ...more };
    setConsent(agreed);
    const { planId, date, worked, paid } = day;
    void run({ planId, date, worked, paid, ...agreed });
  };
  if (refusal?.reason === 'justificationMissing')
    return (
      <JustifyDialog
        exceeded={refusal.errors.map(({ message }) => message)}
        label="Pay as recorded"
        busy={pending}
        onJustify={(limitJustification) => pay({ limitJustification })}
        onCancel={forget}
      />
    );
  if (refusal?.reason === 'hoursElsewhere')
    return (
      <ConfirmDialog
        opened
        title="Pay hours in two places?"
        confirmLabel="Pay as recorded"
        focusCancel
        busy={pending}
        onConfirm={() => pay({ allowOverlap: true })}
        onCancel={forget}
      >
        <p>{refusal.info}</p>
        <p>Each hour is billed once and paid once. The record log shows that you allowed it.</p>
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      opened
      title={`Pay ${sayLength(day.worked)} on ${showDate(day.date)}`}
      confirmLabel="Pay as recorded"
      busy={pending}
      onConfirm={() => pay()}
      onCancel={onClose}
    >
      <p>
        {day.Provider} gets {sayLength(unpaidMinutes(day))} h more ({unpaidMoney(day)} straight pay) for{' '}
        {day.Client}. The billing record gets the recorded times of the day: where it is marked for billing,
        it is billed by them too, and uses the authorization by as much. Your name, the time, and the old and
        new times are kept in the record log.
      </p>
      {day.claimed && <Note tone="warn">{CORRECTED_CLAIM}</Note>}
      {refusal && (
        <Note
          tone="danger"
          actions={
            <Button size="sm" onClick={() => openBilling(day)}>
              Open the billing record
            </Button>
          }
        >
          {refusal.info}
        </Note>
      )}
    </ConfirmDialog>
  );
};
