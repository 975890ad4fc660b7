import type { CSSProperties, ReactNode } from 'react';
import classes from './Skeleton.module.css';
import { useSlow } from './states.tsx';

interface SkeletonProps {
  /** What is being loaded, for those who listen. */
  readonly label: string;
  readonly children: ReactNode;
}

/** In the place of what is still loading, in its measures; it is seen once the answer takes its time. */
export const Skeleton = ({ label, children }: SkeletonProps) => {
  const isSlow = useSlow(true);
  return (
    <div data-waits={!isSlow || undefined} className={classes.bones}>
      {isSlow && (
        <p role="status" className="visually-hidden">
          {label}
        </p>
      )}
      <div aria-hidden="true" className={classes.all}>
        {children}
      </div>
    </div>
  );
};

/** A line of text, a number, a button or a box. */
export const SkeletonLine = ({ width = '100%', height = 14 }: Pick<CSSProperties, 'width' | 'height'>) => (
  <span className={classes.bone} style={{ width, height }} />
);

interface SkeletonRowsProps {
  readonly rows: number;
  /** Pixels from one row to the next. */
  readonly height?: number;
  readonly children?: ReactNode;
}

const LINE = 44;

/** Rows of a list: each as high as one of its rows, with a line of text, or what a row is made of. */
export const SkeletonRows = ({
  rows,
  height = LINE,
  children = <SkeletonLine width="60%" />,
}: SkeletonRowsProps) =>
  Array.from({ length: rows }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all are the same
    <div key={at} className={classes.row} style={{ minHeight: height }}>
      {children}
    </div>
  ));
