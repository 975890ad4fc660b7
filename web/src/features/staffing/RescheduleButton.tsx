import { sayTime } from '@homecare/domain/calendar.ts';
import { listOpenVisits, planOpenVisits } from '@homecare/domain/staffing/contract.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { getEvvProvider } from '@homecare/domain/visits/contract.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { IconCalendarTime } from '@tabler/icons-react';
import { useState } from 'react';
import { useTask } from '../../platform/form/use-action.ts';
import { markStale, readNow } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { menuIcon } from '../../ui/icons.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { RescheduleDialog } from '../visits/RescheduleDialog.tsx';
import { NOT_CREATED } from '../visits/visit-words.ts';

interface RescheduleButtonProps {
  readonly visit: OpenVisit;
  readonly zone: string;
  readonly look?: 'subtle' | 'default';
  /** A time of the same day to be tried. */
  readonly start?: string | undefined;
  /** The visit has moved: it is looked for where it is now. */
  readonly onMoved: () => void;
}

/** The record of an open visit as it is now. */
const readVisit = async ({ ProviderID: providerId, date, visitId }: OpenVisit) => {
  const { year, month, day } = Temporal.PlainDate.from(date);
  const visits = await readNow(getEvvProvider, { providerId, year, month, day });
  return visits.find(({ id }) => id === visitId);
};

/** Another time for the same caregiver, by the form of visits. While it is read the button keeps the focus, which comes back to it. */
export const RescheduleButton = ({ visit, zone, start, onMoved, look = 'subtle' }: RescheduleButtonProps) => {
  const [opened, setOpened] = useState<Visit>();
  const open = useTask(async () => {
    try {
      const found = await readVisit(visit);
      if (found) setOpened(found);
      else toast.error('This visit has changed. Open it again.');
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'Couldn’t load the visit.');
    }
  });
  return (
    <>
      <ReasonButton
        variant={look}
        leftSection={<IconCalendarTime {...menuIcon} />}
        reason={visit.visitId === null ? NOT_CREATED : undefined}
        onClick={() => void open.run()}
      >
        {start ? `Try ${sayTime(start)}` : 'Reschedule'}
      </ReasonButton>
      {opened && (
        <RescheduleDialog
          visit={opened}
          zone={zone}
          start={start ?? visit.start}
          onMoved={() => {
            void markStale(listOpenVisits, planOpenVisits);
            onMoved();
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
};
