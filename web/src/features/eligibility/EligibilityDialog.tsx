import type { PersonRow } from '@homecare/domain/people/schema.ts';
import { personName } from '@homecare/domain/person-name.ts';
import { Button } from '@mantine/core';
import { IconPlus, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '../../ui/Dialog.tsx';
import { smallIcon } from '../../ui/icons.ts';
import { EmptyState } from '../../ui/states.tsx';
import { useEntries } from './api.ts';
import { EntryFormDialog } from './EntryFormDialog.tsx';
import { EntryTable, useEntryLook } from './EntryTable.tsx';

interface EligibilityDialogProps {
  readonly person: PersonRow;
  readonly onClose: () => void;
}

/** Form report ▸ Eligibility: what the requests for one client were answered, the newest first. */
export const EligibilityDialog = ({ person, onClose }: EligibilityDialogProps) => {
  const query = useEntries(person.ID);
  const { table } = useEntryLook({ rows: query.data, names: false });
  const [adds, setAdds] = useState(false);
  const name = personName(person);
  return (
    <>
      <Dialog
        opened
        wide
        title={`Eligibility of ${name}`}
        onClose={onClose}
        actions={
          <>
            <Button size="sm" onClick={onClose}>
              Close
            </Button>
            <Button
              size="sm"
              variant="filled"
              leftSection={<IconPlus {...smallIcon} />}
              onClick={() => setAdds(true)}
            >
              Add entry
            </Button>
          </>
        }
      >
        <EntryTable
          label={`Eligibility of ${name}`}
          query={query}
          table={table}
          names={false}
          empty={
            <EmptyState
              icon={IconShieldCheck}
              title={`No eligibility is recorded for ${name}`}
              text="Answers to requests appear here with their start and end."
            />
          }
        />
      </Dialog>
      {adds && (
        <EntryFormDialog
          title={`Add eligibility of ${name}`}
          clientId={person.ID}
          entry={null}
          onClose={() => setAdds(false)}
        />
      )}
    </>
  );
};
