import { z } from 'zod';
import { commandCall, getCall, postCall } from '../call.ts';
import { followed } from '../followed.ts';
import { command, dateText, equality, filteredList, MAX_ID, rev, wireInt } from '../wire.ts';
import { mayWrite, PERSON_KINDS } from './dictionary.ts';
import { comparePeople } from './order.ts';
import { Person, PersonRow, PersonWrite, WRITABLE_FIELDS, WRITE_EXTRAS } from './schema.ts';

const only = ['='] as const;
const id = z.string().regex(/^\d{1,9}$/);

/**
 * Without an ID filter returns list rows, with one the whole record (docs/rules/people.md, rule 25). `SSI #` takes 9 digits
 * (admin and user) or up to the last 4.
 */
export const getPeople = commandCall('get', {
  name: 'people.getPeople',
  roles: ['admin', 'user', 'provider'],
  effect: 'read',
  input: filteredList({
    ID: { ops: only, value: id },
    Cur: { ops: equality, value: z.enum(['y', 'n']) },
    'Provider or Client': { ops: equality, value: z.enum(PERSON_KINDS) },
    'SSI #': { ops: only, value: z.string().regex(/^(\d{1,4}|\d{3}-?\d{2}-?\d{4})$/) },
    Medicaid: { ops: equality, value: z.string().max(64) },
  }),
  output: z.array(z.union([PersonRow, Person])),
  followed: followed<PersonRow | Person>({ key: ({ ID }) => ID, compare: comparePeople }),
});

/** How many people the People list shows while the rest is still loading. */
export const FIRST_PEOPLE = 50;

/** The first active people in the order of the list, and the number of people on each tab. */
export const listFirstPeople = getCall(['people/list-first'], {
  name: 'people.listFirstPeople',
  roles: ['admin', 'user', 'provider'],
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({
    rows: z.array(PersonRow).max(FIRST_PEOPLE),
    counts: z.strictObject({ All: z.int(), Providers: z.int(), Clients: z.int() }),
  }),
});

/** What archiving does to everything around a person. */
export const ArchiveEffect = z.strictObject({
  /** Care plans that end on the archive date, and those deleted because they would start later. */
  plans: z.int(),
  plansDeleted: z.int(),
  /** Planned visits removed from the archive date on. */
  visits: z.int(),
  /** A caregiver's care plans that became open requests. */
  requests: z.int(),
});
export type ArchiveEffect = z.output<typeof ArchiveEffect>;

/** The result of saving: the new revision, and the success messages to show, in order. */
export const PersonSaved = z.strictObject({
  rev: z.int(),
  messages: z.array(z.string()),
  archived: ArchiveEffect.optional(),
});
export type PersonSaved = z.output<typeof PersonSaved>;

const userFields = (act: 'insert' | 'update') => [
  ...WRITABLE_FIELDS.filter((name) => mayWrite('user', name, act)),
  ...WRITE_EXTRAS,
];

export const insertPerson = commandCall('insert', {
  name: 'people.insertPerson',
  roles: ['admin', 'user'],
  effect: 'write',
  refusals: ['unanswered'],
  creates: true,
  input: command(PersonWrite),
  output: PersonSaved,
  fieldsByRole: { user: userFields('insert') },
});

/**
 * Also archives (Cur n with its dates, admin only) and sets active (Cur y, admin and user). Role user may correct records it
 * created within the last hour, if the agency has switched that on (correcting.ts).
 */
export const updatePerson = commandCall('update', {
  name: 'people.updatePerson',
  roles: ['admin', 'user'],
  effect: 'write',
  refusals: ['unanswered'],
  input: command(PersonWrite),
  output: PersonSaved,
  fieldsByRole: { user: userFields('update') },
  correctableFields: { user: userFields('insert') },
});

/** A visit that was begun or done on or after the archive date and therefore stays. */
export const RemainingVisit = z.strictObject({
  id: z.int(),
  Date: dateText,
  Status: z.enum(['Active', 'Complete']),
  /** The other person of the visit. */
  With: z.string(),
});
export type RemainingVisit = z.output<typeof RemainingVisit>;

/** A care plan of a caregiver to be archived, as it would become an open request. */
export const RequestablePlan = z.strictObject({
  id: z.int(),
  Client: z.string(),
  /** The name of the care plan type. */
  Type: z.string(),
  /** The first day on which somebody else is needed. */
  from: dateText,
  /** Its weekdays and times, in words. */
  week: z.string(),
});
export type RequestablePlan = z.output<typeof RequestablePlan>;

/** What archiving a person on a date would do, shown before the user confirms it. */
export const previewArchive = postCall(['people/preview-archive'], {
  name: 'people.previewArchive',
  roles: ['admin'],
  effect: 'read',
  input: z.strictObject({ id: z.int().min(1).max(MAX_ID), archiveDate: dateText }),
  output: ArchiveEffect.omit({ requests: true }).extend({
    /** A caregiver's care plans that could become open requests, individually. */
    requestable: z.array(RequestablePlan),
    /** Billing records whose period ends after the date, which prevent archiving. */
    billed: z.int(),
    /** How many visits stay, and the first of them. */
    kept: z.int(),
    keptVisits: z.array(RemainingVisit).max(20),
    /** The provider's logins, which stay closed from the date on until the provider is set active again. */
    logins: z.array(z.string()),
  }),
});
export type ArchivePreview = z.output<(typeof previewArchive)['output']>;

/** Only the note, because every read of a whole record is logged, as it shows the SSN. `notes` is in its wire form. */
export const getNote = postCall(['people/get-note'], {
  name: 'people.getNote',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ id: z.int().min(1).max(MAX_ID) }),
  output: z.strictObject({ notes: z.string().nullable(), rev: z.int() }),
});

/** Deletes earlier names and addresses; only admins may (docs/rules/people.md, rule 29). */
export const deleteHistory = postCall(['people/delete-history'], {
  name: 'people.deleteHistory',
  roles: ['admin'],
  effect: 'write',
  input: z.strictObject({
    id: z.int().min(1).max(MAX_ID),
    historyId: z.int().min(1).max(MAX_ID),
    rev,
  }),
  output: PersonSaved,
});

/** Sets the location of a person's address by hand. From then on it counts as exact (docs/rules/addresses.md, rule 5). */
export const setExactPoint = postCall(['people/set-exact-point'], {
  name: 'people.setExactPoint',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.strictObject({
    id: z.int().min(1).max(MAX_ID),
    AddressLatitude: z.number().min(-90).max(90),
    AddressLongitude: z.number().min(-180).max(180),
    rev,
  }),
  output: PersonSaved,
});

/** The check-in whose position could become the exact location of an approximate address; null if no check-in is accurate enough. */
export const getCheckInPlace = postCall(['people/get-check-in-place'], {
  name: 'people.getCheckInPlace',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ id: z.int().min(1).max(MAX_ID) }),
  output: z.strictObject({ place: z.strictObject({ visitId: z.int(), date: dateText }).nullable() }),
});

/** Makes the position of that check-in the exact location. The server decides again which check-in qualifies. */
export const setCheckInPoint = postCall(['people/set-check-in-point'], {
  name: 'people.setCheckInPoint',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.strictObject({
    id: z.int().min(1).max(MAX_ID),
    visitId: z.int().min(1).max(MAX_ID),
    rev,
  }),
  output: PersonSaved.extend({ AddressLatitude: z.number(), AddressLongitude: z.number() }),
});

export const getCoordinates = getCall(['modules/latlong.php', 'latlong.php'], {
  name: 'people.getCoordinates',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ id: wireInt(1, MAX_ID).pipe(z.int()) }),
  output: z.strictObject({
    AddressLatitude: z.number().nullable(),
    AddressLongitude: z.number().nullable(),
    AddressApproximate: z.boolean(),
  }),
});

/** Procedure code → label, for the Services list and for maps by type. */
export const getProcedureCodes = postCall(['info.php'], {
  name: 'people.getProcedureCodes',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ requestInfo: z.literal('procedureCodes') }),
  output: z.record(z.string(), z.string()),
});
