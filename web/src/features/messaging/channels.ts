import { canMail, canText, isOneLine, MAX_SMS } from '@homecare/domain/messaging/rules.ts';
import type { Channel } from '@homecare/domain/messaging/schema.ts';
import { useCapabilities } from '../../platform/site.ts';

interface Reachable {
  readonly phone: string | null;
  readonly email: string | null;
}

const phoneReason = (phone: string | null, text: string) => {
  if (!canText(phone)) return 'The phone needs ten digits';
  return text.length > MAX_SMS
    ? `A text message has at most ${MAX_SMS.toLocaleString('en-US')} characters`
    : undefined;
};

/** Why a channel cannot be used now; undefined if it can (docs/rules/messaging.md, rule 16). */
export const useChannelReasons = (
  { phone, email }: Reachable,
  text: string,
): Readonly<Record<Channel, string | undefined>> => {
  const { smsEnabled, emailEnabled } = useCapabilities() ?? {};
  return {
    SMS: smsEnabled ? phoneReason(phone, text) : 'Text messages are not switched on for your agency',
    Email: !emailEnabled
      ? 'E-mail is not switched on for your agency'
      : canMail(email)
        ? undefined
        : 'No valid email address',
  };
};

export const subjectError = (subject: string) => (isOneLine(subject) ? undefined : 'A subject is one line.');
