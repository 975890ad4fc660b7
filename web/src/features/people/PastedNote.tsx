import { fieldOf } from '@homecare/domain/people/dictionary.ts';
import { PASTED_FIELDS, type PastedPerson } from '@homecare/domain/people/pasted.ts';
import { Button } from '@mantine/core';
import { Note } from '../../ui/Note.tsx';
import classes from './PersonFormPage.module.css';

interface PastedNoteProps {
  readonly filled: PastedPerson;
  readonly onUndo: () => void;
}

/** Says which fields a pasted text has filled. */
export const PastedNote = ({ filled, onUndo }: PastedNoteProps) => {
  const labels = PASTED_FIELDS.filter((name) => filled[name] !== undefined).map(
    (name) => fieldOf(name).label,
  );
  return (
    <div className={classes.notes}>
      <Note tone="ok" live actions={<Button onClick={onUndo}>Undo</Button>}>
        Filled from the pasted text: {labels.join(', ')}.
      </Note>
    </div>
  );
};
