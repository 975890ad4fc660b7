import { mondayOf, saySpan } from '@homecare/domain/calendar.ts';
import { Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { failureOf } from '../../platform/query.ts';
import { useToday } from '../../platform/use-today.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { rowIcon } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import classes from './Person.module.css';
import type { TabProps } from './tab-props.ts';
import { usePersonWeek } from './use-person-week.ts';
import { WeekStrip } from './WeekStrip.tsx';

/** Week after week of one person. */
export const ScheduleTab = ({ person }: TabProps) => {
  const today = useToday();
  const [monday, setMonday] = useState(() => mondayOf(today).toString());
  const { query, days } = usePersonWeek(person.ID, monday);
  const from = Temporal.PlainDate.from(monday);
  const failure = failureOf(query, 'Couldn’t load the week');
  const go = (weeks: number) => setMonday(from.add({ weeks }).toString());
  return (
    <>
      <Group gap={8} className={classes.weekBar}>
        <IconButton label="Previous week" icon={<IconChevronLeft {...rowIcon} />} onClick={() => go(-1)} />
        <span className={classes.span} aria-live="polite">
          {saySpan(monday, from.add({ days: 6 }).toString())}
        </span>
        <IconButton label="Next week" icon={<IconChevronRight {...rowIcon} />} onClick={() => go(1)} />
        <Button onClick={() => setMonday(mondayOf(today).toString())}>This week</Button>
      </Group>
      {failure && <ErrorState {...failure} />}
      {!failure && !days && <p role="status">Loading the week…</p>}
      {days && <WeekStrip days={days} />}
    </>
  );
};
