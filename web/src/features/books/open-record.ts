import type { BookRecord } from '@homecare/domain/books/schema.ts';
import { keep } from '../../platform/kept.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { useCapabilities } from '../../platform/site.ts';
import { BILLING_VIEW, readBillingView } from '../billing/BillingBar.tsx';
import { CLAIMS_VIEW, claimsViewOf, pathOfState } from '../claims/claim-states.ts';
import { PAYROLL_VIEW, readPayrollView } from '../payroll/PayrollBar.tsx';
import { ACCOUNTS } from '../private-pay/api.ts';
import { VISITS_DAY } from '../visits/shown-day.ts';

/** Opens the page on which a record of the books is looked at and fixed; undefined where this agency has no such page. */
export const useOpenRecord = () => {
  const openPage = useOpenPage();
  const capabilities = useCapabilities();
  return ({ kind, clientId, month, day }: BookRecord): (() => void) | undefined => {
    const of = { ...(clientId !== null && { client: clientId }), ...(month !== null && { month }) };
    switch (kind) {
      case 'visit':
        if (!capabilities?.premium || day === null) return undefined;
        return () => {
          keep(VISITS_DAY, day);
          void openPage('/evvadmin');
        };
      case 'card':
        return () => {
          keep(BILLING_VIEW, readBillingView(of));
          void openPage('/billing');
        };
      case 'client':
        return capabilities?.billing ? () => void openPage('/authorizations') : undefined;
      case 'claim':
      case 'batch':
        if (!capabilities?.billing) return undefined;
        return () => {
          keep(CLAIMS_VIEW, claimsViewOf(month ?? '', clientId));
          void openPage(pathOfState('files'));
        };
      case 'invoice':
      case 'payment':
        return () => void openPage(ACCOUNTS);
      case 'run':
        return () => {
          keep(PAYROLL_VIEW, readPayrollView(of));
          void openPage('/payroll');
        };
    }
  };
};
