import { isCaregiver } from '@homecare/domain/permissions.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { type Language, useLanguage } from '../language.ts';
import { useSession } from '../session.ts';

const WORDS: Readonly<Record<Language, Record<'title' | 'lost' | 'keep' | 'discard', string>>> = {
  en: {
    title: 'Discard changes?',
    lost: 'What you entered will be lost.',
    keep: 'Keep editing',
    discard: 'Discard',
  },
  es: {
    title: '¿Descartar los cambios?',
    lost: 'Lo que escribió se perderá.',
    keep: 'Seguir editando',
    discard: 'Descartar',
  },
};

interface Closing {
  /** Read at the moment of closing, so that the latest input counts. */
  readonly save: { readonly isDirty: boolean; readonly giveUp?: () => void };
  readonly onClose: () => void;
  /** Closes without a question, because nothing is lost or closing is intended. */
  readonly atOnce?: boolean | undefined;
  /** Offers the dialog's main action in the question too. */
  readonly instead?: { readonly label: string; readonly submit: () => void } | undefined;
}

/** Closes a dialog with a form: at once if nothing changed, otherwise after a question. */
export const useClosing = ({
  save,
  onClose,
  atOnce,
  instead,
}: Closing): { leave: () => void; question: ReactNode } => {
  const [asks, setAsks] = useState(false);
  const spoken = useLanguage();
  const words = WORDS[isCaregiver(useSession()?.role) ? spoken : 'en'];
  const stay = () => setAsks(false);
  const discard = () => {
    save.giveUp?.();
    onClose();
  };
  // Mounted only now, so that the Escape that opens the question does not close it too.
  const question = asks ? (
    <ConfirmDialog
      opened
      title={words.title}
      cancelLabel={words.keep}
      focusCancel
      onCancel={stay}
      {...(instead
        ? {
            confirmLabel: instead.label,
            onConfirm: () => {
              stay();
              instead.submit();
            },
            extra: (
              <Button size="sm" color="red" onClick={discard}>
                {words.discard}
              </Button>
            ),
          }
        : { confirmLabel: words.discard, danger: true, onConfirm: discard })}
    >
      <p>{words.lost}</p>
    </ConfirmDialog>
  ) : undefined;
  // A draft that was offered but not looked at is offered again next time.
  return { leave: () => (save.isDirty && !atOnce ? setAsks(true) : onClose()), question };
};
