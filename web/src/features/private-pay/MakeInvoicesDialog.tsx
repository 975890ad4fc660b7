import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { showLength } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sayLeftOut } from '@homecare/domain/private-pay/invoicing.ts';
import type { AccountRow, InvoiceDraft, InvoicePreview } from '@homecare/domain/private-pay/schema.ts';
import { Button, List } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { useState } from 'react';
import { offerUndo } from '../../platform/form/offer-undo.ts';
import { useAction } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { MAKE_INVOICES, UNDO_INVOICES, useInvoicePreview } from './api.ts';
import classes from './PrivatePay.module.css';
import { isSpan, SpanBoxes } from './SpanBoxes.tsx';

const COLUMNS: readonly Column<InvoiceDraft>[] = [
  {
    key: 'client',
    title: 'Client',
    min: 170,
    cell: ({ client, billTo }) => <CellLines strong main={client} sub={`to ${billTo.name}`} />,
  },
  {
    key: 'lines',
    title: 'Lines',
    width: 110,
    align: 'right',
    cell: ({ lines, minutes }) => (
      <CellLines main={lines.toLocaleString('en-US')} sub={minutes > 0 && `${showLength(minutes)} h`} />
    ),
  },
  { key: 'total', title: 'Total', width: 120, align: 'right', cell: ({ total }) => showMoney(total) },
];

const keyOf = ({ clientId, billTo, from }: InvoiceDraft) => `${clientId} ${billTo.name} ${from}`;

const NAMED = 8;

/** Below what is made, which it must not push out of sight. */
const LeftOut = ({ leftOut }: Pick<InvoicePreview, 'leftOut'>) =>
  leftOut.length === 0 ? null : (
    <Note tone="warn">
      Left out:
      <List size="sm">
        {leftOut.slice(0, NAMED).map(({ clientId, client, service, reason, minutes }) => (
          <List.Item key={`${clientId} ${service}`}>
            {client}: {sayLeftOut({ reason, minutes })}
          </List.Item>
        ))}
      </List>
      {leftOut.length > NAMED && `and ${leftOut.length - NAMED} more, listed on the page under To invoice.`}
    </Note>
  );

interface MakeInvoicesDialogProps {
  /** YYYY-MM */
  readonly month: string;
  /** One client; without it everyone. */
  readonly client?: Pick<AccountRow, 'clientId' | 'client'>;
  readonly onClose: () => void;
}

/** Shows what would be made before it is; afterwards it can be taken back until it is sent. */
export const MakeInvoicesDialog = ({ month, client, onClose }: MakeInvoicesDialogProps) => {
  const [days, setDays] = useState(daysOfMonth(month));
  const clientIds = client ? [client.clientId] : null;
  const query = useInvoicePreview(isSpan(days) ? days : daysOfMonth(month), clientIds);
  const make = useAction({
    ...MAKE_INVOICES,
    keyed: true,
    onDone: ({ data, info }) => {
      offerUndo({
        ...UNDO_INVOICES,
        input: { runId: data.runId },
        said: `Made: ${info ?? ''}`,
        undone: (sent) => sent.info ?? 'Taken back',
      });
      onClose();
    },
  });
  const preview = query.data;
  const count = preview?.invoices.length ?? 0;
  const label = count === 1 ? 'Make 1 invoice' : `Make ${count} invoices`;
  const start = () => void make.run({ ...days, clientIds });
  const canMake = isSpan(days) && count > 0 && !query.isFetching;
  return (
    <Dialog
      opened
      wide
      title={client ? `Invoice for ${client.client}` : 'Make invoices'}
      onClose={onClose}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" variant="filled" disabled={!canMake} loading={make.pending} onClick={start}>
            {label}
          </Button>
        </>
      }
    >
      <div className={classes.days}>
        <SpanBoxes days={days} onChange={setDays} isFirst />
      </div>
      <DataTable
        label="Invoices to make"
        columns={COLUMNS}
        rows={preview?.invoices}
        rowKey={keyOf}
        rowName={({ client: name }) => name}
        pageSize={8}
        noun={count === 1 ? 'invoice' : 'invoices'}
        listItem={({ client: name, billTo, lines, total }) => ({
          title: name,
          kind: showMoney(total),
          line: `to ${billTo.name} · ${lines} ${lines === 1 ? 'line' : 'lines'}`,
        })}
        loadingText="Adding up recorded work…"
        failure={failureOf(query, 'Couldn’t load the preview')}
        empty={
          <EmptyState
            icon={IconFileInvoice}
            title="Nothing to invoice"
            text="All recorded work of these days is on an invoice, or has no hourly rate."
          />
        }
      />
      {count > 0 && <p className={classes.total}>Total {showMoney(preview?.total ?? 0)}</p>}
      {preview && <LeftOut leftOut={preview.leftOut} />}
    </Dialog>
  );
};
