import {
  IconArchive,
  IconCheck,
  IconClock,
  IconPlayerPlay,
  type IconProps,
  IconTrash,
  IconX,
} from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import classes from './Pill.module.css';
import type { Tone } from './tones.ts';

interface PillProps {
  readonly tone: Tone;
  readonly icon?: ComponentType<IconProps> | undefined;
  readonly outlined?: boolean | undefined;
  readonly children: ReactNode;
}

export const Pill = ({ tone, icon: Icon, outlined, children }: PillProps) => (
  <span className={classes.pill} data-tone={tone} data-outlined={outlined || undefined}>
    {Icon && <Icon size={14} stroke={2} aria-hidden />}
    {children}
  </span>
);

const LOOKS = {
  Planned: { tone: 'mute', icon: IconClock, outlined: true },
  Active: { tone: 'info', icon: IconPlayerPlay, outlined: true },
  Complete: { tone: 'ok', icon: IconCheck, outlined: true },
  Archived: { tone: 'mute', icon: IconArchive },
  Archive: { tone: 'mute', icon: IconArchive },
  Deleted: { tone: 'danger', icon: IconTrash },
  Pending: { tone: 'mute', icon: IconClock, outlined: true },
  Success: { tone: 'ok', icon: IconCheck, outlined: true },
  Failed: { tone: 'danger', icon: IconX, outlined: true },
  'Not sent': { tone: 'mute', outlined: true },
  Billed: { tone: 'info' },
  Paid: { tone: 'ok' },
  Denied: { tone: 'danger' },
  PartPaid: { tone: 'warn' },
  Adjust: { tone: 'warn' },
  Problem: { tone: 'danger', outlined: true },
} satisfies Record<string, { tone: Tone; icon?: ComponentType<IconProps>; outlined?: boolean }>;

export type StatusName = keyof typeof LOOKS;

/** The name of a state in its color and with its icon; `children` replaces the name. */
export const StatusPill = ({
  status,
  children,
}: {
  readonly status: StatusName;
  readonly children?: ReactNode;
}) => {
  const look: { tone: Tone; icon?: ComponentType<IconProps>; outlined?: boolean } = LOOKS[status];
  return <Pill {...look}>{children ?? status}</Pill>;
};
