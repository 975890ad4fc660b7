import { STAGE_TITLES, STAGES } from '@homecare/domain/month-close/causes.ts';
import classes from './MonthClose.module.css';

interface MonthSkeletonProps {
  /** The answer takes its time; until then its place alone is kept. */
  readonly isSlow: boolean;
}

/** In the place of the stages and of the press, until every visit of the month was looked at. */
export const MonthSkeleton = ({ isSlow }: MonthSkeletonProps) => (
  <>
    {isSlow && (
      <p role="status" className="visually-hidden">
        Looking at every visit of the month…
      </p>
    )}
    <ul className={classes.stages} aria-hidden="true" data-waits={!isSlow || undefined}>
      {STAGES.map((stage) => (
        <li key={stage} className={classes.stage}>
          <span className={classes.name}>{STAGE_TITLES[stage]}</span>
          <div className={classes.box} />
          <span className={classes.bone} data-of="number" />
          <span className={classes.bone} data-of="dollars" />
        </li>
      ))}
    </ul>
    <div className={classes.ready} data-tone="mute" aria-hidden="true" data-waits={!isSlow || undefined}>
      <div className={classes.text}>
        <span className={classes.bone} data-of="head" />
        <span className={classes.bone} data-of="text" />
      </div>
      <span className={classes.bone} data-of="button" />
    </div>
  </>
);
