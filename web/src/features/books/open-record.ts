import type { BookRecord } from '@homecare/domain/books/schema.ts';
import { keep } from '../../platform/kept.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { useCapabilities } from '../../platform/site.ts';
import { NO_LOOK } from '../authorizations/stake.ts';
import { BILLING_VIEW, readBillingView } from '../billing/BillingBar.tsx';
import { CLAIMS_VIEW, claimsViewOf, pathOfState } from '../claims/claim-states.ts';
import { PAYROLL_VIEW, readPayrollView } from '../payroll/PayrollBar.tsx';
import { ACCOUNT, ACCOUNTS, INVOICE } from '../private-pay/api.ts';
import { showVisitsOf } from '../visits/day-only.ts';

/** What finds a claim in the list of files by its number, or the file of all claims that begin with its number. */
const searchOf = ({ kind, id }: BookRecord) => (kind === 'batch' && id !== '' ? `${id}-` : id);

/**
 * Opens the page on which a record of the books is looked at and fixed, with that record alone where its list can; undefined
 * where this agency has no such page.
 */
export const useOpenRecord = (nameOf: (clientId: number) => string | undefined = () => undefined) => {
  const openPage = useOpenPage();
  const capabilities = useCapabilities();
  return (record: BookRecord): (() => void) | undefined => {
    const { kind, id, clientId, month, day } = record;
    const number = Number(id);
    const of = { ...(clientId !== null && { client: clientId }), ...(month !== null && { month }) };
    const toAccount = () =>
      void (clientId === null ? openPage(ACCOUNTS) : openPage(ACCOUNT, { id: clientId }));
    switch (kind) {
      case 'visit':
        if (!capabilities?.premium || day === null) return undefined;
        return () => {
          showVisitsOf(day, { planId: number });
          void openPage('/evvadmin');
        };
      case 'card':
        return () => {
          keep(BILLING_VIEW, readBillingView(of));
          void openPage('/billing');
        };
      case 'client':
        if (!capabilities?.billing) return undefined;
        return () => {
          keep('authorizations.look', { ...NO_LOOK, search: (clientId !== null && nameOf(clientId)) || '' });
          void openPage('/authorizations');
        };
      case 'claim':
      case 'batch':
        if (!capabilities?.billing) return undefined;
        return () => {
          keep(CLAIMS_VIEW, { ...claimsViewOf(month ?? '', clientId), search: searchOf(record) });
          void openPage(pathOfState('files'));
        };
      case 'invoice':
        // A check that was kept before invoices had their number here names them in words.
        return Number.isInteger(number) ? () => void openPage(INVOICE, { id: number }) : toAccount;
      case 'payment':
      case 'account':
        return toAccount;
      case 'run':
        return () => {
          keep(PAYROLL_VIEW, readPayrollView(of));
          void openPage('/payroll');
        };
      case 'pay':
        return () => {
          keep(PAYROLL_VIEW, readPayrollView({ ...of, provider: number }));
          void openPage('/payroll');
        };
    }
  };
};
