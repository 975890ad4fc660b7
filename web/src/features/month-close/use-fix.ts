import type { FixPage } from '@homecare/domain/month-close/causes.ts';
import { keep } from '../../platform/kept.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { readBillingView } from '../billing/BillingBar.tsx';
import { CLAIMS_VIEW, claimsViewOf, pathOfState } from '../claims/claim-states.ts';
import { showVisitsOf } from '../visits/day-only.ts';

/** Where a day is fixed. */
interface Fixed {
  readonly clientId: number;
  readonly planId?: number;
  readonly day: string;
}

/** Opens the upload of a month. */
export const useClaimMonth = () => {
  const openPage = useOpenPage();
  return (month: string) => {
    keep(CLAIMS_VIEW, claimsViewOf(month, null));
    void openPage(pathOfState('upload'));
  };
};

/** Opens the screen that fixes a cause, at its day, client or plan. */
export const useFix = (month: string) => {
  const openPage = useOpenPage();
  const claimMonth = useClaimMonth();
  const ways: Record<FixPage, (at: Fixed) => void> = {
    visits: ({ day, planId = null }) => {
      showVisitsOf(day, { planId });
      void openPage('/evvadmin');
    },
    billing: ({ clientId }) => {
      keep('billing.view', readBillingView({ client: clientId, month }));
      void openPage('/billing');
    },
    claims: () => claimMonth(month),
    denials: () => void openPage(pathOfState('denials')),
    record: ({ clientId }) => void openPage('/createuser', { mode: 'Modify', id: clientId }),
    plan: ({ planId }) =>
      void (planId === undefined
        ? openPage('/careplanlist')
        : openPage('/careplan', { mode: 'Modify', id: planId })),
    scans: () => void openPage('/scans'),
    types: () => void openPage('/config'),
  };
  return (page: FixPage, at: Fixed) => ways[page](at);
};
