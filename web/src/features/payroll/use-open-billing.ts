import type { UnpaidDay } from '@homecare/domain/payroll/unpaid-contract.ts';
import { keep } from '../../platform/kept.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { BILLING_VIEW, readBillingView } from '../billing/BillingBar.tsx';
import { MONTH_VIEW, readMonthView } from '../month-close/month-view.ts';

/** The billing page of the client and month of a day. */
export const useOpenBilling = () => {
  const openPage = useOpenPage();
  return ({ ClientID, date }: Pick<UnpaidDay, 'ClientID' | 'date'>) => {
    keep(BILLING_VIEW, readBillingView({ client: ClientID, month: date.slice(0, 7) }));
    void openPage('/billing');
  };
};

/** The month close of a month of service, of all clients. */
export const useOpenMonthClose = () => {
  const openPage = useOpenPage();
  return (month: string) => {
    keep(MONTH_VIEW, readMonthView({ month }));
    void openPage('/monthclose');
  };
};
