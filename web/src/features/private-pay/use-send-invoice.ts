import { canMail } from '@homecare/domain/messaging/rules.ts';
import { maySend } from '@homecare/domain/private-pay/moves.ts';
import type { InvoiceRow, SentVia } from '@homecare/domain/private-pay/schema.ts';
import { useAction } from '../../platform/form/use-action.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { SEND_INVOICE } from './api.ts';

/** Sends invoices by e-mail or as handed over on paper, and says why one cannot be sent. */
export const useSendInvoice = () => {
  const hasMail = useCapabilities()?.emailEnabled ?? false;
  const action = useAction({ ...SEND_INVOICE, onDone: ({ info }) => toast.success(info ?? 'Sent') });
  return {
    pending: action.pending,
    /** The way that is at hand. */
    wayOf: ({ billTo }: InvoiceRow): SentVia => (hasMail && canMail(billTo.email) ? 'Email' : 'Paper'),
    whyNot: (invoice: InvoiceRow, via: SentVia): string | undefined =>
      maySend({ ...invoice, voided: invoice.voidReason }, via, hasMail),
    send: (invoice: InvoiceRow, via: SentVia) => void action.run({ id: invoice.id, via }),
  };
};
