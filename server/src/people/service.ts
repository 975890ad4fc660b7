import { isDeepStrictEqual } from 'node:util';
import { showStamp } from '@homecare/domain/calendar.ts';
import type { InputOf } from '@homecare/domain/call.ts';
import { done, type FieldError, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/people/contract.ts';
import {
  fieldOf,
  isPersonField,
  mayRead,
  PERSON_FIELDS,
  PERSON_KINDS,
  type PersonKind,
} from '@homecare/domain/people/dictionary.ts';
import { ssnDigits } from '@homecare/domain/people/formats.ts';
import {
  checkChangeDate,
  earlierOf,
  isAddressChanged,
  lastDayBefore,
} from '@homecare/domain/people/history.ts';
import {
  ARCHIVE_INCOMPLETE,
  checkActivate,
  checkArchive,
  checkPerson,
  clientMaximum,
  dobFromParts,
  isClientMaximumReached,
  medicaidTaken,
  moveOf,
  personName,
  settle,
  ssnTaken,
} from '@homecare/domain/people/rules.ts';
import type { Person, PersonDraft, PersonRow, PersonWrite } from '@homecare/domain/people/schema.ts';
import { encodeNote } from '@homecare/domain/wire.ts';
import { locateAddress } from '../addresses/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type Change, mutate, recordChanges, type Tx } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import {
  countActiveClients,
  findMedicaidHolder,
  findPeople,
  findSsnHolder,
  type Holder,
  insertHistory,
  insertPersonRow,
  listHistory,
  listPeople,
  listProcedureCodes,
  lockPerson,
  markHistoryDeleted,
  type PeopleFilter,
  type Stamp,
  type StoredPerson,
  updatePersonRow,
} from './queries.ts';

type Saved = calls.PersonSaved;
type Recorder = (change: Change) => void;
type Fields = readonly [FieldError, ...FieldError[]];

const isSome = (errors: readonly FieldError[]): errors is Fields => errors.length > 0;

// ---- reading

export const getPeople = async (
  scope: Scope,
  input: InputOf<typeof calls.getPeople>,
): Promise<Result<(PersonRow | Person)[]>> => {
  const byId: PeopleFilter[] = input.id ? [{ field: 'ID', op: '=', value: String(input.id) }] : [];
  const filters = [...input.filters, ...byId];
  const asksForSsn = filters.some(({ field, value }) => field === 'SSI #' && ssnDigits(value).length === 9);
  if (scope.user.role === 'provider' && asksForSsn)
    return refuse('forbidden', 'Your role finds people by the last 4 digits of the SSN only.');
  if (!filters.some(({ field }) => field === 'ID')) return done(await listPeople(scope, filters));
  const people: Person[] = [];
  for (const stored of await findPeople(scope, filters)) people.push(await showPerson(scope, stored));
  return done(people);
};

/** The whole record as the role may see it; showing a full SSN leaves a row in the change log (R21). */
const showPerson = async (scope: Scope, stored: StoredPerson): Promise<Person> => {
  const { ssn_cipher, ssn_last4, updated_by, ...values } = stored;
  const { role, providerId } = scope.user;
  const seesSsn = role === 'admin' || role === 'user';
  const seesNotes = role === 'job' || mayRead(role, 'notes', providerId === stored.ID);
  const seesRates = role === 'admin' && stored['Provider or Client'] === 'Provider';
  if (seesSsn && ssn_cipher)
    await recordChanges(scope.site.db, scope, 'people.getPeople', [
      { entity: 'person', id: stored.ID, action: 'read', changes: { 'SSI #': [null, maskSsn(ssn_last4)] } },
    ]);
  return {
    ...values,
    'Provider or Client': kindOf(stored),
    Cur: stored.Cur === 'n' ? 'n' : 'y',
    'SSI #': seesSsn && ssn_cipher ? scope.site.secrets.decrypt(ssn_cipher) : ssn_last4,
    providerPayRate: seesRates ? stored.providerPayRate : null,
    notes: seesNotes && stored.notes ? encodeNote(stored.notes) : null,
    hasNote: seesNotes && stored.hasNote,
    history: await listHistory(scope.site.db, stored.ID),
  };
};

const kindOf = (person: PersonDraft): PersonKind =>
  person['Provider or Client'] === 'Provider' ? 'Provider' : 'Client';
const maskSsn = (last4: string | null) => (last4 ? `***-**-${last4}` : null);

export const getCoordinates = async (scope: Scope, { id }: InputOf<typeof calls.getCoordinates>) => {
  const [person] = await findPeople(scope, [{ field: 'ID', op: '=', value: String(id) }]);
  if (!person) return refuse('notFound');
  const { AddressLatitude, AddressLongitude, AddressApproximate } = person;
  return done({ AddressLatitude, AddressLongitude, AddressApproximate });
};

export const getProcedureCodes = async (scope: Scope) =>
  done(Object.fromEntries((await listProcedureCodes(scope.site.db)).map(({ code, label }) => [code, label])));

// ---- writing

export const insertPerson = (
  scope: Scope,
  { data }: InputOf<typeof calls.insertPerson>,
): Promise<Result<Saved>> =>
  sayingWhoHolds(scope, data, 0, () =>
    mutate(scope, 'people.insertPerson', (tx, record) => createPerson(tx, scope, data, record)),
  );

/** One new person in a transaction that the caller opened: the form, the import and example data all come through here. */
export const createPerson = async (
  tx: Tx,
  scope: Scope,
  data: PersonWrite,
  record: Recorder,
): Promise<Result<Saved>> => {
  const kind = PERSON_KINDS.find((one) => one === data['Provider or Client']);
  if (!kind) return refuseFields([{ field: 'Provider or Client', message: 'Type is Provider or Client' }]);
  const patch = patchOf(data);
  const person = settle({ ...patch.values, Cur: 'y' }, kind);
  const errors = [
    ...patch.errors,
    ...checkPerson(person, { kind, mode: 'insert', today: scope.today() }),
    ...(data.Cur === 'n' || data.archiveDate ? [{ field: 'Cur', message: 'A new person is active' }] : []),
    ...(await duplicates(tx, scope, person, 0)),
  ];
  if (isSome(errors)) return refuseFields(errors, isConflict(errors) ? 'conflict' : 'badInput');
  const full = kind === 'Client' ? await clientMaximumReached(tx, scope) : undefined;
  if (full) return full;
  const located = { ...person, ...(await location(scope, {}, person, patch.values)) };
  const id = await insertPersonRow(tx, scope, located, stampOf(scope));
  recordPerson(record, id, 'insert', {}, located);
  return done({ rev: 0, messages: [] }, { insertId: id });
};

export const updatePerson = (
  scope: Scope,
  { id, data }: InputOf<typeof calls.updatePerson>,
): Promise<Result<Saved>> => {
  if (!id) return Promise.resolve(refuseFields([{ field: 'id', message: 'id names the person to change.' }]));
  return sayingWhoHolds(scope, data, id, () =>
    mutate(scope, 'people.updatePerson', (tx, record) => changePerson(tx, scope, id, data, record)),
  );
};

const changePerson = async (
  tx: Tx,
  scope: Scope,
  id: number,
  data: PersonWrite,
  record: Recorder,
): Promise<Result<Saved>> => {
  const stored = await lockPerson(tx, id);
  if (!stored) return refuse('notFound');
  if (isStale(data.rev, stored)) return stale(scope, stored);
  const before = unseal(scope, stored);
  const kind = kindOf(stored);
  const patch = patchOf(data);
  const move = moveOf(before.Cur, patch.values.Cur ?? before.Cur);
  const refused = refuseMove(scope, move, patch.values);
  if (refused) return refused;
  const after = settle({ ...before, ...patch.values, ...(move?.to === 'y' && { archiveDate: null }) }, kind);
  const errors = [
    ...patch.errors,
    ...introduced(scope, kind, before, after, patch.values),
    ...checkStatus(move, patch.values, after, kind),
    ...checkKind(kind, patch.values),
    ...checkHistory(scope, before, after, data),
    ...(await duplicates(tx, scope, changedOnly(before, after), id)),
  ];
  if (isSome(errors)) return refuseFields(errors, isConflict(errors) ? 'conflict' : 'badInput');
  const full = move?.to === 'y' && kind === 'Client' ? await clientMaximumReached(tx, scope) : undefined;
  if (full) return full;
  return saveChange(tx, scope, stored, before, after, {
    patch: patch.values,
    data,
    record,
    messages: move ? [move.done] : [],
  });
};

const saveChange = async (
  tx: Tx,
  scope: Scope,
  stored: StoredPerson,
  before: PersonDraft,
  checked: PersonDraft,
  more: { patch: PersonDraft; data: PersonWrite; record: Recorder; messages: string[] },
): Promise<Result<Saved>> => {
  const after: PersonDraft = {
    ...checked,
    ...(await location(scope, before, checked, more.patch)),
    // Nobody has confirmed the new address yet (decisions.md, People).
    ...((before.Email ?? null) !== (checked.Email ?? null) && { confirmedEmail: false }),
  };
  const changed = changedOnly(before, after);
  const { messages, record } = more;
  recordPerson(record, stored.ID, 'update', before, changed);
  if (Object.keys(changed).length === 0) return done({ rev: stored.rev, messages }, { insertId: stored.ID });
  const stamp = stampOf(scope);
  const until = lastDayBefore(more.data.changeDate ?? scope.today().toString());
  await insertHistory(
    tx,
    stored.ID,
    earlierOf(before, after).map((earlier) => ({ ...earlier, until })),
    stamp,
  );
  const rev = await updatePersonRow(tx, scope, stored.ID, changed, stamp);
  return done({ rev, messages }, { insertId: stored.ID });
};

/** The fields that were sent, with DOB put together from its parts. */
const patchOf = (data: PersonWrite): { values: PersonDraft; errors: FieldError[] } => {
  const { Month, Day, Year, changeDate, rev, Field1, created, updated, ...fields } = data;
  const values: PersonDraft = { ...fields };
  for (const name of PERSON_FIELDS) if (values[name] === undefined) delete values[name];
  if (Month === undefined && Day === undefined && Year === undefined) return { values, errors: [] };
  const dob = dobFromParts({ Month, Day, Year });
  if (dob === undefined) return { values, errors: [{ field: 'DOB', message: 'DOB does not exist' }] };
  return { values: { ...values, DOB: dob }, errors: [] };
};

const unseal = (scope: Scope, stored: StoredPerson): PersonDraft => {
  const { ssn_cipher, ssn_last4, updated_by, rev, hasNote, Month, Day, Year, ...values } = stored;
  const rates = kindOf(stored) === 'Provider' ? stored.providerPayRate : null;
  return { ...values, providerPayRate: rates, 'SSI #': ssn_cipher && scope.site.secrets.decrypt(ssn_cipher) };
};

const isStale = (rev: number | null | undefined, stored: StoredPerson) =>
  rev !== undefined && rev !== null && rev !== stored.rev;
const stale = (scope: Scope, stored: StoredPerson) =>
  refuse(
    'stale',
    `Changed by ${stored.updated_by} at ${showStamp(stored.updated ?? scope.now().toString(), scope.site.timeZone)}`,
  );

const stampOf = (scope: Scope): Stamp => {
  const at = scope.now().toString();
  const by = scope.user.initials;
  return { by, at, shown: `${showStamp(at, scope.site.timeZone)} ${by}` };
};

/** Fields whose value differs; what is absent and what is empty are the same. */
const changedOnly = (before: PersonDraft, after: PersonDraft): PersonDraft => {
  const changed = { ...after };
  for (const name of PERSON_FIELDS)
    if (isDeepStrictEqual(before[name] ?? null, after[name] ?? null)) delete changed[name];
  return changed;
};

/**
 * A change is judged by what it sends and by what it breaks: an older client, a note or Set Active must not fail because
 * an imported record lacks a field that nobody touched.
 */
const introduced = (
  scope: Scope,
  kind: PersonKind,
  before: PersonDraft,
  after: PersonDraft,
  patch: PersonDraft,
): FieldError[] => {
  const context = { kind, mode: 'update', today: scope.today() } as const;
  const old = checkPerson(before, context);
  const isOld = (error: FieldError) =>
    old.some((one) => one.field === error.field && one.message === error.message);
  return checkPerson(after, context).filter((error) => {
    const [name = ''] = error.field.split('.');
    return (isPersonField(name) && patch[name] !== undefined) || !isOld(error);
  });
};

const refuseMove = (scope: Scope, move: ReturnType<typeof moveOf>, patch: PersonDraft) => {
  const { role } = scope.user;
  if (move && role !== 'job' && !move.roles.some((allowed) => allowed === role))
    return refuse('forbidden', `${move.name} is for an admin.`);
  if (role === 'user' && patch.archiveDate) return refuse('forbidden', 'Archive is for an admin.');
  return undefined;
};

const checkStatus = (
  move: ReturnType<typeof moveOf>,
  patch: PersonDraft,
  after: PersonDraft,
  kind: PersonKind,
): FieldError[] => {
  if (move?.to === 'y') return checkActivate(patch, kind);
  if (move?.to === 'n' || (after.Cur === 'n' && patch.archiveDate !== undefined)) return checkArchive(after);
  return after.Cur === 'y' && patch.archiveDate
    ? [{ field: 'archiveDate', message: ARCHIVE_INCOMPLETE }]
    : [];
};

const checkKind = (kind: PersonKind, patch: PersonDraft): FieldError[] => {
  const sent = patch['Provider or Client'];
  return sent === undefined || sent === kind
    ? []
    : [{ field: 'Provider or Client', message: `This person is a ${kind}` }];
};

/** Our form always sends changeDate with a new name or address; an older client's change starts today. */
const checkHistory = (
  scope: Scope,
  before: PersonDraft,
  after: PersonDraft,
  data: PersonWrite,
): FieldError[] =>
  data.changeDate === undefined || earlierOf(before, after).length === 0
    ? []
    : checkChangeDate(data.changeDate, scope.today());

/** A new address without a point gets the best known one; a corrected unit keeps the point. */
const location = async (
  scope: Scope,
  before: PersonDraft,
  after: PersonDraft,
  patch: PersonDraft,
): Promise<PersonDraft> => {
  const sentPoint = patch.AddressLatitude !== undefined && patch.AddressLongitude !== undefined;
  const moved = isAddressChanged({ ...before, Address2: null }, { ...after, Address2: null });
  if (sentPoint) return patch.AddressApproximate === undefined ? { AddressApproximate: false } : {};
  if (!moved) return {};
  const found = await locateAddress(scope, after);
  return found ?? { AddressLatitude: null, AddressLongitude: null, AddressApproximate: false };
};

const clientMaximumReached = async (tx: Tx, scope: Scope) => {
  const { maxClients } = await scope.site.capabilities();
  if (maxClients === 0 || !isClientMaximumReached(await countActiveClients(tx), maxClients)) return undefined;
  return refuse('conflict', clientMaximum(maxClients));
};

/** Rates go under an entity of their own: the log of pay is the admin's (wire-contract.md, Record log). */
const recordPerson = (
  record: Recorder,
  id: number,
  action: 'insert' | 'update',
  before: PersonDraft,
  after: PersonDraft,
) => {
  const names = PERSON_FIELDS.filter((name) => {
    const isServers = fieldOf(name).access === 'server';
    return (
      !isServers && !isDeepStrictEqual(before[name] ?? null, after[name] ?? null) && after[name] !== undefined
    );
  });
  const shown = (name: (typeof names)[number], person: PersonDraft) =>
    name === 'SSI #' ? maskSsn(person['SSI #']?.slice(-4) ?? null) : (person[name] ?? null);
  const changes = (of: typeof names) =>
    Object.fromEntries(of.map((name) => [name, [shown(name, before), shown(name, after)] as const]));
  const pay = names.filter((name) => name === 'providerPayRate');
  record({
    entity: 'person',
    id,
    action,
    changes: changes(names.filter((name) => name !== 'providerPayRate')),
  });
  if (pay.length > 0) record({ entity: 'pay', id, action, changes: changes(pay) });
};

// ---- uniqueness

const isTaken = ({ message }: FieldError) => message.includes('already exists with person');
const isConflict = (errors: readonly FieldError[]) => errors.every(isTaken);

/** Who else has this SSN or Medicaid number. The unique indexes decide; this finds the words. */
const duplicates = async (
  db: Tx | Scope['site']['db'],
  scope: Scope,
  person: PersonDraft,
  exceptId: number,
): Promise<FieldError[]> => {
  const ssn = person['SSI #'];
  const bySsn =
    ssn && ssnDigits(ssn).length === 9
      ? await findSsnHolder(db, scope.site.secrets, ssn, exceptId)
      : undefined;
  const byMedicaid = person.Medicaid ? await findMedicaidHolder(db, person.Medicaid, exceptId) : undefined;
  const say = (field: string, words: typeof ssnTaken, holder: Holder | undefined) =>
    holder ? [{ field, message: words(personName(holder), holder.Cur === 'n') }] : [];
  return [...say('SSI #', ssnTaken, bySsn), ...say('Medicaid', medicaidTaken, byMedicaid)];
};

/** Of two people saved at the same moment with one number, the unique index lets one through; the other hears who. */
const sayingWhoHolds = async (
  scope: Scope,
  data: PersonWrite,
  exceptId: number,
  save: () => Promise<Result<Saved>>,
): Promise<Result<Saved>> => {
  try {
    return await save();
  } catch (error) {
    const constraint = violatedUnique(error);
    if (constraint !== 'people_ssn' && constraint !== 'people_medicaid') throw error;
    const errors = await duplicates(
      scope.site.db,
      scope,
      { 'SSI #': data['SSI #'], Medicaid: data.Medicaid },
      exceptId,
    );
    if (!isSome(errors)) throw error;
    return refuseFields(errors, 'conflict');
  }
};

// ---- history and exact point

export const deleteHistory = (
  scope: Scope,
  input: InputOf<typeof calls.deleteHistory>,
): Promise<Result<Saved>> =>
  mutate(scope, 'people.deleteHistory', async (tx, record) => {
    const stored = await lockPerson(tx, input.id);
    if (!stored) return refuse('notFound');
    if (isStale(input.rev, stored)) return stale(scope, stored);
    const stamp = stampOf(scope);
    const row = await markHistoryDeleted(tx, input.id, input.historyId, stamp.at);
    if (!row) return refuse('notFound');
    record({
      entity: 'person',
      id: input.id,
      action: 'delete',
      changes: { [`history ${row.field}`]: [`${row.value} (until ${row.until})`, null] },
    });
    return done({ rev: await updatePersonRow(tx, scope, input.id, {}, stamp), messages: [] });
  });

export const setExactPoint = (
  scope: Scope,
  input: InputOf<typeof calls.setExactPoint>,
): Promise<Result<Saved>> =>
  mutate(scope, 'people.setExactPoint', async (tx, record) => {
    const stored = await lockPerson(tx, input.id);
    if (!stored) return refuse('notFound');
    if (isStale(input.rev, stored)) return stale(scope, stored);
    const { AddressLatitude, AddressLongitude } = input;
    const point = { AddressLatitude, AddressLongitude, AddressApproximate: false };
    recordPerson(record, input.id, 'update', unseal(scope, stored), point);
    return done({ rev: await updatePersonRow(tx, scope, input.id, point, stampOf(scope)), messages: [] });
  });
