import { addDays } from '@homecare/domain/calendar.ts';
import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '../../ui/IconButton.tsx';
import { DateBox, isIsoDate } from '../../ui/inputs.tsx';
import classes from './DaySwitch.module.css';

interface DaySwitchProps {
  readonly date: string;
  readonly today: string;
  readonly onChange: (date: string) => void;
}

/** The date of a day list. An incomplete typed date stays in the box. */
export const DaySwitch = ({ date, today, onChange }: DaySwitchProps) => {
  const [typed, setTyped] = useState<string>();
  const go = (next: string) => {
    setTyped(undefined);
    onChange(next);
  };
  return (
    <div className={classes.days}>
      <span className={classes.step}>
        <IconButton
          label="Previous day"
          icon={<IconChevronLeft size={18} stroke={1.8} aria-hidden />}
          onClick={() => go(addDays(date, -1))}
        />
      </span>
      <DateBox
        aria-label="Date"
        width={124}
        value={typed ?? date}
        onChange={(value) => (isIsoDate(value) ? go(value) : setTyped(value))}
      />
      <span className={classes.step}>
        <IconButton
          label="Next day"
          icon={<IconChevronRight size={18} stroke={1.8} aria-hidden />}
          onClick={() => go(addDays(date, 1))}
        />
      </span>
      <Button disabled={date === today && typed === undefined} onClick={() => go(today)}>
        Today
      </Button>
    </div>
  );
};
