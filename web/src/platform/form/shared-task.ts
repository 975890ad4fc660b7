import { createStore } from '../store.ts';
import { createOnce } from './once.ts';

/** Work of this window that goes on where its page is left: one at a time, and whichever page is open follows it. */
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
