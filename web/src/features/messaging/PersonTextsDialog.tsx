import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { ConversationDialog } from './ConversationDialog.tsx';

interface PersonTextsDialogProps {
  readonly person: PersonRow;
  readonly onClose: () => void;
}

/** Opened from a row of the People list. */
export const PersonTextsDialog = ({ person, onClose }: PersonTextsDialogProps) => (
  <ConversationDialog
    thread={{ personId: person.ID, number: null }}
    name={personName(person)}
    onClose={onClose}
  />
);
