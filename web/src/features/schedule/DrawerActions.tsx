import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { getBoard } from '@homecare/domain/schedule/contract.ts';
import { spokenSpan } from '@homecare/domain/schedule/rules.ts';
import { listOpenVisits } from '@homecare/domain/staffing/contract.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { getEvvProvider } from '@homecare/domain/visits/contract.ts';
import type { Visit } from '@homecare/domain/visits/schema.ts';
import { IconCalendarTime, IconMessage } from '@tabler/icons-react';
import { useState } from 'react';
import { useTask } from '../../platform/form/use-action.ts';
import { markStale, readNow } from '../../platform/query.ts';
import { toast } from '../../platform/toasts.ts';
import { menuIcon } from '../../ui/icons.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { SendDialog } from '../messaging/SendDialog.tsx';
import { usePeople } from '../people/api.ts';
import { RescheduleDialog } from '../visits/RescheduleDialog.tsx';
import { shortDay } from './board-words.ts';
import classes from './Cover.module.css';

interface DrawerActionsProps {
  readonly visit: OpenVisit;
  readonly zone: string;
  /** The visit has moved: it is looked for where it is now. */
  readonly onMoved: () => void;
}

/** The record of an open visit as it is now. */
const readVisit = async ({ ProviderID: providerId, day: date, visitId }: OpenVisit) => {
  const { year, month, day } = Temporal.PlainDate.from(date);
  const visits = await readNow(getEvvProvider, { providerId, year, month, day });
  return visits.find(({ id }) => id === visitId);
};

/** Another time for the same caregiver, by the form of visits. */
const RescheduleButton = ({ visit, zone, onMoved }: DrawerActionsProps) => {
  const [opened, setOpened] = useState<Visit>();
  const open = useTask(async () => {
    try {
      const found = await readVisit(visit);
      if (found) setOpened(found);
      else toast.error('This visit has changed. Open it again.');
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The visit could not be loaded.');
    }
  });
  return (
    <>
      <ReasonButton
        variant="subtle"
        leftSection={<IconCalendarTime {...menuIcon} />}
        reason={visit.visitId === null ? 'Not created yet. Change its care plan instead.' : undefined}
        loading={open.pending}
        onClick={() => void open.run()}
      >
        Reschedule
      </ReasonButton>
      {opened && (
        <RescheduleDialog
          visit={opened}
          zone={zone}
          onMoved={() => {
            void markStale(getBoard, listOpenVisits);
            onMoved();
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
};

const messageOf = (visit: OpenVisit) =>
  `About your visit on ${shortDay(visit.day)}, ${spokenSpan(visit)}: we are looking for another caregiver and will let you know who comes.`;

const nameOf = ({ FirstName, LastName }: PersonRow) => [FirstName, LastName].filter(Boolean).join(' ');

/** A text or e-mail to the client, with the visit named in it. */
const NotifyButton = ({ visit }: Pick<DrawerActionsProps, 'visit'>) => {
  const { people } = usePeople();
  const [isOpen, setOpen] = useState(false);
  const client = people?.find(({ ID }) => ID === visit.ClientID);
  return (
    <>
      <ReasonButton
        variant="subtle"
        leftSection={<IconMessage {...menuIcon} />}
        reason={client ? undefined : 'Loading the client…'}
        onClick={() => setOpen(true)}
      >
        Notify client
      </ReasonButton>
      {isOpen && client && (
        <SendDialog
          to={{ id: client.ID, name: nameOf(client), phone: client.Phone, email: client.Email }}
          initial={{ subject: 'Your visit', text: messageOf(visit) }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
};

/** What else can be done about an open visit. */
export const DrawerActions = (props: DrawerActionsProps) => (
  <div className={classes.actions}>
    <RescheduleButton {...props} />
    <NotifyButton visit={props.visit} />
  </div>
);
