import { showMoney } from '@homecare/domain/money.ts';
import { sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import type { ShareMonthRow } from '@homecare/domain/private-pay/schema.ts';
import { shareState } from '@homecare/domain/private-pay/share-of-cost.ts';
import { IconReportMoney } from '@tabler/icons-react';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** What is to do about a month. */
const sayState = (row: ShareMonthRow): string => {
  const { owed, withheld, billed } = row;
  switch (shareState(row)) {
    case 'toBill':
      return `Bill ${showMoney(withheld - billed)}`;
    case 'waiting':
      return 'Waiting for Medicaid';
    case 'above':
      return `Billed ${showMoney(billed - withheld)} too much: void the invoice and make it again`;
    default:
      if (withheld === 0) return 'Nothing withheld';
      return withheld > owed ? 'Billed, more than on record' : 'Billed';
  }
};

const COLUMNS: readonly Column<ShareMonthRow>[] = [
  { key: 'month', title: 'Month', width: 150, cell: ({ month }) => sayMonth(month) },
  { key: 'owed', title: 'On record', width: 120, align: 'right', cell: ({ owed }) => showMoney(owed) },
  {
    key: 'withheld',
    title: 'Withheld by Medicaid',
    width: 180,
    align: 'right',
    cell: ({ withheld }) => showMoney(withheld),
  },
  { key: 'billed', title: 'Billed', width: 120, align: 'right', cell: ({ billed }) => showMoney(billed) },
  { key: 'state', title: 'To do', min: 220, cell: (row) => <CellLines wraps main={sayState(row)} /> },
];

/** A client's share of cost month by month, the newest first. */
export const ShareTable = ({ shares }: { readonly shares: readonly ShareMonthRow[] }) => (
  <DataTable
    label="Share of cost"
    columns={COLUMNS}
    rows={shares}
    rowKey={({ month }) => month}
    rowName={({ month }) => sayMonth(month)}
    pageSize="all"
    noun={shares.length === 1 ? 'month' : 'months'}
    listItem={(row) => ({
      title: sayMonth(row.month),
      kind: showMoney(row.billed),
      line: `${showMoney(row.withheld)} withheld. ${sayState(row)}`,
    })}
    empty={
      <EmptyState
        icon={IconReportMoney}
        title="No share of cost"
        text="Enter what Medicaid has the client pay a month under Rates."
      />
    }
  />
);
