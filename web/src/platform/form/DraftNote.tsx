import { sayStamp, showStamp } from '@homecare/domain/calendar.ts';
import { Button } from '@mantine/core';
import { Note } from '../../ui/Note.tsx';
import { useOwnLanguage } from '../own-language.ts';
import { useZone } from '../use-today.ts';
import type { OfferedDraft } from './use-draft.ts';

const UNSAVED = {
  en: (at: string) => `You made changes here on ${at} and did not save them.`,
  es: (at: string) => `Usted hizo cambios aquí el ${at} y no los guardó.`,
};
/** Of a message, which the office alone writes. */
export const UNSENT = (at: string) => `You wrote a message here on ${at} and did not send it.`;

/** Names of months are English ones. */
const STAMP = { en: sayStamp, es: showStamp };

const WORDS = {
  en: {
    discard: 'Discard',
    restore: 'Restore',
    both: (names: string) => ` Someone changed ${names} since then: Restore replaces it with yours.`,
  },
  es: {
    discard: 'Descartar',
    restore: 'Recuperar',
    both: (names: string) =>
      ` Alguien cambió ${names} desde entonces: Recuperar lo reemplaza con lo que usted escribió.`,
  },
};

interface DraftNoteProps {
  readonly draft: OfferedDraft | undefined;
  /** The caption of a value; one without any is not spoken of. */
  readonly labelOf?: ((name: string) => string | undefined) | undefined;
  readonly said?: (at: string) => string;
}

/** Offers what was typed here before and not saved. */
export const DraftNote = ({ draft, labelOf = () => undefined, said }: DraftNoteProps) => {
  const zone = useZone();
  const language = useOwnLanguage();
  if (!draft) return null;
  const both = [...new Set(draft.both.flatMap((name) => labelOf(name) ?? []))].join(', ');
  const { discard, restore, both: sayBoth } = WORDS[language];
  return (
    <Note
      tone="info"
      actions={
        <>
          <Button onClick={draft.discard}>{discard}</Button>
          <Button onClick={draft.restore}>{restore}</Button>
        </>
      }
    >
      {(said ?? UNSAVED[language])(STAMP[language](draft.at, zone))}
      {both && sayBoth(both)}
    </Note>
  );
};
