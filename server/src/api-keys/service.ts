import type * as calls from '@homecare/domain/api-keys/contract.ts';
import { instantExpired, KEY_NAME_TAKEN, validateKey } from '@homecare/domain/api-keys/rules.ts';
import { KEY_ROLES, type KeyCall } from '@homecare/domain/api-keys/schema.ts';
import { isKeyCall } from '@homecare/domain/api-keys/scope.ts';
import { type Call, mayCall } from '@homecare/domain/call.ts';
import { areaTitle, callTitle } from '@homecare/domain/call-names.ts';
import { compareKeys } from '@homecare/domain/compare.ts';
import { done, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import { addProgram, holdOwnAdmin } from '../accounts/service.ts';
import { newKey } from '../platform/auth/keys.ts';
import { hashToken } from '../platform/auth/sessions.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { endKey, hasKey, insertKey, selectKeys } from './queries.ts';

/** Keys with which other programs make the same calls as the screens (docs/rules/api-keys.md). */

const ENTITY = 'apiKey';

const asKeyCall = (call: Call): KeyCall => ({
  name: call.name,
  area: areaTitle(call.name),
  title: callTitle(call.name),
  effect: call.effect === 'write' ? 'write' : 'read',
  roles: KEY_ROLES.filter((role) => mayCall(role, call)),
});

/** The calls keys can be made for, by feature. */
export const keyCallsOf = (all: readonly Call[]): readonly KeyCall[] =>
  all
    .filter(isKeyCall)
    .map(asKeyCall)
    .toSorted((a, b) => compareKeys(a.area, b.area) || compareKeys(a.title, b.title));

export const listApiKeys: UseCase<typeof calls.listApiKeys> = async (scope) =>
  done(await selectKeys(scope.site.db));

export const listKeyCalls =
  (known: readonly KeyCall[]): UseCase<typeof calls.listKeyCalls> =>
  async () =>
    done([...known]);

export const makeApiKey =
  (known: readonly KeyCall[]): UseCase<typeof calls.makeApiKey> =>
  async (scope, input) => {
    const wrong = refuseAll(validateKey(input, known, scope.today()));
    if (wrong) return wrong;
    const name = input.name.trim();
    const expires = instantExpired(input.expires, scope.settings.timeZone).toString();
    const key = newKey();
    // Answers to requests with an idempotency key are stored for a day, and this one contains the key itself, so it is not stored.
    return mutate(scope.ofPart(), 'apiKeys.make', async (tx, record) => {
      // Locked: whoever closes this admin's account at the same time also revokes this key, or it is not made.
      const madeBy = await holdOwnAdmin(tx, scope);
      if (madeBy === undefined) return refuse('notSignedIn');
      const { role, perMinute } = input;
      const accountId = await addProgram(tx, scope, { name, role });
      const stored = {
        accountId,
        madeBy,
        name,
        role,
        tokenHash: hashToken(key),
        calls: input.calls,
        perMinute,
        expires,
      };
      const row = await insertKey(tx, scope.stamp(), stored);
      if (!row) return refuseFields([{ field: 'name', message: KEY_NAME_TAKEN }], 'conflict');
      const changes = {
        name: [null, name],
        role: [null, role],
        calls: [null, input.calls.join(', ')],
        expires: [null, input.expires],
      } as const;
      record({ entity: ENTITY, id: row.id, action: 'insert', changes });
      return done({ key }, { insertId: row.id });
    });
  };

const REVOKED_BEFORE = 'This key was revoked before.';

export const revokeApiKey: UseCase<typeof calls.revokeApiKey> = (scope, { id }) =>
  mutate(scope, 'apiKeys.revoke', async (tx, record) => {
    const row = await endKey(tx, scope.stamp(), id);
    if (!row) return (await hasKey(tx, id)) ? refuse('conflict', REVOKED_BEFORE) : refuse('notFound');
    const changes = { name: [row.name, row.name], revoked: [null, scope.now().toString()] } as const;
    record({ entity: ENTITY, id, action: 'update', changes });
    return done(null);
  });
