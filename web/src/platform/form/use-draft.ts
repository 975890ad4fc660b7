import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { type Draft, findDraft, forgetDraft, keepDraft } from './drafts.ts';
import { differences, putOnTop } from './values.ts';

/** A pause in the typing after which it is kept. */
const PAUSE_MS = 400;

interface DraftOptions<V> {
  /** What of the product this form is, e.g. 'person 12'; without it nothing is kept. */
  readonly form: string | undefined;
  /** What it opens with. */
  readonly stored: V;
}

/** Keeps what is typed in a form until it is saved or given up, and finds what an earlier visit left. */
export const useDraft = <V extends object>({ form, stored }: DraftOptions<V>) => {
  const [found, setFound] = useState<Draft<V>>();
  const example = useRef(stored);
  /** Nothing is kept before it is known what an earlier visit left, nor while that is offered. */
  const isOpen = useRef(false);
  /** What is done at the next pause. */
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
    // The question of the browser before it closes leaves the time to write; a phone only hides the page.
    const ends = ['beforeunload', 'pagehide'] as const;
    for (const end of ends) window.addEventListener(end, pause);
    document.addEventListener('visibilitychange', pause);
    return () => {
      for (const end of ends) window.removeEventListener(end, pause);
      document.removeEventListener('visibilitychange', pause);
      pause();
    };
  }, [pause]);

  /** After each change; what is as stored needs no draft. */
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
  /** It was saved or given up. */
  const forget = useCallback(() => {
    next.current = undefined;
    offer(undefined);
    if (form) void forgetDraft(form);
  }, [form, offer]);

  return { found, offer, note, forget };
};

/** What an earlier visit left, as a form offers it. */
export interface OfferedDraft {
  readonly at: string;
  /** Names of what others have changed since, and the draft changes too. */
  readonly both: readonly string[];
  readonly restore: () => void;
  readonly discard: () => void;
}

/** What a form says of its draft. */
export interface FormDraft<V extends FieldValues> {
  /** A long form: what is typed is kept on the device under this name, e.g. 'person 12', until it is saved or given up. */
  readonly draft?: string | undefined;
  /** What a draft keeps also unchanged: each form opens with another one, such as the time of now. */
  readonly draftKeeps?: readonly (keyof V & string)[];
  /** What of a draft still has its place, where the fields of a form are not always the same. */
  readonly fitDraft?: (restored: V) => V;
}

/** The draft of a form whose values are in the form kit. */
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
    // What is stored may have changed in place of what is typed.
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
