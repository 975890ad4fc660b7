import { showDate } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sayMonth } from '@homecare/domain/plan-documents/rules.ts';
import type { ClientAccount } from '@homecare/domain/private-pay/schema.ts';
import { Button } from '@mantine/core';
import { IconPencil, IconReportMoney } from '@tabler/icons-react';
import { useState } from 'react';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/states.tsx';
import classes from './PrivatePay.module.css';
import { TermsDialog } from './TermsDialog.tsx';

interface TermRow {
  readonly what: string;
  readonly from: string;
  readonly amount: string;
}

const rowsOf = ({ terms }: ClientAccount): TermRow[] => [
  ...terms.rates.map(({ type, from, cents }) => ({
    what: type,
    from: showDate(from),
    amount: `${showMoney(cents)} an hour`,
  })),
  ...terms.shares.map(({ from, cents }) => ({
    what: 'Share of cost',
    from: sayMonth(from),
    amount: cents === 0 ? 'None' : `${showMoney(cents)} a month`,
  })),
];

const COLUMNS: readonly Column<TermRow>[] = [
  { key: 'what', title: 'For', min: 180, cell: ({ what }) => what },
  { key: 'from', title: 'From', width: 160, cell: ({ from }) => from },
  { key: 'amount', title: 'Rate', width: 180, align: 'right', cell: ({ amount }) => amount },
];

/** Hourly rates and shares of cost of a client. */
export const TermsPanel = ({ account }: { readonly account: ClientAccount }) => {
  const [isOpen, setOpen] = useState(false);
  const rows = rowsOf(account);
  const edit = () => setOpen(true);
  return (
    <>
      <div className={classes.panel}>
        <Button leftSection={<IconPencil {...menuIcon} />} onClick={edit}>
          Edit rates
        </Button>
      </div>
      <DataTable
        label="Rates"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ what, from }) => `${what} ${from}`}
        rowName={({ what, from }) => `${what} from ${from}`}
        pageSize="all"
        noun={rows.length === 1 ? 'entry' : 'entries'}
        onOpen={edit}
        listItem={({ what, from, amount }) => ({ title: what, kind: amount, line: `from ${from}` })}
        empty={
          <EmptyState
            icon={IconReportMoney}
            title="No rates yet"
            text="Work is invoiced by the hour. Enter a rate for each care plan type of this client."
          />
        }
      />
      {isOpen && <TermsDialog account={account} onClose={() => setOpen(false)} />}
    </>
  );
};
