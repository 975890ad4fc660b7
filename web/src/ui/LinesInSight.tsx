import { lazy, Suspense } from 'react';
import { useIsPrinting } from './printing.ts';
import type { VirtualLinesProps } from './table-types.ts';

/** Longer lists draw what is in sight. */
export const MANY = 80;
/** Lines that are drawn until the code for long lists is there. */
const FIRST = 40;

const load = async () => ({ default: (await import('./VirtualLines.tsx')).VirtualLines });
const VirtualLines = lazy(load);

/** All lines of a short list, and on paper; of a long one those in sight, with the height of the others around them. */
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
