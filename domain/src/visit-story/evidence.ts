import { sayDay, sayTime, showStamp } from '../calendar.ts';
import { CLOSE_REASONS } from '../visits/closing.ts';
import { CHANGE_REASONS } from '../visits/rules.ts';
import { CLOSE_CODES, LOGGED_TIMES } from '../visits/schema.ts';
import type { ChangedField, STORY_DOCUMENTS, StoryChange, StoryEnd } from './schema.ts';

/** The record behind a step of a visit's story (docs/rules/visit-story.md, rule 13). */
export type StoryPlace =
  | { readonly kind: 'plan'; readonly id: number }
  | { readonly kind: 'offers' }
  | { readonly kind: 'messages'; readonly personId: number }
  | { readonly kind: 'check'; readonly end: StoryEndName }
  | { readonly kind: 'change'; readonly id: number }
  | { readonly kind: 'document'; readonly document: (typeof STORY_DOCUMENTS)[number]; readonly id: number }
  | { readonly kind: 'record'; readonly id: number }
  | { readonly kind: 'card'; readonly month: string }
  | { readonly kind: 'claim'; readonly id: string; readonly month: string }
  | { readonly kind: 'invoice'; readonly id: number }
  | { readonly kind: 'pay'; readonly month: string };

export type StoryEndName = 'checkIn' | 'checkOut';
export const END_NAMES: Record<StoryEndName, string> = { checkIn: 'Check-in', checkOut: 'Check-out' };

/** How an end was recorded; `office` is returned if staff entered it. */
export const sayRecorder = (
  { isPhone, call }: Pick<StoryEnd, 'isPhone' | 'call'>,
  provider: string,
  office: string,
): string => {
  if (call) return `Phone call of ${provider}`;
  return isPhone ? `Phone of ${provider}` : office;
};

const DOCUMENT_NAMES = {
  CarePlan: 'Printed plan',
  Timesheet: 'Printed timesheet',
  SignedPlan: 'Signed plan',
  SignedVisit: 'Signed visit',
  Scan: 'Scan',
} as const;

/** The text of the link to a record. */
export const sayPlace = (place: StoryPlace): string => {
  switch (place.kind) {
    case 'plan':
      return `Care plan ${place.id}`;
    case 'offers':
      return 'Offers';
    case 'messages':
      return 'Messages';
    case 'check':
      return `${END_NAMES[place.end]} record`;
    case 'change':
      return 'Old and new';
    case 'document':
      return DOCUMENT_NAMES[place.document];
    case 'record':
      return `Record ${place.id}`;
    case 'card':
      return 'Billing record';
    case 'claim':
      return `Claim ${place.id}`;
    case 'invoice':
      return 'Invoice';
    case 'pay':
      return 'Payroll';
  }
};

// --- What a correction replaced

const yesOrNo = (text: string) => (text === 'true' ? 'Yes' : 'No');
const reasonOf = (text: string) => CHANGE_REASONS.find(({ code }) => String(code) === text)?.label ?? text;
const closingOf = (text: string) => {
  const code = CLOSE_CODES.find((one) => one === text);
  return code ? CLOSE_REASONS[code] : text;
};
const asWritten = (text: string) => text;

/** The label of each field, and how its values are shown. */
const FIELDS: Record<ChangedField, readonly [name: string, say: (text: string, zone: string) => string]> = {
  [LOGGED_TIMES.startedAt]: ['Check-in', showStamp],
  [LOGGED_TIMES.endedAt]: ['Check-out', showStamp],
  Date: ['Day', (text) => sayDay(text)],
  PlanStartTime: ['Planned start', (text) => sayTime(text)],
  changeCode: ['Reason', reasonOf],
  changeReason: ['Memo', asWritten],
  billVisit: ['Billed', yesOrNo],
  Notes: ['Notes', asWritten],
  attempt: ['Recorded outside its window', asWritten],
  rejected: ['Rejected time', asWritten],
  reviewed: ['Location reviewed', asWritten],
  closed: ['Closed', closingOf],
  closedMemo: ['Memo of the closing', asWritten],
};

export interface ReplacedValue {
  readonly name: string;
  /** Null if there was no value, or is none any more. */
  readonly old: string | null;
  readonly now: string | null;
}

/** What a change replaced, field by field. */
export const replacedValues = ({ changed }: StoryChange, zone: string): ReplacedValue[] =>
  changed.map(({ field, old, now }) => {
    const [name, say] = FIELDS[field];
    const said = (text: string | null) => (text === null ? null : say(text, zone));
    return { name, old: said(old), now: said(now) };
  });
