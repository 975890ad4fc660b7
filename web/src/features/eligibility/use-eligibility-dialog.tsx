import { lazy, Suspense, useState } from 'react';
import { useCapabilities } from '../../platform/site.ts';

const EligibilityListDialog = lazy(async () => ({
  default: (await import('./EligibilityListDialog.tsx')).EligibilityListDialog,
}));

/** Opens the dialog, which is wherever `dialog` is rendered. `offered`: the agency has the feature. */
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
