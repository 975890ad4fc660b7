import { createStore } from '../store.ts';
import { createOnce } from './once.ts';

/** Work that continues when its page is left. Only one runs at a time, and any page can show its progress. */
export const createTask = <P>() => {
  const progress = createStore<P | null>(null);
  const once = createOnce<'task'>();
  return {
    useProgress: progress.use,
    run: <T>(first: P, work: (report: (next: P) => void, isGoing: () => boolean) => Promise<T>) =>
      once.run('task', async () => {
        let isGoing = true;
        progress.set(first);
        try {
          return await work(
            (next) => isGoing && progress.set(next),
            () => isGoing,
          );
        } finally {
          isGoing = false;
          progress.set(null);
        }
      }),
  };
};
