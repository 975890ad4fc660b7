import type { AuthorizationRow } from '@homecare/domain/authorizations/schema.ts';
import classes from './Authorizations.module.css';

const percent = (part: number, whole: number) => `${(Math.max(0, part) * 100) / whole}%`;

/** Worked, planned and free units in one bar. Red is beyond the authorization. */
export const UnitsBar = ({ worked, planned, authorized, short }: AuthorizationRow) => {
  if (authorized === null) return <>no units</>;
  const whole = Math.max(authorized, worked + planned, 1);
  const inside = Math.min(worked, authorized);
  return (
    <div
      className={classes.bar}
      role="img"
      aria-label={`${worked} worked, ${planned} planned of ${authorized}${short > 0 ? `, ${short} beyond it` : ''}`}
    >
      <span className={classes.worked} style={{ width: percent(inside, whole) }} />
      <span
        className={classes.planned}
        style={{ width: percent(Math.min(planned, authorized - inside), whole) }}
      />
      {short > 0 && <span className={classes.beyond} style={{ width: percent(short, whole) }} />}
    </div>
  );
};

/** Legend of the bar colors. */
export const UnitsKey = () => (
  <ul className={classes.key} aria-label="Colors">
    <li className={classes.worked}>worked</li>
    <li className={classes.planned}>planned</li>
    <li>free</li>
    <li className={classes.past}>beyond the authorization</li>
  </ul>
);
