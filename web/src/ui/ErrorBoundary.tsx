import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import { EmptyState } from './states.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** A new value clears the error, because another page was opened. */
  readonly resetKey: string;
}

/** Keeps the rest of the application alive when a page fails. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <EmptyState
        icon={IconAlertTriangle}
        title="Couldn’t show this page"
        text="Nothing was changed. Try again, or open another page from the menu."
      >
        <Button variant="filled" onClick={() => this.setState({ failed: false })}>
          Try again
        </Button>
      </EmptyState>
    );
  }
}
