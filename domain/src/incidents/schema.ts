import { z } from 'zod';
import { dateText, MAX_ID, stampText, timeText } from '../wire.ts';

/** What happened to a client, what was done, and who was told by when (docs/rules/incidents.md). */

export const INCIDENT_KINDS = [
  'fall',
  'death',
  'hospital',
  'emergency',
  'injury',
  'abuse',
  'property',
  'medication',
  'missing',
  'crime',
  'housing',
  'unusual',
  'other',
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

export const HARMS = ['unknown', 'none', 'firstAid', 'doctor', 'hospital', 'death'] as const;
export type Harm = (typeof HARMS)[number];

/** Whether it endangered the client; until somebody of the office has decided, it counts as critical. */
export const CRITICAL = ['undecided', 'yes', 'no'] as const;
export type Critical = (typeof CRITICAL)[number];

export const RECIPIENTS = [
  'caseManager',
  'police',
  'healthDepartment',
  'protectiveServices',
  'doctor',
  'family',
  'other',
] as const;
export type Recipient = (typeof RECIPIENTS)[number];

/** Whether somebody of the agency saw it. */
export const WITNESSED = ['observed', 'reported'] as const;

export const MOST_LINE = 200;
export const MOST_STORY = 4000;
const line = z.string().trim().max(MOST_LINE);
const story = z.string().trim().max(MOST_STORY);

/** What is written down of an incident. It is amended, never erased. */
export const IncidentFacts = z.strictObject({
  kind: z.enum(INCIDENT_KINDS),
  critical: z.enum(CRITICAL),
  date: dateText,
  /** null: nobody knows. */
  time: timeText.nullable(),
  minutes: z.int().min(1).max(10_080).nullable(),
  place: line,
  what: story,
  harm: z.enum(HARMS),
  measures: story,
  /** Persons involved, and who saw it. */
  others: line,
  witnessed: z.enum(WITNESSED),
  reporter: line,
  /** When the agency learned of it: deadlines run from then. */
  knownAt: stampText,
});
export type IncidentFacts = z.output<typeof IncidentFacts>;

export const NOTICE_OUTCOMES = ['told', 'notNeeded'] as const;

/** That somebody was told, or why they need not be. */
export const NoticeDraft = z.strictObject({
  whom: z.enum(RECIPIENTS),
  outcome: z.enum(NOTICE_OUTCOMES),
  /** Who of them. */
  name: line,
  at: stampText,
  memo: line,
  /** Entered by mistake: it stays, and no longer counts. */
  isMistake: z.boolean(),
});
export type NoticeDraft = z.output<typeof NoticeDraft>;

const no = z.int().min(1).max(1000);
export const IncidentNotice = z.strictObject({ no, ...NoticeDraft.shape, by: z.string() });
export type IncidentNotice = z.output<typeof IncidentNotice>;

/** What is still to be done, by whom until when. */
export const FollowUpDraft = z.strictObject({
  what: z.string().trim().max(500),
  who: line,
  until: dateText,
  /** null: it is not done yet. */
  result: z.string().trim().max(500).nullable(),
});
export type FollowUpDraft = z.output<typeof FollowUpDraft>;
export const FollowUp = z.strictObject({ no, ...FollowUpDraft.shape });
export type FollowUp = z.output<typeof FollowUp>;

/** By when somebody has to be told, by which rule. */
export const Duty = z.strictObject({
  whom: z.enum(RECIPIENTS),
  /** null: no source at hand says by when. */
  due: stampText.nullable(),
  /** Until its end, where days are counted. */
  day: dateText.nullable(),
  /** To whom it applies, where the record alone does not say so. */
  applies: z.string(),
  /** What the source says, and which one it is. */
  quote: z.string(),
  source: z.string(),
  state: z.enum(['open', 'told', 'toldLate', 'notNeeded']),
});
export type Duty = z.output<typeof Duty>;

const id = z.int().min(1).max(MAX_ID);
const head = {
  id,
  clientId: id,
  client: z.string(),
  providerId: id.nullable(),
  provider: z.string().nullable(),
  via: z.enum(['office', 'phone']),
  isClosed: z.boolean(),
} as const;

/** Something that is still to be done, until when. */
export const NextStep = z.strictObject({
  kind: z.enum(['tell', 'followUp']),
  words: z.string(),
  /** null: no source at hand says by when. */
  due: stampText.nullable(),
  day: dateText.nullable(),
});
export type NextStep = z.output<typeof NextStep>;

export const IncidentRow = z.strictObject({
  ...head,
  kind: z.enum(INCIDENT_KINDS),
  critical: z.enum(CRITICAL),
  harm: z.enum(HARMS),
  date: dateText,
  time: timeText.nullable(),
  /** What is due first; empty: nothing is left but to close it. */
  steps: z.array(NextStep),
});
export type IncidentRow = z.output<typeof IncidentRow>;

export const Incident = z.strictObject({
  ...head,
  visitId: id.nullable(),
  facts: IncidentFacts,
  notices: z.array(IncidentNotice),
  followUps: z.array(FollowUp),
  /** What came of it; null while it is open. */
  resolution: z.string().nullable(),
  enteredAt: stampText,
  enteredBy: z.string(),
  duties: z.array(Duty),
  rev: z.int(),
});
export type Incident = z.output<typeof Incident>;

/** What a caregiver writes on the phone, also without a network. */
export const PhoneReport = z.strictObject({
  visitId: id,
  kind: z.enum(INCIDENT_KINDS),
  time: timeText.nullable(),
  what: story,
  harm: z.enum(HARMS),
  measures: story,
  /** The moment of the report by the server's clock. */
  at: stampText,
});
export type PhoneReport = z.output<typeof PhoneReport>;
