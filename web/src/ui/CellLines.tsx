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
  /** Both take as many lines as they need: nothing of them is cut. */
  readonly wraps?: boolean;
  /** The name of the row. */
  readonly strong?: boolean;
}

/** A cell of one or two lines. */
export const CellLines = ({ main, sub, subIcon: Icon, subTone, wraps, strong }: CellLinesProps) => (
  <>
    <div
      className={strong ? classes.strong : classes.main}
      data-wraps={wraps || undefined}
      data-cut={!wraps || undefined}
    >
      {main}
    </div>
    {sub && (
      <div
        className={classes.sub}
        data-tone={subTone}
        data-wraps={wraps || undefined}
        data-cut={!wraps || undefined}
      >
        {Icon && <Icon size={13} stroke={1.8} aria-hidden />}
        {sub}
      </div>
    )}
  </>
);
