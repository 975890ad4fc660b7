import { sayStamp } from '@homecare/domain/calendar.ts';
import { Button } from '@mantine/core';
import { Note } from '../../ui/Note.tsx';
import { useZone } from '../use-today.ts';
import type { OfferedDraft } from './use-draft.ts';

interface DraftNoteProps {
  readonly draft: OfferedDraft | undefined;
  /** The caption of a value; one without any is not spoken of. */
  readonly labelOf?: ((name: string) => string | undefined) | undefined;
}

/** Offers what was typed here before and not saved. */
export const DraftNote = ({ draft, labelOf = () => undefined }: DraftNoteProps) => {
  const zone = useZone();
  if (!draft) return null;
  const both = [...new Set(draft.both.flatMap((name) => labelOf(name) ?? []))].join(', ');
  return (
    <Note
      tone="info"
      actions={
        <>
          <Button onClick={draft.discard}>Discard</Button>
          <Button onClick={draft.restore}>Restore</Button>
        </>
      }
    >
      {`You made changes here on ${sayStamp(draft.at, zone)} and did not save them.`}
      {both && ` Someone changed ${both} since then: Restore replaces it with yours.`}
    </Note>
  );
};
