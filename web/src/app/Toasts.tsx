import { Button, CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { closeToast, type Toast, useToasts } from '../platform/toasts.ts';
import classes from './Toasts.module.css';

interface ToastCardProps {
  readonly toast: Toast;
  readonly paused: boolean;
  /** Called when its button is pressed, which removes the button. */
  readonly onPress: () => void;
}

const ToastCard = ({ toast, paused, onPress }: ToastCardProps) => {
  const { id, life } = toast;
  const close = () => {
    onPress();
    closeToast(id);
  };
  useEffect(() => {
    if (paused || life === null) return;
    const timer = window.setTimeout(() => closeToast(id), life);
    return () => window.clearTimeout(timer);
  }, [paused, id, life]);
  const Icon = toast.kind === 'success' ? IconCheck : IconAlertTriangle;
  return (
    <div
      className={classes.toast}
      data-tone={toast.kind === 'success' ? 'ok' : 'danger'}
      role={toast.kind === 'error' ? 'alert' : 'status'}
    >
      <span className={classes.icon} aria-hidden="true">
        <Icon size={17} stroke={2} />
      </span>
      <span className={classes.text}>{toast.text}</span>
      {toast.count > 1 && (
        <span className={classes.count}>
          <span className="visually-hidden">{`${toast.count} times`}</span>
          <span aria-hidden="true">{`×${toast.count}`}</span>
        </span>
      )}
      {toast.undo && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            close();
            toast.undo?.();
          }}
        >
          Undo
        </Button>
      )}
      <CloseButton aria-label="Close message" onClick={close} />
    </div>
  );
};

/** Keyboard users return to where they were before they moved into the toasts, or to the start of the page if that is gone. */
const useWayBack = () => {
  const before = useRef<EventTarget | null>(null);
  return {
    onEnter: ({ relatedTarget, currentTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
        before.current = relatedTarget;
    },
    goBack: () => {
      const to = before.current;
      const place = to instanceof HTMLElement && to.isConnected ? to : document.querySelector('main');
      place?.focus({ preventScroll: true });
    },
  };
};

/** Toasts at the bottom right, newest at the bottom. Hovering or focus pauses their timers. */
export const Toasts = () => {
  const toasts = useToasts();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const { onEnter, goBack } = useWayBack();
  // A card closed under the pointer or focus fires no leave event.
  useEffect(() => {
    if (toasts.length > 0) return;
    setHovered(false);
    setFocused(false);
  }, [toasts.length]);
  return (
    <section
      className={classes.toasts}
      aria-label="Messages"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => {
        setFocused(true);
        onEnter(event);
      }}
      onBlur={() => setFocused(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} paused={hovered || focused} onPress={goBack} />
      ))}
    </section>
  );
};
