import type { reversePayment, voidInvoice } from '@homecare/domain/private-pay/contract.ts';
import { Textarea } from '@mantine/core';
import { FormDialog } from '../../platform/form/FormDialog.tsx';
import { useSave } from '../../platform/form/use-save.ts';
import { toast } from '../../platform/toasts.ts';
import { REVERSE_PAYMENT, VOID_INVOICE } from './api.ts';

interface ReasonDialogProps {
  readonly action: {
    readonly call: typeof voidInvoice | typeof reversePayment;
    readonly changes: (typeof VOID_INVOICE)['changes'] | (typeof REVERSE_PAYMENT)['changes'];
  };
  readonly title: string;
  readonly label: string;
  readonly id: number;
  readonly rev: number;
  /** What follows. */
  readonly intro: string;
  readonly onClose: () => void;
}

/** Takes something back and keeps why. */
export const ReasonDialog = ({ action, title, label, id, rev, intro, onClose }: ReasonDialogProps) => {
  const save = useSave({
    ...action,
    values: { reason: '' },
    rev,
    input: ({ reason }, over) => ({ id, reason: reason.trim(), rev: over }),
    check: ({ reason }) => (reason.trim() === '' ? [{ field: 'reason', message: 'Enter a reason' }] : []),
    onSaved: ({ info }) => {
      toast.success(info ?? 'Saved');
      onClose();
    },
  });
  return (
    <FormDialog save={save} title={title} label={label} danger plain intro={intro} onClose={onClose}>
      <Textarea label="Reason" required rows={3} maxLength={300} data-autofocus {...save.text('reason')} />
    </FormDialog>
  );
};

type About = Omit<ReasonDialogProps, 'action' | 'label'>;
export const VoidDialog = (props: About) => (
  <ReasonDialog action={VOID_INVOICE} label="Void invoice" {...props} />
);
export const ReverseDialog = (props: About) => (
  <ReasonDialog action={REVERSE_PAYMENT} label="Reverse payment" {...props} />
);
