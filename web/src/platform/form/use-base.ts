import type { Reason, Refusal } from '@homecare/domain/errors.ts';
import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { differences, putOnTop, type Stored } from './values.ts';

/** Somebody else saved while this was typed: nothing was written, and nothing of theirs is taken over unseen. */
export interface Stale<V> {
  /** Who and when, in the server's words. */
  readonly info: string;
  readonly fresh: Stored<V>;
  /** Names of the values that they changed, and of those that are changed here too. */
  readonly theirs: readonly string[];
  readonly both: readonly string[];
}

export interface BaseOptions<V> {
  /** What the form opens with: it is read once, and again when a newer revision comes and nothing is typed or refused. */
  readonly values: V;
  readonly rev?: number | undefined;
  /** The record as it is now, for the person who was not the only one to change it. */
  readonly readAgain?: () => Promise<Stored<V> | undefined>;
  /** After the user took over what somebody else saved. */
  readonly onTaken?: () => void;
}

/** What is stored as far as the form knows, below what was typed, and what somebody else has put in its place. */
export const useBase = <V extends FieldValues>(
  form: UseFormReturn<V>,
  { values: stored, rev = 0, readAgain, onTaken }: BaseOptions<V>,
  isUnderWay: () => boolean,
) => {
  const [base, setBase] = useState<Stored<V>>({ value: stored, rev });
  const [stale, setStale] = useState<Stale<V>>();
  /** A save was refused because of a newer record: until the user has chosen, none is taken over by itself. */
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
    /** After a save of something else of the same record: only its revision moved on. */
    raise: (next: number) => setBase((before) => ({ ...before, rev: next })),
    keepMine: () => stale && rebase(stale.fresh, putOnTop(form.getValues(), base.value, stale.fresh.value)),
    takeTheirs: () => stale && take(stale.fresh),
  };
};
