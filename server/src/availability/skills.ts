import type * as calls from '@homecare/domain/availability/contract.ts';
import { checkSkillName, SKILL_IN_USE, tidySkillName } from '@homecare/domain/availability/rules.ts';
import { done, refuse, refuseAll } from '@homecare/domain/errors.ts';
import { type Change, mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  deleteSkill,
  insertSkills,
  listSkillsInUse,
  listStoredSkills,
  lockSkills,
  renameSkill,
} from './queries.ts';

/** The agency's list of skills. */

/** The record log's name. */
const ENTITY: Pick<Change, 'entity' | 'id'> = { entity: 'skill', id: null };

export const listSkills: UseCase<typeof calls.listSkills> = async (scope) =>
  done(await listSkillsInUse(scope.site.db));

export const saveSkill: UseCase<typeof calls.saveSkill> = (scope, { was, name: typed }) =>
  mutate(scope, 'availability.saveSkill', async (tx, record) => {
    await lockSkills(tx);
    const all = await listStoredSkills(tx);
    const stored = all.find(({ name }) => name === was);
    if (was !== null && !stored) return refuse('notFound');
    const name = tidySkillName(typed);
    const others = all.filter((one) => one !== stored).map((one) => one.name);
    const refused = refuseAll(checkSkillName(name, others));
    if (refused) return refused;
    if (stored) await renameSkill(tx, stored.id, name);
    else await insertSkills(tx, [name]);
    record({ ...ENTITY, action: stored ? 'update' : 'insert', changes: { name: [was, name] } });
    return done(await listSkillsInUse(tx));
  });

export const removeSkill: UseCase<typeof calls.removeSkill> = (scope, { name }) =>
  mutate(scope, 'availability.removeSkill', async (tx, record) => {
    await lockSkills(tx);
    const stored = (await listStoredSkills(tx)).find((one) => one.name === name);
    const used = (await listSkillsInUse(tx)).find((one) => one.name === name);
    if (!stored || !used) return refuse('notFound');
    if (used.caregivers > 0 || used.clients > 0) return refuse('conflict', SKILL_IN_USE);
    await deleteSkill(tx, stored.id);
    record({ ...ENTITY, action: 'delete', changes: { name: [name, null] } });
    return done(await listSkillsInUse(tx));
  });
