import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { SendDialog } from './SendDialog.tsx';

interface SendToPersonDialogProps {
  readonly person: PersonRow;
  readonly onClose: () => void;
}

/** Send to Provider and Send to Client. */
export const SendToPersonDialog = ({ person, onClose }: SendToPersonDialogProps) => (
  <SendDialog
    to={{
      id: person.ID,
      name: [person.FirstName, person.LastName].filter(Boolean).join(' '),
      phone: person.Phone,
      email: person.Email,
    }}
    onClose={onClose}
  />
);
