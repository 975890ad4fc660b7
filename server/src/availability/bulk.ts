import type {
  CaregiverHours,
  ClientNeeds,
  PairPreference,
  TimeOff,
} from '@homecare/domain/availability/schema.ts';
import { fold } from '@homecare/domain/fold.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import {
  insertPreferences,
  insertSkills,
  listStoredSkills,
  lockSkills,
  putHours,
  putNeedsRows,
  putSkillRows,
} from './queries.ts';
import { insertTimeOffRows } from './time-off-queries.ts';

/** For people who have none of it yet, already validated: used for example data. */
export interface AvailabilityToStore {
  readonly skills: readonly string[];
  readonly hours: readonly CaregiverHours[];
  readonly needs: readonly ClientNeeds[];
  readonly pairs: readonly Omit<PairPreference, 'id'>[];
  readonly timeOff: readonly Omit<TimeOff, 'id'>[];
}

/** The ids of skills by name; missing ones are added to the list. */
const skillIds = async (tx: Tx, names: readonly string[]): Promise<(name: string) => number[]> => {
  await lockSkills(tx);
  const before = new Set((await listStoredSkills(tx)).map(({ name }) => fold(name)));
  const fresh = names.filter((name) => !before.has(fold(name)));
  if (fresh.length > 0) await insertSkills(tx, fresh);
  const known = new Map((await listStoredSkills(tx)).map(({ id, name }) => [fold(name), id]));
  return (name) => {
    const id = known.get(fold(name));
    return id === undefined ? [] : [id];
  };
};

export const storeAvailability = async (
  tx: Tx,
  scope: Scope,
  { skills, hours, needs, pairs, timeOff }: AvailabilityToStore,
  record: Recorder,
): Promise<void> => {
  const idsOf = await skillIds(tx, skills);
  const stamp = scope.stamp();
  await putHours(tx, hours, stamp);
  await putSkillRows(
    tx,
    hours.flatMap(({ providerId, skills: own }) =>
      own.flatMap(idsOf).map((skillId) => ({ providerId, skillId })),
    ),
  );
  const wanted = needs.filter((one) => [...one.skills, ...one.languages, ...one.wishedLanguages].length > 0);
  await putNeedsRows(
    tx,
    wanted.map((one) => ({ ...one, skillIds: one.skills.flatMap(idsOf) })),
    stamp,
  );
  await insertPreferences(tx, pairs, stamp);
  await insertTimeOffRows(tx, timeOff, stamp);
  const stored = { hours: hours.length, needs: wanted.length, pairs: pairs.length, timeOff: timeOff.length };
  record({ entity: 'person', id: null, action: 'run', changes: { availability: [null, stored] } });
};
