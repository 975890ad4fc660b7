import { type CheckInPlace, goodCheckIn } from '@homecare/domain/addresses/check-in-place.ts';
import { showDate } from '@homecare/domain/calendar.ts';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/people/contract.ts';
import { isClient } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonDraft } from '@homecare/domain/people/schema.ts';
import { errorOfPoints } from '../addresses/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listCheckIns } from '../visits/service.ts';
import { findLastMove, findPerson, type StoredPerson } from './queries.ts';
import { storeExactPoint } from './service.ts';

/** The check-in whose place may become the exact point of a client with only an approximate one. */
const placeFor = async (
  db: Scope['site']['db'] | Tx,
  person: StoredPerson,
): Promise<CheckInPlace | undefined> => {
  const { AddressLatitude: latitude, AddressLongitude: longitude }: PersonDraft = person;
  const isOpen = isClient(person) && person.AddressApproximate === true;
  if (!isOpen || typeof latitude !== 'number' || typeof longitude !== 'number') return undefined;
  const around = { latitude, longitude, approximate: true };
  const radiusMiles = (await errorOfPoints())(around);
  const checkIns = await listCheckIns(db, person.ID, await findLastMove(db, person.ID));
  return goodCheckIn(checkIns, { ...around, radiusMiles });
};

export const getCheckInPlace = async (scope: Scope, { id }: InputOf<typeof calls.getCheckInPlace>) => {
  const person = await findPerson(scope, id);
  if (!person) return refuse('notFound');
  const place = await placeFor(scope.site.db, person);
  return done({ place: place ? { visitId: place.visitId, date: place.date } : null });
};

/** Decided again in the transaction, because what was offered may have changed. */
export const setCheckInPoint = async (
  scope: Scope,
  input: InputOf<typeof calls.setCheckInPoint>,
): Promise<Result<OutputOf<typeof calls.setCheckInPoint>>> => {
  let point = { AddressLatitude: 0, AddressLongitude: 0 };
  const saved = await storeExactPoint(scope, 'people.setCheckInPoint', input, async (tx, stored) => {
    const place = await placeFor(tx, stored);
    if (place?.visitId !== input.visitId)
      return refuse('conflict', 'The check-in no longer fits the address. Open the record again.');
    point = { AddressLatitude: place.latitude, AddressLongitude: place.longitude };
    return done({ ...point, from: `the check-in on ${showDate(place.date)}` });
  });
  return saved.ok ? done({ ...saved.data, ...point }) : saved;
};
