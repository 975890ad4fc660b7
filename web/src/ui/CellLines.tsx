import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import classes from './CellLines.module.css';
import type { Tone } from './tones.ts';

interface CellLinesProps {
  readonly main: ReactNode;
  /** Reason or second value, 12 px. */
  readonly sub?: ReactNode;
  readonly subIcon?: ComponentType<IconProps> | undefined;
  /** Colours the second line. */
  readonly subTone?: Tone | undefined;
  /** The name of the row. */
  readonly strong?: boolean;
}

/** A cell of one or two lines. */
export const CellLines = ({ main, sub, subIcon: Icon, subTone, strong }: CellLinesProps) => (
  <>
    <div className={strong ? classes.strong : classes.main} data-cut>
      {main}
    </div>
    {sub && (
      <div className={classes.sub} data-tone={subTone} data-cut>
        {Icon && <Icon size={13} stroke={1.8} aria-hidden />}
        {sub}
      </div>
    )}
  </>
);
