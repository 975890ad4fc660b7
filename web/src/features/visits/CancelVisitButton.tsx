import { Button } from '@mantine/core';
import { IconCalendarX } from '@tabler/icons-react';
import { useState } from 'react';
import { useCapabilities } from '../../platform/site.ts';
import { menuIcon } from '../../ui/icons.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { CloseVisitDialog, reopenVisit } from './BulkRowDialogs.tsx';
import type { ClosableVisit } from './visit-dialog.ts';
import { NOT_CREATED } from './visit-words.ts';

interface CancelVisitProps {
  /** The id is null until the visit has been created. */
  readonly visit: Omit<ClosableVisit, 'id'> & { readonly id: number | null };
  readonly zone: string;
  readonly isClosed?: boolean;
  readonly look?: 'subtle' | 'default';
  readonly onClosed?: () => void;
}

/** Cancels a visit that does not take place, or reopens it, wherever a visit is shown. */
export const CancelVisitButton = ({
  visit,
  zone,
  isClosed = false,
  look = 'default',
  onClosed,
}: CancelVisitProps) => {
  const [asking, setAsking] = useState(false);
  const { id } = visit;
  // Only premium sites have this call.
  if (!useCapabilities()?.premium || visit.Status !== 'Planned') return null;
  if (isClosed && id !== null) return <Button onClick={() => void reopenVisit({ id })}>Reopen visit</Button>;
  return (
    <>
      <ReasonButton
        variant={look}
        leftSection={<IconCalendarX {...menuIcon} />}
        reason={id === null ? NOT_CREATED : undefined}
        onClick={() => setAsking(true)}
      >
        Cancel visit
      </ReasonButton>
      {asking && id !== null && (
        <CloseVisitDialog
          visit={{ ...visit, id }}
          zone={zone}
          onClosed={onClosed}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
};
