import { showDate, showLength } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import type { Invoice, InvoiceLine } from '@homecare/domain/private-pay/schema.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconBan, IconFileInvoice, IconMail, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useOpenPage, usePageState } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { usePageTitle } from '../../platform/title.ts';
import { useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { Note } from '../../ui/Note.tsx';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';
import { ACCOUNT, openInvoicePdf, useInvoice } from './api.ts';
import { STATE_TONES, saySent } from './invoice-words.ts';
import classes from './PrivatePay.module.css';
import { VoidDialog } from './ReasonDialog.tsx';
import { useSendInvoice } from './use-send-invoice.ts';

const COLUMNS: readonly Column<InvoiceLine>[] = [
  { key: 'day', title: 'Date', width: 120, cell: ({ day }) => showDate(day) },
  {
    key: 'service',
    title: 'Service',
    min: 190,
    cell: ({ service, caregiver }) => <CellLines strong main={service} sub={caregiver} />,
  },
  {
    key: 'hours',
    title: 'Hours',
    width: 90,
    align: 'right',
    cell: ({ kind, minutes }) => (kind === 'Work' ? showLength(minutes) : '–'),
  },
  {
    key: 'rate',
    title: 'Rate',
    width: 100,
    align: 'right',
    cell: ({ kind, rate }) => (kind === 'Work' ? showMoney(rate) : '–'),
  },
  { key: 'amount', title: 'Amount', width: 120, align: 'right', cell: ({ amount }) => showMoney(amount) },
];

const storyOf = ({ kind, planId, day }: InvoiceLine): RowStory =>
  kind === 'Work' && planId !== null ? { visit: { planId, day } } : undefined;

const factsOf = (invoice: Invoice, zone: string) =>
  [
    ['Client', invoice.client],
    ['Bill to', [invoice.billTo.name, ...invoice.billTo.lines].join('\n')],
    ['Issued', showDate(invoice.issued)],
    ['Due', showDate(invoice.due)],
    ['Total', showMoney(invoice.total)],
    ['Paid', showMoney(invoice.paid)],
    [
      'State',
      <Pill key="state" tone={STATE_TONES[invoice.state]}>
        {invoice.state}
      </Pill>,
    ],
    ['Sent', saySent(invoice, zone)],
  ] as const;

const changedWords = (days: readonly string[]) =>
  `${days.length === 1 ? 'One day has' : `${days.length} days have`} another time on the card by now: ${days.map(showDate).join(', ')}. Void this invoice and make it again to bill what is recorded.`;

interface InvoiceProps {
  readonly invoice: Invoice;
}

const InvoiceActions = ({ invoice, onVoid }: InvoiceProps & { readonly onVoid: () => void }) => {
  const sending = useSendInvoice();
  const via = sending.wayOf(invoice);
  return (
    <>
      {invoice.state !== 'Voided' && (
        <Button leftSection={<IconBan {...menuIcon} />} onClick={onVoid}>
          Void
        </Button>
      )}
      <Button leftSection={<IconPrinter {...menuIcon} />} onClick={() => openInvoicePdf(invoice.id)}>
        Print
      </Button>
      {sending.whyNot(invoice, via) === undefined && (
        <Button
          variant="filled"
          leftSection={<IconMail {...menuIcon} />}
          loading={sending.pending}
          onClick={() => sending.send(invoice, via)}
        >
          {via === 'Email' ? `E-mail to ${invoice.billTo.name}` : 'Mark as sent on paper'}
        </Button>
      )}
    </>
  );
};

const InvoiceContent = ({ invoice }: InvoiceProps) => {
  const zone = useZone();
  usePageTitle(`Invoice ${invoice.number}`);
  const stories = useRowStory(storyOf, invoice.lines);
  return (
    <>
      <div className={classes.panel}>
        <Facts look="line" rows={factsOf(invoice, zone)} />
        {invoice.voidReason !== null && <Note tone="danger">Void: {invoice.voidReason}</Note>}
        {invoice.changedDays.length > 0 && <Note tone="warn">{changedWords(invoice.changedDays)}</Note>}
      </div>
      <DataTable
        label="Lines"
        columns={COLUMNS}
        rows={invoice.lines}
        rowKey={({ planId, day }) => `${planId} ${day}`}
        rowName={({ service, day }) => `${service} of ${showDate(day)}`}
        pageSize="all"
        onOpen={stories.show}
        keys={stories.keys}
        noun={invoice.lines.length === 1 ? 'line' : 'lines'}
        listItem={({ day, service, caregiver, minutes, amount }) => ({
          title: `${showDate(day)} ${service}`,
          kind: showMoney(amount),
          line: [caregiver, minutes > 0 && `${showLength(minutes)} h`].filter(Boolean).join(' · '),
        })}
        empty={<EmptyState icon={IconFileInvoice} title="This invoice has no lines" />}
      />
    </>
  );
};

/** /privatepay/invoice: one invoice with its lines, what paid it, and what can be done with it. */
export const InvoicePage = () => {
  const { id } = usePageState();
  const query = useInvoice(typeof id === 'number' ? id : 0);
  const openPage = useOpenPage();
  const [isVoiding, setVoiding] = useState(false);
  const invoice = query.data;
  const failure = failureOf(query, 'Couldn’t load the invoice');
  return (
    <Page>
      <FilterBar actions={invoice && <InvoiceActions invoice={invoice} onVoid={() => setVoiding(true)} />}>
        <Button
          leftSection={<IconArrowLeft {...menuIcon} />}
          disabled={!invoice}
          onClick={() => invoice && void openPage(ACCOUNT, { id: invoice.clientId })}
        >
          Account
        </Button>
      </FilterBar>
      {failure && <ErrorState {...failure} />}
      {!invoice && !failure && (
        <p role="status" className={classes.panel}>
          Loading the invoice…
        </p>
      )}
      {invoice && <InvoiceContent invoice={invoice} />}
      {invoice && isVoiding && (
        <VoidDialog
          title={`Void invoice ${invoice.number}`}
          id={invoice.id}
          rev={invoice.rev}
          intro="It keeps its number. Its work can be invoiced again, and what was paid becomes credit."
          onClose={() => setVoiding(false)}
        />
      )}
    </Page>
  );
};
