import { lazy, Suspense } from 'react';
import { useIsPrinting } from './printing.ts';
import type { VirtualLinesProps } from './table-types.ts';

/** Lists longer than this render only the visible lines. */
export const MANY = 80;
/** Lines rendered until the code for long lists has loaded. */
const FIRST = 40;

const load = async () => ({ default: (await import('./VirtualLines.tsx')).VirtualLines });
const VirtualLines = lazy(load);

/**
 * Renders all lines of a short list, and all when printing. Of a long list it renders only the visible lines and keeps the
 * height of the others free.
 */
export const LinesInSight = (props: VirtualLinesProps) => {
  const { count, height, pinned, draw } = props;
  const isPrinting = useIsPrinting();
  const from = (length: number) => Array.from({ length }, (_, index) => draw.line(index));
  if (count <= MANY || isPrinting) return from(count);
  const first = (
    <>
      {from(FIRST)}
      {draw.gap((count - FIRST) * height, count)}
      {pinned >= FIRST && pinned < count && draw.line(pinned)}
    </>
  );
  return (
    <Suspense fallback={first}>
      <VirtualLines {...props} />
    </Suspense>
  );
};
