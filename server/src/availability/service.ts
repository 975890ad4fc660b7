import type * as calls from '@homecare/domain/availability/contract.ts';
import { checkHours, noSuchSkill, tidyNames, tidyWindows } from '@homecare/domain/availability/rules.ts';
import {
  type ClientNeeds,
  type HoursDraft,
  NO_HOURS,
  type PairPreference,
  TIME_OFF_STATUSES,
  type TimeOff,
  type TimeOffStatus,
} from '@homecare/domain/availability/schema.ts';
import {
  done,
  fieldForbidden,
  type Result,
  refuse,
  refuseAll,
  refuseFields,
} from '@homecare/domain/errors.ts';
import { fold } from '@homecare/domain/fold.ts';
import { isCaregiver } from '@homecare/domain/permissions.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  findPersonHead,
  listStoredSkills,
  lockPeople,
  lockSkills,
  putHours,
  putSkillsOf,
  type StoredHours,
  selectAllHours,
  selectHours,
  selectNeeds,
  selectPreferences,
  selectSkilled,
  selectWishes,
} from './queries.ts';
import { selectTimeOffIn } from './time-off-queries.ts';

/** When caregivers can work, and what other features need to know about it (docs/rules/availability.md). */

// ---- what `staffing` reads

/** Of one caregiver; undefined without an entry. */
export const findCaregiverHours = async (db: Db, id: number): Promise<HoursDraft | undefined> =>
  (await selectHours(db, id))[0];

/** By caregiver; those without an entry can work at any time, without limits. */
export const listCaregiverHours = async (db: Db): Promise<ReadonlyMap<number, HoursDraft>> =>
  new Map((await selectAllHours(db)).map(({ providerId, ...hours }) => [providerId, hours]));

/** Which of these skills caregivers have. Only ask about skills that a client requires, because loading all takes long. */
export const listSkillsAmong = async (
  db: Db,
  names: readonly string[],
): Promise<ReadonlyMap<number, readonly string[]>> => {
  const learned = names.length === 0 ? [] : await selectSkilled(db, names);
  const byCaregiver = Map.groupBy(learned, ({ providerId }) => providerId);
  return new Map([...byCaregiver].map(([id, own]) => [id, own.map(({ name }) => name)]));
};

/** The weekly minutes caregivers wish for, of some or all. */
export const listWishedMinutes = async (
  db: Db,
  providers?: readonly number[],
): Promise<ReadonlyMap<number, number | null>> =>
  new Map((await selectWishes(db, providers)).map(({ providerId, minutes }) => [providerId, minutes]));

/** Time off that touches one of these days, of some caregivers or all. */
export const listTimeOff = (
  db: Db,
  days: { readonly from: string; readonly through: string },
  statuses: readonly TimeOffStatus[] = TIME_OFF_STATUSES,
  providers?: readonly number[],
): Promise<readonly TimeOff[]> => selectTimeOffIn(db, days, statuses, providers);

export const listPairPreferences = (
  db: Db,
  clientIds: readonly number[],
): Promise<readonly PairPreference[]> => selectPreferences(db, clientIds);

/** Of some clients; those without an entry require nothing. */
export const listClientNeeds = async (
  db: Db,
  clientIds: readonly number[],
): Promise<ReadonlyMap<number, ClientNeeds>> =>
  new Map(
    (await selectNeeds(db, clientIds)).map(({ clientId, skills, languages, wishedLanguages }) => [
      clientId,
      { clientId, skills, languages, wishedLanguages },
    ]),
  );

// ---- shared with the other parts of this feature

/** A caregiver may only reach their own data. */
export const isForeign = ({ user }: Scope, providerId: number): boolean =>
  isCaregiver(user.role) && user.providerId !== providerId;

/** The skills with these names; the list is locked until the transaction ends. */
export const findSkills = async (
  tx: Tx,
  names: readonly string[],
  field: string,
): Promise<Result<number[]>> => {
  if (names.length === 0) return done([]);
  await lockSkills(tx);
  const known = new Map((await listStoredSkills(tx)).map(({ id, name }) => [fold(name), id]));
  const unknown = names.find((name) => !known.has(fold(name)));
  if (unknown !== undefined) return refuseFields([{ field, message: noSuchSkill(unknown) }]);
  return done(names.flatMap((name) => known.get(fold(name)) ?? []));
};

type Values = Readonly<Record<string, unknown>>;
/** The differences, by the names shown in the record log. */
export const changesBetween = (before: Values, after: Values) =>
  Object.fromEntries(
    Object.keys(after)
      .filter((name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null))
      .map((name) => [name, [before[name] ?? null, after[name] ?? null] as const]),
  );

// ---- hours of one caregiver

const draftOf = ({ windows, wishedMinutes, mostMinutes, farthestMiles }: HoursDraft): HoursDraft => ({
  windows,
  wishedMinutes,
  mostMinutes,
  farthestMiles,
});

export const getHours: UseCase<typeof calls.getHours> = async (scope, { id }) => {
  if (isForeign(scope, id)) return refuse('forbidden');
  const { db } = scope.site;
  const person = await findPersonHead(db, id);
  if (person?.kind !== 'Provider') return refuse('notFound');
  const [stored] = await selectHours(db, id);
  return done({
    hours: stored ? draftOf(stored) : NO_HOURS,
    skills: [...(stored?.skills ?? [])],
    rev: stored?.rev ?? 0,
  });
};

const logged = ({ windows, wishedMinutes, mostMinutes, farthestMiles }: HoursDraft) => ({
  'Available hours': windows,
  'Wished minutes a week': wishedMinutes,
  'Most minutes a week': mostMinutes,
  'Farthest miles': farthestMiles,
});

const recordHours = (
  record: Recorder,
  id: number,
  before: StoredHours | undefined,
  hours: HoursDraft,
  skills: readonly string[] | undefined,
) => {
  const was = { ...logged(before ?? NO_HOURS), Skills: before?.skills ?? [] };
  const now = { ...logged(hours), Skills: skills ?? before?.skills ?? [] };
  record({ entity: 'person', id, action: 'update', changes: changesBetween(was, now) });
};

export const saveHours: UseCase<typeof calls.saveHours> = async (scope, { id, hours: sent, skills, rev }) => {
  if (isForeign(scope, id)) return refuse('forbidden');
  if (skills !== undefined && isCaregiver(scope.user.role))
    return refuseFields([{ field: 'skills', message: fieldForbidden('skills') }], 'forbidden');
  const refused = refuseAll(checkHours(sent));
  if (refused) return refused;
  const hours = { ...sent, windows: sent.windows && tidyWindows(sent.windows) };
  return mutate(scope, 'availability.saveHours', async (tx, record) => {
    const [person] = await lockPeople(tx, [id]);
    if (person?.kind !== 'Provider') return refuse('notFound');
    const [stored] = await selectHours(tx, id);
    if ((stored?.rev ?? 0) !== rev) return refuseStale(scope, stored);
    const names = skills && tidyNames(skills);
    const skillIds = names && (await findSkills(tx, names, 'skills'));
    if (skillIds && !skillIds.ok) return skillIds;
    const [row] = await putHours(tx, [{ ...hours, providerId: id }], scope.stamp());
    if (skillIds) await putSkillsOf(tx, id, skillIds.data);
    recordHours(record, id, stored, hours, names);
    return done({ rev: row?.rev ?? rev });
  });
};
