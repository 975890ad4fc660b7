import { todayIn } from '@homecare/domain/calendar.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { type ExportFormat, exportPeople } from '@homecare/domain/list-export/contract.ts';
import { exportName } from '@homecare/domain/list-export/rules.ts';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { fetchFile, saveAs } from '../shell/send-file.ts';
import { serverNow } from '../shell/server-time.ts';
import { toast } from '../shell/toasts.ts';
import { useCapabilities } from '../sites/api.ts';
import { MenuEntries } from '../ui/RowMenu.tsx';

interface ExportMenuProps {
  /** What the list shows now. */
  readonly view: Omit<InputOf<typeof exportPeople>, 'format'>;
  /** Why there is nothing to export. */
  readonly disabled?: boolean;
}

/** The rows of the People list as a file: all pages, in their order. */
export const ExportMenu = ({ view, disabled = false }: ExportMenuProps) => {
  const zone = useCapabilities()?.timeZone ?? 'America/Denver';
  const [busy, setBusy] = useState(false);
  const load = async (format: ExportFormat) => {
    setBusy(true);
    const { tab, search, showArchived } = view;
    const sent = await fetchFile(exportPeople, { tab, search, showArchived, format });
    setBusy(false);
    if (sent.ok) saveAs(sent.data, exportName('people', todayIn(zone, serverNow()).toString(), format));
    else toast.error(sent.info);
  };
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Button
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
          loading={busy}
          disabled={disabled}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuEntries
          entries={[
            { label: 'Excel (.xlsx)', onSelect: () => void load('xlsx') },
            { label: 'CSV (.csv)', onSelect: () => void load('csv') },
          ]}
        />
      </Menu.Dropdown>
    </Menu>
  );
};
