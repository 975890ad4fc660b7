import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import { done, type Result } from '@homecare/domain/errors.ts';
import {
  type getPersonLog,
  type getPlanLog,
  LOG_PAGE,
  type LoggedField,
} from '@homecare/domain/record-log/contract.ts';
import { type Changes, personLogFields, planLogFields } from '@homecare/domain/record-log/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { listChanges } from './queries.ts';

type Asked = InputOf<typeof getPersonLog>;
type LogPage = Result<OutputOf<typeof getPersonLog>>;

const pageOf = async (
  scope: Scope,
  entities: readonly string[],
  { id, before }: Asked,
  fieldsOf: (changes: Changes) => LoggedField[],
): Promise<LogPage> => {
  const changes = await listChanges(scope, { entities, id, before });
  return done({
    entries: changes.slice(0, LOG_PAGE).map(({ changes: stored, ...entry }) => ({
      ...entry,
      // A new record is one line: its values stand in the record, or as the old value of what came later.
      fields: entry.action === 'insert' ? [] : fieldsOf(stored),
    })),
    more: changes.length > LOG_PAGE,
  });
};

export const loadPersonLog = (scope: Scope, asked: Asked): Promise<LogPage> =>
  pageOf(scope, scope.user.role === 'admin' ? ['person', 'pay'] : ['person'], asked, personLogFields);

export const loadPlanLog = (scope: Scope, asked: InputOf<typeof getPlanLog>): Promise<LogPage> =>
  pageOf(scope, ['carePlan'], asked, planLogFields);
