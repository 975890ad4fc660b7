import type { Visit } from '@homecare/domain/visits/schema.ts';

/** What every dialog of the office's visits is opened with. */
export interface VisitDialogProps {
  readonly visit: Visit;
  readonly zone: string;
  readonly onClose: () => void;
}

/** What is to be known of a visit that does not take place. */
export type ClosableVisit = Pick<
  Visit,
  'id' | 'ClientName' | 'ProviderName' | 'Date' | 'PlanStartTime' | 'PlanEndTime' | 'Status'
>;
