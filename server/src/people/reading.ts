import type { InputOf } from '@homecare/domain/call.ts';
import { isOffice } from '@homecare/domain/call.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import { ssnDigits } from '@homecare/domain/formats.ts';
import type * as calls from '@homecare/domain/people/contract.ts';
import { FIRST_PEOPLE } from '@homecare/domain/people/contract.ts';
import { mayRead, type PersonKind } from '@homecare/domain/people/dictionary.ts';
import {
  ACTIVE_STATUS,
  ARCHIVED_STATUS,
  isArchived,
  isProvider,
  KIND,
  kindOf,
  SSN,
  STATUS,
} from '@homecare/domain/people/kind-and-status.ts';
import type { Person, PersonRow } from '@homecare/domain/people/schema.ts';
import { findsByWholeSsn, seesNotesAndDoubles, seesPayRates } from '@homecare/domain/permissions.ts';
import { encodeNote } from '@homecare/domain/wire.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Changed } from '../platform/db/changes.ts';
import { recordChanges } from '../platform/db/mutate.ts';
import { openSsn } from '../platform/sealed/ssn.ts';
import { correctableUntil } from './correcting.ts';
import { listApart } from './merge-queries.ts';
import {
  countPeople,
  findNote,
  findPeople,
  findPerson,
  listHistory,
  listPeople,
  listProcedureCodes,
  type PeopleFilter,
  type StoredPerson,
} from './queries.ts';

/** People as each role may see them. */

export const getPeople = async (
  scope: Scope,
  input: InputOf<typeof calls.getPeople>,
  changed?: Changed,
): Promise<Result<(PersonRow | Person)[]>> => {
  const byId: PeopleFilter[] = input.id ? [{ field: 'ID', op: '=', value: String(input.id) }] : [];
  const filters = [...input.filters, ...byId];
  const asksForSsn = filters.some(({ field, value }) => field === SSN && ssnDigits(value).length === 9);
  if (asksForSsn && !findsByWholeSsn(scope.user.role))
    return refuse('forbidden', 'Your role finds people by the last 4 digits of the SSN only.');
  if (!filters.some(({ field }) => field === 'ID'))
    return done(await listPeople(scope, filters, { ids: changed?.get('people') }));
  const people: Person[] = [];
  for (const stored of await findPeople(scope, filters)) people.push(await showPerson(scope, stored));
  return done(people);
};

const ACTIVE: readonly PeopleFilter[] = [{ field: STATUS, op: '=', value: ACTIVE_STATUS }];

export const listFirstPeople = async (scope: Scope) => {
  const [rows, counted] = await Promise.all([
    listPeople(scope, ACTIVE, { atMost: FIRST_PEOPLE }),
    countPeople(scope, ACTIVE),
  ]);
  const countOf = (kind: PersonKind) => counted.find((one) => one.kind === kind)?.count ?? 0;
  const [providers, clients] = [countOf('Provider'), countOf('Client')];
  return done({ rows, counts: { All: providers + clients, Providers: providers, Clients: clients } });
};

/** The whole record as the role may see it. Showing a full SSN is recorded in the change log. */
const showPerson = async (scope: Scope, stored: StoredPerson): Promise<Person> => {
  const { sealedSsn, ssnLast4, updated_by, merged_into, ...values } = stored;
  const { role, providerId } = scope.user;
  const seesSsn = isOffice(role);
  const seesNotes = role === 'job' || mayRead(role, 'notes', providerId === stored.ID);
  const seesRates = seesPayRates(role) && isProvider(stored);
  if (seesSsn && sealedSsn)
    await recordChanges(scope.site.db, scope, 'people.getPeople', [
      { entity: 'person', id: stored.ID, action: 'read', changes: { [SSN]: [null, maskSsn(ssnLast4)] } },
    ]);
  const until = await correctableUntil(scope, stored);
  const notDoubles = seesNotesAndDoubles(role) ? await listApart(scope.site.db, stored.ID) : [];
  return {
    ...values,
    ...(until !== undefined && { correctableUntil: until }),
    ...(merged_into !== null && { mergedInto: merged_into }),
    ...(notDoubles.length > 0 && { notDoubles }),
    [KIND]: kindOf(stored),
    [STATUS]: isArchived(stored) ? ARCHIVED_STATUS : ACTIVE_STATUS,
    [SSN]: seesSsn && sealedSsn ? openSsn(sealedSsn, scope.site.secrets) : ssnLast4,
    providerPayRate: seesRates ? stored.providerPayRate : null,
    notes: seesNotes && stored.notes ? encodeNote(stored.notes) : null,
    hasNote: seesNotes && stored.hasNote,
    history: await listHistory(scope.site.db, stored.ID),
  };
};
export const maskSsn = (last4: string | null) => (last4 ? `***-**-${last4}` : null);

export const getCoordinates = async (scope: Scope, { id }: InputOf<typeof calls.getCoordinates>) => {
  const person = await findPerson(scope, id);
  if (!person) return refuse('notFound');
  const { AddressLatitude, AddressLongitude, AddressApproximate } = person;
  return done({ AddressLatitude, AddressLongitude, AddressApproximate });
};

export const getNote = async (scope: Scope, { id }: InputOf<typeof calls.getNote>) => {
  const note = await findNote(scope.site.db, id);
  return note ? done({ ...note, notes: note.notes && encodeNote(note.notes) }) : refuse('notFound');
};

export const getProcedureCodes = async (scope: Scope) =>
  done(Object.fromEntries((await listProcedureCodes(scope.site.db)).map(({ code, label }) => [code, label])));
