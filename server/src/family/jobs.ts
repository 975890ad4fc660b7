import { done, refuse } from '@homecare/domain/errors.ts';
import { z } from 'zod';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { Job } from '../platform/jobs/job.ts';
import { mailSignIn } from './links.ts';
import { FAMILY_JOB, listOpenBeside, lockMember } from './queries.ts';

const mailAsked = (scope: Scope, id: number) =>
  mutate(scope, 'familyPage.askLink', async (tx, record) => {
    const member = await lockMember(tx, id);
    if (!member || member.ended !== null) return refuse('notFound');
    const mailed = await mailSignIn(tx, scope, member, record);
    if (!mailed.ok) return mailed;
    record({ entity: 'familyMember', id, action: 'update', changes: { link: [null, 'asked for'] } });
    return done(null);
  });

const Payload = z.object({ id: z.int() });

/** Mails requested links after the answer, which takes equally long when nobody is invited. */
export const familyJob: Job = {
  name: FAMILY_JOB,
  run: async (scope, payload) => {
    for (const { id } of await listOpenBeside(scope.site.db, Payload.parse(payload).id))
      await mailAsked(scope, id);
  },
};
