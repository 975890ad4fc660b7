import { z } from 'zod';
import { MAX_ID, stampText } from '../wire.ts';

const id = z.int().min(1).max(MAX_ID);

export const CALL_LANGUAGES = ['en', 'es'] as const;
export type CallLanguage = (typeof CALL_LANGUAGES)[number];

/** What a call asks for next; `over` ends it. */
export const CALL_STEPS = ['language', 'number', 'pin', 'move', 'place', 'visit', 'tasks', 'over'] as const;
export type CallStep = (typeof CALL_STEPS)[number];

/** What proves where the caregiver is: the client's own phone, the code of a device in the home, or nothing. */
export const CALL_PLACES = ['phone', 'device', 'unknown'] as const;
export type CallPlace = (typeof CALL_PLACES)[number];

/** How a call ended, see `CALL_OUTCOME_WORDS`. */
export const CALL_OUTCOMES = [
  'moved',
  'recorded',
  'already',
  'notCheckedIn',
  'noVisit',
  'wrongPin',
  'locked',
  'noAnswer',
] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

export const CALL_MOVES = ['Check-In', 'Check-Out'] as const;
export type CallMove = (typeof CALL_MOVES)[number];

/** What is stored between two answers of the caller, which never includes the PIN. */
export const CallState = z.strictObject({
  step: z.enum(CALL_STEPS),
  language: z.enum(CALL_LANGUAGES),
  /** Wrong or missing answers to the current question. */
  tries: z.int().min(0),
  /** The caregiver number as typed. */
  number: z.string().nullable(),
  providerId: id.nullable(),
  move: z.enum(CALL_MOVES).nullable(),
  place: z.enum(CALL_PLACES).nullable(),
  /** The client whose home the code of a device has proved. */
  clientId: id.nullable(),
  /** Visits to choose from, in order of their keys from 1. */
  choices: z.array(id),
  visitId: id.nullable(),
});
export type CallState = z.output<typeof CallState>;

/** A caregiver who can check in by phone call, or could be enabled to. */
export const TelephonyCaregiver = z.strictObject({
  providerId: id,
  name: z.string(),
  /** Null if nothing has been set yet. */
  number: z.string().nullable(),
  setAt: stampText.nullable(),
  setBy: z.string().nullable(),
  isLocked: z.boolean(),
});
export type TelephonyCaregiver = z.output<typeof TelephonyCaregiver>;

/** A device in a client's home that shows a different code each day. */
export const CodeDevice = z.strictObject({
  id,
  clientId: id,
  client: z.string(),
  addedAt: stampText,
  addedBy: z.string(),
});
export type CodeDevice = z.output<typeof CodeDevice>;

export const TelephonyCall = z.strictObject({
  id,
  beganAt: stampText,
  caller: z.string(),
  /** The clients and caregivers who have this phone number. */
  callerIs: z.string().nullable(),
  caregiver: z.string().nullable(),
  /** The visit that the call was about: its client, plan and planned day. */
  visit: z.strictObject({ client: z.string(), planId: id, day: z.string() }).nullable(),
  move: z.enum(CALL_MOVES).nullable(),
  place: z.enum(CALL_PLACES).nullable(),
  /** Null if the caller hung up before the end. */
  outcome: z.enum(CALL_OUTCOMES).nullable(),
  seenBy: z.string().nullable(),
});
export type TelephonyCall = z.output<typeof TelephonyCall>;
