import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Note.module.css';
import type { Tone } from './tones.ts';

const ICONS = {
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  danger: IconAlertCircle,
  info: IconInfoCircle,
  mute: IconInfoCircle,
};

interface NoteProps {
  readonly tone: Tone;
  readonly children: ReactNode;
  /** Buttons or a link on the right. */
  readonly actions?: ReactNode;
  /** Announced by screen readers as soon as it appears. */
  readonly live?: boolean;
}

/** A message shown next to what it is about. */
export const Note = ({ tone, children, actions, live }: NoteProps) => {
  const Icon = ICONS[tone];
  return (
    <div className={classes.note} data-tone={tone} role={live ? 'alert' : undefined}>
      <Icon size={18} stroke={1.8} aria-hidden />
      <div className={classes.text}>{children}</div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
};
