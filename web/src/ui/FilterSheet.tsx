import { ActionIcon, Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Dialog } from './Dialog.tsx';
import { rowIcon } from './icons.ts';

/** The filters besides search and tabs; on phones behind one button. */
export const FilterSheet = ({
  active,
  children,
}: {
  /** Whether a filter is set. */
  readonly active: boolean;
  readonly children: ReactNode;
}) => {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <ActionIcon
        variant="default"
        aria-label={active ? 'Filters, one is on' : 'Filters'}
        data-on={active || undefined}
        onClick={() => setOpened(true)}
      >
        <IconAdjustmentsHorizontal {...rowIcon} />
      </ActionIcon>
      <Dialog
        opened={opened}
        title="Filters"
        onClose={() => setOpened(false)}
        actions={
          <Button size="sm" variant="filled" onClick={() => setOpened(false)}>
            Done
          </Button>
        }
      >
        {children}
      </Dialog>
    </>
  );
};
