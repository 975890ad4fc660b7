import type { Role } from '@homecare/domain/call.ts';
import { isOffice } from '@homecare/domain/call.ts';
import { IconDownload } from '@tabler/icons-react';
import type { MenuEntry } from '../../ui/RowMenu.tsx';
import { BULK, BULK_KINDS, type BulkChoice } from './open-plan-document.ts';
import type { BulkPrint } from './use-bulk-print.tsx';

/** The monthly files as menu entries, for phones. Not offered to the provider role. */
export const bulkItems = (
  choice: BulkChoice,
  { role }: { readonly role: Role },
  { print }: Pick<BulkPrint, 'print'>,
) =>
  isOffice(role)
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
