import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { CallOutDialog } from './CallOutDialog.tsx';

interface PersonCalledOutProps {
  readonly person: PersonRow;
  readonly onClose: () => void;
}

/** The same dialog from a caregiver's row. */
export const PersonCalledOut = ({ person, onClose }: PersonCalledOutProps) => (
  <CallOutDialog providerId={person.ID} onClose={onClose} />
);
