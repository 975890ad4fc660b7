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
  /** Its id is null as long as it is not created. */
  readonly visit: Omit<ClosableVisit, 'id'> & { readonly id: number | null };
  readonly zone: string;
  readonly isClosed?: boolean;
  readonly look?: 'subtle' | 'default';
  readonly onClosed?: () => void;
}

/** A visit that does not take place, and the way back: wherever a visit is looked at. */
export const CancelVisitButton = ({
  visit,
  zone,
  isClosed = false,
  look = 'default',
  onClosed,
}: CancelVisitProps) => {
  const [asking, setAsking] = useState(false);
  const { id } = visit;
  // The call is one of premium sites.
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
