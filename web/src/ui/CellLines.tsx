import type { IconProps } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import classes from './CellLines.module.css';
import type { Tone } from './tones.ts';

interface CellLinesProps {
  readonly main: ReactNode;
  /** A reason or second value, 12 px high. */
  readonly sub?: ReactNode;
  readonly subIcon?: ComponentType<IconProps> | undefined;
  /** Color of the second line. */
  readonly subTone?: Tone | undefined;
  /** Lets both lines wrap, so that no text is cut off. */
  readonly wraps?: boolean;
  /** Marks the name of the row. */
  readonly strong?: boolean;
}

/** A table cell of one or two lines. */
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
