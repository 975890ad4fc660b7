import type { CSSProperties, ReactNode } from 'react';
import classes from './Skeleton.module.css';
import { useSlow } from './states.tsx';

interface SkeletonProps {
  /** What is loading, for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Placeholder of the same size as the content that is loading. It becomes visible only if loading takes time. */
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

/** Placeholder of a line of text, a number, a button or a box. */
export const SkeletonLine = ({ width = '100%', height = 14 }: Pick<CSSProperties, 'width' | 'height'>) => (
  <span className={classes.bone} style={{ width, height }} />
);

interface SkeletonRowsProps {
  readonly rows: number;
  /** Height of a row in pixels. */
  readonly height?: number;
  readonly children?: ReactNode;
}

const LINE = 44;

/** Placeholder rows of a list, each as high as a real row, with a line of text or the given content. */
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
