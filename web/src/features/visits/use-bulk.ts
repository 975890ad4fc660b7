import type { InputOf } from '@homecare/domain/call.ts';
import type { BulkAction } from '@homecare/domain/visits/bulk.ts';
import { applyBulk, type BulkAnswer, undoBulk } from '@homecare/domain/visits/contract.ts';
import { useState } from 'react';
import { useSending } from '../../platform/form/use-action.ts';
import { refreshVisits } from './office-api.ts';

/** Visits of one call: few enough that the progress moves. */
const AT_ONCE = 20;

export type BulkWords = Omit<InputOf<typeof applyBulk>, 'action' | 'ids'>;

export interface BulkOutcome {
  readonly action: BulkAction;
  readonly isUndo: boolean;
  readonly done: number;
  readonly refused: BulkAnswer['refused'];
  /** What an undo takes back. */
  readonly bulks: readonly number[];
  /** Why the rest was not tried. */
  readonly failure: string | undefined;
}

export interface BulkProgress {
  readonly action: BulkAction;
  readonly done: number;
  readonly total: number;
}

const chunksOf = (ids: readonly number[]) =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, n) =>
    ids.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );

const added = (outcome: BulkOutcome, { bulk, done, refused }: BulkAnswer): BulkOutcome => ({
  ...outcome,
  done: outcome.done + done.length,
  refused: [...outcome.refused, ...refused],
  bulks: bulk === null ? outcome.bulks : [...outcome.bulks, bulk],
});

/** One bulk action at a time: sent in parts, with its progress, what was refused, and its undo. */
export const useBulk = () => {
  const apply = useSending({ call: applyBulk, keyed: true });
  const takeBack = useSending({ call: undoBulk, keyed: true });
  const [progress, setProgress] = useState<BulkProgress>();
  const [outcome, setOutcome] = useState<BulkOutcome>();

  const start = (action: BulkAction, isUndo: boolean): BulkOutcome => {
    setOutcome(undefined);
    return { action, isUndo, done: 0, refused: [], bulks: [], failure: undefined };
  };
  const finish = async (last: BulkOutcome) => {
    setProgress(undefined);
    setOutcome(last);
    await refreshVisits();
    return last;
  };

  const run = async (action: BulkAction, ids: readonly number[], words: BulkWords = {}) => {
    let so = start(action, false);
    let tried = 0;
    for (const part of chunksOf(ids)) {
      setProgress({ action, done: tried, total: ids.length });
      const sent = await apply.run({ input: { action, ids: [...part], ...words } });
      if (!sent?.ok) return finish({ ...so, failure: sent?.info });
      so = added(so, sent.data);
      tried += part.length;
    }
    return finish(so);
  };

  const undo = async ({ action, bulks, done }: BulkOutcome) => {
    let so = start(action, true);
    for (const bulk of bulks) {
      setProgress({ action, done: so.done, total: done });
      const sent = await takeBack.run({ input: { bulk } });
      if (!sent?.ok) return finish({ ...so, failure: sent?.info });
      so = added(so, sent.data);
    }
    return finish(so);
  };

  return { progress, outcome, run, undo, forget: () => setOutcome(undefined) };
};
