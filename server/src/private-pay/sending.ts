import { showDate } from '@homecare/domain/calendar.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import { showMoney } from '@homecare/domain/money.ts';
import type * as calls from '@homecare/domain/private-pay/contract.ts';
import { maySend } from '@homecare/domain/private-pay/moves.ts';
import type { Invoice } from '@homecare/domain/private-pay/schema.ts';
import { findMailFaults, queueMessages, sealAttachment } from '../messaging/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { answerPdf, type Printing, pdfBytes } from '../platform/documents/answer.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { invoiceBlocks } from './documents.ts';
import { INVOICE_ENTITY, readInvoice } from './invoices.ts';
import { lockInvoice, markSent } from './queries.ts';

/** Invoices on paper and by e-mail, each once (docs/rules/private-pay.md, rules 10 and 11). */

const printingOf = (scope: Scope, invoice: Invoice): Printing => {
  const { agency } = scope.settings.paper.letterhead;
  return {
    kind: 'Invoice',
    subjectIds: [invoice.clientId],
    parameters: { invoice: invoice.id },
    title: `Invoice ${invoice.number}`,
    fileName: `invoice_${invoice.number}.pdf`,
    namesClient: true,
    rows: invoice.lines.length,
    parts: [
      {
        title: invoice.state === 'Voided' ? 'Invoice (void)' : 'Invoice',
        subject: invoice.number,
        foot: `Invoice ${invoice.number}`,
        banner: invoice.state === 'Voided' ? 'VOID' : null,
        blocks: invoiceBlocks(invoice, agency),
      },
    ],
  };
};

export const printInvoice: UseCase<typeof calls.printInvoice> = async (scope, { id }) => {
  const invoice = await readInvoice(scope, id);
  return invoice.ok ? answerPdf(scope, printingOf(scope, invoice.data)) : invoice;
};

const mailOf = (scope: Scope, { number, total, paid, due, billTo }: Invoice) => {
  const { agency, phone } = scope.settings.paper.letterhead;
  return {
    subject: `Invoice ${number} from ${agency}`,
    text: [
      `Dear ${billTo.name},`,
      '',
      `Invoice ${number} is attached: ${showMoney(total - paid)}, due ${showDate(due)}.`,
      '',
      ...(phone ? [`Questions? Call us at ${phone}.`, ''] : []),
      agency,
    ].join('\n'),
  };
};

export const sendInvoice: UseCase<typeof calls.sendInvoice> = async (scope, { id, via }) => {
  const found = await readInvoice(scope, id);
  if (!found.ok) return found;
  const invoice = found.data;
  const hasMail = scope.settings.capabilities.emailEnabled;
  const refused = maySend({ ...invoice, voided: invoice.voidReason }, via, hasMail);
  if (refused) return refuse('conflict', refused);
  // Drawn before the transaction: what an invoice says does not change any more.
  const content = via === 'Email' ? await pdfBytes(scope, printingOf(scope, invoice)) : undefined;
  return mutate(scope, 'privatePay.sendInvoice', async (tx, record) => {
    const stored = await lockInvoice(tx, id);
    if (!stored) return refuse('notFound');
    const { messageId: before } = stored;
    const faults = before === null ? undefined : await findMailFaults(tx, [before]);
    const now = { ...stored, mailFault: (before !== null && faults?.get(before)) || null };
    const late = maySend(now, via, hasMail);
    if (late) return refuse('conflict', late);
    let messageId: number | null = null;
    if (content) {
      const name = `invoice_${invoice.number}.pdf`;
      const message = {
        channel: 'Email' as const,
        recipient: stored.billTo.email,
        owner: { personId: stored.clientId, candidateId: null },
        ...mailOf(scope, invoice),
        attachment: sealAttachment(scope, { name, type: 'application/pdf', content }),
      };
      const queued = await queueMessages(tx, scope, [message], record, `invoice ${id} ${stored.rev}`);
      if (!queued.ok) return queued;
      messageId = queued.data[0] ?? null;
    }
    const saved = await markSent(tx, id, { via, messageId }, scope.stamp());
    record({ entity: INVOICE_ENTITY, id, action: 'update', changes: { Sent: [null, via] } });
    const info =
      via === 'Email'
        ? `Invoice ${invoice.number} goes to ${invoice.billTo.email}.`
        : `Invoice ${invoice.number} is marked as sent on paper.`;
    return done({ rev: saved?.rev ?? stored.rev }, { info });
  });
};
