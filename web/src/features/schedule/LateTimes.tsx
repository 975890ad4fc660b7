import type { CoverTimes } from '@homecare/domain/staffing/cover.ts';
import { isClock, TimeBox } from '../../ui/inputs.tsx';
import classes from './Cover.module.css';

export const areClocks = ({ start, end }: CoverTimes) => isClock(start) && isClock(end) && start !== end;

interface LateTimesProps {
  readonly times: CoverTimes;
  readonly onChange: (times: CoverTimes) => void;
}

/** After the planned start, a cover has times of its own: the proposed ones, or others set by the office. */
export const LateTimes = ({ times, onChange }: LateTimesProps) => (
  <fieldset className={classes.late}>
    <legend>The planned start has passed. The cover works from</legend>
    <TimeBox
      label="Time In"
      width={110}
      value={times.start}
      onChange={(start) => onChange({ ...times, start })}
    />
    <TimeBox
      label="Time Out"
      width={110}
      value={times.end}
      error={times.start === times.end ? 'Enter a time after Time In.' : undefined}
      onChange={(end) => onChange({ ...times, end })}
    />
  </fieldset>
);
