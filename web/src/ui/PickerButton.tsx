import { ActionIcon, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import classes from './fields.module.css';

interface PickerButtonProps {
  readonly label: string;
  /** The picker, loaded when it is first opened. */
  readonly children: (close: () => void) => ReactNode;
}

/** The button inside a field that opens a picker below it. */
export const PickerButton = ({ label, children }: PickerButtonProps) => {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          aria-label={label}
          style={{ '--ai-size': 'var(--field-button)' }}
          onClick={() => setOpened((now) => !now)}
        >
          <IconCalendar size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.calendar ?? ''}>
        <Suspense fallback={null}>{opened && children(() => setOpened(false))}</Suspense>
      </Popover.Dropdown>
    </Popover>
  );
};
