import { showDate } from '@homecare/domain/calendar.ts';
import { showMoney } from '@homecare/domain/money.ts';
import type { StatementEntry } from '@homecare/domain/private-pay/schema.ts';
import { Button } from '@mantine/core';
import { IconListDetails, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { useToday } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/states.tsx';
import { type RowStory, useRowStory } from '../visit-story/use-row-story.tsx';
import { openStatementPdf, useStatement } from './api.ts';
import classes from './PrivatePay.module.css';
import { isSpan, SpanBoxes } from './SpanBoxes.tsx';

type Entry = StatementEntry & { readonly place: number };

const COLUMNS: readonly Column<Entry>[] = [
  { key: 'day', title: 'Date', width: 120, cell: ({ day }) => showDate(day) },
  {
    key: 'what',
    title: 'What',
    min: 180,
    cell: ({ kind, text }) => <CellLines strong main={kind} sub={text} />,
  },
  { key: 'amount', title: 'Amount', width: 130, align: 'right', cell: ({ amount }) => showMoney(amount) },
  { key: 'balance', title: 'Balance', width: 130, align: 'right', cell: ({ balance }) => showMoney(balance) },
];

const storyOf = ({ kind, id, day, text }: Entry): RowStory => ({
  counts: { of: kind.startsWith('Invoice') ? 'invoice' : 'payment', id: String(id) },
  title: `${kind} of ${showDate(day)}, ${text}`,
});

const startOfYear = (today: Temporal.PlainDate) => today.with({ month: 1, day: 1 }).toString();

/** What happened on an account in a period, with the balance before and after it. */
export const StatementPanel = ({ clientId }: { readonly clientId: number }) => {
  const today = useToday();
  const stories = useRowStory(storyOf);
  const [days, setDays] = useState({ from: startOfYear(today), through: today.toString() });
  const query = useStatement(clientId, days, isSpan(days));
  const entries = query.data?.entries.map((entry, place) => ({ ...entry, place }));
  return (
    <>
      <div className={classes.panel}>
        <div className={classes.row}>
          <SpanBoxes days={days} onChange={setDays} />
          <Button
            leftSection={<IconPrinter {...menuIcon} />}
            disabled={!isSpan(days)}
            onClick={() => openStatementPdf(clientId, days)}
          >
            Print
          </Button>
        </div>
        {query.data && (
          <p className={classes.total} role="status">
            Opening balance {showMoney(query.data.opening)} · closing balance {showMoney(query.data.closing)}
          </p>
        )}
      </div>
      <DataTable
        label="Statement of account"
        columns={COLUMNS}
        rows={entries}
        rowKey={({ place }) => place}
        rowName={({ kind, day }) => `${kind} of ${showDate(day)}`}
        pageSize="all"
        keys={stories.keys}
        menu={stories.entries}
        actionsWidth={64}
        actionsTitle="More"
        noun={entries?.length === 1 ? 'entry' : 'entries'}
        listItem={(entry) => ({
          title: `${entry.kind} ${showDate(entry.day)}`,
          kind: showMoney(entry.amount),
          line: entry.text,
          more: `Balance ${showMoney(entry.balance)}`,
        })}
        loadingText="Loading the statement…"
        failure={failureOf(query, 'Couldn’t load the statement')}
        empty={<EmptyState icon={IconListDetails} title="Nothing happened in this period" />}
      />
      {stories.window}
    </>
  );
};
