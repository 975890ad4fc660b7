import { IconAlertTriangle, IconDownload, IconPlus, IconScan } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type MenuEntry, MoreMenu } from '../../ui/RowMenu.tsx';
import { useExport } from '../list-export/ExportMenu.tsx';
import type { BulkChoice } from '../plan-documents/open-plan-document.ts';
import { bulkItems } from '../plan-documents/plan-document-items.ts';
import type { BulkPrint } from '../plan-documents/use-bulk-print.tsx';
import { SCANS_PATH } from '../timesheets/ScansButton.tsx';
import type { TsErrors } from '../timesheets/use-ts-errors.tsx';
import { type AwayOffer, awayEntry } from './AwayButton.tsx';

interface PlanListMenuProps {
  /** Undefined for providers, who only view plans and have no monthly files. */
  readonly onNew: (() => void) | undefined;
  /** Undefined for providers. */
  readonly away: AwayOffer | undefined;
  /** Undefined without scan features. */
  readonly tsErrors: TsErrors | undefined;
  readonly choice: BulkChoice;
  readonly print: BulkPrint['print'];
  readonly exported: Parameters<typeof useExport>[0];
}

/** The actions that the list's bar shows on a desktop, behind one button on phones. */
export const PlanListMenu = ({ onNew, away, tsErrors, choice, print, exported }: PlanListMenuProps) => {
  const { items } = useExport(exported);
  const navigate = useNavigate();
  const entries: MenuEntry[] = [
    ...(onNew ? [{ label: 'New care plan', icon: IconPlus, onSelect: onNew }] : []),
    ...(away ? [awayEntry(away)] : []),
    ...(tsErrors
      ? [
          {
            label: 'TS Error',
            icon: IconAlertTriangle,
            hint: String(tsErrors.count ?? ''),
            onSelect: tsErrors.open,
          },
          { label: 'Scans', icon: IconScan, onSelect: () => void navigate({ to: SCANS_PATH }) },
        ]
      : []),
    ...(onNew
      ? (['divider', ...bulkItems(choice, { role: 'user' }, { print }), 'divider'] satisfies MenuEntry[])
      : []),
    ...items.map((item) => ({ ...item, icon: IconDownload, label: `Export ${item.label}` })),
  ];
  return <MoreMenu label="More of the care plan list" entries={entries} />;
};
