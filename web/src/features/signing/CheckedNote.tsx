import { sayStamp, showDate } from '@homecare/domain/calendar.ts';
import { sayBy } from '@homecare/domain/signing/rules.ts';
import { type CheckedFile, SIGNER_WORDS } from '@homecare/domain/signing/schema.ts';
import { Button } from '@mantine/core';
import { Note } from '../../ui/Note.tsx';
import { openSaved } from '../plan-documents/api.ts';
import { checkWords } from './signing-words.ts';

interface CheckedNoteProps {
  readonly checked: CheckedFile;
  readonly zone: string;
}

/** Whether a file is as it was sealed, by whom and when. */
export const CheckedNote = ({ checked, zone }: CheckedNoteProps) => {
  const { tone, text } = checkWords(checked);
  const { sealed } = checked;
  return (
    <Note
      tone={tone}
      live
      actions={
        sealed && (
          <Button size="compact-sm" onClick={() => openSaved(sealed.savedId)}>
            Open the sealed document
          </Button>
        )
      }
    >
      <b>{text}</b>
      {sealed && (
        <>
          <br />
          {sealed.visitId === null
            ? `Care plan ${sealed.planId}`
            : `Visit of ${showDate(sealed.date)}, care plan ${sealed.planId}`}
          , sealed {sayStamp(sealed.at, zone)} by {sealed.sealedBy}
          {sealed.signatures.map(({ role, name, at, by }) => (
            <span key={role}>
              <br />
              {SIGNER_WORDS[role]}: {name}, {sayStamp(at, zone)} {sayBy(by)}
            </span>
          ))}
        </>
      )}
    </Note>
  );
};
