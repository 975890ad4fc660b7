import { lookColumns } from '@homecare/domain/access-log/columns.ts';
import type * as calls from '@homecare/domain/access-log/contract.ts';
import { type AccessWarning, LOOKS_PAGE, type LookRow } from '@homecare/domain/access-log/contract.ts';
import { recordWords, wordsOfLook } from '@homecare/domain/access-log/looks.ts';
import { crowdedHour, findClose, MANY_RECORDS } from '@homecare/domain/access-log/warnings.ts';
import { addDays, instantOf } from '@homecare/domain/calendar.ts';
import { compareKeys } from '@homecare/domain/compare.ts';
import { done } from '@homecare/domain/errors.ts';
import { joinName } from '@homecare/domain/person-name.ts';
import { answerExport } from '../list-export/documents.ts';
import { mergedRecords } from '../people/merging.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { UseCase } from '../platform/http/bind.ts';
import {
  type Account,
  countLooks,
  findLooks,
  type LoggedLook,
  listAccounts,
  listNames,
  listRecordLooks,
  type Span,
} from './queries.ts';

/** The maximum of an exported file. */
const MOST_EXPORTED = 20_000;

/** The look itself is recorded like that of any call. */
export const openPerson: UseCase<typeof calls.openPerson> = async () => done(null);

const rowOf = ({ call, subject, subjectId, ...look }: LoggedLook): LookRow => ({
  ...look,
  what: wordsOfLook(call),
  of: recordWords(subject, subjectId),
});

/** Includes records merged into this one. Looks that are not in the log yet are written to it first. */
const looksAt = async (
  scope: Scope,
  id: number,
  asked: { readonly all: boolean; readonly before: number | undefined; readonly most: number },
): Promise<LookRow[]> => {
  await scope.site.accessLog.drain();
  const merged = await mergedRecords(scope, id);
  const found = await findLooks(scope.site.db, { ids: [id, ...merged.map(({ ID }) => ID)], ...asked });
  return found.map(rowOf);
};

export const listLooks: UseCase<typeof calls.listLooks> = async (scope, { id, all, before }) => {
  const found = await looksAt(scope, id, { all, before, most: LOOKS_PAGE + 1 });
  return done({ looks: found.slice(0, LOOKS_PAGE), more: found.length > LOOKS_PAGE });
};

export const exportLooks: UseCase<typeof calls.exportLooks> = async (scope, { id, all, format }) =>
  answerExport(scope, {
    list: 'looks',
    title: 'Who looked at this record',
    format,
    columns: lookColumns(scope.settings.timeZone),
    rows: await looksAt(scope, id, { all, before: undefined, most: MOST_EXPORTED }),
    idOf: (look) => look.id,
    parameters: [
      ['Person', `ID ${id}`],
      ['Looks', all ? 'all' : 'opened'],
    ],
    logged: { person: String(id), all },
  });

// ---- what an admin should ask about

/** Looks at the user's own record, and at records with the same family name. */
const closeWarnings = async (
  scope: Scope,
  span: Span,
  accounts: readonly Account[],
): Promise<AccessWarning[]> => {
  const { db } = scope.site;
  const close = findClose(accounts, await listNames(db));
  if (close.length === 0) return [];
  const pairs = close.map(({ looker, person }) => ({ accountId: looker.id, personId: person.id }));
  const counted = new Map(
    (await countLooks(db, span, pairs)).map((found) => [`${found.accountId} ${found.personId}`, found]),
  );
  const logins = new Map(accounts.map(({ id, login }) => [id, login]));
  return close.flatMap(({ kind, looker, person }) => {
    const found = counted.get(`${looker.id} ${person.id}`);
    const name = joinName(person.lastName, person.firstName);
    const who = { who: looker.fullName, login: logins.get(looker.id) ?? '' };
    return found ? [{ kind, ...found, ...who, person: name }] : [];
  });
};

/** Hours with more records than anyone works on. */
const crowdWarnings = async (
  scope: Scope,
  span: Span,
  accounts: readonly Account[],
): Promise<AccessWarning[]> => {
  const looks = Map.groupBy(
    await listRecordLooks(scope.site.db, span, MANY_RECORDS),
    ({ accountId }) => accountId,
  );
  return accounts.flatMap(({ id: accountId, fullName: who, login }) => {
    const hour = crowdedHour(looks.get(accountId) ?? []);
    if (!hour) return [];
    const at = Temporal.Instant.fromEpochMilliseconds(hour.fromMs).toString();
    return [
      { kind: 'many', accountId, who, login, personId: null, person: null, at, count: hour.records } as const,
    ];
  });
};

export const listWarnings: UseCase<typeof calls.listWarnings> = async (scope, { from, through }) => {
  const { timeZone } = scope.settings;
  await scope.site.accessLog.drain();
  const after = addDays(through, 1);
  const span = {
    from: instantOf(from, '00:00', timeZone).toString(),
    until: instantOf(after, '00:00', timeZone).toString(),
  };
  const accounts = await listAccounts(scope.site.db);
  const found = [
    ...(await closeWarnings(scope, span, accounts)),
    ...(await crowdWarnings(scope, span, accounts)),
  ];
  return done(found.toSorted((a, b) => compareKeys(b.at, a.at)));
};
