import { ActionIcon, Menu } from '@mantine/core';
import { IconPlus, IconUpload, IconUserPlus } from '@tabler/icons-react';
import { CandidatesButton, useCandidatesDialog } from '../candidates/CandidatesButton.tsx';
import { rowIcon } from '../ui/icons.ts';
import { ReasonButton } from '../ui/ReasonButton.tsx';
import { MenuEntries } from '../ui/RowMenu.tsx';

interface CreateProps {
  readonly onProvider: () => void;
  readonly onClient: () => void;
  /** Why no client can be created now. */
  readonly clientReason: string | undefined;
  /** For an admin alone. */
  readonly onImport?: (() => void) | undefined;
}

const plus = <IconPlus size={16} stroke={1.8} aria-hidden />;

export const CreateButtons = ({ onProvider, onClient, clientReason, onImport }: CreateProps) => (
  <>
    {onImport && (
      <ActionIcon variant="default" size={32} aria-label="Import" data-tip="Import" onClick={onImport}>
        <IconUpload size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    )}
    <CandidatesButton />
    <ReasonButton leftSection={plus} reason={clientReason} onClick={onClient}>
      Create New Client
    </ReasonButton>
    <ReasonButton variant="filled" leftSection={plus} onClick={onProvider}>
      Create New Provider
    </ReasonButton>
  </>
);

/** All behind one + on phones. */
export const CreateMenu = ({ onProvider, onClient, clientReason, onImport }: CreateProps) => {
  const candidates = useCandidatesDialog();
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <ActionIcon variant="default" aria-label="Create">
            <IconPlus {...rowIcon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuEntries
            entries={[
              { label: 'Create New Provider', onSelect: onProvider },
              { label: 'Create New Client', onSelect: onClient, disabledReason: clientReason },
              'divider',
              { label: 'Candidates', icon: IconUserPlus, onSelect: candidates.open },
              ...(onImport ? [{ label: 'Import', icon: IconUpload, onSelect: onImport }] : []),
            ]}
          />
        </Menu.Dropdown>
      </Menu>
      {candidates.dialog}
    </>
  );
};
