import { addDays } from '@homecare/domain/calendar.ts';
import { Group, Popover, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { phoneIcon } from '../ui/icons.ts';
import classes from './EvvPage.module.css';
import { dayWords, useWords } from './words.ts';

const Calendar = lazy(async () => ({ default: (await import('../ui/Calendar.tsx')).Calendar }));

interface DayBarProps {
  readonly date: string;
  readonly today: string;
  readonly onChange: (date: string) => void;
}

/** The date picker of the caregiver's screen, sized for thumbs. */
export const DayBar = ({ date, today, onChange }: DayBarProps) => {
  const words = useWords();
  const [opened, setOpened] = useState(false);
  const day = dayWords(words, date);
  const pick = (next: string) => {
    setOpened(false);
    onChange(next);
  };
  return (
    <Group gap={8} align="stretch" wrap="nowrap">
      <UnstyledButton
        className={classes.step}
        aria-label={words.previousDay}
        onClick={() => pick(addDays(date, -1))}
      >
        <IconChevronLeft {...phoneIcon} />
      </UnstyledButton>
      <Popover opened={opened} onChange={setOpened} trapFocus shadow="md">
        <Popover.Target>
          <UnstyledButton
            className={classes.day}
            aria-haspopup="dialog"
            aria-expanded={opened}
            onClick={() => setOpened((now) => !now)}
            onKeyDown={(event) => {
              if (event.key !== 'PageUp' && event.key !== 'PageDown') return;
              event.preventDefault();
              pick(addDays(date, event.key === 'PageUp' ? -1 : 1));
            }}
          >
            {date === today ? words.today(day) : day}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={words.calendar}>
          <Suspense fallback={null}>
            {opened && <Calendar value={date} min={undefined} max={undefined} onPick={pick} />}
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <UnstyledButton
        className={classes.step}
        aria-label={words.nextDay}
        onClick={() => pick(addDays(date, 1))}
      >
        <IconChevronRight {...phoneIcon} />
      </UnstyledButton>
    </Group>
  );
};
