import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconPlus, IconShieldCheck, IconUpload, IconUserPlus } from '@tabler/icons-react';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { type MenuEntry, MoreMenu } from '../../ui/RowMenu.tsx';
import { useExport } from '../list-export/ExportMenu.tsx';

export interface CreateProps {
  readonly onProvider: () => void;
  readonly onClient: () => void;
  /** Why no client can be created now. */
  readonly clientReason: string | undefined;
  readonly onCandidates: () => void;
  /** Undefined without the feature. */
  readonly onEligibility: (() => void) | undefined;
  /** Only for admins. */
  readonly onImport: (() => void) | undefined;
}

const plus = <IconPlus size={16} stroke={1.8} aria-hidden />;

export const CreateButtons = ({
  onProvider,
  onClient,
  clientReason,
  onCandidates,
  onEligibility,
  onImport,
}: CreateProps) => (
  <>
    {onImport && (
      <ActionIcon variant="default" size={32} aria-label="Import" data-tip="Import" onClick={onImport}>
        <IconUpload size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    )}
    {onEligibility && (
      <ActionIcon
        variant="default"
        size={32}
        aria-label="Eligibility"
        data-tip="Eligibility"
        onClick={onEligibility}
      >
        <IconShieldCheck size={16} stroke={1.8} aria-hidden />
      </ActionIcon>
    )}
    <Button
      leftSection={<IconUserPlus size={16} stroke={1.8} aria-hidden />}
      aria-haspopup="dialog"
      onClick={onCandidates}
    >
      Candidates
    </Button>
    <ReasonButton leftSection={plus} reason={clientReason} onClick={onClient}>
      Create New Client
    </ReasonButton>
    <ReasonButton variant="filled" leftSection={plus} onClick={onProvider}>
      Create New Provider
    </ReasonButton>
  </>
);

export type Exported = Parameters<typeof useExport>[0];

interface PeopleMenuProps {
  /** Undefined if the viewer may only look. */
  readonly create: CreateProps | undefined;
  readonly exported: Exported;
}

/** The actions that the list's bar shows on a desktop, behind one button on phones. */
export const PeopleMenu = ({ create, exported }: PeopleMenuProps) => {
  const { items } = useExport(exported);
  const entries: MenuEntry[] = [
    ...(create
      ? ([
          { label: 'Create New Provider', icon: IconPlus, onSelect: create.onProvider },
          {
            label: 'Create New Client',
            icon: IconPlus,
            onSelect: create.onClient,
            disabledReason: create.clientReason,
          },
          'divider',
          { label: 'Candidates', icon: IconUserPlus, onSelect: create.onCandidates },
          ...(create.onEligibility
            ? [{ label: 'Eligibility', icon: IconShieldCheck, onSelect: create.onEligibility }]
            : []),
          ...(create.onImport ? [{ label: 'Import', icon: IconUpload, onSelect: create.onImport }] : []),
          'divider',
        ] satisfies MenuEntry[])
      : []),
    ...items.map((item) => ({ ...item, icon: IconDownload, label: `Export ${item.label}` })),
  ];
  return <MoreMenu label="More of the people list" entries={entries} />;
};
