import { todayIn } from '@homecare/domain/calendar.ts';
import { useMemo } from 'react';
import { serverNow } from './server-time.ts';
import { useCapabilities } from './site.ts';

const FALLBACK_ZONE = 'America/Denver';

export const useZone = () => useCapabilities()?.timeZone ?? FALLBACK_ZONE;

/** The agency's current day, as the same object throughout the day. */
export const useToday = (): Temporal.PlainDate => {
  const today = todayIn(useZone(), serverNow()).toString();
  return useMemo(() => Temporal.PlainDate.from(today), [today]);
};
