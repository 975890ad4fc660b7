import { ActionIcon } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useCapabilities } from '../sites/api.ts';

const EligibilityListDialog = lazy(async () => ({
  default: (await import('./EligibilityListDialog.tsx')).EligibilityListDialog,
}));

/** Opens the dialog; stands wherever `dialog` is rendered. `offered`: the agency has the feature. */
export const useEligibilityDialog = () => {
  const [opened, setOpened] = useState(false);
  const offered = useCapabilities()?.eligibility ?? false;
  return {
    offered,
    open: () => setOpened(true),
    dialog: opened && (
      <Suspense>
        <EligibilityListDialog onClose={() => setOpened(false)} />
      </Suspense>
    ),
  };
};

/** Eligibility of all clients, in the People bar. */
export const EligibilityButton = () => {
  const { offered, open, dialog } = useEligibilityDialog();
  return (
    <>
      {offered && (
        <ActionIcon
          variant="default"
          size={32}
          aria-label="Eligibility"
          aria-haspopup="dialog"
          data-tip="Eligibility"
          onClick={open}
        >
          <IconShieldCheck size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
      )}
      {dialog}
    </>
  );
};
