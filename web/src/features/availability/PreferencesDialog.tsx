import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { ReadDialog } from '../../ui/Dialog.tsx';
import { PreferenceSection } from './PreferenceSection.tsx';

interface PreferencesDialogProps {
  readonly person: PersonRow;
  readonly onClose: () => void;
}

/** Whom a caregiver prefers, or never cares for again, and what clients say of them. */
export const PreferencesDialog = ({ person, onClose }: PreferencesDialogProps) => (
  <ReadDialog title={`Preferences of ${personName(person)}`} wide onClose={onClose}>
    <PreferenceSection person={person} />
  </ReadDialog>
);
