import { todayIn } from '@homecare/domain/calendar.ts';
import type { ExportFormat } from '@homecare/domain/list-export/contract.ts';
import { exportName } from '@homecare/domain/list-export/file-name.ts';
import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { Sent } from '../../platform/answer.ts';
import { saveAs } from '../../platform/send-file.ts';
import { serverNow } from '../../platform/server-time.ts';
import { useCapabilities } from '../../platform/site.ts';
import { toast } from '../../platform/toasts.ts';
import { MenuEntries, type MenuItem } from '../../ui/RowMenu.tsx';

interface Exported {
  /** First part of the file's name. */
  readonly list: string;
  /** The rows that the list shows now, all pages, in their order. */
  readonly load: (format: ExportFormat) => Promise<Sent<Blob>>;
}

/** The two ways to save a list, and whether one is on its way. */
export const useExport = ({ list, load }: Exported) => {
  const zone = useCapabilities()?.timeZone ?? 'America/Denver';
  const [busy, setBusy] = useState(false);
  const save = async (format: ExportFormat) => {
    setBusy(true);
    const sent = await load(format);
    setBusy(false);
    if (sent.ok) saveAs(sent.data, exportName(list, todayIn(zone, serverNow()).toString(), format));
    else toast.error(sent.info);
  };
  const items: readonly MenuItem[] = [
    { label: 'Excel (.xlsx)', onSelect: () => void save('xlsx') },
    { label: 'CSV (.csv)', onSelect: () => void save('csv') },
  ];
  return { items, busy };
};

interface ExportMenuProps extends Exported {
  /** There is nothing to export. */
  readonly disabled?: boolean;
}

/** The rows of a list as a file. */
export const ExportMenu = ({ disabled = false, ...exported }: ExportMenuProps) => {
  const { items, busy } = useExport(exported);
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
        <MenuEntries entries={items} />
      </Menu.Dropdown>
    </Menu>
  );
};
