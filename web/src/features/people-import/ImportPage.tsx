import { Button } from '@mantine/core';
import { useOpenPage, usePageState } from '../../platform/page-state.ts';
import { toast } from '../../platform/toasts.ts';
import { FreePage } from '../../ui/Page.tsx';
import { ImportSteps } from './ImportSteps.tsx';

const BACK_TO_PEOPLE = { label: 'Back to people', path: '/dashboard' };
const BACK_TO_AUTHORIZATIONS = { label: 'Back to authorizations', path: '/authorizations' };

/** /importpeople: a file is imported, and the page that was left for it is shown again. */
export const ImportPage = () => {
  const openPage = useOpenPage();
  // Set by the page that was left for this one.
  const back = usePageState().from === 'authorizations' ? BACK_TO_AUTHORIZATIONS : BACK_TO_PEOPLE;
  const leave = () => void openPage(back.path);
  return (
    <FreePage>
      <ImportSteps
        onImported={(words) => {
          toast.success(words);
          leave();
        }}
        aside={(isImporting) => (
          <Button onClick={leave} disabled={isImporting}>
            {back.label}
          </Button>
        )}
      />
    </FreePage>
  );
};
