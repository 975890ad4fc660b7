import { lazy, Suspense, useEffect } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { isFreeKey } from '../ui/free-keys.ts';

const KeyList = lazy(async () => ({ default: (await import('./KeyList.tsx')).KeyList }));

interface KeyboardDialogProps {
  readonly opened: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** The shortcuts: '?' shows them, and so does the user menu. */
export const KeyboardDialog = ({ opened, onOpen, onClose }: KeyboardDialogProps) => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || !isFreeKey(event)) return;
      event.preventDefault();
      onOpen();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onOpen]);
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard">
      <Suspense>
        <KeyList />
      </Suspense>
    </Dialog>
  );
};
