import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { compareKeys } from '../compare.ts';
import { followed, since } from '../followed.ts';
import { MAX_ID, wireBool, wireInt } from '../wire.ts';
import {
  ClientNeeds,
  HoursDraft,
  MAX_SKILLS,
  OwnWeek,
  PAIR_KINDS,
  PAIR_SIDES,
  PairPreferenceRow,
  Skill,
  TIME_OFF_STATUSES,
  TimeOffRow,
  TimeOffSpan,
} from './schema.ts';

const office = { roles: ['admin', 'user'] } as const;
/** Caregivers have access only to their own data. */
const officeAndOwn = { roles: ['admin', 'user', 'evv'] } as const;
const id = z.int().min(1).max(MAX_ID);
const queryId = wireInt(1, MAX_ID).pipe(z.int());
const rev = z.int().min(0).max(MAX_ID);
const Saved = z.strictObject({ rev: z.int() });
const name = z.string().max(200);
const names = z.array(name).max(MAX_SKILLS);
const reason = z.string().max(2000).nullable();

// ---- hours and skills of a caregiver

export const HoursOfCaregiver = z.strictObject({
  hours: HoursDraft,
  skills: z.array(z.string()),
  rev: z.int(),
});
export type HoursOfCaregiver = z.output<typeof HoursOfCaregiver>;

/** If nothing is stored yet, the answer is available at any time, no skills, rev 0. */
export const getHours = getCall(['availability/get-hours'], {
  name: 'availability.getHours',
  ...officeAndOwn,
  effect: 'poll',
  input: z.strictObject({ id: queryId }),
  output: HoursOfCaregiver,
});

/** Only the office sets skills. If they are missing, they stay unchanged. */
export const saveHours = postCall(['availability/save-hours'], {
  name: 'availability.saveHours',
  ...officeAndOwn,
  effect: 'write',
  input: z.strictObject({ id, hours: HoursDraft, skills: names.optional(), rev }),
  output: Saved,
});

/** The agency's list, by name. */
const Skills = z.array(Skill);

export const listSkills = getCall(['availability/list-skills'], {
  name: 'availability.listSkills',
  ...office,
  effect: 'read',
  input: z.strictObject({}),
  output: Skills,
});

/** Adds a skill (`was` null), or renames the one called `was`. */
export const saveSkill = postCall(['availability/save-skill'], {
  name: 'availability.saveSkill',
  ...office,
  effect: 'write',
  input: z.strictObject({ was: name.nullable(), name }),
  output: Skills,
});

export const removeSkill = postCall(['availability/remove-skill'], {
  name: 'availability.removeSkill',
  ...office,
  effect: 'write',
  input: z.strictObject({ name }),
  output: Skills,
});

// ---- what a client requires, and who wants whom

const { skills, languages, wishedLanguages, notifyBy } = ClientNeeds.shape;
const Needs = z.strictObject({ skills, languages, wishedLanguages, notifyBy });

export const getNeeds = getCall(['availability/get-needs'], {
  name: 'availability.getNeeds',
  ...office,
  effect: 'read',
  input: z.strictObject({ id: queryId }),
  output: z.strictObject({ needs: Needs, rev: z.int() }),
});

export const saveNeeds = postCall(['availability/save-needs'], {
  name: 'availability.saveNeeds',
  ...office,
  effect: 'write',
  input: z.strictObject({ id, needs: Needs, rev }),
  output: Saved,
});

/** The preferences of a client or caregiver, stated by either side, sorted by the other's name. */
export const listPreferences = getCall(['availability/list-preferences'], {
  name: 'availability.listPreferences',
  ...office,
  effect: 'read',
  input: z.strictObject({ id: queryId }),
  output: z.array(PairPreferenceRow),
});

/** Adds a preference, or with `id` and the revision seen changes its kind or reason. */
export const savePreference = postCall(['availability/save-preference'], {
  name: 'availability.savePreference',
  ...office,
  effect: 'write',
  creates: true,
  input: z.strictObject({
    id: id.nullable(),
    rev: rev.nullable(),
    providerId: id.nullable(),
    clientId: id.nullable(),
    side: z.enum(PAIR_SIDES),
    kind: z.enum(PAIR_KINDS),
    reason,
  }),
  output: Saved,
});

export const removePreference = postCall(['availability/remove-preference'], {
  name: 'availability.removePreference',
  ...office,
  effect: 'write',
  input: z.strictObject({ id, rev }),
  output: z.null(),
});

/** Hours and pay so far in the caregiver's own workweek. */
export const getOwnWeek = getCall(['availability/get-own-week'], {
  name: 'availability.getOwnWeek',
  roles: ['evv'],
  effect: 'poll',
  input: z.strictObject({}),
  output: OwnWeek,
});

// ---- time off

/** Undecided entries first, then by day. */
export const compareTimeOff = (a: TimeOffRow, b: TimeOffRow): number =>
  Number(a.status !== 'Requested') - Number(b.status !== 'Requested') ||
  compareKeys(a.from, b.from) ||
  a.id - b.id;

/** Time off that has not ended; `past` includes what ended within two years. */
export const listTimeOff = getCall(['availability/list-time-off'], {
  name: 'availability.listTimeOff',
  ...office,
  effect: 'poll',
  input: z.strictObject({ past: wireBool.optional(), since }),
  output: z.array(TimeOffRow),
  followed: followed<TimeOffRow>({ key: ({ id: key }) => key, compare: compareTimeOff }),
});

/** The caregiver's own entries, as in the office's list. */
export const listOwnTimeOff = getCall(['availability/list-own-time-off'], {
  name: 'availability.listOwnTimeOff',
  roles: ['evv'],
  effect: 'poll',
  input: z.strictObject({}),
  output: z.array(TimeOffRow),
});

/** For each span sent, in order, how many planned visits would have nobody. */
export const previewTimeOff = postCall(['availability/preview-time-off'], {
  name: 'availability.previewTimeOff',
  ...office,
  effect: 'read',
  input: z.strictObject({
    spans: z.array(z.strictObject({ providerId: id, ...TimeOffSpan.shape })).max(200),
  }),
  output: z.strictObject({ visits: z.array(z.int().min(0)) }),
});

/**
 * Adds time off, or with `id` and the revision seen changes its days or reason. Caregivers request it for themselves
 * (Requested); the office may approve its entry at once.
 */
export const saveTimeOff = postCall(['availability/save-time-off'], {
  name: 'availability.saveTimeOff',
  ...officeAndOwn,
  effect: 'write',
  creates: true,
  input: z.strictObject({
    id: id.nullable(),
    rev: rev.nullable(),
    providerId: id,
    ...TimeOffSpan.shape,
    reason,
    status: z.enum(['Requested', 'Approved']),
  }),
  output: Saved,
});

/** Decides all of them or none, naming those that cannot be decided. */
export const decideTimeOff = postCall(['availability/decide-time-off'], {
  name: 'availability.decideTimeOff',
  ...office,
  effect: 'write',
  input: z.strictObject({
    items: z.array(z.strictObject({ id, rev })).min(1).max(200),
    status: z.enum(TIME_OFF_STATUSES),
  }),
  output: z.null(),
});

/** Caregivers can withdraw what nobody has decided yet; the office can remove anything. */
export const removeTimeOff = postCall(['availability/remove-time-off'], {
  name: 'availability.removeTimeOff',
  ...officeAndOwn,
  effect: 'write',
  input: z.strictObject({ id, rev }),
  output: z.null(),
});
