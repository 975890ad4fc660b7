import { counted } from '@homecare/domain/counted.ts';
import { showMoney } from '@homecare/domain/money.ts';
import type { InvoiceRow } from '@homecare/domain/private-pay/schema.ts';
import { Button, List } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { perform, useTask } from '../../platform/form/use-action.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Note.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { SEND_INVOICE, useUnsentInvoices } from './api.ts';
import classes from './PrivatePay.module.css';
import { useSendInvoice } from './use-send-invoice.ts';

/** Sends invoices one after the other and says how far it is; what fails is named and stays unsent. */
const useSendAll = (onEnd: () => void) => {
  const { wayOf } = useSendInvoice();
  const task = useTask(async (invoices: readonly InvoiceRow[], report) => {
    const faults: string[] = [];
    for (const [n, invoice] of invoices.entries()) {
      report({ done: n + 1, all: invoices.length });
      const last = n === invoices.length - 1;
      const changes = last ? SEND_INVOICE.changes : [];
      const answer = await perform(
        { call: SEND_INVOICE.call, changes },
        { id: invoice.id, via: wayOf(invoice) },
      );
      if (!answer.ok) faults.push(`${invoice.number}: ${answer.info}`);
    }
    if (faults.length > 0) return faults;
    toast.success(`${counted(invoices.length, 'invoice')} sent.`);
    return onEnd();
  });
  return { ...task, wayOf };
};

/** Every invoice that was not sent yet: by e-mail where there is an address, the others on paper. */
export const SendInvoicesDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const query = useUnsentInvoices();
  const { run, pending, progress, refusals, wayOf } = useSendAll(onClose);
  const invoices = query.data ?? [];
  const columns: readonly Column<InvoiceRow>[] = [
    {
      key: 'client',
      title: 'Invoice',
      min: 170,
      cell: ({ number, client }) => <CellLines strong main={number} sub={client} />,
    },
    {
      key: 'via',
      title: 'Goes to',
      width: 220,
      cell: (row) => (
        <CellLines
          main={row.billTo.name}
          sub={wayOf(row) === 'Email' ? row.billTo.email : 'On paper: print it'}
        />
      ),
    },
    { key: 'total', title: 'Total', width: 110, align: 'right', cell: ({ total }) => showMoney(total) },
  ];
  const send = () => void run(invoices);
  return (
    <Dialog
      opened
      wide
      title="Send invoices"
      onClose={onClose}
      actions={
        <>
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button
            size="sm"
            variant="filled"
            data-autofocus
            disabled={invoices.length === 0}
            loading={pending}
            onClick={send}
          >
            Send {counted(invoices.length, 'invoice')}
          </Button>
        </>
      }
    >
      {progress && (
        <p role="status">
          Sending {progress.done} of {progress.all}…
        </p>
      )}
      {refusals.length > 0 && (
        <Note tone="danger" live>
          Not sent:
          <List size="sm">
            {refusals.map((words) => (
              <List.Item key={words}>{words}</List.Item>
            ))}
          </List>
        </Note>
      )}
      <div className={classes.days}>Invoices without an e-mail address are marked as sent on paper.</div>
      <DataTable
        label="Invoices not sent"
        columns={columns}
        rows={query.data}
        rowKey={({ id }) => id}
        rowName={({ number }) => number}
        pageSize={8}
        noun={invoices.length === 1 ? 'invoice' : 'invoices'}
        listItem={(row) => ({
          title: `${row.number} ${row.client}`,
          kind: showMoney(row.total),
          line: wayOf(row) === 'Email' ? row.billTo.email : 'On paper: print it',
        })}
        loadingText="Loading invoices…"
        failure={failureOf(query, 'Couldn’t load invoices')}
        empty={<EmptyState icon={IconMailCheck} title="Every invoice is sent" />}
      />
    </Dialog>
  );
};
