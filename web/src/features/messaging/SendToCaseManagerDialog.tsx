import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { Loader } from '@mantine/core';
import { failureOf } from '../../platform/query.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState, useSlow } from '../../ui/states.tsx';
import { useCaseManager } from './api.ts';
import { SendDialog } from './SendDialog.tsx';

interface SendToCaseManagerDialogProps {
  readonly person: PersonRow;
  readonly onClose: () => void;
}

/** The list does not contain the case manager's phone and address, so they are loaded when needed. */
export const SendToCaseManagerDialog = ({ person, onClose }: SendToCaseManagerDialogProps) => {
  const query = useCaseManager(person.ID);
  const failure = failureOf(query, 'Couldn’t load the case manager');
  const slow = useSlow(query.isPending);
  if (query.data) return <SendDialog to={query.data} onClose={onClose} />;
  return (
    <Dialog opened title={`Send to the case manager of ${personName(person)}`} onClose={onClose}>
      {failure ? (
        <ErrorState {...failure} />
      ) : (
        slow && <Loader size="sm" aria-label="Loading the case manager…" />
      )}
    </Dialog>
  );
};
