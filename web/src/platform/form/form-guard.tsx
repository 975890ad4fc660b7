import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { LeaveQuestion, type Unsaved, useLeaveGuard } from '../leave-guard.tsx';

export interface FormGuard {
  /** Reports whether a panel has unsaved input, and how to save it. */
  readonly setUnsaved: (panel: string, isUnsaved: boolean, unsaved?: Unsaved) => void;
  /** Takes the step at once, or after a question if something is unsaved. */
  readonly go: (step: () => void) => void;
}

/** Panels with unsaved input; undefined if it cannot be saved from here. */
type UnsavedPanels = ReadonlyMap<string, Unsaved | undefined>;

/** Combines the panels into one that saves them all, if each can be saved. */
const together = (panels: UnsavedPanels): Unsaved | undefined => {
  const all = [...panels.values()];
  const known = all.filter((one) => one !== undefined);
  if (known.length === 0 || known.length < all.length) return undefined;
  return {
    pending: known.some(({ pending }) => pending),
    saveNow: async () => {
      for (const { saveNow } of known) if (!(await saveNow())) return false;
      return true;
    },
    giveUp: () => {
      for (const { giveUp } of known) giveUp();
    },
  };
};

/** Asks before unsaved changes are replaced by another page, tab or type. */
export const useFormGuard = (): FormGuard & { readonly dialogs: ReactNode } => {
  const [panels, setPanels] = useState<UnsavedPanels>(new Map());
  const setUnsaved = useCallback(
    (panel: string, isUnsaved: boolean, by?: Unsaved) =>
      setPanels((before) => {
        if (!isUnsaved && !before.has(panel)) return before;
        const others = [...before].filter(([key]) => key !== panel);
        return new Map(isUnsaved ? [...others, [panel, by]] : others);
      }),
    [],
  );
  const isUnsaved = panels.size > 0;
  const unsaved = together(panels);
  const [next, setNext] = useState<() => void>();
  const leave = useLeaveGuard(isUnsaved, { unsaved });
  const go = (step: () => void) => {
    if (isUnsaved) setNext(() => step);
    else step();
  };
  const proceed = () => {
    setPanels(new Map());
    setNext(undefined);
    next?.();
  };
  const giveUp = () => {
    for (const one of panels.values()) one?.giveUp();
    proceed();
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
          onLeave={giveUp}
          onStay={() => setNext(undefined)}
          {...(unsaved && { saving: unsaved.pending, onSave: () => void saveAndProceed(unsaved) })}
        />
      )}
    </>
  );
  return { setUnsaved, go, dialogs };
};

/** Reports unsaved input of a panel as long as it is shown and changed. */
export const useUnsaved = ({ setUnsaved }: FormGuard, isDirty: boolean, unsaved?: Unsaved) => {
  const panel = useId();
  const latest = useRef(unsaved);
  latest.current = unsaved;
  const pending = unsaved?.pending ?? false;
  useEffect(() => {
    const { current } = latest;
    setUnsaved(
      panel,
      isDirty,
      current && {
        pending,
        saveNow: async () => latest.current?.saveNow() ?? false,
        giveUp: () => latest.current?.giveUp(),
      },
    );
  }, [panel, isDirty, pending, setUnsaved]);
  useEffect(() => () => setUnsaved(panel, false), [panel, setUnsaved]);
};
