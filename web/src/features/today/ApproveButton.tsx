import type { Fix } from '@homecare/domain/today/schema.ts';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useAction } from '../../platform/form/use-action.ts';
import { offerBack } from '../availability/use-deciding.ts';
import { APPROVE } from './api.ts';

const ApproveDialog = lazy(async () => ({
  default: (await import('../availability/ApproveDialog.tsx')).ApproveDialog,
}));

interface ApproveButtonProps {
  readonly asked: Extract<Fix, { by: 'approve' }>['asked'];
  readonly title: string;
  readonly word: string;
  readonly look: string;
}

/** Says how many visits would have nobody before it approves (docs/rules/availability.md, rule 10). */
export const ApproveButton = ({ asked, title, word, look }: ApproveButtonProps) => {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const approve = useAction({
    ...APPROVE,
    onDone: (_, { items, status }) => {
      void offerBack(status, items, APPROVE.changes);
      close();
    },
  });
  const items = [{ id: asked.id, rev: asked.rev }];
  return (
    <>
      <Button variant={look} aria-label={`${word}: ${title}`} onClick={() => setAsking(true)}>
        {word}
      </Button>
      {isAsking && (
        <Suspense>
          <ApproveDialog
            rows={[asked]}
            busy={approve.pending}
            onApprove={() => void approve.run({ items, status: 'Approved' })}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
};
