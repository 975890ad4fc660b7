import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { IconMail, IconMessage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { menuIcon } from '../../ui/icons.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';

const ICONS = { SMS: IconMessage, Email: IconMail } as const;

interface ChannelButtonProps {
  readonly channel: Channel;
  /** Why it cannot be used now. */
  readonly reason: string | undefined;
  /** Makes it the one filled button of its dialog. */
  readonly main?: boolean;
  readonly pending: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** Sends by one channel, if that is possible. */
export const ChannelButton = ({ channel, main, pending, ...button }: ChannelButtonProps) => {
  const Icon = ICONS[channel];
  return (
    <ReasonButton
      size="sm"
      variant={main ? 'filled' : 'default'}
      leftSection={<Icon {...menuIcon} />}
      loading={pending}
      {...button}
    />
  );
};
