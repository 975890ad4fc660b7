import type { Role } from '@homecare/domain/call.ts';
import type { CarePlan } from '@homecare/domain/care-plans/schema.ts';
import type { Capabilities } from '@homecare/domain/sites/contract.ts';
import { IconClipboardList, IconDownload, IconFileText, IconSend } from '@tabler/icons-react';
import type { MenuEntry } from '../ui/RowMenu.tsx';
import {
  BULK,
  BULK_KINDS,
  type BulkChoice,
  openCarePlan,
  openTimesheet,
  type PrintChoice,
} from './open-plan-document.ts';
import type { BulkPrint } from './use-bulk-print.tsx';
import type { PlanSender } from './use-plan-sender.tsx';

interface Viewer {
  readonly role: Role;
  readonly capabilities: Pick<Capabilities, 'smsEnabled' | 'emailEnabled'> | undefined;
}

/**
 * Entries of a plan's row menu. Deleted plans have none; to send needs SMS or e-mail, and is not the provider role's
 * (specification part 2, sections 2.2 and 6).
 */
export const planDocumentItems = (
  plan: Pick<CarePlan, 'id' | 'ProviderID' | 'Status'>,
  choice: PrintChoice,
  { role, capabilities }: Viewer,
  sender: Pick<PlanSender, 'sendCarePlan' | 'sendTimesheet'>,
): readonly MenuEntry[] => {
  if (plan.Status === 'Deleted' || role === 'evv') return [];
  const canSend = role !== 'provider' && Boolean(capabilities?.smsEnabled || capabilities?.emailEnabled);
  const send = (label: string, onSelect: () => void) =>
    canSend ? [{ label, icon: IconSend, onSelect }] : [];
  return [
    { label: 'Get care plan', icon: IconClipboardList, onSelect: () => openCarePlan(plan) },
    ...send('Send care plan…', () => sender.sendCarePlan(plan)),
    { label: 'Get timesheet', icon: IconFileText, onSelect: () => openTimesheet(plan, choice) },
    ...send('Send timesheet…', () => sender.sendTimesheet(plan, choice)),
  ];
};

/** The monthly files as menu entries, for phones. Not offered to the provider role. */
export const bulkItems = (
  choice: BulkChoice,
  { role }: Pick<Viewer, 'role'>,
  { print }: Pick<BulkPrint, 'print'>,
) =>
  role === 'admin' || role === 'user'
    ? BULK_KINDS.map(
        (kind): MenuEntry => ({
          label: bulkLabel(kind, choice),
          icon: IconDownload,
          onSelect: () => print(kind, choice),
        }),
      )
    : [];

/** With a filter on the list the button downloads what is filtered. */
export const bulkLabel = (kind: (typeof BULK_KINDS)[number], { ids }: Pick<BulkChoice, 'ids'>) =>
  ids === undefined
    ? BULK[kind].label
    : `${BULK[kind].label}: the ${ids.length.toLocaleString('en-US')} filtered`;
