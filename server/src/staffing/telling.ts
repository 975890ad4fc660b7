import { canText, smsNumber } from '@homecare/domain/messaging/rules.ts';
import type { VisitKey } from '@homecare/domain/staffing/schema.ts';
import type { StaffedVisit } from '@homecare/domain/staffing/staffed-visits.ts';
import type { TellingTemplates } from '@homecare/domain/staffing/telling-contract.ts';
import {
  type Both,
  contactText,
  newVisitWords,
  notNeededWords,
  type ToldVisit,
} from '@homecare/domain/staffing/told-words.ts';
import { queueNotice } from '../messaging/notify.ts';
import { listOptedOut, queueMessages } from '../messaging/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import { type AddresseeRow, findTown, insertEvents, listAddresseeRows } from './queries.ts';
import { findTellingText } from './telling-templates.ts';

/** Who is told when another caregiver comes, or does not come any more. */

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

const noteTold = (
  tx: Tx,
  scope: Scope,
  { planId, day }: VisitKey,
  told: { readonly providerId?: number; readonly words: string },
) => insertEvents(tx, [{ planId, day, kind: 'told', who: AUTOMATIC, ...told }], scope.now().toString());

interface Change {
  readonly visit: Pick<StaffedVisit, 'planId' | 'day' | 'ClientID' | 'start' | 'end'>;
  readonly what: keyof TellingTemplates;
  /** Where a visit of that day is now; undefined: where it was planned. */
  readonly date?: string;
  /** Who comes now; undefined: not known yet. */
  readonly providerId?: number;
  readonly request: string;
}

/** The client's contact hears that somebody else comes, that it changes again, or when the visit is now, in the agency's own words where it has any. */
export const tellContact = async (
  tx: Tx,
  scope: Scope,
  { visit, what, date, providerId, request }: Change,
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
    start,
    end,
    planId,
  };
  const notice = {
    contacts: [{ personId: ClientID, contact: client.contact }],
    subject: `${title}: ${what === 'moved' ? 'a visit has another time' : 'another caregiver comes'}`,
    text: contactText(what, facts, await findTellingText(tx, what)),
    request: `${request} contacts`,
  };
  const queued = await queueNotice(tx, scope, notice, record);
  if (queued.ok && queued.data > 0) await noteTold(tx, scope, visit, { words: 'The client’s contact' });
};

const toldOf = async (tx: Tx, visit: StaffedVisit) => ({
  ...visit,
  town: await findTown(tx, visit.ClientID),
});

export interface Covered {
  readonly coverId: number;
  readonly providerId: number;
  readonly visit: StaffedVisit;
}

/** The office has sent somebody: each caregiver hears of their visits in one text, the contacts of each. */
export const tellCovered = async (
  tx: Tx,
  scope: Scope,
  covered: readonly Covered[],
  record: Recorder,
): Promise<void> => {
  const byCaregiver = Map.groupBy(covered, ({ providerId }) => providerId);
  for (const [providerId, covers] of byCaregiver) {
    const visits = await Promise.all(covers.map(({ visit }) => toldOf(tx, visit)));
    const words = newVisitWords(visits);
    const request = `cover ${covers[0]?.coverId} told`;
    if (await textTo(tx, scope, providerId, words, request, record))
      for (const { visit } of covers) await noteTold(tx, scope, visit, { providerId, words: words[0] });
  }
  for (const { visit, coverId, providerId } of covered) {
    const change = { visit, what: 'covered' as const, providerId, request: `cover ${coverId}` };
    await tellContact(tx, scope, change, record);
  }
};

/** A cover was taken back: whoever was to come, the caregiver of the plan, and the contact hear it. */
export const tellUncovered = async (
  tx: Tx,
  scope: Scope,
  { coverId, providerId, visit }: Covered,
  first: { readonly providerId: number; readonly words: (visit: ToldVisit) => Both },
  record: Recorder,
): Promise<void> => {
  const told = await toldOf(tx, visit);
  const texts = [
    { to: providerId, words: notNeededWords(told) },
    { to: first.providerId, words: first.words(told) },
  ];
  for (const { to, words } of texts)
    if (await textTo(tx, scope, to, words, `cover ${coverId} undone ${to}`, record))
      await noteTold(tx, scope, visit, { providerId: to, words: words[0] });
  await tellContact(tx, scope, { visit, what: 'uncovered', request: `cover ${coverId} undone` }, record);
};
