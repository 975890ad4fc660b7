import { useSyncExternalStore } from 'react';

/** Toasts confirm or report what has no place on the screen (docs/rules/screens.md, rule 8). */
export interface Toast {
  readonly id: number;
  readonly kind: 'success' | 'error';
  readonly text: string;
  readonly count: number;
  /** Milliseconds, null: until closed. */
  readonly life: number | null;
}

const AT_MOST = 4;
const LIFE = { success: 4000, error: 10_000, conflict: 20_000 } as const;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();
const set = (next: readonly Toast[]) => {
  toasts = next;
  for (const listener of listeners) listener();
};

const show = (kind: Toast['kind'], text: string, life: number | null) => {
  const same = toasts.find((toast) => toast.kind === kind && toast.text === text);
  const id = nextId++;
  const rest = toasts.filter((toast) => toast !== same);
  set([...rest, { id, kind, text, life, count: (same?.count ?? 0) + 1 }].slice(-AT_MOST));
};

export const toast = {
  success: (text: string) => show('success', text, LIFE.success),
  /** Time conflicts stay 20 s ('conflict'); some stay 'untilClosed'. */
  error: (text: string, { stay }: { stay?: 'conflict' | 'untilClosed' } = {}) =>
    show('error', text, stay === 'untilClosed' ? null : stay === 'conflict' ? LIFE.conflict : LIFE.error),
};

export const closeToast = (id: number) => set(toasts.filter((one) => one.id !== id));
/** What these errors said is over. */
export const closeErrors = (texts: readonly string[]) => {
  if (toasts.some(({ kind, text }) => kind === 'error' && texts.includes(text)))
    set(toasts.filter(({ kind, text }) => kind !== 'error' || !texts.includes(text)));
};
export const closeAllToasts = () => set([]);
export const shownToasts = () => toasts;
export const useToasts = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, shownToasts);
