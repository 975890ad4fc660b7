import type { LedgerLine } from '@homecare/domain/accounting/schema.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { Button } from '@mantine/core';
import { IconDownload, IconReportMoney, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useTask } from '../../platform/form/use-action.ts';
import { useKept } from '../../platform/kept.ts';
import { failureOf } from '../../platform/query.ts';
import { useToday } from '../../platform/use-today.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { MonthSpanBoxes } from '../../ui/MonthSpanBoxes.tsx';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AccountsDialog } from './AccountsDialog.tsx';
import { downloadLedger, useAccounts, useLedger } from './api.ts';

const amount = (cents: number) => (cents === 0 ? '' : showMoney(cents));

const COLUMNS: readonly Column<LedgerLine>[] = [
  { key: 'date', title: 'Date', width: 110, cell: ({ date }) => showDate(date) },
  { key: 'account', title: 'Account', min: 200, cell: ({ account }) => account },
  { key: 'class', title: 'Class', width: 160, cell: ({ type }) => type },
  { key: 'memo', title: 'Memo', width: 170, cell: ({ memo }) => memo },
  { key: 'debit', title: 'Debit', width: 130, align: 'right', cell: ({ debit }) => amount(debit) },
  { key: 'credit', title: 'Credit', width: 130, align: 'right', cell: ({ credit }) => amount(credit) },
];

const keyOf = ({ entry, account, type, memo, debit, credit }: LedgerLine) =>
  [entry, account, type, memo, debit > 0 ? 'debit' : credit > 0 ? 'credit' : ''].join(' ');

/** /accounting: income and pay as general ledger lines, for the bookkeeper’s program. */
export const AccountingPage = () => {
  const lastMonth = useToday().toPlainYearMonth().subtract({ months: 1 }).toString();
  const [months, setMonths] = useKept('accounting.months', { from: lastMonth, to: lastMonth });
  const [names, setNames] = useState(false);
  const query = useLedger(months);
  const accounts = useAccounts().data;
  const csv = useTask(() => downloadLedger(months, 'csv'));
  const iif = useTask(() => downloadLedger(months, 'iif'));
  const none = query.data?.length === 0 || !query.data;
  return (
    <Page>
      <FilterBar
        actions={
          <>
            <Button
              leftSection={<IconSettings {...menuIcon} />}
              disabled={!accounts}
              onClick={() => setNames(true)}
            >
              Accounts…
            </Button>
            <Button
              leftSection={<IconDownload {...menuIcon} />}
              loading={csv.pending}
              disabled={none}
              onClick={() => void csv.run()}
            >
              CSV
            </Button>
            <Button
              leftSection={<IconDownload {...menuIcon} />}
              loading={iif.pending}
              disabled={none}
              onClick={() => void iif.run()}
            >
              QuickBooks
            </Button>
          </>
        }
      >
        <MonthSpanBoxes span={months} onChange={setMonths} />
      </FilterBar>
      <DataTable
        label="Ledger"
        columns={COLUMNS}
        rows={query.data}
        rowKey={keyOf}
        rowName={({ account, memo }) => `${account}, ${memo}`}
        heading={({ entry }) => entry}
        noun="lines"
        listItem={(line) => ({
          title: line.account,
          kind: line.type,
          line: [
            line.memo,
            line.debit > 0 ? `debit ${showMoney(line.debit)}` : `credit ${showMoney(line.credit)}`,
          ].join(' · '),
        })}
        loadingText="Loading the ledger…"
        failure={failureOf(query, 'Couldn’t load the ledger')}
        empty={
          <EmptyState
            icon={IconReportMoney}
            title="Nothing in these months"
            text="Lines follow from saved billing and from payroll of the months of calculation."
          />
        }
      />
      {names && accounts && <AccountsDialog stored={accounts} onClose={() => setNames(false)} />}
    </Page>
  );
};
