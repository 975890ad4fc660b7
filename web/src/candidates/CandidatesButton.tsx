import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

const CandidatesDialog = lazy(async () => ({
  default: (await import('./CandidatesDialog.tsx')).CandidatesDialog,
}));

/** Opens the dialog; stands wherever `dialog` is rendered. */
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

/** The Candidates button of the People bar, with its dialog. */
export const CandidatesButton = () => {
  const { open, dialog } = useCandidatesDialog();
  return (
    <>
      <Button
        leftSection={<IconUserPlus size={16} stroke={1.8} aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        Candidates
      </Button>
      {dialog}
    </>
  );
};
