import { createStore } from './store.ts';

/** Toasts confirm or report what has no place on the screen (docs/rules/screens.md, rule 8). */
export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error';
  readonly text: string;
  readonly count: number;
  /** In milliseconds; null until closed. */
  readonly life: number | null;
  /** Undoes what the toast reports. */
  readonly undo?: () => void;
}

const AT_MOST = 4;
const LIFE = { success: 4000, error: 10_000, conflict: 20_000, undo: 10_000 } as const;

const toasts = createStore<readonly Toast[]>([]);
let nextId = 1;

const show = (kind: Toast['kind'], text: string, life: number | null, undo?: () => void) => {
  const shown = toasts.get();
  // Toasts with Undo are never merged, because each has its own action.
  const isAlike = (one: Toast) => one.kind === kind && one.text === text && !one.undo && !undo;
  const same = shown.find(isAlike);
  const id = nextId++;
  const rest = shown.filter((one) => one !== same);
  const count = (same?.count ?? 0) + 1;
  toasts.set([...rest, { id, kind, text, life, count, ...(undo && { undo }) }].slice(-AT_MOST));
  return id;
};

export const toast = {
  /** Shows Undo for 10 s. Returns a function that closes it early, when there is nothing left to undo. */
  undo: (text: string, undo: () => void) => {
    const id = show('success', text, LIFE.undo, undo);
    return () => closeToast(id);
  },
  /** The server could not be reached, so the undo can be repeated. */
  undoAgain: (text: string, undo: () => void): void => void show('error', text, LIFE.conflict, undo),
  success: (text: string): void => void show('success', text, LIFE.success),
  /** Time conflicts stay for 20 s ('conflict'), some errors 'untilClosed'. */
  error: (text: string, { stay }: { stay?: 'conflict' | 'untilClosed' } = {}): void =>
    void show(
      'error',
      text,
      stay === 'untilClosed' ? null : stay === 'conflict' ? LIFE.conflict : LIFE.error,
    ),
};

export const closeToast = (id: number) => toasts.set(toasts.get().filter((one) => one.id !== id));
/** Closes errors that no longer apply. */
export const closeErrors = (texts: readonly string[]) => {
  const isOver = ({ kind, text }: Toast) => kind === 'error' && texts.includes(text);
  if (toasts.get().some(isOver)) toasts.set(toasts.get().filter((one) => !isOver(one)));
};
export const closeAllToasts = () => toasts.set([]);

export const shownToasts = toasts.get;
export const useToasts = toasts.use;
