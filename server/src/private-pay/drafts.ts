import {
  draftInvoices,
  type InvoiceSpan,
  type LinesOfPayer,
  type Uninvoiced,
} from '@homecare/domain/private-pay/invoicing.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { ClientFacts, readClients } from './clients.ts';

/** What invoices of a span would say, before any is made. */

export const clockOf = (scope: Scope) => ({
  zone: scope.settings.timeZone,
  today: scope.today().toString(),
});

type Read = Awaited<ReturnType<typeof readClients>>;

export interface Draft {
  readonly client: ClientFacts;
  readonly of: LinesOfPayer;
}

/** Invoices of clients for a span, in the order of names, and the work that is on none. */
export const draftAll = ({ clients }: Read, span: InvoiceSpan, scope: Scope) => {
  const drafts: Draft[] = [];
  const leftOut: { readonly client: ClientFacts; readonly of: Uninvoiced }[] = [];
  for (const client of clients) {
    const found = draftInvoices(client, span, client.invoiced, clockOf(scope));
    drafts.push(...found.invoices.map((of) => ({ client, of })));
    leftOut.push(...found.leftOut.map((of) => ({ client, of })));
  }
  return { drafts, leftOut };
};
