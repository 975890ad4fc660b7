import { showMoney } from '@homecare/domain/money.ts';
import type { ClientAccount } from '@homecare/domain/private-pay/schema.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconCash, IconFileInvoice, IconReceiptRefund, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { useOpenPage, usePageState } from '../../platform/page-state.ts';
import { failureOf } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { useToday } from '../../platform/use-today.ts';
import { CountTabs } from '../../ui/CountTabs.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { menuIcon } from '../../ui/icons.ts';
import { FilterBar, Page } from '../../ui/Page.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { ClientPayersDialog } from '../payers/ClientPayersDialog.tsx';
import { ACCOUNTS, APPLY_CREDIT, useAccount } from './api.ts';
import { InvoiceTable } from './InvoiceTable.tsx';
import { MakeInvoicesDialog } from './MakeInvoicesDialog.tsx';
import { PaymentDialog } from './PaymentDialog.tsx';
import { PaymentTable } from './PaymentTable.tsx';
import classes from './PrivatePay.module.css';
import { ShareTable } from './ShareTable.tsx';
import { StatementPanel } from './StatementPanel.tsx';
import { TermsPanel } from './TermsPanel.tsx';

const TABS = ['Invoices', 'Payments', 'Statement', 'Rates', 'Share of cost'] as const;
type Tab = (typeof TABS)[number];

/** Most clients have no share of cost. */
const tabsOf = (account: ClientAccount | undefined) =>
  TABS.filter((key) => key !== 'Share of cost' || (account?.shares.length ?? 0) > 0);

const factsOf = ({ client, payer, balance, overdue, credit }: ClientAccount) =>
  [
    ['Client', client],
    ['Bill to', payer],
    ['Balance', showMoney(balance)],
    ['Overdue', showMoney(overdue)],
    ['Credit', showMoney(credit)],
  ] as const;

type Step = 'pay' | 'make' | 'payers';

interface AccountProps {
  readonly account: ClientAccount;
}

const AccountActions = ({ account, onStep }: AccountProps & { readonly onStep: (step: Step) => void }) => {
  const credit = useAction({ ...APPLY_CREDIT, onDone: ({ info }) => toast.success(info ?? 'Applied') });
  const isOpen = account.invoices.some(({ state }) => state === 'Open' || state === 'Overdue');
  return (
    <>
      <Button leftSection={<IconUsers {...menuIcon} />} onClick={() => onStep('payers')}>
        Payers
      </Button>
      {account.credit > 0 && isOpen && (
        <Button
          leftSection={<IconReceiptRefund {...menuIcon} />}
          loading={credit.pending}
          onClick={() => void credit.run({ clientId: account.clientId })}
        >
          Apply credit
        </Button>
      )}
      <Button leftSection={<IconFileInvoice {...menuIcon} />} onClick={() => onStep('make')}>
        Make invoice
      </Button>
      <Button variant="filled" leftSection={<IconCash {...menuIcon} />} onClick={() => onStep('pay')}>
        Record payment
      </Button>
    </>
  );
};

const AccountTabs = ({ account, tab }: AccountProps & { readonly tab: Tab }) => {
  switch (tab) {
    case 'Invoices':
      return <InvoiceTable invoices={account.invoices} />;
    case 'Payments':
      return <PaymentTable payments={account.payments} />;
    case 'Statement':
      return <StatementPanel clientId={account.clientId} />;
    case 'Rates':
      return <TermsPanel account={account} />;
    case 'Share of cost':
      return <ShareTable shares={account.shares} />;
  }
};

interface ClientMoneyProps {
  readonly clientId: number;
  /** Before the tabs of the account. */
  readonly children?: ReactNode;
}

/** Invoices, payments, statement and rates of one client. */
export const ClientMoney = ({ clientId, children }: ClientMoneyProps) => {
  const query = useAccount(clientId);
  const today = useToday();
  const [tab, setTab] = useState<Tab>('Invoices');
  const [step, setStep] = useState<Step>();
  const account = query.data;
  const failure = failureOf(query, 'Couldn’t load the account');
  const close = () => setStep(undefined);
  const counts: Partial<Record<Tab, number>> = account
    ? { Invoices: account.invoices.length, Payments: account.payments.length }
    : {};
  return (
    <>
      <FilterBar actions={account && <AccountActions account={account} onStep={setStep} />}>
        {children}
        <CountTabs
          label="Account"
          look="segments"
          tabs={tabsOf(account).map((key) => ({ key, label: key, count: counts[key] ?? null }))}
          value={tab}
          onChange={setTab}
        />
      </FilterBar>
      {failure && <ErrorState {...failure} />}
      {!account && !failure && (
        <p role="status" className={classes.panel}>
          Loading the account…
        </p>
      )}
      {account && (
        <>
          <div className={classes.panel}>
            <Facts look="line" rows={factsOf(account)} />
          </div>
          <AccountTabs account={account} tab={tab} />
        </>
      )}
      {account && step === 'pay' && <PaymentDialog clientId={clientId} onClose={close} />}
      {account && step === 'make' && (
        <MakeInvoicesDialog
          month={today.subtract({ months: 1 }).toPlainYearMonth().toString()}
          client={account}
          onClose={close}
        />
      )}
      {account && step === 'payers' && (
        <ClientPayersDialog
          clientId={clientId}
          client={account.client}
          today={today.toString()}
          onClose={close}
        />
      )}
    </>
  );
};

/** /privatepay/account */
export const AccountPage = () => {
  const { id } = usePageState();
  const openPage = useOpenPage();
  return (
    <Page>
      <ClientMoney clientId={typeof id === 'number' ? id : 0}>
        <Button leftSection={<IconArrowLeft {...menuIcon} />} onClick={() => void openPage(ACCOUNTS)}>
          All clients
        </Button>
      </ClientMoney>
    </Page>
  );
};
