import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { isFreeKey } from '../ui/free-keys.ts';

const GuideAndKeys = lazy(async () => ({ default: (await import('./GuideAndKeys.tsx')).GuideAndKeys }));

interface GuideDialogProps {
  readonly title: string;
  readonly opened: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** The guide about the open page, and its shortcuts. Opened by '?' and from the user menu (docs/rules/screens.md, rule 19). */
export const GuideDialog = ({ title, opened, onOpen, onClose }: GuideDialogProps) => {
  const pathname = useLocation({ select: (location) => location.pathname });
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
    <Dialog opened={opened} onClose={onClose} title={title} wide>
      <ErrorBoundary resetKey={pathname}>
        <Suspense>
          <GuideAndKeys />
        </Suspense>
      </ErrorBoundary>
    </Dialog>
  );
};
