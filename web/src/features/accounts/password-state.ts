import { TEMPORARY_HOURS } from '@homecare/domain/accounts/rules.ts';
import { showStamp } from '@homecare/domain/calendar.ts';
import { serverNow } from '../../platform/server-time.ts';
import type { Tone } from '../../ui/tones.ts';

interface WithPassword {
  readonly resetPassword: boolean;
  readonly passwordExpires: string | null;
}

/** Whether an account has a password chosen by its owner, or a temporary one and until when. */
export const stateOfPassword = (
  { resetPassword, passwordExpires }: WithPassword,
  zone: string,
): { readonly words: string; readonly tone: Tone | undefined } => {
  if (!resetPassword) return { words: 'Own password', tone: undefined };
  if (!passwordExpires) return { words: 'Temporary password', tone: undefined };
  return Temporal.Instant.compare(Temporal.Instant.from(passwordExpires), serverNow()) < 0
    ? { words: `Temporary password ended ${showStamp(passwordExpires, zone)}`, tone: 'warn' }
    : { words: `Temporary password until ${showStamp(passwordExpires, zone)}`, tone: undefined };
};

/** When a temporary password made now expires. */
export const endOfTemporary = (zone: string) =>
  showStamp(serverNow().add({ hours: TEMPORARY_HOURS }).toString(), zone);
