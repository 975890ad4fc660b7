import type { Group } from '@homecare/domain/billing/contract.ts';
import { getPayMonth } from '@homecare/domain/payroll/contract.ts';
import { useRead } from '../../platform/query.ts';

/** Pay of a month, of everybody or of one provider; asked again whenever the page is opened. */
export const usePayMonth = (date: string, providerId: number | null, group: Group) =>
  useRead(
    getPayMonth,
    { date, private: group, ...(providerId === null ? {} : { id: providerId }) },
    { staleTime: 0 },
  );
