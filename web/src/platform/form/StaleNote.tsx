import { Button } from '@mantine/core';
import { Note } from '../../ui/Note.tsx';
import type { Saving } from './use-save.ts';

interface StaleNoteProps {
  readonly save: Pick<Saving, 'stale' | 'keepMine' | 'takeTheirs'>;
  /** The label of a value; undefined for values not to be mentioned. A form with one field needs no labels. */
  readonly labelOf?: ((name: string) => string | undefined) | undefined;
}

/** Says who saved in between, that nothing was written, what differs, and offers two ways to continue. */
export const StaleNote = ({ save: { stale, keepMine, takeTheirs }, labelOf }: StaleNoteProps) => {
  if (!stale) return null;
  const listed = (names: readonly string[]) =>
    [...new Set(names.flatMap((name) => labelOf?.(name) ?? []))].join(', ');
  const theirs = listed(stale.theirs);
  const both = labelOf ? listed(stale.both) : stale.both.length > 0 && 'the same';
  return (
    <Note
      tone="danger"
      live
      actions={
        <>
          <Button onClick={takeTheirs}>Discard my changes</Button>
          <Button variant="filled" onClick={keepMine}>
            Keep my changes
          </Button>
        </>
      }
    >
      <strong>Not saved. {stale.info.replace(/\.$/, '')}.</strong> {theirs && `They changed ${theirs}. `}
      {both
        ? `You changed ${both} too: keeping yours replaces theirs there. `
        : 'Keeping yours keeps theirs too. '}
      Your changes are still here.
    </Note>
  );
};
