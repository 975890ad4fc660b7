import { Button } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { openAfresh } from '../platform/close-prompt.ts';
import { FailedCall } from '../platform/query.ts';
import { usePageTitle } from '../platform/title.ts';
import { EmptyState, ErrorState } from '../ui/states.tsx';

/** A release removes the old files of a page. Once the server answers, reloading brings the new ones. */
const loadAnew = async () => {
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => undefined);
  if (answer?.ok) openAfresh(window.location.href);
};

/** Shown if the code or the first answer of a page could not be loaded. */
export const PageFailed = ({ error, reset }: ErrorComponentProps) => {
  const failed = error instanceof FailedCall ? error : undefined;
  const isAnswered = failed && failed.refusal.reason !== 'unavailable';
  return (
    <ErrorState
      title="Couldn’t load this page"
      text={isAnswered ? failed.message : 'The server did not answer. Nothing was changed.'}
      onRetry={failed ? reset : () => void loadAnew()}
      reference={failed?.reference}
    />
  );
};

export const NotFoundPage = () => {
  usePageTitle('Page not found');
  return (
    <EmptyState icon={IconMap2} title="No page at this address" text="Check the address for a typo.">
      <Button component={Link} to="/" variant="filled">
        Go to the start page
      </Button>
    </EmptyState>
  );
};
