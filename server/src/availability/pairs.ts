import type * as calls from '@homecare/domain/availability/contract.ts';
import {
  checkNeeds,
  checkPreference,
  type NeedsDraft,
  tidyNeeds,
} from '@homecare/domain/availability/rules.ts';
import type { PairPreference } from '@homecare/domain/availability/schema.ts';
import { done, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate, type Tx } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  deletePreference,
  findPair,
  findPersonHead,
  insertPreferences,
  lockPeople,
  putNeeds,
  selectNeeds,
  selectPreferencesOf,
  updatePreference,
} from './queries.ts';
import { changesBetween, findSkills } from './service.ts';

/** What a client requires, and who prefers whom. */

const NO_NEEDS: NeedsDraft = { skills: [], languages: [], wishedLanguages: [], notifyBy: null };
const needsOf = ({ skills, languages, wishedLanguages, notifyBy }: NeedsDraft): NeedsDraft => ({
  skills,
  languages,
  wishedLanguages,
  notifyBy: notifyBy ?? null,
});

export const getNeeds: UseCase<typeof calls.getNeeds> = async (scope, { id }) => {
  const { db } = scope.site;
  const person = await findPersonHead(db, id);
  if (person?.kind !== 'Client') return refuse('notFound');
  const [stored] = await selectNeeds(db, [id]);
  return done({ needs: needsOf(stored ?? NO_NEEDS), rev: stored?.rev ?? 0 });
};

const loggedNeeds = ({ skills, languages, wishedLanguages, notifyBy }: NeedsDraft) => ({
  'Required skills': skills,
  'Required languages': languages,
  'Wished languages': wishedLanguages,
  'Hears of visits by': notifyBy ?? null,
});

export const saveNeeds: UseCase<typeof calls.saveNeeds> = async (scope, { id, needs: sent, rev }) => {
  const needs = tidyNeeds(sent);
  const refused = refuseAll(checkNeeds(needs));
  if (refused) return refused;
  return mutate(scope, 'availability.saveNeeds', async (tx, record) => {
    const [person] = await lockPeople(tx, [id]);
    if (person?.kind !== 'Client') return refuse('notFound');
    const [stored] = await selectNeeds(tx, [id]);
    if ((stored?.rev ?? 0) !== rev) return refuseStale(scope, stored);
    const skillIds = await findSkills(tx, needs.skills, 'skills');
    if (!skillIds.ok) return skillIds;
    const { skills: _, ...rest } = needs;
    const write = { clientId: id, skillIds: skillIds.data, ...rest };
    const row = await putNeeds(tx, write, scope.stamp());
    const changes = changesBetween(loggedNeeds(needsOf(stored ?? NO_NEEDS)), loggedNeeds(needs));
    record({ entity: 'person', id, action: 'update', changes });
    return done({ rev: row?.rev ?? rev });
  });
};

export const listPreferences: UseCase<typeof calls.listPreferences> = async (scope, { id }) => {
  const found = await selectPreferencesOf(scope.site.db, id);
  return done(found.map(({ at, by, ...row }) => row));
};

/** Locks both people; undefined if the two cannot be paired. */
const lockPair = async (
  tx: Tx,
  { providerId, clientId }: Pick<PairPreference, 'providerId' | 'clientId'>,
) => {
  const people = await lockPeople(tx, [providerId, clientId]);
  const isKind = (id: number, kind: string) => people.some((one) => one.id === id && one.kind === kind);
  return isKind(providerId, 'Provider') && isKind(clientId, 'Client');
};

const say = ({ side, kind, reason }: Pick<PairPreference, 'side' | 'kind' | 'reason'>) => ({
  side,
  kind,
  reason,
});

const removedBefore = () =>
  refuse('notFound', 'Someone else removed this preference. Add it again if it still applies.');

export const savePreference: UseCase<typeof calls.savePreference> = async (scope, input) => {
  const { id, rev, providerId, clientId, side, kind } = input;
  const reason = input.reason?.trim() || null;
  const draft = { providerId, clientId, side, kind, reason };
  const refused = refuseAll(checkPreference(draft, []));
  if (refused) return refused;
  if (providerId === null || clientId === null) return refuse('badInput');
  return mutate(scope, 'availability.savePreference', async (tx, record) => {
    const pair = { providerId, clientId, side, kind, reason };
    if (!(await lockPair(tx, pair))) return refuse('notFound');
    const all = await selectPreferencesOf(tx, providerId);
    const stored = all.find((one) => one.id === id);
    if (id !== null && (!stored || stored.clientId !== clientId || stored.side !== side))
      return removedBefore();
    if (stored && stored.rev !== rev) return refuseStale(scope, stored);
    const taken = checkPreference(
      pair,
      all.filter((one) => one.id !== id),
    );
    const [fault] = taken;
    if (fault) return refuseFields([fault], 'conflict');
    const [inserted] = stored ? [] : await insertPreferences(tx, [pair], scope.stamp());
    if (stored) await updatePreference(tx, stored.id, pair, scope.stamp());
    const change = { Preference: [stored ? say(stored) : null, say(pair)] as const };
    for (const person of [providerId, clientId])
      record({ entity: 'person', id: person, action: 'update', changes: change });
    return done({ rev: stored ? stored.rev + 1 : 0 }, { insertId: stored?.id ?? inserted ?? 0 });
  });
};

const alreadyRemoved = () => refuse('notFound', 'Someone else already removed this preference.');

export const removePreference: UseCase<typeof calls.removePreference> = (scope, { id, rev }) =>
  mutate(scope, 'availability.removePreference', async (tx, record) => {
    const pair = await findPair(tx, id);
    if (!pair) return alreadyRemoved();
    if (!(await lockPair(tx, pair))) return refuse('notFound');
    const stored = (await selectPreferencesOf(tx, pair.providerId)).find((one) => one.id === id);
    if (!stored) return alreadyRemoved();
    if (stored.rev !== rev) return refuseStale(scope, stored);
    await deletePreference(tx, id);
    const change = { Preference: [say(stored), null] as const };
    for (const person of [stored.providerId, stored.clientId])
      record({ entity: 'person', id: person, action: 'update', changes: change });
    return done(null);
  });
