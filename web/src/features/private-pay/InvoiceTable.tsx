import { showDate } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import type { InvoiceRow } from '@homecare/domain/private-pay/schema.ts';
import { IconBan, IconFileInvoice, IconMail, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useOpenPage } from '../../platform/page-state.ts';
import { useZone } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Pill } from '../../ui/Pill.tsx';
import type { MenuEntry } from '../../ui/RowMenu.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';
import { INVOICE, openInvoicePdf } from './api.ts';
import { STATE_TONES, saySent } from './invoice-words.ts';
import { VoidDialog } from './ReasonDialog.tsx';
import { useSendInvoice } from './use-send-invoice.ts';

const StatePill = ({ state }: Pick<InvoiceRow, 'state'>) => <Pill tone={STATE_TONES[state]}>{state}</Pill>;

const columnsIn = (zone: string): readonly Column<InvoiceRow>[] => [
  {
    key: 'number',
    title: 'Invoice',
    width: 200,
    cell: (row) => (
      <CellLines strong main={row.number} sub={`${showDate(row.issued)}, due ${showDate(row.due)}`} />
    ),
  },
  {
    key: 'services',
    title: 'Services',
    min: 170,
    cell: ({ from, through, billTo }) => (
      <CellLines
        main={from === through ? showDate(from) : `${showDate(from)} to ${showDate(through)}`}
        sub={`to ${billTo.name}`}
      />
    ),
  },
  { key: 'total', title: 'Total', width: 110, align: 'right', cell: ({ total }) => showMoney(total) },
  {
    key: 'open',
    title: 'Open',
    width: 110,
    align: 'right',
    cell: ({ total, paid, state }) => (state === 'Voided' ? '–' : showMoney(total - paid)),
  },
  { key: 'state', title: 'State', width: 100, cell: (row) => <StatePill state={row.state} /> },
  {
    key: 'sent',
    title: 'Sent',
    width: 200,
    cell: (row) => (
      <CellLines wraps main={saySent(row, zone)} sub={row.voidReason !== null && `Void: ${row.voidReason}`} />
    ),
  },
];

const storyOf = ({ id, number }: InvoiceRow): RowStory => ({
  counts: { of: 'invoice', id: String(id) },
  title: `invoice ${number}`,
});

/** Invoices of a client, the newest first. */
export const InvoiceTable = ({ invoices }: { readonly invoices: readonly InvoiceRow[] }) => {
  const zone = useZone();
  const openPage = useOpenPage();
  const sending = useSendInvoice();
  const stories = useRowStory(storyOf);
  const [voided, setVoided] = useState<InvoiceRow>();
  const open = ({ id }: InvoiceRow) => void openPage(INVOICE, { id });
  const sendEntry = (row: InvoiceRow, via: 'Email' | 'Paper'): MenuEntry => {
    const whyNot = sending.whyNot(row, via);
    return {
      label: via === 'Email' ? 'Send by e-mail' : 'Mark as sent on paper',
      icon: IconMail,
      onSelect: () => sending.send(row, via),
      ...(whyNot !== undefined && { disabledReason: whyNot }),
    };
  };
  const menu = (row: InvoiceRow): MenuEntry[] => [
    { label: 'Open', icon: IconFileInvoice, onSelect: () => open(row) },
    { label: 'Print', icon: IconPrinter, onSelect: () => openInvoicePdf(row.id) },
    sendEntry(row, 'Email'),
    sendEntry(row, 'Paper'),
    ...stories.entries(row),
    'divider',
    {
      label: 'Void…',
      icon: IconBan,
      danger: true,
      onSelect: () => setVoided(row),
      ...(row.state === 'Voided' && { disabledReason: 'This invoice is void.' }),
    },
  ];
  return (
    <>
      <DataTable
        label="Invoices"
        columns={columnsIn(zone)}
        rows={invoices}
        rowKey={({ id }) => id}
        rowName={({ number }) => number}
        pageSize="all"
        noun={invoices.length === 1 ? 'invoice' : 'invoices'}
        dimmed={({ state }) => state === 'Voided'}
        tone={({ state, mailFault }) => (state === 'Overdue' || mailFault !== null ? 'warn' : undefined)}
        onOpen={open}
        keys={stories.keys}
        menu={menu}
        listItem={(row) => ({
          title: row.number,
          kind: <StatePill state={row.state} />,
          line: `${showMoney(row.total)}, due ${showDate(row.due)}`,
          more: saySent(row, zone),
        })}
        empty={
          <EmptyState
            icon={IconFileInvoice}
            title="No invoices yet"
            text="Make an invoice from the recorded work of a month."
          />
        }
      />
      {stories.window}
      {voided && (
        <VoidDialog
          title={`Void invoice ${voided.number}`}
          id={voided.id}
          rev={voided.rev}
          intro="It keeps its number. Its work can be invoiced again, and what was paid becomes credit."
          onClose={() => setVoided(undefined)}
        />
      )}
    </>
  );
};
