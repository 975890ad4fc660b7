import type { Role } from '@homecare/domain/call.ts';
import { listMerges, type MergeRow } from '@homecare/domain/people/merge-contract.ts';
import type { RefObject } from 'react';
import { DraftNote } from '../../platform/form/DraftNote.tsx';
import { StaleNote } from '../../platform/form/StaleNote.tsx';
import type { Saving } from '../../platform/form/use-save.ts';
import { may } from '../../platform/role-copy.ts';
import { serverNow } from '../../platform/server-time.ts';
import { RefusedWords } from '../../ui/form.tsx';
import { Note } from '../../ui/Note.tsx';
import { useMerges } from './api.ts';
import { UndoMergeButton } from './MergeRows.tsx';
import classes from './PersonFormPage.module.css';
import { captionOf } from './person-form.ts';

const NO_MERGES: readonly MergeRow[] = [];

/** The records merged into this one. */
export const useRecordMerges = (id: number | undefined, role: Role) => {
  const merges = useMerges(id ?? 0, id !== undefined && may(role, listMerges)).data ?? NO_MERGES;
  /** The latest merge can be undone at the top of the record for a day, and later in its history. */
  const newest = merges.find(
    ({ kept, undoUntil, at }) =>
      kept.ID === id &&
      undoUntil !== null &&
      Temporal.Instant.compare(Temporal.Instant.from(at).add({ hours: 24 }), serverNow()) > 0,
  );
  return { merges, newest };
};

interface MergeNotesProps {
  /** The requested record, if it was merged into this one. */
  readonly mergedFrom: string | undefined;
  /** The merge that can be undone here. */
  readonly newest: MergeRow | undefined;
}

export const MergeNotes = ({ mergedFrom, newest }: MergeNotesProps) =>
  (mergedFrom !== undefined || newest !== undefined) && (
    <div className={classes.notes}>
      {mergedFrom && <Note tone="info">{`${mergedFrom} was merged into this record.`}</Note>}
      {newest && (
        <Note tone="info" actions={<UndoMergeButton merge={newest} />}>
          {`${newest.away.name} is now part of this record${newest.moves.length > 0 ? `: ${newest.moves.join(', ')}` : ''}.`}
        </Note>
      )}
    </div>
  );

export const RecordDraft = ({ draft }: Pick<Saving, 'draft'>) =>
  draft && (
    <div className={classes.notes}>
      <DraftNote draft={draft} labelOf={captionOf} />
    </div>
  );

interface RefusedNotesProps {
  readonly save: Saving;
  readonly place: RefObject<HTMLDivElement | null>;
}

/** Why the record was not saved. */
export const RefusedNotes = ({ save, place }: RefusedNotesProps) => (
  <div className={classes.notes} ref={place} tabIndex={-1}>
    {save.refusal && (
      <Note tone="danger" live>
        <RefusedWords info={save.refusal} />
      </Note>
    )}
    <StaleNote save={save} labelOf={captionOf} />
  </div>
);
