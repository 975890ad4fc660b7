import { Button, CloseButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { closeToast, type Toast, useToasts } from '../platform/toasts.ts';
import classes from './Toasts.module.css';

const ToastCard = ({ toast, paused }: { readonly toast: Toast; readonly paused: boolean }) => {
  const { id, life } = toast;
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
            closeToast(id);
            toast.undo?.();
          }}
        >
          Undo
        </Button>
      )}
      <CloseButton aria-label="Close message" onClick={() => closeToast(id)} />
    </div>
  );
};

/** Bottom right, newest at the bottom; hovering or focus stops the clock. */
export const Toasts = () => {
  const toasts = useToasts();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  // A card that is closed under the pointer or focus sends no leave event.
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
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} paused={hovered || focused} />
      ))}
    </section>
  );
};
