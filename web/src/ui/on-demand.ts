import { useEffect, useState } from 'react';

/** A part of the page that opens: its code travels with the first that is opened, or before it when there is time. */
export const onDemand = <Part>(bring: () => Promise<Part>) => {
  let loaded: Part | undefined;
  const load = async () => {
    loaded ??= await bring();
  };
  /** The part once it is here; first closed, because it remembers what had the focus when it opens. */
  const usePart = (opened: boolean) => {
    const [stage, setStage] = useState<'absent' | 'closed' | 'asked'>(loaded ? 'asked' : 'absent');
    useEffect(() => {
      if (stage === 'closed') setStage('asked');
      if (stage !== 'absent' || !opened) return undefined;
      let isGone = false;
      const settle = (next: () => 'closed') => void (isGone || setStage(next));
      load().then(
        // After the key that asked for it: a menu that opens while that key is under way is closed by it.
        () => setTimeout(() => settle(() => 'closed')),
        // Thrown while rendering: the page says that a part of it could not be loaded.
        (error: unknown) =>
          settle(() => {
            throw error;
          }),
      );
      return () => {
        isGone = true;
      };
    }, [stage, opened]);
    return { part: stage === 'absent' ? undefined : loaded, opened: opened && stage === 'asked' };
  };
  return { load, usePart };
};
