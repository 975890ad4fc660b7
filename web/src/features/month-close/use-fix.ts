import { recordFieldOf } from '@homecare/domain/aggregator/record-field.ts';
import type { FixPage } from '@homecare/domain/month-close/causes.ts';
import { uploadOf } from '@homecare/domain/month-close/upload-part.ts';
import { keep } from '../../platform/kept.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { readBillingView } from '../billing/BillingBar.tsx';
import { pathOfState } from '../claims/claim-states.ts';
import { useOpenUpload } from '../claims/open-upload.ts';
import { showVisitsOf } from '../visits/day-only.ts';

/** Where a day is fixed. */
interface Fixed {
  readonly clientId: number;
  readonly planId: number;
  readonly providerId: number;
  readonly day: string;
  /** What was said of it: the payer's reason, or the message of the aggregator; of what is not claimed the upload that takes it. */
  readonly part: string;
}

/** Opens the screen that fixes a cause, at its day, client or plan. */
export const useFix = (month: string) => {
  const openPage = useOpenPage();
  const openUpload = useOpenUpload();
  const openRecord = (id: number, field = '') => void openPage('/createuser', { mode: 'Modify', id, field });
  const ways: Record<FixPage, (at: Fixed) => void> = {
    visits: ({ day, planId }) => {
      showVisitsOf(day, { planId });
      void openPage('/evvadmin');
    },
    billing: ({ clientId }) => {
      keep('billing.view', readBillingView({ client: clientId, month, isVerified: true }));
      void openPage('/billing');
    },
    claims: ({ part }) => openUpload(uploadOf(part, month)),
    denials: ({ part }) => void openPage(pathOfState('denials'), { reason: part }),
    record: ({ clientId }) => openRecord(clientId),
    client: ({ clientId, part }) => openRecord(clientId, recordFieldOf(part)),
    caregiver: ({ providerId, part }) => openRecord(providerId, recordFieldOf(part)),
    plan: ({ planId }) => void openPage('/careplan', { mode: 'Modify', id: planId }),
    scans: () => void openPage('/scans'),
    types: () => void openPage('/config'),
  };
  return (page: FixPage, at: Fixed) => ways[page](at);
};
