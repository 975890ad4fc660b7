import { lazy, Suspense, useState } from 'react';

const CandidatesDialog = lazy(async () => ({
  default: (await import('./CandidatesDialog.tsx')).CandidatesDialog,
}));

/** Opens the dialog, which is wherever `dialog` is rendered. */
export const useCandidatesDialog = () => {
  const [opened, setOpened] = useState(false);
  return {
    open: () => setOpened(true),
    dialog: opened && (
      <Suspense>
        <CandidatesDialog onClose={() => setOpened(false)} />
      </Suspense>
    ),
  };
};
