import { type ReactNode, useEffect, useState } from 'react';
import { LeaveQuestion, useLeaveGuard } from '../leave-guard.tsx';

export interface FormGuard {
  /** A panel says whether it holds something unsaved. */
  readonly setUnsaved: (unsaved: boolean) => void;
  /** Does the step at once, or after asking when something is unsaved. */
  readonly go: (step: () => void) => void;
}

/** Unsaved changes are asked about before another page, tab or type takes their place. */
export const useFormGuard = (): FormGuard & { readonly dialogs: ReactNode } => {
  const [unsaved, setUnsaved] = useState(false);
  const [next, setNext] = useState<() => void>();
  const leave = useLeaveGuard(unsaved);
  const go = (step: () => void) => {
    if (unsaved) setNext(() => step);
    else step();
  };
  const proceed = () => {
    setUnsaved(false);
    setNext(undefined);
    next?.();
  };
  const dialogs = (
    <>
      {leave.dialog}
      {next && (
        <LeaveQuestion onLeave={proceed} onStay={() => setNext(undefined)}>
          You have unsaved changes. They will be lost if you leave.
        </LeaveQuestion>
      )}
    </>
  );
  return { setUnsaved, go, dialogs };
};

/** A panel holds something unsaved as long as it is shown and changed. */
export const useUnsaved = ({ setUnsaved }: FormGuard, isDirty: boolean) =>
  useEffect(() => {
    setUnsaved(isDirty);
    return () => setUnsaved(false);
  }, [isDirty, setUnsaved]);
