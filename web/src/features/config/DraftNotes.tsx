import type { RefObject } from 'react';
import { RefusalNote } from '../../ui/form.tsx';
import classes from './config.module.css';
import { StaleNote } from './StaleNote.tsx';
import type { Draft } from './use-draft.ts';

interface DraftNotesProps<V extends object> {
  readonly refusal: string | undefined;
  readonly held: Draft<V>;
  readonly place: RefObject<HTMLDivElement | null>;
}

/** Why the last save wrote nothing; the place gets the focus. */
export const DraftNotes = <V extends object>({ refusal, held, place }: DraftNotesProps<V>) => {
  const { stale } = held;
  if (!refusal && !stale) return null;
  return (
    <div className={classes.notes} ref={place} tabIndex={-1}>
      <RefusalNote info={refusal} />
      {stale && <StaleNote info={stale.info} onKeep={held.keepMine} onTake={() => held.take(stale.fresh)} />}
    </div>
  );
};
