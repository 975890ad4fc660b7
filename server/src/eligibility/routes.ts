import { getEligibility } from '@homecare/domain/eligibility/contract.ts';
import { bindList } from '../platform/http/bind.ts';
import { loadEligibility } from './service.ts';

export const eligibilityRoutes = [
  // Names of clients stand in the answer.
  bindList(getEligibility, {
    revision: () => [
      ['eligibility', 'all'],
      ['people', 'all'],
    ],
    load: loadEligibility,
  }),
];
