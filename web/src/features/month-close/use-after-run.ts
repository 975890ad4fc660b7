import { counted } from '@homecare/domain/counted.ts';
import { isUnderWay, type MonthRun } from '@homecare/domain/month-close/schema.ts';
import { useEffect, useRef } from 'react';
import { offerUndo } from '../../platform/form/offer-undo.ts';
import { markStale } from '../../platform/query.ts';
import { AFTER_RUN, UNDO_RUN } from './api.ts';

const cards = (count: number) => counted(count, 'card');

/** What is said of cards that an undone run has deleted. */
export const takenBack = (count: number) => `${cards(count)} taken back.`;

/** Each press that changes many things at once can be taken back where its end is seen; the run's own line has Undo for longer. */
const offerBack = ({ id, cards: count, made }: MonthRun) =>
  offerUndo({
    ...UNDO_RUN,
    input: { id },
    said: `${cards(count)} made for ${counted(made, 'client')}.`,
    undone: ({ data }) => takenBack(data.removed),
  });

const wordsOf = (run: MonthRun | null) => `${run?.id} ${run?.state}`;

/** Once a run has ended or was taken back, here or in another window, the month is counted anew. */
export const useAfterRun = (run: MonthRun | null | undefined, started: number | undefined) => {
  const before = useRef<MonthRun | null>(undefined);
  const offer = useRef<{ readonly id: number; readonly close: () => void }>(undefined);
  useEffect(() => {
    if (run === undefined) return;
    const last = before.current;
    before.current = run;
    const hasEnded = last !== undefined && wordsOf(last) !== wordsOf(run) && !(run && isUnderWay(run.state));
    if (hasEnded) {
      void markStale(...AFTER_RUN);
      // The message of a run that its own line took back, or that another followed, offers nothing.
      offer.current?.close();
    }
    if (run?.state !== 'done' || !run.canUndo || offer.current?.id === run.id) return;
    // A quick one has ended before it is known that it was begun here.
    const isOwn = run.id === started || (hasEnded && last?.id === run.id && isUnderWay(last.state));
    if (isOwn) offer.current = { id: run.id, close: offerBack(run) };
  }, [run, started]);
};
