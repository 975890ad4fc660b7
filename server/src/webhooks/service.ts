import { done, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/webhooks/contract.ts';
import { DELIVERIES_PAGE } from '@homecare/domain/webhooks/contract.ts';
import { validateWebhook, WEBHOOK_NAME_TAKEN } from '@homecare/domain/webhooks/rules.ts';
import { mutate, recordChanges } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { queueJob } from '../platform/jobs/queue.ts';
import { postEvent } from './posting.ts';
import {
  endWebhook,
  findTarget,
  insertWebhook,
  lockWebhook,
  queueAgain,
  selectDeliveries,
  selectWebhooks,
  setPaused,
  WEBHOOKS_JOB,
} from './queries.ts';
import { newSecret } from './signing.ts';

/** Notifies other programs of changes (docs/rules/webhooks.md). */

const ENTITY = 'webhook';

export const listWebhooks: UseCase<typeof calls.listWebhooks> = async (scope) =>
  done(await selectWebhooks(scope.site.db));

export const addWebhook: UseCase<typeof calls.addWebhook> = async (scope, { kinds, withData, ...input }) => {
  const { entry, secrets } = scope.site;
  const [name, url] = [input.name.trim(), input.url.trim()];
  const wrong = refuseAll(validateWebhook({ name, url, kinds }, entry.localServices === true));
  if (wrong) return wrong;
  const secret = newSecret();
  // Answers to requests with an idempotency key are stored for a day, and this one contains the secret, so it is not stored.
  return mutate(scope.ofPart(), 'webhooks.add', async (tx, record) => {
    const hook = { name, url, kinds: [...new Set(kinds)], withData, secret: secrets.encrypt(secret) };
    const row = await insertWebhook(tx, scope.stamp(), hook);
    if (!row) return refuseFields([{ field: 'name', message: WEBHOOK_NAME_TAKEN }], 'conflict');
    const changes = {
      name: [null, name],
      url: [null, url],
      kinds: [null, hook.kinds.join(', ')],
      withData: [null, withData],
    } as const;
    record({ entity: ENTITY, id: row.id, action: 'insert', changes });
    return done({ secret }, { insertId: row.id });
  });
};

export const pauseWebhook: UseCase<typeof calls.pauseWebhook> = (scope, { id, paused }) =>
  mutate(scope, 'webhooks.pause', async (tx, record) => {
    const hook = await lockWebhook(tx, id);
    if (!hook) return refuse('notFound');
    await setPaused(tx, id, paused ? (hook.paused ?? scope.now().toString()) : null);
    if (!paused) await queueJob(tx, WEBHOOKS_JOB);
    record({ entity: ENTITY, id, action: 'update', changes: { paused: [hook.paused !== null, paused] } });
    return done(null);
  });

export const removeWebhook: UseCase<typeof calls.removeWebhook> = (scope, { id }) =>
  mutate(scope, 'webhooks.remove', async (tx, record) => {
    const hook = await lockWebhook(tx, id);
    if (!hook) return refuse('notFound');
    await endWebhook(tx, id, scope.now().toString());
    record({
      entity: ENTITY,
      id,
      action: 'delete',
      changes: { name: [hook.name, null], url: [hook.url, null] },
    });
    return done(null);
  });

const TAKEN = 'The program took the test event.';

export const testWebhook: UseCase<typeof calls.testWebhook> = async (scope, { id }) => {
  const target = await findTarget(scope.site.db, id);
  if (!target) return refuse('notFound');
  const event = {
    id: `test-${scope.now().epochMilliseconds}`,
    kind: 'test',
    action: 'test',
    subject: { type: ENTITY, id },
    at: scope.now().toString(),
  };
  const { kind, status, error } = await postEvent(scope, target, event);
  const answer =
    kind === 'taken' ? TAKEN : kind === 'refused' ? `The program answered ${status}.` : `${error}.`;
  const changes = { tested: [null, answer] } as const;
  await recordChanges(scope.site.db, scope, 'webhooks.test', [
    { entity: ENTITY, id, action: 'run', changes },
  ]);
  return done({ works: kind === 'taken', answer });
};

export const listDeliveries: UseCase<typeof calls.listDeliveries> = async (scope, { id, state, before }) => {
  if (!(await findTarget(scope.site.db, id))) return refuse('notFound');
  const asked = { id, state, before, most: DELIVERIES_PAGE + 1 };
  const found = await selectDeliveries(scope.site.db, asked);
  return done({ deliveries: found.slice(0, DELIVERIES_PAGE), more: found.length > DELIVERIES_PAGE });
};

const NOT_THERE = 'Nothing was parked, or it waits already.';

export const sendAgain: UseCase<typeof calls.sendAgain> = (scope, { id, delivery }) =>
  mutate(scope, 'webhooks.sendAgain', async (tx, record) => {
    if (!(await lockWebhook(tx, id))) return refuse('notFound');
    const count = await queueAgain(tx, id, delivery);
    if (count === 0) return refuse('conflict', NOT_THERE);
    await queueJob(tx, WEBHOOKS_JOB);
    record({ entity: ENTITY, id, action: 'run', changes: { sentAgain: [null, count] } });
    return done({ count });
  });
