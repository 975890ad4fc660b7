import type { InputOf } from '@homecare/domain/call.ts';
import type { BulkAction } from '@homecare/domain/visits/bulk.ts';
import { applyBulk, type BulkAnswer, undoBulk } from '@homecare/domain/visits/contract.ts';
import { useState } from 'react';
import { useSending, useTask } from '../../platform/form/use-action.ts';
import { refreshVisits } from './office-api.ts';

/** Visits per call, few enough that the progress bar moves. */
const AT_ONCE = 20;

export type BulkWords = Omit<InputOf<typeof applyBulk>, 'action' | 'ids'>;

export interface BulkOutcome {
  readonly action: BulkAction;
  readonly isUndo: boolean;
  readonly done: number;
  readonly refused: BulkAnswer['refused'];
  /** What Undo takes back. */
  readonly bulks: readonly number[];
  /** Why the remaining visits were not tried. */
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

const startOf = (action: BulkAction, isUndo: boolean): BulkOutcome => ({
  action,
  isUndo,
  done: 0,
  refused: [],
  bulks: [],
  failure: undefined,
});

type Work = (report: (progress: BulkProgress) => void) => Promise<BulkOutcome>;

/** Runs one bulk action at a time in several calls, with progress, refusals and Undo. */
export const useBulk = () => {
  const apply = useSending({ call: applyBulk, keyed: true });
  const takeBack = useSending({ call: undoBulk, keyed: true });
  const [outcome, setOutcome] = useState<BulkOutcome>();
  const working = useTask(async (work: Work, report: (progress: BulkProgress) => void) => {
    setOutcome(undefined);
    const last = await work(report);
    setOutcome(last);
    await refreshVisits();
    return last;
  });

  const run = (action: BulkAction, ids: readonly number[], words: BulkWords = {}) =>
    working.run(async (report) => {
      let so = startOf(action, false);
      let tried = 0;
      for (const part of chunksOf(ids)) {
        report({ action, done: tried, total: ids.length });
        const sent = await apply.run({ input: { action, ids: [...part], ...words } });
        if (!sent?.ok) return { ...so, failure: sent?.info };
        so = added(so, sent.data);
        tried += part.length;
      }
      return so;
    });

  const undo = ({ action, bulks, done }: BulkOutcome) =>
    working.run(async (report) => {
      let so = startOf(action, true);
      for (const bulk of bulks) {
        report({ action, done: so.done, total: done });
        const sent = await takeBack.run({ input: { bulk } });
        if (!sent?.ok) return { ...so, failure: sent?.info };
        so = added(so, sent.data);
      }
      return so;
    });

  return { progress: working.progress, outcome, run, undo, forget: () => setOutcome(undefined) };
};
