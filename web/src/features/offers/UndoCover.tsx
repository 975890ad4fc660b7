import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import { Button } from '@mantine/core';
import { useAction } from '../../platform/form/use-action.ts';
import { toast } from '../../platform/toasts.ts';
import { UNDO_COVER } from './api.ts';

interface UndoCoverProps {
  readonly visit: VisitKey;
  /** What is taken back, for those who listen. */
  readonly label: string;
  /** On the button, where nothing beside it says what. */
  readonly words?: string;
}

/** Takes a cover back: the visit is open again, and those it concerns are notified. */
export const UndoCover = ({ visit: { planId, day }, label, words = 'Undo' }: UndoCoverProps) => {
  const undo = useAction({ ...UNDO_COVER, onDone: () => toast.success('Undone. The visit is open again.') });
  return (
    <Button
      aria-label={`${words}: ${label}`}
      disabled={undo.pending}
      onClick={() => void undo.run({ planId, day })}
    >
      {words}
    </Button>
  );
};
