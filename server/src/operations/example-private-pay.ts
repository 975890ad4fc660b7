import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { addDays } from '@homecare/domain/calendar.ts';
import type { PayerFacts } from '@homecare/domain/payers/schema.ts';
import { sql } from 'kysely';
import { saveClientPayers, savePayer } from '../payers/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { saveTerms } from '../private-pay/accounts.ts';
import { readBooks } from '../private-pay/books.ts';
import { runInvoices } from '../private-pay/invoices.ts';
import { savePayment } from '../private-pay/payments.ts';
import { sendInvoice } from '../private-pay/sending.ts';

/** Cents an hour. */
const RATES = [3_800, 4_000, 4_250] as const;
const SHARE_OF_COST = 15_000;

const TRUST: PayerFacts = {
  kind: 'Private',
  name: 'Elm Street Family Trust',
  contact: 'Dana Whitfield',
  phone: '(303) 555-0144',
  email: 'trust@example.org',
  address: '1700 Lincoln St',
  address2: 'Suite 400',
  city: 'Denver',
  state: 'CO',
  zip: '80203',
  termsDays: 30,
  payerNumber: '',
  isActive: true,
};
const MEDICAID: PayerFacts = {
  ...TRUST,
  kind: 'Medicaid',
  name: 'Health First Colorado',
  contact: '',
  phone: '',
  email: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
};

interface Client {
  readonly id: number;
  readonly isPrivate: boolean;
}

/** Private clients with cards, and one Medicaid client whose card of last month is at least the share of cost and not decided by Medicaid. */
const findClients = async (scope: Scope, month: string): Promise<Client[]> => {
  const { rows } = await sql<Client>`select distinct client.id, client.private_client as "isPrivate"
    from people client join work on work.client_id = client.id and work.deleted is null
    where client.private_client or client.id = (select min(other.id) from people other
      join work mine on mine.client_id = other.id where not other.private_client and other.cur = 'y'
        and mine.deleted is null and mine.month = ${`${month}-01`} and mine.status <> 'Denied'
        and mine.amount >= ${SHARE_OF_COST})
    order by client.id`.execute(scope.site.db);
  return rows;
};

const ratesOf = ({ id, isPrivate }: Client, from: string) => ({
  clientId: id,
  rates: isPrivate ? [{ type: 'PRIVATE', from, cents: RATES[id % RATES.length] ?? RATES[0] }] : [],
  shares: isPrivate ? [] : [{ from, cents: SHARE_OF_COST }],
  rev: 0,
});

/** Delivered in the first days of the following month, one left to be sent. Most clients pay, one only part and one too much. */
const invoiceMonth = async (scope: Scope, month: string, clients: readonly Client[], isLatest: boolean) => {
  const { from, through } = daysOfMonth(month);
  // The share of cost of last month is still to be invoiced.
  const clientIds = clients.flatMap(({ id, isPrivate }) => (isPrivate || !isLatest ? [id] : []));
  const issued = addDays(through, 3);
  const made = await runInvoices(scope, { from, through, clientIds }, issued);
  if (!made.ok) return;
  const { ids } = made.data;
  const sent = isLatest && ids.length > 1 ? ids.slice(0, -1) : ids;
  for (const id of sent) await sendInvoice(scope, { id, via: 'Paper' });
  const booksOf = await readBooks(scope.site.db, clientIds);
  const day = Temporal.PlainDate.from(issued).add({ days: 12 });
  for (const [n, clientId] of clientIds.entries()) {
    const total = booksOf(clientId).invoices.at(-1)?.total ?? 0;
    const share = isLatest ? [50, 0, 100, 0][n % 4] : [100, 110, 40, 100][n % 4];
    const cents = Math.floor((total * (share ?? 0)) / 100);
    if (cents === 0 || day.toString() > scope.today().toString()) continue;
    const paid = { clientId, day: day.toString(), cents, parts: null };
    await savePayment(scope, { ...paid, method: 'Check', reference: `${1_000 + clientId}` });
  }
};

/**
 * Shows a new user what private pay looks like: rates, a payer other than the client, invoices of past months, some paid, some
 * overdue, one not sent, and a client whose last month is still to be invoiced.
 */
export const addExamplePrivatePay = async (scope: Scope, months: readonly string[]): Promise<void> => {
  const [first] = months;
  const last = months.at(-1);
  if (!first || !last) return;
  const clients = await findClients(scope, last);
  const [star] = clients.filter(({ isPrivate }) => isPrivate);
  if (!star) return;
  const from = `${first}-01`;
  await savePayer(scope, { ...MEDICAID, id: null, rev: null });
  const trust = await savePayer(scope, { ...TRUST, id: null, rev: null });
  if (trust.ok) {
    const entry = { payerId: trust.data.id, from, through: null, memberId: '', groupNumber: '' };
    await saveClientPayers(scope, { clientId: star.id, payers: [entry], rev: 0 });
  }
  for (const client of clients) await saveTerms(scope, ratesOf(client, from));
  for (const [n, month] of months.entries())
    await invoiceMonth(scope, month, clients, n === months.length - 1);
};
