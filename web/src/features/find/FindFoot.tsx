import { Fragment } from 'react';
import classes from './Find.module.css';

interface FindFootProps {
  readonly isNothing: boolean;
  readonly archived: number;
  readonly isFailed: boolean;
  readonly hasActions: boolean;
}

const KEYS = [
  ['↑ ↓', 'choose'],
  ['Enter', 'open'],
  ['Ctrl Enter', 'in a new tab'],
] as const;

const saying = ({ isNothing, archived, isFailed }: FindFootProps) => {
  if (isFailed) return 'Couldn’t search records. Screens and actions still work.';
  if (!isNothing) return '';
  return archived > 0 ? `No match. Archived: ${archived}.` : 'No match.';
};

/** What came of it in words, and the keys. */
export const FindFoot = (props: FindFootProps) => (
  <>
    <p className={classes.said} role="status">
      {saying(props)}
    </p>
    <div className={classes.foot}>
      <span className={classes.keys} aria-hidden="true">
        {[...KEYS, ...(props.hasActions ? ([['Tab', 'more actions']] as const) : [])].map(([key, does]) => (
          <Fragment key={key}>
            <kbd>{key}</kbd>
            <span>{does}</span>
          </Fragment>
        ))}
      </span>
      <span>Also phones and numbers</span>
    </div>
  </>
);
