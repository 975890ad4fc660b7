import type { Upload } from '@homecare/domain/claims/uploads.ts';
import { keep } from '../../platform/kept.ts';
import { useOpenPage } from '../../platform/page-state.ts';
import { CLAIMS_VIEW, claimsViewOf, pathOfState } from './claim-states.ts';

/** Leads to the upload that takes a record. */
export const useOpenUpload = () => {
  const openPage = useOpenPage();
  return ({ month, status }: Upload) => {
    keep(CLAIMS_VIEW, claimsViewOf(month, null));
    void openPage(pathOfState('upload'), { month, status });
  };
};
