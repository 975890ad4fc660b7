import { showStamp } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import type { MergeRow } from '@homecare/domain/people/merge-contract.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { recordsChanged, UNDO_MERGE } from './api.ts';
import classes from './HistorySection.module.css';

interface UndoProps {
  readonly merge: MergeRow;
}

/** Undoes a merge after a confirmation. */
export const UndoMergeButton = ({ merge }: UndoProps) => {
  const [asked, setAsked] = useState(false);
  const undo = useAction({
    ...UNDO_MERGE,
    onDone: ({ data }) => {
      recordsChanged();
      toast.success(data.message);
    },
    onEnd: () => setAsked(false),
  });
  return (
    <>
      <Button onClick={() => setAsked(true)} aria-label={`Undo the merge with ${merge.away.name}`}>
        Undo
      </Button>
      <ConfirmDialog
        opened={asked}
        title="Undo this merge?"
        confirmLabel="Undo merge"
        busy={undo.pending}
        onConfirm={() => void undo.run({ id: merge.id })}
        onCancel={() => setAsked(false)}
      >
        <p>
          {`${merge.away.name} becomes a record of its own again. ${merge.moves.length > 0 ? `Moves back ${merge.moves.join(', ')}.` : ''} What was added to ${merge.kept.name} since the merge stays there.`}
        </p>
        {merge.sentSince > 0 && (
          <p>
            {`${counted(merge.sentSince, 'visit', 'visits')} ${merge.sentSince === 1 ? 'was' : 'were'} sent to Sandata since the merge, for ${merge.kept.name}. Undo sends nothing: resend ${merge.sentSince === 1 ? 'it' : 'each'} from its log afterwards.`}
          </p>
        )}
      </ConfirmDialog>
    </>
  );
};

interface MergeRowsProps {
  readonly merges: readonly MergeRow[];
  readonly id: number;
  readonly zone: string;
  /** Admins may undo a merge for 30 days. */
  readonly mayUndo: boolean;
}

/** Merges of a record, newest first, each with the values of the other record. */
export const MergeRows = ({ merges, id, zone, mayUndo }: MergeRowsProps) => (
  <ul className={classes.merges}>
    {merges.map((merge) => (
      <li key={merge.id}>
        <div>
          <strong>
            {merge.kept.ID === id ? `Merged with ${merge.away.name}` : `Merged into ${merge.kept.name}`}
          </strong>
          <span className="ink2">{` ${showStamp(merge.at, zone)} ${merge.by}`}</span>
          {merge.moves.length > 0 && <p>{`Moved: ${merge.moves.join(', ')}`}</p>}
          {merge.former.length > 0 && (
            <p className="ink2">
              {`It also held: ${merge.former.map(({ label, value }) => `${label} ${value}`).join(' · ')}`}
            </p>
          )}
          {merge.undone && <p>{`Undone ${showStamp(merge.undone.at, zone)} ${merge.undone.by}`}</p>}
          {merge.undoUntil && mayUndo && (
            <p className="ink2">{`Can be undone until ${showStamp(merge.undoUntil, zone)}`}</p>
          )}
        </div>
        {merge.undoUntil && mayUndo && <UndoMergeButton merge={merge} />}
      </li>
    ))}
  </ul>
);
