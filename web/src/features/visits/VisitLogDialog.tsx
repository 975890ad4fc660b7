import { AggregatorLog } from '../aggregator/AggregatorLogDialog.tsx';
import { refreshVisits } from './office-api.ts';
import type { VisitDialogProps } from './visit-dialog.ts';
import { dayText } from './visit-words.ts';

/** What the aggregator has of a visit. */
export const VisitLogDialog = ({ visit, onClose }: VisitDialogProps) => (
  <AggregatorLog
    subject={{ type: 'Visit', id: visit.id }}
    name={`${visit.ProviderName}, ${dayText(visit.Date)}`}
    onClose={() => {
      void refreshVisits();
      onClose();
    }}
  />
);
