import { showDate, weekdayOf } from '@homecare/domain/calendar.ts';
import { showTime, type VisitTone } from '@homecare/domain/visits/rules.ts';
import type { Tone } from '../../ui/tones.ts';

const TONES: Record<VisitTone, Tone> = { danger: 'danger', warning: 'warn', success: 'ok', light: 'mute' };
export const toneOf = (tone: VisitTone | null): Tone | undefined => (tone ? TONES[tone] : undefined);

/** A missing time is '–'. */
export const stampText = (stamp: string | null, zone: string) =>
  stamp ? showTime(Temporal.Instant.from(stamp), zone) : '–';

/** Fri 11-20-2026 */
export const dayText = (date: string) => `${weekdayOf(Temporal.PlainDate.from(date))} ${showDate(date)}`;

export const telOf = (phone: string | null) => {
  const digits = phone?.replace(/\D/g, '') ?? '';
  return digits ? `tel:${digits.length === 10 ? `+1${digits}` : `+${digits}`}` : undefined;
};

/** Of a visit that is ahead of those that exist. */
export const NOT_CREATED = 'Not created yet. Change its care plan instead.';
