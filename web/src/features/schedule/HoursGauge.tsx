import { hoursWords } from '@homecare/domain/schedule/rules.ts';
import type { WeekHours } from '@homecare/domain/schedule/schema.ts';
import classes from './Board.module.css';

/** The bar covers 40 hours, or the planned or wished hours if they are more. */
const FULL = 40 * 60;
const percent = (part: number, whole: number) => `${Math.min(100, (part / whole) * 100).toFixed(1)}%`;

interface HoursGaugeProps {
  readonly hours: WeekHours;
  readonly wished: number | null;
}

/** Worked, planned and wished hours of the week; red if there is any overtime. */
export const HoursGauge = ({ hours, wished }: HoursGaugeProps) => {
  const whole = Math.max(FULL, hours.planned, wished ?? 0);
  return (
    <span className={classes.hours} data-over={hours.overtime > 0 || undefined}>
      <span className={classes.gauge} aria-hidden="true">
        <span className={classes.planned} style={{ width: percent(hours.planned, whole) }} />
        <span
          className={classes.worked}
          style={{ width: percent(Math.min(hours.worked, hours.planned), whole) }}
        />
        {wished !== null && <span className={classes.wished} style={{ left: percent(wished, whole) }} />}
      </span>
      {hoursWords(hours, wished)}
    </span>
  );
};
