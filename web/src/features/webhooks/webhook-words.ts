import type { DeliveryState, WebhookKind } from '@homecare/domain/webhooks/schema.ts';
import type { Tone } from '../../ui/tones.ts';

export const KIND_LABELS: Record<WebhookKind, string> = {
  people: 'People',
  plans: 'Care plans',
  visits: 'Visits',
  claims: 'Claims and billing',
  payments: 'Invoices and payments',
  offers: 'Offers',
};

export const STATES: Record<DeliveryState, { readonly words: string; readonly tone: Tone }> = {
  waiting: { words: 'Waiting', tone: 'info' },
  sent: { words: 'Sent', tone: 'ok' },
  parked: { words: 'Parked', tone: 'danger' },
};
