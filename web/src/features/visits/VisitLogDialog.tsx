import { AggregatorLog } from '../aggregator/AggregatorLogDialog.tsx';
import { STORY_LABEL, useOpenStory } from '../visit-story/open-story.ts';
import { refreshVisits } from './office-api.ts';
import type { VisitDialogProps } from './visit-dialog.ts';
import { dayText } from './visit-words.ts';

/** What the aggregator knows about a visit. */
export const VisitLogDialog = ({ visit, onClose }: VisitDialogProps) => {
  const openStory = useOpenStory();
  return (
    <AggregatorLog
      subject={{ type: 'Visit', id: visit.id }}
      name={`${visit.ProviderName}, ${dayText(visit.Date)}`}
      about={{
        label: STORY_LABEL,
        open: () => openStory({ planId: visit.CareID, day: visit.Date, visitId: visit.id }),
      }}
      onClose={() => {
        void refreshVisits();
        onClose();
      }}
    />
  );
};
