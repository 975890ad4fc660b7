import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { differences, putOnTop, type Stored } from './values.ts';

/** Somebody else saved meanwhile. Nothing was written, and their changes are not adopted silently. */
export interface Stale<V> {
  /** Who saved and when, as a sentence of the server. */
  readonly info: string;
  readonly fresh: Stored<V>;
  /** Names of the values that they changed, and of those changed here as well. */
  readonly theirs: readonly string[];
  readonly both: readonly string[];
}

export interface BaseOptions<V> {
  /** Initial values. They are read again when a newer revision arrives, unless there is unsaved input or a refusal. */
  readonly values: V;
  readonly rev?: number | undefined;
  /** Loads the current record after a conflict. */
  readonly readAgain?: () => Promise<Stored<V> | undefined>;
  /** Called after the user adopted what somebody else saved. */
  readonly onTaken?: () => void;
}

/** The stored values under the input, as far as the form knows, and what somebody else has saved instead. */
export const useBase = <V extends FieldValues>(
  form: UseFormReturn<V>,
  { values: stored, rev = 0, readAgain, onTaken }: BaseOptions<V>,
  isUnderWay: () => boolean,
) => {
  const [base, setBase] = useState<Stored<V>>({ value: stored, rev });
  const [stale, setStale] = useState<Stale<V>>();
  /** Set after a save was refused because of a newer record. Until the user decides, no newer one is adopted automatically. */
  const isBehind = useRef(false);
  const isTyped = () => differences(form.getValues(), base.value).length > 0;
  const rebase = (fresh: Stored<V>, value: V) => {
    form.reset(fresh.value);
    if (value !== fresh.value) form.reset(value, { keepDefaultValues: true });
    setBase(fresh);
    setStale(undefined);
    isBehind.current = false;
    if (stale && fresh === stale.fresh) onTaken?.();
  };
  const take = (fresh: Stored<V>) => rebase(fresh, fresh.value);
  const follow = useRef(() => {});
  follow.current = () => {
    if (rev > base.rev && !isTyped() && !isBehind.current && !isUnderWay()) take({ value: stored, rev });
  };
  useEffect(() => follow.current());

  const findStale = async (sent: Refusal<Reason>): Promise<Stale<V> | undefined> => {
    if (sent.reason !== 'stale') return undefined;
    isBehind.current = true;
    const fresh = await readAgain?.().catch(() => undefined);
    if (!fresh || fresh.rev === base.rev) return undefined;
    const theirs = [...differences(fresh.value, base.value), ...(fresh.elsewhere ?? [])];
    const mine = differences(form.getValues(), base.value);
    return { info: sent.info, fresh, theirs, both: theirs.filter((name) => mine.includes(name)) };
  };
  return {
    base,
    stale,
    setStale,
    findStale,
    isTyped,
    rebase,
    take,
    /** Something else in the same record was saved, so only its revision changes. */
    raise: (next: number) => setBase((before) => ({ ...before, rev: next })),
    keepMine: () => stale && rebase(stale.fresh, putOnTop(form.getValues(), base.value, stale.fresh.value)),
    takeTheirs: () => stale && take(stale.fresh),
  };
};
