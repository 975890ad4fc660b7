import { todayIn } from '@homecare/domain/calendar.ts';
import type { ExportFormat } from '@homecare/domain/list-export/contract.ts';
import { exportName } from '@homecare/domain/list-export/file-name.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Sent } from '../../platform/answer.ts';
import { useTask } from '../../platform/form/use-action.ts';
import { saveOrShow } from '../../platform/send-file.ts';
import { serverNow } from '../../platform/server-time.ts';
import { useZone } from '../../platform/use-today.ts';
import { ButtonMenu } from '../../ui/ButtonMenu.tsx';
import type { MenuItem } from '../../ui/RowMenu.tsx';

interface Exported {
  /** First part of the file's name. */
  readonly list: string;
  /** The rows that the list shows now, all pages, in their order. */
  readonly load: (format: ExportFormat) => Promise<Sent<File>>;
}

/** The two ways to save a list, and whether one is on its way. */
export const useExport = ({ list, load }: Exported) => {
  const zone = useZone();
  const { pending, run } = useTask(async (format: ExportFormat) =>
    saveOrShow(await load(format), exportName(list, todayIn(zone, serverNow()).toString(), format)),
  );
  const items: readonly MenuItem[] = [
    { label: 'Excel (.xlsx)', onSelect: () => void run('xlsx') },
    { label: 'CSV (.csv)', onSelect: () => void run('csv') },
  ];
  return { items, pending };
};

interface ExportMenuProps extends Exported {
  /** There is nothing to export. */
  readonly disabled?: boolean;
}

/** The rows of a list as a file. */
export const ExportMenu = ({ disabled = false, ...exported }: ExportMenuProps) => {
  const { items, pending } = useExport(exported);
  return (
    <ButtonMenu
      width={180}
      entries={items}
      button={(opening) => (
        <Button
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
          data-folds
          data-tip="Export"
          loading={pending}
          disabled={disabled}
          {...opening}
        >
          Export
        </Button>
      )}
    />
  );
};
