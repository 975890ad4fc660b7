import { WEEKDAY_NAMES, type Weekday } from '@homecare/domain/calendar.ts';
import type { PlanWeek } from '@homecare/domain/care-plans/schema.ts';
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import { smallIcon } from '../../ui/icons.ts';
import { CopyDay } from './CopyDay.tsx';
import { hasEntries } from './copy-days.ts';
import type { DayMark } from './grid-actions.ts';
import classes from './WeekGrid.module.css';

interface DayHeadProps {
  readonly day: Weekday;
  readonly week: PlanWeek;
  readonly mark: DayMark | undefined;
  readonly onCopy: (from: Weekday, to: readonly Weekday[]) => void;
}

export const DayHead = ({ day, week, mark, onCopy }: DayHeadProps) => (
  <th scope="col" className={classes.day} data-tone={mark?.tone}>
    <span className={classes.dayName}>
      {mark?.tone === 'danger' && <IconAlertCircle {...smallIcon} />}
      {mark?.tone === 'warn' && <IconAlertTriangle {...smallIcon} />}
      <span className={classes.longName}>{WEEKDAY_NAMES[day]}</span>
      <span className={classes.shortName} aria-hidden>
        {day}
      </span>
      {mark && (
        <span className="visually-hidden">{mark.tone === 'danger' ? ', time conflict' : ', short gap'}</span>
      )}
    </span>
    {hasEntries(week, day) && <CopyDay day={day} week={week} onCopy={onCopy} />}
  </th>
);
