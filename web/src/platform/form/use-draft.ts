import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type Draft, findDraft, forgetDraft, keepDraft } from './drafts.ts';
import { differences, putOnTop } from './values.ts';

/** Input is stored after a pause this long. */
const PAUSE_MS = 400;

interface DraftOptions<V> {
  /** Identifies the form, such as 'person 12'. Without it nothing is stored. */
  readonly form: string | undefined;
  /** Initial values. */
  readonly stored: V;
}

/** Stores the input of a form until it is saved or discarded, and finds an earlier draft. */
export const useDraft = <V extends object>({ form, stored }: DraftOptions<V>) => {
  const [found, setFound] = useState<Draft<V>>();
  const example = useRef(stored);
  /** Nothing is stored until earlier drafts are known, nor while one is offered. */
  const isOpen = useRef(false);
  /** What to do at the next pause. */
  const next = useRef<() => void>(undefined);
  const timer = useRef(0);

  const pause = useCallback(() => {
    window.clearTimeout(timer.current);
    if (!isOpen.current) return;
    next.current?.();
    next.current = undefined;
  }, []);
  const offer = useCallback((draft: Draft<V> | undefined) => {
    isOpen.current = draft === undefined;
    setFound(draft);
  }, []);
  useEffect(() => {
    if (!form) return;
    void findDraft(form, example.current).then((draft) => {
      offer(draft);
      pause();
    });
  }, [form, offer, pause]);
  useEffect(() => {
    // The browser's question before closing leaves time to write; phones only hide the page.
    const ends = ['beforeunload', 'pagehide'] as const;
    for (const end of ends) window.addEventListener(end, pause);
    document.addEventListener('visibilitychange', pause);
    return () => {
      for (const end of ends) window.removeEventListener(end, pause);
      document.removeEventListener('visibilitychange', pause);
      pause();
    };
  }, [pause]);

  /** Called after each change. Input equal to the stored values needs no draft. */
  const note = useCallback(
    (typed: V, base: V, isChanged: boolean) => {
      if (!form) return;
      next.current = () =>
        void (isChanged ? keepDraft(form, structuredClone(typed), base) : forgetDraft(form));
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(pause, PAUSE_MS);
    },
    [form, pause],
  );
  /** Called after the input was saved or discarded. */
  const forget = useCallback(() => {
    next.current = undefined;
    offer(undefined);
    if (form) void forgetDraft(form);
  }, [form, offer]);

  return { found, offer, note, forget };
};

/** An earlier draft, as offered by a form. */
export interface OfferedDraft {
  readonly at: string;
  /** Names of values that both the draft and others have changed. */
  readonly both: readonly string[];
  readonly restore: () => void;
  readonly discard: () => void;
}

/** What a form declares about its draft. */
export interface FormDraft<V extends FieldValues> {
  /** For long forms: name under which the input is stored on the device until it is saved or discarded, such as 'person 12'. */
  readonly draft?: string | undefined;
  /** Values that a draft stores even if unchanged, because each form opens with different ones, such as the current time. */
  readonly draftKeeps?: readonly (keyof V & string)[];
  /** Adapts a draft to a form whose fields vary. */
  readonly fitDraft?: (restored: V) => V;
}

/** Connects the draft to a form of the form kit. */
export const useFormDraft = <V extends FieldValues>(
  form: UseFormReturn<V>,
  base: V,
  { draft: name, draftKeeps: always = [], fitDraft: fit = (restored) => restored }: FormDraft<V>,
) => {
  const { found, offer, note, forget } = useDraft({ form: name, stored: base });
  useEffect(() => {
    if (!name) return undefined;
    const follow = () => {
      const typed = form.getValues();
      note(typed, base, differences(typed, base).length > 0);
    };
    // The stored values may have changed instead of the input.
    follow();
    const { unsubscribe } = form.watch(follow);
    return unsubscribe;
  }, [form, name, note, base]);

  if (!found) return { offered: undefined, forget };
  const mine = differences(found.typed, found.base);
  const offered: OfferedDraft = {
    at: found.at,
    both: differences(base, found.base).filter((one) => mine.includes(one) && !always.includes(one)),
    restore: () => {
      const restored = putOnTop(found.typed, found.base, form.getValues(), always);
      offer(undefined);
      form.reset(fit(restored), { keepDefaultValues: true });
    },
    discard: forget,
  };
  return { offered, forget };
};
