import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { spokenSpan } from '@homecare/domain/schedule/rules.ts';
import type { OpenVisit } from '@homecare/domain/staffing/schema.ts';
import { IconMessage } from '@tabler/icons-react';
import { useState } from 'react';
import { menuIcon } from '../../ui/icons.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { SendDialog } from '../messaging/SendDialog.tsx';
import { usePeople } from '../people/api.ts';
import { RescheduleButton } from '../staffing/RescheduleButton.tsx';
import { CancelVisitButton } from '../visits/CancelVisitButton.tsx';
import { shortDay } from './board-words.ts';
import classes from './Cover.module.css';

interface DrawerActionsProps {
  readonly visit: OpenVisit;
  readonly zone: string;
  /** The visit was moved, and must be found at its new time. */
  readonly onMoved: () => void;
}

const messageOf = (visit: OpenVisit) =>
  `About your visit on ${shortDay(visit.date)}, ${spokenSpan(visit)}: we are looking for another caregiver and will let you know who comes.`;

const nameOf = ({ FirstName, LastName }: PersonRow) => [FirstName, LastName].filter(Boolean).join(' ');

/** Sends the client a text or e-mail that names the visit. */
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

/** An open visit in the shape for closing. It has not begun. */
export const closableOf = ({ visitId, Client, Provider, date, start, end }: OpenVisit) => ({
  id: visitId,
  ClientName: Client,
  ProviderName: Provider,
  Date: date,
  PlanStartTime: start,
  PlanEndTime: end,
  Status: 'Planned' as const,
});

/** Further actions on an open visit. */
export const DrawerActions = (props: DrawerActionsProps) => (
  <div className={classes.actions}>
    <RescheduleButton {...props} />
    <CancelVisitButton
      look="subtle"
      visit={closableOf(props.visit)}
      zone={props.zone}
      onClosed={props.onMoved}
    />
    <NotifyButton visit={props.visit} />
  </div>
);
