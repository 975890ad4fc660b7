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
  /** Asked when it closes, so that what was typed right before counts. */
  readonly save: { readonly isDirty: boolean; readonly giveUp?: () => void };
  readonly onClose: () => void;
  /** Closing loses nothing, or is no accident. */
  readonly atOnce?: boolean | undefined;
  /** What the dialog is for can be done from the question as well. */
  readonly instead?: { readonly label: string; readonly submit: () => void } | undefined;
}

/** How a dialog with a form is closed: at once where nothing was changed, else after a question. */
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
  // Mounted only then: the Escape that opens it must not close it too.
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
  // A draft that is offered and was not looked at is offered the next time too.
  return { leave: () => (save.isDirty && !atOnce ? setAsks(true) : onClose()), question };
};
