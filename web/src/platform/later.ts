import { type ComponentType, lazy } from 'react';
import { queryClient } from './query.ts';

/** Milliseconds for rendering the first answer, during which loading more code would compete for processor and network. */
const DRAWN = 500;

/** Resolves when no request is running and the first list is rendered and responsive. */
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

/** A component that the first page does not need. Its code loads after the first page is usable. */
export const later = (load: () => Promise<ComponentType>) =>
  lazy(async () => {
    await whenQuiet();
    return { default: await load() };
  });
