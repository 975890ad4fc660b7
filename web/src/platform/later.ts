import { type ComponentType, lazy } from 'react';
import { queryClient } from './query.ts';

/** When nothing is being asked for any more: the first list is there. */
const whenQuiet = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (queryClient.isFetching() > 0) return;
      stop();
      resolve();
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
