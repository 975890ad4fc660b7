import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import { done, type Result } from '@homecare/domain/errors.ts';
import { seesPayRates } from '@homecare/domain/permissions.ts';
import {
  type getAccountLog,
  type getAgencyFormLog,
  type getBillingLog,
  type getFilledFormLog,
  type getIncidentLog,
  type getPersonLog,
  type getPlanLog,
  type getSettingsLog,
  LOG_PAGE,
  type LogEntry,
  type LoggedField,
} from '@homecare/domain/record-log/contract.ts';
import {
  accountLogFields,
  type Changes,
  cardLogFields,
  personLogFields,
  planLogFields,
  settingLogFields,
  wordedLogFields,
} from '@homecare/domain/record-log/rules.ts';
import { CARD_ENTITY, recordIdsOf } from '../billing/service.ts';
import { mergedRecords } from '../people/merging.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { listAccountChanges, listChanges, listSettingChanges } from './queries.ts';

type Asked = InputOf<typeof getPersonLog>;
type LogPage = Result<OutputOf<typeof getPersonLog>>;

const pageOf = async (
  scope: Scope,
  entities: readonly string[],
  { ids, before }: { readonly ids: readonly number[]; readonly before?: number | undefined },
  fieldsOf: (changes: Changes, action: LogEntry['action']) => LoggedField[],
  others: ReadonlyMap<number, string> = new Map(),
): Promise<LogPage> => {
  const changes = await listChanges(scope, { entities, ids, before });
  return done({
    entries: changes.slice(0, LOG_PAGE).map(({ changes: stored, entityId, ...entry }) => {
      const of = others.get(entityId);
      // A new record is one line: its values are in the record, or are old values of later changes.
      const fields = entry.action === 'insert' ? [] : fieldsOf(stored, entry.action);
      return { ...entry, ...(of && { of }), fields };
    }),
    more: changes.length > LOG_PAGE,
  });
};

/** Includes the logs of records merged into it. */
export const loadPersonLog = async (scope: Scope, { id, before }: Asked): Promise<LogPage> => {
  const merged = new Map((await mergedRecords(scope, id)).map(({ ID, name }) => [ID, name]));
  return pageOf(
    scope,
    seesPayRates(scope.user.role) ? ['person', 'pay'] : ['person'],
    { ids: [id, ...merged.keys()], before },
    personLogFields,
    merged,
  );
};

export const loadPlanLog = (scope: Scope, { id, before }: InputOf<typeof getPlanLog>): Promise<LogPage> =>
  pageOf(scope, ['carePlan'], { ids: [id], before }, planLogFields);

export const loadIncidentLog = (
  scope: Scope,
  { id, before }: InputOf<typeof getIncidentLog>,
): Promise<LogPage> => pageOf(scope, ['incident'], { ids: [id], before }, wordedLogFields);

export const loadAgencyFormLog = (
  scope: Scope,
  { id, before }: InputOf<typeof getAgencyFormLog>,
): Promise<LogPage> => pageOf(scope, ['agencyForm'], { ids: [id], before }, wordedLogFields);

export const loadFilledFormLog = (
  scope: Scope,
  { id, before }: InputOf<typeof getFilledFormLog>,
): Promise<LogPage> => pageOf(scope, ['filledForm'], { ids: [id], before }, wordedLogFields);

/** A deleted card that was saved again continues the earlier one's log. */
export const loadBillingLog = async (
  scope: Scope,
  { id, date, before }: InputOf<typeof getBillingLog>,
): Promise<LogPage> =>
  pageOf(scope, [CARD_ENTITY], { ids: await recordIdsOf(scope, id, date), before }, cardLogFields);

/** For one account, its entries; for all accounts, each line begins with the login. */
export const loadAccountLog = async (
  scope: Scope,
  { id, before }: InputOf<typeof getAccountLog>,
): Promise<LogPage> => {
  const rows = await listAccountChanges(scope, { id, before });
  return done({
    entries: rows.slice(0, LOG_PAGE).map(({ changes, call, login, ...entry }) => ({
      ...entry,
      fields: accountLogFields(changes, { action: entry.action, call, login: id === null ? login : null }),
    })),
    more: rows.length > LOG_PAGE,
  });
};

export const loadSettingsLog = async (
  scope: Scope,
  { before }: InputOf<typeof getSettingsLog>,
): Promise<LogPage> => {
  const rows = await listSettingChanges(scope, before);
  return done({
    entries: rows.slice(0, LOG_PAGE).map(({ changes, entity, ...entry }) => ({
      ...entry,
      fields: settingLogFields(entity, changes),
    })),
    more: rows.length > LOG_PAGE,
  });
};
