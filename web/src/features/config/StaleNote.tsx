import { Button } from '@mantine/core';
import { Note } from '../../ui/Note.tsx';

interface StaleNoteProps {
  /** Who and when. */
  readonly info: string;
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

/** Nothing was written: who saved in between, and two ways on. */
export const StaleNote = ({ info, onKeep, onTake }: StaleNoteProps) => (
  <Note
    tone="danger"
    live
    actions={
      <>
        <Button onClick={onTake}>Discard my changes</Button>
        <Button onClick={onKeep}>Keep my changes</Button>
      </>
    }
  >
    <strong>Not saved. {info}.</strong> What you typed is still here: keeping it replaces theirs only where
    you changed something.
  </Note>
);
