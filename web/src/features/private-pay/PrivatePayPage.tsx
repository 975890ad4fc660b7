import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { showLength } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { fold } from '@homecare/domain/fold.ts';
import { showMoney } from '@homecare/domain/money.ts';
import { sayLeftOut } from '@homecare/domain/private-pay/invoicing.ts';
import type { AccountRow, PrivatePayPage as PageData } from '@homecare/domain/private-pay/schema.ts';
import { sum } from '@homecare/domain/sum.ts';
import { Button } from '@mantine/core';
import {
  IconBuildingBank,
  IconCash,
  IconFileInvoice,
  IconMail,
  IconUserDollar,
  IconUserPlus,
} from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useKeptTab } from '../../platform/filter-address.ts';
import { useAction } from '../../platform/form/use-action.ts';
import { PersonLink } from '../../platform/PersonLink.tsx';
import { useOpenPage } from '../../platform/page-state.ts';
import { failureOf, freshnessOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { CellLines } from '../../ui/CellLines.tsx';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { MonthBox } from '../../ui/MonthBox.tsx';
import { Note } from '../../ui/Note.tsx';
import { FilterBar, Page } from '../../ui/Page.tsx';
import type { MenuEntry } from '../../ui/RowMenu.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { PayersDialog } from '../payers/PayersDialog.tsx';
import { STORY_KEY } from '../visit-story/open-story.ts';
import { ACCOUNT, UNDO_INVOICES, useAccounts } from './api.ts';
import { ChooseClientDialog } from './ChooseClientDialog.tsx';
import { MakeInvoicesDialog } from './MakeInvoicesDialog.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import classes from './PrivatePay.module.css';
import { SendInvoicesDialog } from './SendInvoicesDialog.tsx';

const TABS = ['All', 'To invoice', 'Owing', 'Overdue'] as const;
type Tab = (typeof TABS)[number];

const isIn = (tab: Tab, row: AccountRow) =>
  tab === 'All' ||
  (tab === 'To invoice' && (row.uninvoiced > 0 || row.leftOutReason !== null)) ||
  (tab === 'Owing' && row.balance > 0) ||
  (tab === 'Overdue' && row.overdue > 0);

/** An amount, or nothing where there is none. */
const amount = (cents: number) => (cents === 0 ? '–' : showMoney(cents));

const uninvoicedOf = ({ uninvoiced, uninvoicedMinutes, leftOutMinutes, leftOutReason }: AccountRow) => (
  <CellLines
    main={uninvoiced === 0 && leftOutReason ? null : amount(uninvoiced)}
    sub={
      leftOutReason
        ? sayLeftOut({ reason: leftOutReason, minutes: leftOutMinutes })
        : uninvoicedMinutes > 0 && `${showLength(uninvoicedMinutes)} h`
    }
    subTone={leftOutReason ? 'warn' : undefined}
    wraps
  />
);

const COLUMNS: readonly Column<AccountRow>[] = [
  {
    key: 'client',
    title: 'Client',
    min: 190,
    cell: ({ clientId, client, payer }) => (
      <CellLines strong main={<PersonLink id={clientId} name={client} />} sub={payer} />
    ),
  },
  { key: 'uninvoiced', title: 'To invoice', width: 250, align: 'right', cell: uninvoicedOf },
  {
    key: 'balance',
    title: 'Balance',
    width: 130,
    align: 'right',
    cell: ({ balance, credit }) => (
      <CellLines main={amount(balance)} sub={credit > 0 && `${showMoney(credit)} credit`} />
    ),
  },
  {
    key: 'overdue',
    title: 'Overdue',
    width: 120,
    align: 'right',
    cell: ({ overdue }) => (overdue > 0 ? <b className={classes.overdue}>{showMoney(overdue)}</b> : '–'),
  },
  {
    key: 'unsent',
    title: 'Not sent',
    width: 90,
    align: 'right',
    cell: ({ unsent }) => (unsent === 0 ? '–' : unsent.toLocaleString('en-US')),
  },
];

/** What the last press made can be taken back until any of it is sent. */
const LastRun = ({ run }: { readonly run: NonNullable<PageData['lastRun']> }) => {
  const undo = useAction({ ...UNDO_INVOICES, onDone: ({ info }) => toast.success(info ?? 'Taken back') });
  const words = run.invoices === 1 ? '1 invoice was' : `${run.invoices} invoices were`;
  return (
    <div className={classes.note}>
      <Note
        tone="info"
        actions={
          <Button size="sm" loading={undo.pending} onClick={() => void undo.run({ runId: run.id })}>
            Undo
          </Button>
        }
      >
        {words} made, {showMoney(run.total)}. None is sent yet: you can still take them back.
      </Note>
    </div>
  );
};

type Step =
  | { readonly what: 'make'; readonly row?: AccountRow }
  | { readonly what: 'pay'; readonly row: AccountRow }
  | { readonly what: 'send' }
  | { readonly what: 'payers' }
  | { readonly what: 'choose' };

interface PageActionsProps {
  readonly unsent: number;
  readonly onStep: (step: Step) => void;
}

const PageActions = ({ unsent, onStep }: PageActionsProps) => (
  <>
    {unsent > 0 && (
      <Button leftSection={<IconMail {...menuIcon} />} onClick={() => onStep({ what: 'send' })}>
        Send {counted(unsent, 'invoice')}…
      </Button>
    )}
    <Button
      leftSection={<IconBuildingBank {...menuIcon} />}
      data-folds
      data-tip="Payers"
      onClick={() => onStep({ what: 'payers' })}
    >
      Payers
    </Button>
    <Button
      leftSection={<IconUserPlus {...menuIcon} />}
      data-folds
      data-tip="Other client…"
      onClick={() => onStep({ what: 'choose' })}
    >
      Other client…
    </Button>
    <Button
      variant="filled"
      leftSection={<IconFileInvoice {...menuIcon} />}
      onClick={() => onStep({ what: 'make' })}
    >
      Make invoices
    </Button>
  </>
);

/** /privatepay: clients who pay, what they owe, and what is on no invoice yet. */
export const PrivatePayPage = () => {
  const today = useToday();
  const [month, setMonth] = useState(today.subtract({ months: 1 }).toPlainYearMonth().toString());
  const [tab, setTab] = useKeptTab('private-pay.tab', TABS, 'All');
  const [search, setSearch] = useState('');
  const [step, setStep] = useState<Step>();
  const days = daysOfMonth(month);
  const query = useAccounts(days.through);
  const openPage = useOpenPage();
  const found = useMemo(() => {
    const wanted = fold(search.trim());
    return query.data?.rows.filter(({ client, payer }) => fold(`${client} ${payer}`).includes(wanted));
  }, [query.data, search]);
  const rows = found?.filter((row) => isIn(tab, row));
  const unsent = sum((query.data?.rows ?? []).map((row) => row.unsent));
  const close = () => setStep(undefined);
  const open = (clientId: number) => void openPage(ACCOUNT, { id: clientId });
  const menu = (row: AccountRow): MenuEntry[] => [
    { label: 'Open account', icon: IconUserDollar, onSelect: () => open(row.clientId) },
    {
      label: 'Make invoice…',
      icon: IconFileInvoice,
      onSelect: () => setStep({ what: 'make', row }),
      ...(row.uninvoiced === 0 && { disabledReason: row.leftOutReason ?? 'Nothing to invoice' }),
    },
    { label: 'Record payment…', icon: IconCash, onSelect: () => setStep({ what: 'pay', row }) },
  ];
  return (
    <Page>
      <FilterBar actions={<PageActions unsent={unsent} onStep={setStep} />}>
        <SearchBox
          label="Search clients"
          placeholder="Client or payer"
          width={170}
          value={search}
          onChange={setSearch}
        />
        <MonthBox
          aria-label="Work through month"
          width={136}
          value={month}
          onChange={(next) => next && setMonth(next)}
        />
        <CountTabs
          label="Clients"
          look="segments"
          tabs={TABS.map((key) => ({
            key,
            label: key,
            count: found?.filter((row) => isIn(key, row)).length,
            alarm: key === 'Overdue',
          }))}
          value={tab}
          onChange={setTab}
        />
      </FilterBar>
      {query.data?.lastRun && <LastRun run={query.data.lastRun} />}
      <DataTable
        label="Clients who pay"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ clientId }) => clientId}
        rowName={({ client }) => client}
        pageSize="all"
        noun={rows?.length === 1 ? 'client' : 'clients'}
        tone={({ overdue }) => (overdue > 0 ? 'warn' : undefined)}
        onOpen={({ clientId }) => open(clientId)}
        keys={{ [STORY_KEY]: ({ clientId }) => open(clientId) }}
        menu={menu}
        listItem={(row) => ({
          title: row.client,
          kind: row.overdue > 0 ? <b className={classes.overdue}>{showMoney(row.overdue)} overdue</b> : null,
          line: `Owes ${showMoney(row.balance)} · to invoice ${showMoney(row.uninvoiced)}`,
          more: row.leftOutReason,
        })}
        footer={freshnessOf(query)}
        loadingText="Loading accounts…"
        failure={failureOf(query, 'Couldn’t load accounts', 'Your filters are kept.')}
        empty={
          <EmptyState
            icon={IconUserDollar}
            title={search || tab !== 'All' ? 'No clients found' : 'No clients pay privately yet'}
            text={
              search || tab !== 'All'
                ? 'Change the search or choose All.'
                : 'Private clients appear here. Choose Other client to enter a rate or a share of cost.'
            }
          />
        }
      />
      {step?.what === 'make' && (
        <MakeInvoicesDialog month={month} {...(step.row && { client: step.row })} onClose={close} />
      )}
      {step?.what === 'pay' && <PaymentDialog clientId={step.row.clientId} onClose={close} />}
      {step?.what === 'send' && <SendInvoicesDialog onClose={close} />}
      {step?.what === 'payers' && <PayersDialog onClose={close} />}
      {step?.what === 'choose' && <ChooseClientDialog onChoose={open} onClose={close} />}
    </Page>
  );
};
