import { randomUUID } from 'node:crypto';
import { canText, smsNumber } from '@homecare/domain/messaging/rules.ts';
import {
  type Both,
  contactText,
  daysOfVisits,
  newVisitWords,
  notNeededWords,
  openAgainWords,
  type VisitInWords,
  yoursAgainWords,
} from '@homecare/domain/staffing/notification-words.ts';
import type { NotificationTemplates } from '@homecare/domain/staffing/notifications-contract.ts';
import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import type { StaffedVisit } from '@homecare/domain/staffing/staffed-visits.ts';
import { queueNotice } from '../messaging/notify.ts';
import { listOptedOut, queueMessages } from '../messaging/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import { findNotificationText } from './notification-templates.ts';
import { type AddresseeRow, findTown, insertEvents, listAddresseeRows } from './queries.ts';

/** Who is notified when another caregiver comes, or no longer comes. */

export const AUTOMATIC = 'Automatic';

export type Addressee = AddresseeRow;
export const listAddressees = (db: Db, ids: readonly number[]): Promise<Addressee[]> =>
  listAddresseeRows(db, ids);

export const languageOf = (person: Pick<Addressee, 'language'> | undefined): 'en' | 'es' =>
  /^(spanish|espa)/i.test(person?.language ?? '') ? 'es' : 'en';

/** A text to a caregiver, unless their phone takes none; the request keeps it from going twice. */
export const textTo = async (
  tx: Tx,
  scope: Scope,
  providerId: number,
  [english, spanish]: Both,
  request: string,
  record: Recorder,
): Promise<boolean> => {
  const [person] = await listAddressees(tx, [providerId]);
  const recipient = smsNumber(person?.phone ?? null);
  if (!person || !canText(person.phone) || !scope.settings.capabilities.smsEnabled) return false;
  if ((await listOptedOut(tx, [recipient])).size > 0) return false;
  const message = {
    channel: 'SMS' as const,
    recipient,
    owner: { personId: providerId, candidateId: null },
    subject: null,
    text: `${scope.site.title}: ${languageOf(person) === 'es' ? spanish : english}`,
  };
  // The daily cap of the site keeps a courtesy back, never an answer from counting.
  return (await queueMessages(tx, scope, [message], record, request)).ok;
};

const noteNotified = (
  tx: Tx,
  scope: Scope,
  { planId, day }: VisitKey,
  notified: { readonly providerId?: number; readonly words: string },
) => insertEvents(tx, [{ planId, day, kind: 'told', who: AUTOMATIC, ...notified }], scope.now().toString());

interface Change {
  readonly visit: Pick<StaffedVisit, 'planId' | 'day' | 'ClientID' | 'start' | 'end'>;
  readonly what: keyof NotificationTemplates;
  /** Where a visit of that day is now; undefined: where it was planned. */
  readonly date?: string;
  /** The last day of several visits, of which this is the first. */
  readonly through?: string;
  /** Who comes now; undefined: not known yet. */
  readonly providerId?: number | undefined;
  readonly request: string;
}

/** The client's contact hears that somebody else comes, that it changes again, or when the visit is now, in the agency's own words where it has any. */
export const notifyContact = async (
  tx: Tx,
  scope: Scope,
  { visit, what, date, through, providerId, request }: Change,
  record: Recorder,
): Promise<void> => {
  const { planId, day, ClientID } = visit;
  const [client] = await listAddressees(tx, [ClientID]);
  if (!client?.contact) return;
  const { title } = scope.site;
  const [comes] = providerId === undefined ? [] : await listAddressees(tx, [providerId]);
  const { start, end } = visit;
  const facts = {
    agency: title,
    client: client.name,
    caregiver: comes?.firstName ?? null,
    day: date ?? day,
    through: through === undefined || through === (date ?? day) ? null : through,
    start,
    end,
    planId,
  };
  const notice = {
    contacts: [{ personId: ClientID, contact: client.contact }],
    subject: `${title}: ${what === 'moved' ? 'a visit has another time' : 'another caregiver comes'}`,
    text: contactText(what, facts, await findNotificationText(tx, what)),
    request: `${request} contacts`,
  };
  const queued = await queueNotice(tx, scope, notice, record);
  if (queued.ok && queued.data > 0) await noteNotified(tx, scope, visit, { words: 'The client’s contact' });
};

const visitsInWords = async (tx: Tx, visits: readonly StaffedVisit[]): Promise<VisitInWords[]> => {
  const inWords: VisitInWords[] = [];
  for (const { date: day, start, end, ClientID } of visits)
    inWords.push({ day, start, end, town: await findTown(tx, ClientID) });
  return inWords;
};

/** The first of some visits of one client, and through when they are. */
const firstOf = (visits: readonly StaffedVisit[]) => {
  const { first, last } = daysOfVisits(visits.map(({ date }) => ({ day: date })));
  const visit = visits.find(({ date }) => date === first);
  return visit && { visit, date: first, through: last };
};

const noteAllNotified = async (
  tx: Tx,
  scope: Scope,
  visits: readonly StaffedVisit[],
  notified: Parameters<typeof noteNotified>[3],
) => {
  for (const visit of visits) await noteNotified(tx, scope, visit, notified);
};

/** Of the messages about a cover: it can gain and lose the same day more than once, and each time is reported. */
const aboutCover = (coverId: number, words: string) => `cover ${coverId} ${words} ${randomUUID()}`;

export interface Covered {
  readonly coverId: number;
  readonly providerId: number;
  readonly visit: StaffedVisit;
}

/** Somebody was sent: each caregiver hears of their visits in one text, the contact once of each cover. */
export const notifyCovered = async (
  tx: Tx,
  scope: Scope,
  covered: readonly Covered[],
  record: Recorder,
): Promise<void> => {
  for (const [providerId, covers] of Map.groupBy(covered, (one) => one.providerId)) {
    const [first] = covers;
    if (!first) continue;
    const visits = covers.map(({ visit }) => visit);
    const words = newVisitWords(await visitsInWords(tx, visits));
    const request = aboutCover(first.coverId, `told ${first.visit.day}`);
    if (await textTo(tx, scope, providerId, words, request, record))
      await noteAllNotified(tx, scope, visits, { providerId, words: words[0] });
  }
  for (const [coverId, covers] of Map.groupBy(covered, (one) => one.coverId)) {
    const first = firstOf(covers.map(({ visit }) => visit));
    if (!first) continue;
    const request = aboutCover(coverId, first.visit.day);
    const change = { ...first, what: 'covered' as const, providerId: covers[0]?.providerId, request };
    await notifyContact(tx, scope, change, record);
  }
};

/** What a cover has left; `rest` are those of the visits that still take place, with who is to come to them now. */
export interface Uncovered {
  readonly coverId: number;
  readonly providerId: number;
  readonly visits: readonly StaffedVisit[];
  readonly rest: readonly {
    readonly visit: StaffedVisit;
    /** Nobody comes to it yet. */
    readonly isOpen: boolean;
  }[];
}

/** To each caregiver of the plans, of the visits that are open again and of those that are theirs again. */
const backTo = (rest: Uncovered['rest']) =>
  [...Map.groupBy(rest, ({ visit, isOpen }) => `${visit.ProviderID} ${isOpen}`).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const say = first.isOpen ? openAgainWords : yoursAgainWords;
    return [{ to: first.visit.ProviderID, say, of: own.map(({ visit }) => visit) }];
  });

/** A cover was taken back: the person who was to come, the caregiver of the plan, and the contact hear it. */
export const notifyUncovered = async (
  tx: Tx,
  scope: Scope,
  { coverId, providerId, visits, rest }: Uncovered,
  record: Recorder,
): Promise<void> => {
  for (const { to, say, of } of [{ to: providerId, say: notNeededWords, of: visits }, ...backTo(rest)]) {
    const words = say(await visitsInWords(tx, of));
    const request = aboutCover(coverId, `undone ${of[0]?.day} ${to}`);
    if (await textTo(tx, scope, to, words, request, record))
      await noteAllNotified(tx, scope, of, { providerId: to, words: words[0] });
  }
  const first = firstOf(rest.map(({ visit }) => visit));
  if (!first) return;
  const request = aboutCover(coverId, `undone ${first.visit.day}`);
  await notifyContact(tx, scope, { ...first, what: 'uncovered', request }, record);
};
