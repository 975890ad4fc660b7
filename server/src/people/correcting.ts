import { done, fieldForbidden, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { correctionEnd, refuseCorrection } from '@homecare/domain/people/correcting.ts';
import { isPersonField, mayWrite } from '@homecare/domain/people/dictionary.ts';
import { isActive } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonWrite } from '@homecare/domain/people/schema.ts';
import { mayCorrectOwnRecords } from '@homecare/domain/permissions.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { type Db, findCreator, type StoredPerson } from './queries.ts';

/** When the hour ends in which the caller may correct this record; undefined if they never may. */
const endFor = async (db: Db, scope: Scope, stored: StoredPerson): Promise<Temporal.Instant | undefined> => {
  const { correctsOwnRecords } = scope.settings.capabilities;
  // The log is only read for users who might be allowed.
  if (!correctsOwnRecords || !mayCorrectOwnRecords(scope.user.role) || !stored.created) return undefined;
  const creation = { by: await findCreator(db, stored.ID), at: Temporal.Instant.from(stored.created) };
  return correctionEnd(creation, scope.user, correctsOwnRecords);
};

/** For the screen: until when the caller may correct the record, if they still may. */
export const correctableUntil = async (scope: Scope, stored: StoredPerson): Promise<string | undefined> => {
  const end = await endFor(scope.site.db, scope, stored);
  return end && !refuseCorrection(end, scope.now(), isActive(stored)) ? end.toString() : undefined;
};

/** Whether this change is a correction: it sends fields that its role may otherwise write only in new records. */
export const checkCorrection = async (
  db: Db,
  scope: Scope,
  stored: StoredPerson,
  data: PersonWrite,
): Promise<Result<boolean>> => {
  const { role } = scope.user;
  if (!mayCorrectOwnRecords(role)) return done(false);
  const field = Object.keys(data).find(
    (name) =>
      name === 'Month' ||
      name === 'Day' ||
      name === 'Year' ||
      (isPersonField(name) && !mayWrite(role, name, 'update')),
  );
  if (field === undefined) return done(false);
  const end = await endFor(db, scope, stored);
  if (!end) return refuseFields([{ field, message: fieldForbidden(field) }], 'forbidden');
  const refused = refuseCorrection(end, scope.now(), isActive(stored));
  return refused ? refuse('forbidden', refused) : done(true);
};
