import { showStamp } from '@homecare/domain/calendar.ts';
import type { InputOf, ResultOf } from '@homecare/domain/call.ts';
import {
  done,
  type FieldError,
  type Result,
  refuse,
  refuseAll,
  refuseFields,
} from '@homecare/domain/errors.ts';
import {
  askAboutChange,
  changedOnly,
  isChanged,
  readPatch,
  validateChange,
  validateInsert,
} from '@homecare/domain/people/change.ts';
import { clientMaximum, isClientMaximumReached } from '@homecare/domain/people/client-maximum.ts';
import type * as calls from '@homecare/domain/people/contract.ts';
import {
  fieldOf,
  isPersonField,
  PERSON_KINDS,
  type PersonField,
} from '@homecare/domain/people/dictionary.ts';
import { type Earlier, earlierOf, isAddressChanged, lastDayBefore } from '@homecare/domain/people/history.ts';
import {
  ACTIVE_STATUS,
  isActiveOfKind,
  isArchived,
  KIND,
  kindOf,
  SSN,
} from '@homecare/domain/people/kind-and-status.ts';
import { MERGED_AWAY } from '@homecare/domain/people/merging.ts';
import {
  answeredIn,
  askAboutPerson,
  asRefusal,
  type Question,
  unanswered,
} from '@homecare/domain/people/questions.ts';
import { PLANS_ARCHIVED, VISITS_DELETED } from '@homecare/domain/people/rules.ts';
import type { PersonDraft, PersonWrite } from '@homecare/domain/people/schema.ts';
import type { Point } from '../addresses/provider.ts';
import { askingTowns, locateAddress } from '../addresses/service.ts';
import { queueRecord } from '../aggregator/service.ts';
import { hireCandidate } from '../candidates/service.ts';
import { storeFirstRates, storeTypedRates, typedRateFaults } from '../payroll/rates.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { isStale, refuseStale } from '../platform/auth/stale.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { openSsn } from '../platform/sealed/ssn.ts';
import { endSessionsOf, leaveCare, refuseBilled } from './archive.ts';
import { checkCorrection } from './correcting.ts';
import { askWhoIsKnown, askWhoIsKnownNow } from './doubles.ts';
import {
  countActiveClients,
  findPerson,
  hasPars,
  insertHistory,
  insertPersonRow,
  lockPerson,
  markEmailConfirmed,
  markHistoryDeleted,
  type Stamp,
  type StoredPerson,
  setParExpiration,
  updatePersonRow,
} from './queries.ts';
import { maskSsn } from './reading.ts';
import { duplicates, namingTheOwner } from './uniqueness.ts';

type Answer = Promise<ResultOf<typeof calls.updatePerson>>;

const HIRED_AS_PROVIDER = {
  field: 'candidateId',
  message: 'A candidate is hired as a new provider',
} as const;

const PAR_HAS_ITS_HOME = {
  field: 'PAR Expiration',
  message: 'PAR Expiration follows the prior authorizations. Change it there',
} as const;

/** The best known point if a save contains an address without one. Found before the transaction, which must not wait for an outside service. */
const locateNewAddress = async (scope: Scope, data: PersonWrite, id?: number): Promise<Point | undefined> => {
  const bringsAddress = [data.Address, data.City, data.PostalCode].some((part) => part !== undefined);
  if (!bringsAddress || hasPoint(data)) return undefined;
  const stored = id ? await findPerson(scope, id) : undefined;
  return locateAddress(scope, { ...stored, ...readPatch(data).values });
};

const hasPoint = ({
  AddressLatitude,
  AddressLongitude,
}: Pick<PersonDraft, 'AddressLatitude' | 'AddressLongitude'>) =>
  AddressLatitude !== undefined && AddressLongitude !== undefined;

export const insertPerson = async (scope: Scope, { data }: InputOf<typeof calls.insertPerson>): Answer => {
  const point = await locateNewAddress(scope, data);
  return namingTheOwner(scope, data, 0, () =>
    mutate(scope, 'people.insertPerson', (tx, record) => createPerson(tx, scope, data, point, record)),
  );
};

/** Creates a person within the caller's transaction. For many at once, see bulk.ts. */
export const createPerson = async (
  tx: Tx,
  scope: Scope,
  data: PersonWrite,
  point: Point | undefined,
  record: Recorder,
): Answer => {
  const kind = PERSON_KINDS.find((one) => one === data[KIND]);
  if (!kind) return refuseFields([{ field: KIND, message: 'Type is Provider or Client' }]);
  if (data.candidateId && kind !== 'Provider') return refuseFields([HIRED_AS_PROVIDER]);
  const { values, person, errors } = validateInsert(data, kind, scope.today());
  const refused = refuseErrors(
    [...errors, ...(await typedRateFaults(tx, person))],
    await duplicates(tx, scope, person, 0),
  );
  if (refused) return refused;
  const questions = data.confirmed
    ? [
        ...askAboutPerson(person, kind, scope.today()),
        ...(await askAboutTown({}, person)),
        ...(await askWhoIsKnown(tx, person)),
      ]
    : [];
  const open = refuseUnanswered(questions, data);
  if (open) return open;
  const full = kind === 'Client' ? await clientMaximumReached(tx, scope) : undefined;
  if (full) return full;
  const located = { ...person, ...pointOf({}, person, values, point) };
  const id = await insertPersonRow(tx, scope, located, stampOf(scope));
  await storeFirstRates(tx, scope, [{ id, person: located }]);
  recordPerson(record, id, 'insert', {}, located, answeredIn(questions, data.confirmed ?? []));
  await queueRecord(tx, scope, kind, id, record);
  const hired = data.candidateId ? await hireCandidate(tx, scope, data.candidateId, id, record) : undefined;
  if (hired && !hired.ok) return hired;
  return done({ rev: 0, messages: [] }, { insertId: id });
};

export const updatePerson = async (
  scope: Scope,
  { id, data }: InputOf<typeof calls.updatePerson>,
): Answer => {
  if (!id) return refuseFields([{ field: 'id', message: 'id names the person to change.' }]);
  if (data.candidateId) return refuseFields([HIRED_AS_PROVIDER]);
  const point = await locateNewAddress(scope, data, id);
  return namingTheOwner(scope, data, id, () =>
    mutate(scope, 'people.updatePerson', (tx, record) => changePerson(tx, scope, id, data, point, record)),
  );
};

const changePerson = async (
  tx: Tx,
  scope: Scope,
  id: number,
  data: PersonWrite,
  point: Point | undefined,
  record: Recorder,
): Answer => {
  const stored = await lockPerson(tx, scope, id);
  if (!stored) return refuse('notFound');
  if (stored.merged_into !== null) return refuse('conflict', MERGED_AWAY);
  const correction = await checkCorrection(tx, scope, stored, data);
  if (!correction.ok) return correction;
  if (isStale(data.rev, stored)) return stale(scope, stored);
  const before = unseal(scope, stored);
  const kind = kindOf(stored);
  const change = validateChange(before, data, { kind, role: scope.user.role, today: scope.today() });
  if (change.forbidden) return refuse('forbidden', change.forbidden);
  const { move, values } = change;
  const taken = await duplicates(tx, scope, changedOnly(before, change.after), id);
  const rates = await typedRateFaults(tx, values);
  const par =
    isChanged(before, change.after, 'PAR Expiration') && (await hasPars(tx, id)) ? [PAR_HAS_ITS_HOME] : [];
  const refused = refuseErrors([...change.errors, ...rates, ...par], taken);
  if (refused) return refused;
  const questions = data.confirmed
    ? [
        ...askAboutChange(before, change.after, kind, scope.today()),
        ...(await askAboutTown(before, change.after)),
        ...(await askWhoIsKnownNow(tx, id, before, change.after)),
      ]
    : [];
  const open = refuseUnanswered(questions, data);
  if (open) return open;
  const full =
    move?.to === ACTIVE_STATUS && kind === 'Client' ? await clientMaximumReached(tx, scope) : undefined;
  if (full) return full;
  const after: PersonDraft = {
    ...change.after,
    ...pointOf(before, change.after, values, point),
    // Nobody has confirmed the new address yet (docs/rules/people.md, rule 44).
    ...(isChanged(before, change.after, 'Email') && { confirmedEmail: false }),
  };
  const leaves = isArchived(after) && isChanged(before, after, 'archiveDate') ? after.archiveDate : null;
  const billed = leaves ? await refuseBilled(tx, id, leaves) : undefined;
  if (billed) return billed;
  const rev = await saveChange(tx, scope, record, {
    stored,
    before,
    after,
    // Typing errors corrected within the hour were never anybody's name or address.
    replaced: correction.data ? [] : earlierOf(before, after),
    changeDate: data.changeDate,
    answered: answeredIn(questions, data.confirmed ?? []),
  });
  const leaving = leaves && { personId: id, archiveDate: leaves, requested: data.openRequests ?? [] };
  const left = leaving ? await leaveCare(tx, scope, leaving, record) : done(undefined);
  if (!left.ok) return left;
  if (kind === 'Provider' && (leaves || move?.to === ACTIVE_STATUS))
    await endSessionsOf(tx, scope, id, leaves ?? null, record);
  return done({ rev, ...sayMoved(move, left.data) }, { insertId: id });
};

/** Describes a move, including what an archive did to everything around the record. */
const sayMoved = (
  move: { readonly done: string } | undefined,
  archived: calls.ArchiveEffect | undefined,
) => ({
  messages: move ? [move.done, ...(archived ? [PLANS_ARCHIVED, VISITS_DELETED] : [])] : [],
  ...(archived && { archived }),
});

interface ChangeToSave {
  readonly stored: StoredPerson;
  readonly before: PersonDraft;
  readonly after: PersonDraft;
  /** Names and addresses that go into the history, until the day before the change applies. */
  readonly replaced: readonly Earlier[];
  readonly changeDate: PersonWrite['changeDate'];
  /** Questions about this save that were answered with yes. */
  readonly answered: readonly string[];
}

const saveChange = async (
  tx: Tx,
  scope: Scope,
  record: Recorder,
  { stored, before, after, replaced, changeDate, answered }: ChangeToSave,
): Promise<number> => {
  const changed = changedOnly(before, after);
  recordPerson(record, stored.ID, 'update', before, changed, answered);
  if (Object.keys(changed).length === 0) return stored.rev;
  await queueRecord(tx, scope, kindOf(before), stored.ID, record);
  await storeTypedRates(tx, scope, stored.ID, before, after);
  const stamp = stampOf(scope);
  const until = lastDayBefore(changeDate ?? scope.today().toString());
  const earlier = replaced.map((one) => ({ ...one, until }));
  await insertHistory(tx, stored.ID, earlier, stamp);
  return updatePersonRow(tx, scope, stored.ID, changed, stamp);
};

/** Numbers of other people are a conflict, unless the record itself has errors. */
const refuseErrors = (errors: readonly FieldError[], taken: readonly FieldError[]) =>
  refuseAll([...errors, ...taken], errors.length === 0 ? 'conflict' : 'badInput');

/** A new town, ZIP code or state may not match the others. */
const askAboutTown = async (before: PersonDraft, after: PersonDraft): Promise<Question[]> => {
  const parts = ['City', 'PostalCode', 'State'] as const;
  return parts.some((part) => isChanged(before, after, part)) ? (await askingTowns())(after) : [];
};

/** Refuses unlikely values until they are confirmed. An older client, which sends no list of answers, is not asked. */
const refuseUnanswered = (questions: readonly Question[], { confirmed }: PersonWrite) =>
  refuseAll(unanswered(questions, confirmed ?? []).map(asRefusal), 'unanswered');

export const unseal = (scope: Scope, stored: StoredPerson): PersonDraft => {
  const { sealedSsn, ssnLast4, updated_by, merged_into, rev, hasNote, Month, Day, Year, ...values } = stored;
  const rates = kindOf(stored) === 'Provider' ? stored.providerPayRate : null;
  return { ...values, providerPayRate: rates, [SSN]: sealedSsn && openSsn(sealedSsn, scope.site.secrets) };
};

const stale = (scope: Scope, { updated, updated_by }: StoredPerson) =>
  refuseStale(scope, { by: updated_by, at: updated ?? scope.now().toString() });

export const stampOf = (scope: Scope): Stamp => {
  const at = scope.now().toString();
  const by = scope.user.initials;
  return { by, at, shown: `${showStamp(at, scope.settings.timeZone)} ${by}` };
};

/** A new address without a point gets the best known one; a changed apartment number keeps the point. */
const pointOf = (
  before: PersonDraft,
  after: PersonDraft,
  patch: PersonDraft,
  known: Point | undefined,
): PersonDraft => {
  if (hasPoint(patch)) return { AddressApproximate: patch.AddressApproximate ?? false };
  if (!isAddressChanged({ ...before, Address2: null }, { ...after, Address2: null })) return {};
  return known ?? { AddressLatitude: null, AddressLongitude: null, AddressApproximate: false };
};

const clientMaximumReached = async (tx: Tx, { settings }: Scope) => {
  const { maxClients } = settings.capabilities;
  if (maxClients === 0 || !isClientMaximumReached(await countActiveClients(tx), maxClients)) return undefined;
  return refuse('conflict', clientMaximum(maxClients));
};

/** Rates are logged under a separate entity, because the log of pay is for admins (docs/rules/record-log.md, rule 3). */
export const recordPerson = (
  record: Recorder,
  id: number,
  action: 'insert' | 'update',
  before: PersonDraft,
  after: PersonDraft,
  /** Questions about this save that were answered with yes. */
  answered: readonly string[] = [],
) => {
  const shown = (name: PersonField, person: PersonDraft) =>
    name === SSN ? maskSsn(person[SSN]?.slice(-4) ?? null) : (person[name] ?? null);
  const person: Record<string, readonly [unknown, unknown]> = {};
  const pay: Record<string, readonly [unknown, unknown]> = {};
  for (const name in after) {
    if (!isPersonField(name) || fieldOf(name).access === 'server' || after[name] === undefined) continue;
    if (!isChanged(before, after, name)) continue;
    const changes = name === 'providerPayRate' ? pay : person;
    changes[name] = [shown(name, before), shown(name, after)];
  }
  if (answered.length > 0) person['Kept after a question'] = [null, answered.join('; ')];
  record({ entity: 'person', id, action, changes: person });
  if (Object.keys(pay).length > 0) record({ entity: 'pay', id, action, changes: pay });
};

// ---- history and exact point

export const deleteHistory = (
  scope: Scope,
  input: InputOf<typeof calls.deleteHistory>,
): Promise<Result<calls.PersonSaved>> =>
  mutate(scope, 'people.deleteHistory', async (tx, record) => {
    const stored = await lockPerson(tx, scope, input.id);
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

/** A point that staff vouch for, and where it comes from unless it was typed. */
export interface ExactPoint {
  readonly AddressLatitude: number;
  readonly AddressLongitude: number;
  readonly from?: string;
}

/** Makes the point of an address exact; `choose` finds it for the record as it is now. */
export const storeExactPoint = (
  scope: Scope,
  call: string,
  input: { readonly id: number; readonly rev?: number | null | undefined },
  choose: (tx: Tx, stored: StoredPerson) => Promise<Result<ExactPoint>>,
): Promise<Result<calls.PersonSaved>> =>
  mutate(scope, call, async (tx, record) => {
    const stored = await lockPerson(tx, scope, input.id);
    if (!stored) return refuse('notFound');
    if (stored.merged_into !== null) return refuse('conflict', MERGED_AWAY);
    if (isStale(input.rev, stored)) return stale(scope, stored);
    const chosen = await choose(tx, stored);
    if (!chosen.ok) return chosen;
    const { from, ...coordinates } = chosen.data;
    const point = { ...coordinates, AddressApproximate: false };
    if (from)
      record({
        entity: 'person',
        id: input.id,
        action: 'update',
        changes: { 'Exact point from': [null, from] },
      });
    const before = unseal(scope, stored);
    recordPerson(record, input.id, 'update', before, point);
    await queueRecord(tx, scope, kindOf(before), input.id, record);
    return done({ rev: await updatePersonRow(tx, scope, input.id, point, stampOf(scope)), messages: [] });
  });

export const setExactPoint = (scope: Scope, input: InputOf<typeof calls.setExactPoint>) =>
  storeExactPoint(scope, 'people.setExactPoint', input, async () =>
    done({ AddressLatitude: input.AddressLatitude, AddressLongitude: input.AddressLongitude }),
  );

/** Confirms an email address from the link in its message; does nothing if the address has changed since. */
export const confirmEmail = async (tx: Tx, id: number, email: string, record: Recorder): Promise<boolean> => {
  if (!(await markEmailConfirmed(tx, id, email))) return false;
  record({ entity: 'person', id, action: 'update', changes: { confirmedEmail: [false, true] } });
  return true;
};

/** Links a mobile account to an active provider, whose record gets its id in the same transaction. */
export const linkMobileAccount = async (
  tx: Tx,
  scope: Scope,
  providerId: number,
  accountId: number,
  record: Recorder,
): Promise<void> => {
  const stored = await lockPerson(tx, scope, providerId);
  if (!stored) throw new Error('the provider of a mobile account vanished');
  recordPerson(record, providerId, 'update', unseal(scope, stored), { mobileUserId: accountId });
  await updatePersonRow(tx, scope, providerId, { mobileUserId: accountId }, stampOf(scope));
};

/** Unlinks a provider's deactivated mobile account; another one linked since then stays. */
export const unlinkMobileAccount = async (
  tx: Tx,
  scope: Scope,
  providerId: number,
  accountId: number,
  record: Recorder,
): Promise<void> => {
  const stored = await lockPerson(tx, scope, providerId);
  const before = stored && unseal(scope, stored);
  if (!before || before.mobileUserId !== accountId) return;
  recordPerson(record, providerId, 'update', before, { mobileUserId: null });
  await updatePersonRow(tx, scope, providerId, { mobileUserId: null }, stampOf(scope));
};

/** Sets PAR Expiration to the last day of the prior authorizations. An open form keeps its revision. */
export const followPars = async (
  tx: Tx,
  scope: Scope,
  clientId: number,
  through: string,
  record: Recorder,
): Promise<void> => {
  const stored = await lockPerson(tx, scope, clientId);
  if (!stored || stored['PAR Expiration'] === through) return;
  recordPerson(record, clientId, 'update', unseal(scope, stored), { 'PAR Expiration': through });
  await setParExpiration(tx, clientId, through);
};

export const isActiveProvider = async (scope: Scope, id: number): Promise<boolean> => {
  const person = await findPerson(scope, id);
  return isActiveOfKind(person, 'Provider');
};

/** The aggregator's procedure codes, from which a client's services are chosen. */
export { holdPeopleCount, refreshProcedureCodes, removeProcedureCodes, seenBy } from './queries.ts';
