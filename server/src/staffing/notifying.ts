import { randomUUID } from 'node:crypto';
import { canText, smsNumber } from '@homecare/domain/messaging/rules.ts';
import {
  type Both,
  contactSubject,
  contactText,
  endedWords,
  extendedWords,
  languageOf,
  movedWords,
  newPlanWords,
  newVisitWords,
  newWeekWords,
  notNeededWords,
  openAgainWords,
  type VisitInWords,
  yoursAgainWords,
} from '@homecare/domain/staffing/notification-words.ts';
import type { Notification } from '@homecare/domain/staffing/notifications-contract.ts';
import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import type { StaffedVisit } from '@homecare/domain/staffing/staffed-visits.ts';
import { type Queued, queueNoticeTo } from '../messaging/notify.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import { findNotificationText } from './notification-templates.ts';
import {
  type AddresseeRow,
  insertEvents,
  type LeftVisit,
  listAddresseeRows,
  type NewEvent,
} from './queries.ts';

/** Notifies people when another caregiver is coming or no longer coming. */

export const AUTOMATIC = 'Automatic';

export type Addressee = AddresseeRow;
export const listAddressees = (db: Db, ids: readonly number[]): Promise<Addressee[]> =>
  listAddresseeRows(db, ids);

/** Everyone mentioned in a notification, by record number, read once for all of it. */
type Addressees = ReadonlyMap<number, Addressee>;
const loadAddressees = async (db: Db, ids: Iterable<number>): Promise<Addressees> =>
  new Map((await listAddressees(db, [...new Set(ids)])).map((one) => [one.id, one]));
const addresseesOf = (db: Db, visits: readonly AssignedVisit[]): Promise<Addressees> =>
  loadAddressees(
    db,
    visits.flatMap(({ ClientID, ProviderID }) => [ClientID, ProviderID]),
  );

/** Texts a caregiver whose phone takes texts. The request key prevents a second text. */
export const textTo = async (
  tx: Tx,
  scope: Scope,
  providerId: number,
  [english, spanish]: Both,
  request: string,
  record: Recorder,
  known?: Addressees,
): Promise<Queued> => {
  const person = (known ?? (await loadAddressees(tx, [providerId]))).get(providerId);
  const to = { personId: providerId, contact: person?.phone ?? null };
  const words = languageOf(person?.language) === 'es' ? spanish : english;
  const { title } = scope.site;
  return queueNoticeTo(tx, scope, { to, subject: title, text: `${title}: ${words}`, request }, record);
};

/** The step in a visit's story that someone was notified, or why not. */
export const notifiedEvent = (
  { planId, day }: VisitKey,
  to: Pick<NewEvent, 'providerId'>,
  words: string,
  { messageId, whyNot }: Queued,
): NewEvent => {
  const step = { planId, day, who: AUTOMATIC, ...to };
  return messageId === undefined
    ? { ...step, kind: 'notTold', words: whyNot }
    : { ...step, kind: 'told', words, messageId };
};

const noteNotified = (
  tx: Tx,
  scope: Scope,
  visits: readonly VisitKey[],
  ...[to, words, queued]: [Pick<NewEvent, 'providerId'>, string, Queued]
) =>
  insertEvents(
    tx,
    visits.map((visit) => notifiedEvent(visit, to, words, queued)),
    scope.now().toString(),
  );

type NamedVisit = Pick<StaffedVisit, 'planId' | 'day' | 'date' | 'ClientID' | 'start' | 'end'>;
type AssignedVisit = NamedVisit & Pick<StaffedVisit, 'ProviderID'>;

interface Change {
  readonly what: Notification;
  /** The visits of one client, as they are now. */
  readonly visits: readonly NamedVisit[];
  /** The caregiver who is now coming to all of them; undefined if not known, or if there are several. */
  readonly providerId?: number | undefined;
  readonly request: string;
}

/** Two spellings of one phone number are the same. */
const isSame = (one: string | null, other: string | null) =>
  one !== null &&
  other !== null &&
  (canText(one) && canText(other)
    ? smsNumber(one) === smsNumber(other)
    : one.trim().toLowerCase() === other.trim().toLowerCase());

/** The people who asked for news of a client's visits: the contact in the record and the client. One phone or address counts once. */
const readersOf = ({ contact, notifyBy, own }: Addressee) => [
  ...(contact === null ? [] : [{ who: 'The client’s contact', contact, by: null, name: 'contacts' }]),
  ...(notifyBy === null || isSame(own, contact)
    ? []
    : [{ who: 'The client', contact: own, by: notifyBy, name: 'client' }]),
];

/**
 * Tells the client's contact that another caregiver is coming, that this changes again, when the visit is now or how it continues;
 * in the agency's own words if it has any.
 */
export const notifyContact = async (
  tx: Tx,
  scope: Scope,
  { what, visits, providerId, request }: Change,
  record: Recorder,
  known?: Addressees,
): Promise<void> => {
  const [first] = visits.toSorted((a, b) => a.date.localeCompare(b.date));
  if (!first) return;
  const people = known ?? (await loadAddressees(tx, [first.ClientID, ...(providerId ? [providerId] : [])]));
  const client = people.get(first.ClientID);
  const readers = client ? readersOf(client) : [];
  if (!client || readers.length === 0) return;
  // When a client has left, the family gets no messages about visits that ended with that.
  if ((what === 'canceled' || what === 'ended') && client.archived !== null && client.archived <= first.date)
    return;
  const language = languageOf(client.language);
  const { title } = scope.site;
  const facts = {
    agency: title,
    client: client.name,
    caregiver: (providerId === undefined ? undefined : people.get(providerId))?.firstName ?? null,
    visits: visits.map(({ date: day, start, end }) => ({ day, start, end })),
    planId: first.planId,
  };
  const words = {
    subject: contactSubject(what, title, language),
    text: contactText(what, facts, await findNotificationText(tx, what, language), language),
  };
  for (const { who, contact, by, name } of readers) {
    const to = { personId: first.ClientID, contact, by };
    const notice = { ...words, to, request: `${request} ${name}` };
    await noteNotified(tx, scope, visits, {}, who, await queueNoticeTo(tx, scope, notice, record));
  }
};

const visitsInWords = (people: Addressees, visits: readonly NamedVisit[]): VisitInWords[] =>
  visits.map(({ date: day, start, end, ClientID }) => ({
    ...{ day, start, end, town: people.get(ClientID)?.town ?? null },
  }));

interface ToCaregiver {
  readonly providerId: number;
  readonly words: Both;
  readonly visits: readonly VisitKey[];
}

/** Texts a caregiver once about all their visits. */
const notifyCaregiver = async (
  tx: Tx,
  scope: Scope,
  { providerId, words, visits }: ToCaregiver,
  people: Addressees,
  record: Recorder,
): Promise<void> => {
  const request = requestOf(visits, providerId);
  const queued = await textTo(tx, scope, providerId, words, request, record, people);
  await noteNotified(tx, scope, visits, { providerId }, words[0], queued);
  await copyToContact(tx, scope, { providerId, words, visits, request }, people, record);
};

/** A caregiver who took a visit was told in the answer to their yes; the contact in their record is told too. */
export const copyNewVisit = async (
  tx: Tx,
  scope: Scope,
  visit: StaffedVisit,
  record: Recorder,
): Promise<void> => {
  const { ProviderID: providerId } = visit;
  const people = await addresseesOf(tx, [visit]);
  const words = newVisitWords(visitsInWords(people, [visit]));
  const request = requestOf([visit], providerId);
  await copyToContact(tx, scope, { providerId, words, visits: [visit], request }, people, record);
};

/** Sends a copy to the contact in a caregiver's record, if that is not the caregiver's own phone. */
const copyToContact = async (
  tx: Tx,
  scope: Scope,
  { providerId, words: [english, spanish], visits, request }: ToCaregiver & { readonly request: string },
  people: Addressees,
  record: Recorder,
): Promise<void> => {
  const person = people.get(providerId);
  if (!person || person.contact === null || isSame(person.contact, person.phone)) return;
  const { title } = scope.site;
  const words = languageOf(person.language) === 'es' ? spanish : english;
  const notice = {
    to: { personId: providerId, contact: person.contact },
    subject: title,
    text: `${title}, ${person.name}: ${words}`,
    request: `${request} contact`,
  };
  const queued = await queueNoticeTo(tx, scope, notice, record);
  await noteNotified(tx, scope, visits, {}, `${person.name}’s contact`, queued);
};

/**
 * Request keys for messages about visits. They contain a random part, because a visit can be gained and lost more than once and each
 * time is announced.
 */
const requestOf = ([first]: readonly VisitKey[], to: number) =>
  `visits ${first?.planId} ${first?.day} ${to} ${randomUUID()}`;

/** Sends each client's contact one message about all visits. */
const notifyContacts = async (
  tx: Tx,
  scope: Scope,
  what: Notification,
  visits: readonly AssignedVisit[],
  people: Addressees,
  record: Recorder,
): Promise<void> => {
  for (const [clientId, own] of Map.groupBy(visits, ({ ClientID }) => ClientID)) {
    const comers = new Set(own.map(({ ProviderID }) => ProviderID));
    const providerId = what === 'covered' && comers.size === 1 ? own[0]?.ProviderID : undefined;
    await notifyContact(
      tx,
      scope,
      { what, visits: own, providerId, request: requestOf(own, clientId) },
      record,
      people,
    );
  }
};

/** Tells each caregiver and each client's contact once that someone is coming to visits. */
export const notifyCovered = async (
  tx: Tx,
  scope: Scope,
  covered: readonly StaffedVisit[],
  record: Recorder,
): Promise<void> => {
  if (covered.length === 0) return;
  const people = await addresseesOf(tx, covered);
  for (const [providerId, visits] of Map.groupBy(covered, ({ ProviderID }) => ProviderID)) {
    const words = newVisitWords(visitsInWords(people, visits));
    await notifyCaregiver(tx, scope, { providerId, words, visits }, people, record);
  }
  await notifyContacts(tx, scope, 'covered', covered, people, record);
};

/** A visit that a cover has released. */
export interface Uncovered {
  /** As planned with the cover's caregiver. */
  readonly visit: LeftVisit;
  /** As it is now; undefined if it no longer takes place. */
  readonly now:
    | { readonly visit: StaffedVisit /** Nobody is coming yet. */; readonly isOpen: boolean }
    | undefined;
}

/** Covers were taken back: tells their caregivers, the plans' caregivers and the contacts. */
export const notifyUncovered = async (
  tx: Tx,
  scope: Scope,
  uncovered: readonly Uncovered[],
  record: Recorder,
  /** The message about the end of its plan already tells the contact that the visit no longer takes place. */
  isInEnd: (visit: VisitKey) => boolean = () => false,
): Promise<void> => {
  if (uncovered.length === 0) return;
  const left = uncovered.map(({ visit }) => visit);
  const rest = uncovered.flatMap(({ now }) => now ?? []);
  const people = await addresseesOf(tx, [...left, ...rest.map(({ visit }) => visit)]);
  const parts = [
    { say: notNeededWords, of: left },
    { say: openAgainWords, of: rest.filter(({ isOpen }) => isOpen).map(({ visit }) => visit) },
    { say: yoursAgainWords, of: rest.filter(({ isOpen }) => !isOpen).map(({ visit }) => visit) },
  ];
  for (const { say, of } of parts)
    for (const [providerId, visits] of Map.groupBy(of, ({ ProviderID }) => ProviderID))
      await notifyCaregiver(
        tx,
        scope,
        { providerId, words: say(visitsInWords(people, visits)), visits },
        people,
        record,
      );
  await notifyContacts(
    tx,
    scope,
    'uncovered',
    rest.map(({ visit }) => visit),
    people,
    record,
  );
  const canceled = uncovered.flatMap(({ visit, now }) =>
    now === undefined && !isInEnd(visit) ? [visit] : [],
  );
  await notifyContacts(tx, scope, 'canceled', canceled, people, record);
};

/** Tells the contact and the caregiver that a visit has another day or time. */
export const notifyMoved = async (
  tx: Tx,
  scope: Scope,
  {
    visit,
    before,
    comes,
  }: {
    readonly visit: AssignedVisit;
    readonly before: Pick<StaffedVisit, 'date' | 'start' | 'end'>;
    /** False for an open visit, which nobody is coming to. */
    readonly comes: boolean;
  },
  record: Recorder,
): Promise<void> => {
  const { ProviderID: providerId } = visit;
  const people = await addresseesOf(tx, [visit]);
  const words = movedWords({ ...before, day: before.date }, { ...visit, day: visit.date });
  if (comes) await notifyCaregiver(tx, scope, { providerId, words, visits: [visit] }, people, record);
  const request = requestOf([visit], visit.ClientID);
  await notifyContact(
    tx,
    scope,
    { what: 'moved', visits: [visit], providerId: comes ? providerId : undefined, request },
    record,
    people,
  );
};

/** Tells caregivers and contacts that future visits are canceled, or take place after all. */
export const notifyCanceled = async (
  tx: Tx,
  scope: Scope,
  what: 'canceled' | 'restored',
  /** `comes` is false for an open visit, which nobody is coming to. */
  visits: readonly (AssignedVisit & { readonly comes: boolean })[],
  record: Recorder,
): Promise<void> => {
  const say = what === 'canceled' ? notNeededWords : yoursAgainWords;
  if (visits.length === 0) return;
  const people = await addresseesOf(tx, visits);
  const staffed = visits.filter(({ comes }) => comes);
  for (const [providerId, own] of Map.groupBy(staffed, ({ ProviderID }) => ProviderID)) {
    const words = say(visitsInWords(people, own));
    await notifyCaregiver(tx, scope, { providerId, words, visits: own }, people, record);
  }
  await notifyContacts(tx, scope, what, visits, people, record);
};

/** The words for the caregiver of a plan. */
const PLAN_WORDS = {
  newPlan: newPlanWords,
  newWeek: newWeekWords,
  ended: endedWords,
  extended: extendedWords,
};

interface ChangedPlan {
  readonly first: AssignedVisit;
  readonly perWeek: number;
  readonly caregiver: keyof typeof PLAN_WORDS;
  readonly what: Extract<Notification, 'regular' | 'week' | 'ended' | 'extended'>;
}

/** The visits of a plan are new, get other times, end or continue: tells its caregiver, naming the first one. */
export const notifyPlanCaregiver = async (
  tx: Tx,
  scope: Scope,
  { first, perWeek, caregiver }: Omit<ChangedPlan, 'what'>,
  record: Recorder,
  known?: Addressees,
): Promise<void> => {
  const { ProviderID: providerId } = first;
  const people = known ?? (await addresseesOf(tx, [first]));
  for (const inWords of visitsInWords(people, [first])) {
    const words = PLAN_WORDS[caregiver](inWords, perWeek);
    await notifyCaregiver(tx, scope, { providerId, words, visits: [first] }, people, record);
  }
};

/** The same for the client's contact. */
export const notifyPlanContact = (
  tx: Tx,
  scope: Scope,
  { first, what }: Pick<ChangedPlan, 'first' | 'what'>,
  record: Recorder,
  known?: Addressees,
): Promise<void> => {
  const { ProviderID: providerId, ClientID } = first;
  const request = requestOf([first], ClientID);
  return notifyContact(tx, scope, { what, visits: [first], providerId, request }, record, known);
};

/** Notifies both. The contact's part is only computed if there is someone to read it. */
export const notifyPlan = async (
  tx: Tx,
  scope: Scope,
  {
    findWhat,
    ...changed
  }: Omit<ChangedPlan, 'what'> & { readonly findWhat: () => Promise<ChangedPlan['what']> },
  record: Recorder,
): Promise<void> => {
  const people = await addresseesOf(tx, [changed.first]);
  await notifyPlanCaregiver(tx, scope, changed, record, people);
  const client = people.get(changed.first.ClientID);
  if (!client || readersOf(client).length === 0) return;
  await notifyPlanContact(tx, scope, { ...changed, what: await findWhat() }, record, people);
};
