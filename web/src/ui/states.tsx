import { Button } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './states.module.css';

interface StateProps {
  readonly icon: ComponentType<{ size?: number; stroke?: number }>;
  readonly title: string;
  readonly text?: ReactNode;
  readonly danger?: boolean;
  /** Actions that help. */
  readonly children?: ReactNode;
  readonly small?: ReactNode;
}

const CalmPanel = ({ icon: Icon, title, text, danger, children, small }: StateProps) => (
  <div className={classes.state}>
    <div className={classes.icon} data-tone={danger ? 'danger' : 'info'} aria-hidden="true">
      <Icon size={28} stroke={1.7} />
    </div>
    <h2 className={classes.title}>{title}</h2>
    {text && <p className={classes.text}>{text}</p>}
    {children && <div className={classes.actions}>{children}</div>}
    {small && <p className={classes.small}>{small}</p>}
  </div>
);

/** Shown instead of an empty list: one sentence with the search or filter, and an action that helps. */
export const EmptyState = (props: Omit<StateProps, 'danger'>) => (
  <div role="status">
    <CalmPanel {...props} />
  </div>
);

export interface LoadFailure {
  readonly title: string;
  /** What the failure means for the user, such as 'Nothing was changed. Your search and tab are kept.' */
  readonly text: string;
  readonly onRetry: () => void;
  /** Seconds until the automatic retry. */
  readonly retryIn?: number;
  readonly reference?: string | undefined;
}

/** A failed load: what failed, that nothing changed, Try again with the countdown of the automatic retry, and a reference. */
export const ErrorState = ({ title, text, onRetry, retryIn = 15, reference }: LoadFailure) => {
  const [left, setLeft] = useState(retryIn);
  const retry = useRef(onRetry);
  useEffect(() => {
    retry.current = onRetry;
  });
  useEffect(() => {
    const timer = window.setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => window.clearInterval(timer);
  }, []);
  useEffect(() => {
    if (left > 0 || document.hidden) return;
    setLeft(retryIn);
    retry.current();
  }, [left, retryIn]);

  const small = [`Retrying in ${left} s`, reference && `Reference ${reference}`].filter(Boolean).join(' · ');
  return (
    <div role="alert">
      <CalmPanel
        icon={IconCloudOff}
        danger
        title={title}
        text={text}
        small={<span aria-hidden>{small}</span>}
      >
        <Button
          variant="filled"
          leftSection={<IconRefresh size={16} stroke={1.8} aria-hidden />}
          onClick={() => {
            setLeft(retryIn);
            onRetry();
          }}
        >
          Try again
        </Button>
      </CalmPanel>
    </div>
  );
};

/** True once `waiting` has lasted 150 ms, so that fast answers do not flicker. */
export const useSlow = (waiting: boolean, after = 150) => {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setSlow(false);
      return;
    }
    const timer = window.setTimeout(() => setSlow(true), after);
    return () => window.clearTimeout(timer);
  }, [waiting, after]);
  return slow && waiting;
};
