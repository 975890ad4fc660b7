import { useEffect, useState } from 'react';

/** A part whose code is loaded when it is first opened, or earlier if there is time. */
export const onDemand = <Part>(bring: () => Promise<Part>) => {
  let loaded: Part | undefined;
  const load = async () => {
    loaded ??= await bring();
  };
  /** Returns the part once it has loaded. It renders closed first, because it stores the focused element when it opens. */
  const usePart = (opened: boolean) => {
    const [stage, setStage] = useState<'absent' | 'closed' | 'asked'>(loaded ? 'asked' : 'absent');
    useEffect(() => {
      if (stage === 'closed') setStage('asked');
      if (stage !== 'absent' || !opened) return undefined;
      let isGone = false;
      const settle = (next: () => 'closed') => void (isGone || setStage(next));
      load().then(
        // Wait for the end of the key press: a menu that opened during it would be closed by the same key.
        () => setTimeout(() => settle(() => 'closed')),
        // Throws while rendering, so that the page reports that a part of it could not be loaded.
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
