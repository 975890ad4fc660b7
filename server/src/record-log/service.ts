import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import { done, type Result } from '@homecare/domain/errors.ts';
import { type getPersonLog, LOG_PAGE } from '@homecare/domain/record-log/contract.ts';
import { personLogFields } from '@homecare/domain/record-log/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { listChanges } from './queries.ts';

export const loadPersonLog = async (
  scope: Scope,
  { id, before }: InputOf<typeof getPersonLog>,
): Promise<Result<OutputOf<typeof getPersonLog>>> => {
  const entities = scope.user.role === 'admin' ? ['person', 'pay'] : ['person'];
  const changes = await listChanges(scope, { entities, id, before });
  return done({
    entries: changes.slice(0, LOG_PAGE).map(({ changes: stored, ...entry }) => ({
      ...entry,
      // A new record is one line: its values stand in the record, or as the old value of what came later.
      fields: entry.action === 'insert' ? [] : personLogFields(stored),
    })),
    more: changes.length > LOG_PAGE,
  });
};
