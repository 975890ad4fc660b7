import { showStamp } from '@homecare/domain/calendar.ts';
import type { InvoiceRow, InvoiceState } from '@homecare/domain/private-pay/schema.ts';
import type { Tone } from '../../ui/tones.ts';

export const STATE_TONES: Readonly<Record<InvoiceState, Tone>> = {
  Open: 'info',
  Overdue: 'danger',
  Paid: 'ok',
  Voided: 'mute',
};

/** 'E-mailed 11-22-2026 10:00 AM', 'Not sent yet' */
export const saySent = ({ sent, sentVia, mailFault }: InvoiceRow, zone: string): string => {
  if (sent === null) return 'Not sent yet';
  if (mailFault !== null) return `E-mail failed: ${mailFault}`;
  return `${sentVia === 'Email' ? 'E-mailed' : 'On paper'} ${showStamp(sent, zone)}`;
};
