import { type ComponentType, lazy } from 'react';
import { queryClient } from './query.ts';

/** Milliseconds in which what came is drawn: code that travels then would take the processor and the way from it. */
const DRAWN = 500;

/** When nothing is being asked for any more, and the first list that came is there and answers. */
const whenQuiet = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (queryClient.isFetching() > 0) return;
      stop();
      setTimeout(resolve, DRAWN);
    };
    const stop = queryClient.getQueryCache().subscribe(look);
    setTimeout(look);
  });

/** A component that the first page can do without: its code travels after what is seen first. */
export const later = (load: () => Promise<ComponentType>) =>
  lazy(async () => {
    await whenQuiet();
    return { default: await load() };
  });
