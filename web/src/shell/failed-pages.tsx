import { Button } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { MAIN_ID } from '../ui/theme.ts';
import { FailedCall } from './query.ts';

/** A page whose code or first answer could not be fetched. */
export const PageFailed = ({ error, reset }: ErrorComponentProps) => (
  <ErrorState
    title="The page could not be loaded"
    text={
      error instanceof FailedCall && error.refusal.code !== 'unavailable'
        ? error.message
        : 'The server did not answer. Nothing was changed.'
    }
    onRetry={reset}
    reference={error instanceof FailedCall ? error.reference : undefined}
  />
);

export const NotFoundPage = () => (
  <main id={MAIN_ID}>
    <EmptyState
      icon={IconMap2}
      title="There is no page at this address"
      text="It may have been typed or copied wrongly."
    >
      <Button component={Link} to="/" variant="filled">
        To the start page
      </Button>
    </EmptyState>
  </main>
);
