import { IconTools } from '@tabler/icons-react';
import { EmptyState } from '../ui/states.tsx';

interface NotYetPageProps {
  readonly title?: string;
  /** What will stand here. */
  readonly what: string;
}

/** A route of the table whose screen is not built yet says so; nothing is played. */
export const NotYetPage = ({ title = 'This page', what }: NotYetPageProps) => (
  <EmptyState icon={IconTools} title={`${title} is not here yet`} text={what} />
);

export const notYet = (title: string, what: string) => () => <NotYetPage title={title} what={what} />;
