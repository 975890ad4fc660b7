import { useEffect, useState } from 'react';

export interface Stored<V> {
  readonly value: V;
  readonly rev: number;
}

interface Stale<V> {
  /** Who saved in between and when, in the server's words. */
  readonly info: string;
  readonly fresh: Stored<V>;
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Names of the values in which two drafts differ. */
const differences = (a: object, b: object): string[] => {
  const other = new Map(Object.entries(b));
  return Object.entries(a).flatMap(([name, value]) => (isSame(value, other.get(name)) ? [] : [name]));
};

/** What is typed beside what is stored. A value that somebody else saved meanwhile is never overwritten unseen. */
export const useDraft = <V extends object>(stored: Stored<V>) => {
  const [base, setBase] = useState(stored);
  const [draft, setDraft] = useState(stored.value);
  const [stale, setStale] = useState<Stale<V>>();
  const changed = differences(draft, base.value);
  const isDirty = changed.length > 0;

  const take = (fresh: Stored<V>) => {
    setBase(fresh);
    setDraft(fresh.value);
    setStale(undefined);
  };
  useEffect(() => {
    if (isDirty || stored.rev <= base.rev) return;
    setBase(stored);
    setDraft(stored.value);
  }, [stored, base.rev, isDirty]);

  return {
    draft,
    rev: base.rev,
    changed,
    isDirty,
    stale,
    set: (change: Partial<V>) => setDraft((before) => ({ ...before, ...change })),
    setStale,
    /** After a save of something else of the same record: only its revision moved on. */
    raise: (rev: number) => setBase((before) => ({ ...before, rev })),
    take,
    undo: () => take(base),
    /** What was typed, put on top of what is stored now. */
    keepMine: () => {
      if (!stale) return;
      const mine = Object.fromEntries(Object.entries(draft).filter(([name]) => changed.includes(name)));
      setBase(stale.fresh);
      setDraft({ ...stale.fresh.value, ...mine });
      setStale(undefined);
    },
  };
};
export type Draft<V extends object> = ReturnType<typeof useDraft<V>>;
