import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { menuIcon } from '../../ui/icons.ts';
import { BULK, BULK_KINDS, type BulkChoice } from './open-plan-document.ts';
import { bulkLabel } from './plan-document-items.ts';
import type { BulkPrint } from './use-bulk-print.tsx';

interface BulkButtonsProps {
  readonly choice: BulkChoice;
  readonly onPrint: BulkPrint['print'];
}

/** 'Care plans', 'CP + TS', 'TS': the monthly files (not for the provider role). */
export const BulkButtons = ({ choice, onPrint }: BulkButtonsProps) => (
  <Button.Group>
    {BULK_KINDS.map((kind, n) => (
      <Button
        key={kind}
        aria-label={`${BULK[kind].short}: ${bulkLabel(kind, choice)}`}
        data-tip={bulkLabel(kind, choice)}
        leftSection={n === 0 ? <IconDownload {...menuIcon} /> : undefined}
        onClick={() => onPrint(kind, choice)}
      >
        {BULK[kind].short}
      </Button>
    ))}
  </Button.Group>
);
