import { LOG_PAGE, type LogEntry } from '@homecare/domain/record-log/contract.ts';
import { type Changes, SETTING_ENTITIES } from '@homecare/domain/record-log/rules.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { queryRows } from '../platform/db/rows.ts';
import { hasChanged, hasChanges, sealedChanges } from '../platform/sealed/change-log.ts';

export type LoggedChange = Omit<LogEntry, 'fields' | 'of'> & { readonly changes: Changes };

/** A record's changes, newest first; one row more than a page shows that there are more. */
export const listChanges = async (
  scope: Scope,
  of: {
    readonly entities: readonly string[];
    readonly ids: readonly number[];
    readonly before: number | undefined;
  },
): Promise<(LoggedChange & { readonly entityId: number })[]> => {
  return queryRows<LoggedChange & { readonly entityId: number }>(scope.site.db)`select log.id, log.at,
      coalesce(account.full_name, log.actor) as who, log.action, ${sealedChanges('log')}, log.entity_id as "entityId"
    from change_log log left join accounts account on account.id = log.account_id
    where log.entity = any(${[...of.entities]}) and log.entity_id = any(${[...of.ids]}::int[])
      and log.action in ('insert', 'update', 'delete', 'run')
      and (log.action = 'insert' or ${hasChanges('log')}) and log.id < coalesce(${of.before ?? null}::bigint, 9223372036854775807)
    order by log.id desc limit ${LOG_PAGE + 1}`;
};

export type AccountChange = LoggedChange & { readonly call: string; readonly login: string | null };

/** Changes of one account, or of all and of the rule about second factors, including deleted accounts with their logins. */
export const listAccountChanges = async (
  scope: Scope,
  { id, before }: { readonly id: number | null; readonly before?: number | undefined },
): Promise<AccountChange[]> => {
  return queryRows<AccountChange>(
    scope.site.db,
  )`select log.id, log.at, coalesce(account.full_name, log.actor) as who,
      log.action, ${sealedChanges('log')}, log.call, changed.login
    from change_log log left join accounts account on account.id = log.account_id
      left join accounts changed on changed.id = log.entity_id and log.entity = 'account'
    where (${id}::int is null and log.entity = 'setting' and ${hasChanged('secondFactor', 'log')}
        or log.entity = 'account' and (${id}::int is null or log.entity_id = ${id}))
      and log.action in ('insert', 'update', 'delete') and log.id < coalesce(${before ?? null}::bigint, 9223372036854775807)
    order by log.id desc limit ${LOG_PAGE + 1}`;
};

/** Changes on the site page; the rule about second factors is here and in the history of accounts. */
export const listSettingChanges = (
  scope: Scope,
  before: number | undefined,
): Promise<(LoggedChange & { readonly entity: string })[]> =>
  queryRows<LoggedChange & { readonly entity: string }>(scope.site.db)`select log.id, log.at,
      coalesce(account.full_name, log.actor) as who, log.action, ${sealedChanges('log')}, log.entity
    from change_log log left join accounts account on account.id = log.account_id
    where log.entity = any(${[...SETTING_ENTITIES]}) and log.action in ('insert', 'update', 'delete', 'run')
      and ${hasChanges('log')} and log.id < coalesce(${before ?? null}::bigint, 9223372036854775807)
    order by log.id desc limit ${LOG_PAGE + 1}`;
