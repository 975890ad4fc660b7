import { showDate } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import type { PaymentRow } from '@homecare/domain/private-pay/schema.ts';
import { IconArrowBackUp, IconCash } from '@tabler/icons-react';
import { useState } from 'react';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';
import { ReverseDialog } from './ReasonDialog.tsx';

const nameOf = ({ method, reference, day }: PaymentRow) =>
  `${[method, reference].filter(Boolean).join(' ')} of ${showDate(day)}`;

/** The work on the invoices that it paid. */
const storyOf = (row: PaymentRow): RowStory => ({
  counts: { of: 'payment', id: String(row.id) },
  title: nameOf(row),
});

const whatBecame = ({ reversed, reverseReason, invoices, credit }: PaymentRow) => {
  if (reversed !== null) return `Reversed ${showDate(reversed)}: ${reverseReason}`;
  const paid = invoices.length > 0 ? `Paid ${invoices.join(', ')}` : '';
  return [paid, credit > 0 && `${showMoney(credit)} credit`].filter(Boolean).join(', ');
};

const COLUMNS: readonly Column<PaymentRow>[] = [
  { key: 'day', title: 'Received', width: 120, cell: ({ day }) => showDate(day) },
  {
    key: 'method',
    title: 'Payment',
    width: 170,
    cell: ({ method, reference }) => <CellLines strong main={method} sub={reference} />,
  },
  { key: 'amount', title: 'Amount', width: 120, align: 'right', cell: ({ amount }) => showMoney(amount) },
  {
    key: 'became',
    title: 'Applied to',
    min: 200,
    cell: (row) => (
      <CellLines
        wraps
        main={whatBecame(row) || '–'}
        sub={row.reversed !== null && <Pill tone="mute">Reversed</Pill>}
      />
    ),
  },
];

/** Payments of a client, the newest first. */
export const PaymentTable = ({ payments }: { readonly payments: readonly PaymentRow[] }) => {
  const stories = useRowStory(storyOf);
  const [reversed, setReversed] = useState<PaymentRow>();
  return (
    <>
      <DataTable
        label="Payments"
        columns={COLUMNS}
        rows={payments}
        rowKey={({ id }) => id}
        rowName={nameOf}
        pageSize="all"
        noun={payments.length === 1 ? 'payment' : 'payments'}
        dimmed={(row) => row.reversed !== null}
        keys={stories.keys}
        menu={(row) => [
          ...stories.entries(row),
          {
            label: 'Reverse…',
            icon: IconArrowBackUp,
            danger: true,
            onSelect: () => setReversed(row),
            ...(row.reversed !== null && { disabledReason: 'This payment was reversed.' }),
          },
        ]}
        listItem={(row) => ({
          title: nameOf(row),
          kind: showMoney(row.amount),
          line: whatBecame(row),
        })}
        empty={
          <EmptyState icon={IconCash} title="No payments yet" text="Record a payment when it is received." />
        }
      />
      {stories.window}
      {reversed && (
        <ReverseDialog
          title={`Reverse ${nameOf(reversed)}`}
          id={reversed.id}
          rev={reversed.rev}
          intro={`${showMoney(reversed.amount)} is taken back, and the invoices that it paid are open again.`}
          onClose={() => setReversed(undefined)}
        />
      )}
    </>
  );
};
