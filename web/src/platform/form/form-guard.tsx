import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { LeaveQuestion, type Unsaved, useLeaveGuard } from '../leave-guard.tsx';

export interface FormGuard {
  /** A panel says whether it holds something unsaved, and how that can be saved. */
  readonly setUnsaved: (isUnsaved: boolean, unsaved?: Unsaved) => void;
  /** Does the step at once, or after asking when something is unsaved. */
  readonly go: (step: () => void) => void;
}

/** Unsaved changes are asked about before another page, tab or type takes their place. */
export const useFormGuard = (): FormGuard & { readonly dialogs: ReactNode } => {
  const [{ isUnsaved, unsaved }, setHeld] = useState<{
    readonly isUnsaved: boolean;
    readonly unsaved?: Unsaved | undefined;
  }>({ isUnsaved: false });
  const setUnsaved = useCallback(
    (next: boolean, by?: Unsaved) => setHeld({ isUnsaved: next, unsaved: next ? by : undefined }),
    [],
  );
  const [next, setNext] = useState<() => void>();
  const leave = useLeaveGuard(isUnsaved, { unsaved });
  const go = (step: () => void) => {
    if (isUnsaved) setNext(() => step);
    else step();
  };
  const proceed = () => {
    setUnsaved(false);
    setNext(undefined);
    next?.();
  };
  const saveAndProceed = async ({ saveNow }: Unsaved) => {
    if (await saveNow()) proceed();
    else setNext(undefined);
  };
  const dialogs = (
    <>
      {leave.dialog}
      {next && (
        <LeaveQuestion
          onLeave={() => {
            unsaved?.giveUp();
            proceed();
          }}
          onStay={() => setNext(undefined)}
          {...(unsaved && { saving: unsaved.pending, onSave: () => void saveAndProceed(unsaved) })}
        />
      )}
    </>
  );
  return { setUnsaved, go, dialogs };
};

/** A panel holds something unsaved as long as it is shown and changed. */
export const useUnsaved = ({ setUnsaved }: FormGuard, isDirty: boolean, unsaved?: Unsaved) => {
  const latest = useRef(unsaved);
  latest.current = unsaved;
  const pending = unsaved?.pending ?? false;
  useEffect(() => {
    const { current } = latest;
    setUnsaved(
      isDirty,
      current && {
        pending,
        saveNow: async () => latest.current?.saveNow() ?? false,
        giveUp: () => latest.current?.giveUp(),
      },
    );
  }, [isDirty, pending, setUnsaved]);
  useEffect(() => () => setUnsaved(false), [setUnsaved]);
};
