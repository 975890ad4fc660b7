import { ConfirmDialog } from '../../ui/Dialog.tsx';

interface DiscardQuestionProps {
  readonly what: 'answer' | 'message';
  readonly onDiscard: () => void;
  readonly onKeep: () => void;
}

/** Before typed words are lost. It is mounted only then: the Escape that opens it must not close it too. */
export const DiscardQuestion = ({ what, onDiscard, onKeep }: DiscardQuestionProps) => (
  <ConfirmDialog
    opened
    title={`Discard the ${what}?`}
    confirmLabel="Discard"
    cancelLabel="Keep writing"
    danger
    focusCancel
    onConfirm={onDiscard}
    onCancel={onKeep}
  >
    <p>It was not sent.</p>
  </ConfirmDialog>
);
