import { showStamp } from '@homecare/domain/calendar.ts';
import type { Agreement } from '@homecare/domain/call.ts';
import type { FamilyLanguage, FamilyMember } from '@homecare/domain/family/schema.ts';

export const AGREEMENT_LABELS: Readonly<Record<Agreement, string>> = {
  visits: 'Next visits and who comes',
  arrivals: 'Arrived and left',
};

export const LANGUAGE_LABELS: Readonly<Record<FamilyLanguage, string>> = { en: 'English', es: 'Spanish' };

/** 'Came in last 11-20-2026 10:00 AM', or what happened before. */
export const stateWords = ({ ended, endedBy, invited, invitedBy, lastIn }: FamilyMember, zone: string) => {
  if (ended !== null) return `Ended ${showStamp(ended, zone)} by ${endedBy}`;
  return lastIn === null
    ? `Invited ${showStamp(invited, zone)} by ${invitedBy}, not opened yet`
    : `Last opened ${showStamp(lastIn, zone)}`;
};

/** 'Calendar address made 11-20-2026 10:00 AM, not read yet'; undefined while no calendar can read anything. */
export const calendarWords = ({ ended, agreed, calendarMade, calendarRead }: FamilyMember, zone: string) => {
  if (ended !== null || calendarMade === null || !agreed.includes('visits')) return undefined;
  const read = calendarRead === null ? 'not read yet' : `last read ${showStamp(calendarRead, zone)}`;
  return `Calendar address made ${showStamp(calendarMade, zone)}, ${read}`;
};
