import { ssnDigits } from '@homecare/domain/formats.ts';
import {
  type FieldKind,
  fieldOf,
  isPersonField,
  LIST_FIELDS,
  PAY_CATEGORIES,
  type PayCategory,
  PERSON_ENTRIES,
  PERSON_FIELDS,
  type PersonField,
  type PersonKind,
} from '@homecare/domain/people/dictionary.ts';
import { COMPARED_FIELDS, type KnownPerson } from '@homecare/domain/people/doubles.ts';
import { type KIND, SSN, STATUS } from '@homecare/domain/people/kind-and-status.ts';
import type { HistoryRow, PersonDraft, PersonRow, PersonValues } from '@homecare/domain/people/schema.ts';
import { seesNotesAndDoubles } from '@homecare/domain/permissions.ts';
import type { Filter } from '@homecare/domain/wire.ts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { seesOwnClientsOnly } from '../platform/auth/own-clients.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Secrets } from '../platform/crypto/secrets.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { anyOf, PREPARED } from '../platform/db/prepared.ts';
import { queryRow, queryRows } from '../platform/db/rows.ts';
import type { Tables } from '../platform/db/tables.ts';
import { birthDay, birthMonth, birthYear } from '../platform/sealed/birth-date.ts';
import {
  isMedicaidNumber,
  isOneOfMedicaidNumbers,
  medicaidNumber,
} from '../platform/sealed/medicaid-number.ts';
import { sealed } from '../platform/sealed/person.ts';
import {
  fingerprintOfSsn,
  isOneOfSsns,
  isSsn,
  SSN_COLUMN_TYPES,
  sealedSsn,
  ssnColumns,
  ssnEndsIn,
  ssnFingerprint,
  ssnLastDigits,
} from '../platform/sealed/ssn.ts';

export type Db = Kysely<Tables> | Tx;
export type PeopleFilter = Filter<'ID' | typeof STATUS | typeof KIND | typeof SSN | 'Medicaid'>;

const JSON_KINDS = new Set(['codes', 'units', 'days', 'otherServices']);

/** SQL aliases are the wire names, so rows are sent as they come. */
const aliased = (name: PersonField): RawBuilder<unknown> =>
  sql`${name === SSN ? ssnLastDigits() : sql.id(fieldOf(name).column)} as ${sql.id(name)}`;

const derived = sql`${birthMonth()} as "Month", ${birthDay()} as "Day", ${birthYear()} as "Year", rev`;
const hasNote = sql`coalesce(${sealed.notes()}, '') <> '' as "hasNote"`;

const listColumns = sql.join(LIST_FIELDS.map(aliased));

interface Narrowed {
  readonly ids?: readonly number[] | undefined;
  readonly atMost?: number;
}

/** Rows of lists for any role: the SSN's last 4 digits, no rates, no notes. Role provider does not learn who has a note. */
export const listPeople = async (
  scope: Scope,
  filters: readonly PeopleFilter[],
  { ids, atMost }: Narrowed = {},
): Promise<PersonRow[]> => {
  const asked = ids ? sql`id = ${anyOf(ids)}` : sql`true`;
  const planned = ids ? PREPARED : sql``;
  const seen = seenBy(scope, sql`people.id`);
  const limit = atMost === undefined ? sql`` : sql`limit ${atMost}`;
  const note = seesNotesAndDoubles(scope.user.role) ? hasNote : sql`false as "hasNote"`;
  return queryRows<PersonRow>(scope.site.db)`select ${listColumns}, ${derived}, ${note} from people
    where merged_into is null and ${asked} and ${matching(filters, scope.site.secrets)} and ${seen} order by sort_key, id ${limit} ${planned}`;
};

/** The number of people of each kind matching the filters. */
export const countPeople = (scope: Scope, filters: readonly PeopleFilter[]) =>
  queryRows<{ kind: PersonKind; count: number }>(
    scope.site.db,
  )`select kind, count(*)::int as count from people
    where merged_into is null and ${matching(filters, scope.site.secrets)} and ${seenBy(scope, sql`people.id`)} group by kind`;

/** The people role provider sees if the site restricts it: their own record and clients of their current plans. Everyone else sees all people. */
export const seenBy = (scope: Scope, id: RawBuilder<unknown>): RawBuilder<unknown> => {
  if (!seesOwnClientsOnly(scope)) return sql`true`;
  const { providerId } = scope.user;
  return sql`(${id} = ${providerId} or ${id} in (select client_id from care_plans where provider_id = ${providerId}
    and status <> 'Deleted' and (end_date is null or end_date >= ${scope.today().toString()}::date)))`;
};

const matching = (filters: readonly PeopleFilter[], secrets: Secrets) =>
  filters.length === 0
    ? sql`true`
    : sql.join(
        filters.map((filter) => condition(filter, secrets)),
        sql` and `,
      );

const condition = ({ field, op, value }: PeopleFilter, secrets: Secrets) => {
  if (field === SSN) {
    const digits = ssnDigits(value);
    return digits.length === 9 ? isSsn(digits, secrets) : ssnEndsIn(digits);
  }
  const column = sql.id(fieldOf(field).column);
  if (field === 'ID') return sql`${column} = ${Number(value)}`;
  const compared = field === 'Medicaid' ? isMedicaidNumber(value) : sql`${column} = ${value}`;
  return op === '!' ? sql`(${compared}) is not true` : compared;
};

const comparedColumns = sql.join(['ID', STATUS, ...COMPARED_FIELDS].filter(isPersonField).map(aliased));
/** Everyone of a kind with the values by which doubles are found; compared in the process (decision 69). */
export const listKnown = (db: Db, kind: PersonKind): Promise<KnownPerson[]> =>
  queryRows<KnownPerson>(db)`select ${comparedColumns} from people where kind = ${kind}
    and merged_into is null order by id`;

/** A whole record as stored; the SSN is still sealed. */
export type StoredPerson = Omit<PersonValues, typeof SSN | 'ID' | 'providerPayRate'> & {
  readonly ID: number;
  readonly providerPayRate: Record<PayCategory, number>;
  readonly Month: number | null;
  readonly Day: number | null;
  readonly Year: number | null;
  readonly rev: number;
  readonly hasNote: boolean;
  readonly sealedSsn: Buffer | null;
  readonly ssnLast4: string | null;
  readonly updated_by: string;
  readonly merged_into: number | null;
};

const wholeColumns = sql.join(
  PERSON_FIELDS.filter((name) => name !== SSN && name !== 'providerPayRate').map(aliased),
);
/** Rates are today's, in dollars an hour. */
const whole = (scope: Scope) => sql`select ${wholeColumns}, (
    select jsonb_object_agg(key, value::int / 100.0) from jsonb_each(pay_rates_on(people.id, ${scope.today().toString()}::date))
      where key = any(${[...PAY_CATEGORIES]}::text[])
  ) as "providerPayRate", ${derived}, ${hasNote}, ${sealedSsn()} as "sealedSsn", ${ssnLastDigits()} as "ssnLast4", updated_by,
  merged_into from people`;

export const findPeople = async (
  scope: Scope,
  filters: readonly PeopleFilter[],
  db: Db = scope.site.db,
): Promise<StoredPerson[]> => {
  const seen = seenBy(scope, sql`people.id`);
  return queryRows<StoredPerson>(
    db,
  )`${whole(scope)} where ${matching(filters, scope.site.secrets)} and ${seen}`;
};

/** A use case with an open transaction must pass it as `db`: a second connection could wait for the first. */
export const findPerson = async (scope: Scope, id: number, db?: Db): Promise<StoredPerson | undefined> =>
  (await findPeople(scope, [{ field: 'ID', op: '=', value: String(id) }], db))[0];

export const hasPars = async (tx: Tx, clientId: number): Promise<boolean> => {
  const { rows } =
    await sql`select from client_pars where client_id = ${clientId} and deleted is null limit 1`.execute(tx);
  return rows.length > 0;
};

export const setParExpiration = (tx: Tx, clientId: number, through: string) =>
  sql`update people set ${sealed.parExpiration.to(sql`${through}::date`)} where id = ${clientId}`.execute(tx);

/** Logins of the accounts that belong to a provider. */
export const listLoginsOf = async (db: Db, providerId: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('accounts')
    .select('login')
    .where('provider_id', '=', providerId)
    .where('deleted', 'is', null)
    .orderBy('login')
    .execute();
  return rows.map(({ login }) => login);
};

/** The account that created a person, from the record log. */
export const findCreator = async (db: Db, id: number): Promise<number | null> => {
  const row = await queryRow<{ account_id: number | null }>(db)`select account_id from change_log
    where entity = 'person' and entity_id = ${id} and action = 'insert' order by change_log.id limit 1`;
  return row?.account_id ?? null;
};

/** Locked until the transaction ends, so that two changes of one person never interleave. */
export const lockPerson = (tx: Tx, scope: Scope, id: number): Promise<StoredPerson | undefined> =>
  queryRow<StoredPerson>(tx)`${whole(scope)} where id = ${id} for update ${PREPARED}`;

/** Converts field values to columns. */
const columnsOf = (values: PersonDraft, secrets: Secrets): [column: string, value: unknown][] =>
  PERSON_ENTRIES.flatMap(([name, { kind, column }]): [string, unknown][] => {
    // Rates are stored in rows of their own.
    if (values[name] === undefined || kind === 'rates') return [];
    if (kind === 'ssn') return ssnColumns(values[SSN] ?? null, secrets);
    const value: unknown = values[name];
    return [[column, JSON_KINDS.has(kind) && value !== null ? JSON.stringify(value) : value]];
  });

export interface Stamp {
  readonly by: string;
  readonly at: string;
  /** Field1, the displayed stamp. */
  readonly shown: string;
}

export const insertPersonRow = async (
  tx: Tx,
  scope: Scope,
  values: PersonDraft,
  stamp: Stamp,
): Promise<number> => {
  const columns = [
    ...columnsOf(values, scope.site.secrets),
    ['created', stamp.at],
    ['updated', stamp.at],
    ['updated_by', stamp.by],
    ['field1', stamp.shown],
  ] as const;
  const { rows } = await sql<{
    id: number;
  }>`insert into people (${sql.join(columns.map(([name]) => sql.id(name)))})
    values (${sql.join(columns.map(([, value]) => sql`${value}`))}) returning id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the insert answered no id');
  return row.id;
};

/** Column types by field kind; all others are text. */
const TYPES: Partial<Record<FieldKind, string>> = {
  date: 'date',
  time: 'time',
  stamp: 'timestamptz',
  bool: 'boolean',
  int: 'int',
  coordinate: 'float8',
  codes: 'jsonb',
  units: 'jsonb',
  days: 'jsonb',
  otherServices: 'jsonb',
};
interface BulkColumn {
  readonly type: string;
  /** Used for rows without a value for the column. */
  readonly fallback: string;
}
const BULK = new Map<string, BulkColumn>([
  ...PERSON_ENTRIES.map(([, { column, kind }]): [string, BulkColumn] => [
    column,
    { type: TYPES[kind] ?? 'text', fallback: kind === 'bool' ? 'false' : 'null' },
  ]),
  ['cur', { type: 'text', fallback: "'y'" }],
  ...SSN_COLUMN_TYPES.map(([column, type]): [string, BulkColumn] => [column, { type, fallback: 'null' }]),
]);

const bytesText = (bytes: unknown) => (Buffer.isBuffer(bytes) ? `\\x${bytes.toString('hex')}` : bytes);

/** A new person's columns as JSON: bytes as text, lists as lists, and nothing for missing values. */
const jsonRowOf = (values: PersonDraft, secrets: Secrets): Record<string, unknown> => {
  const row: Record<string, unknown> = {};
  for (const name in values) {
    if (!isPersonField(name)) continue;
    const value: unknown = values[name];
    if (value === undefined || value === null) continue;
    const { kind, column } = fieldOf(name);
    if (kind === 'ssn')
      for (const [part, value] of ssnColumns(values[SSN] ?? null, secrets)) row[part] = bytesText(value);
    else if (kind !== 'rates') row[column] = value;
  }
  return row;
};

/** Prepares many new people for one statement, with their values as one parameter. */
export const prepareRows = (people: readonly PersonDraft[], secrets: Secrets) => {
  const given = people.map((values) => jsonRowOf(values, secrets));
  const names = new Set<string>();
  for (const row of given) for (const name in row) names.add(name);
  return { names: [...names], list: JSON.stringify(given) };
};

/** Returns the ids in the given order. */
export const insertPreparedRows = async (
  tx: Tx,
  { names, list }: ReturnType<typeof prepareRows>,
  stamp: Stamp,
): Promise<number[]> => {
  const columns = names.map((name) => ({ name, ...(BULK.get(name) ?? { type: 'text', fallback: 'null' }) }));
  const values = columns.map(({ name, fallback }) =>
    fallback === 'null' ? sql.id(name) : sql`coalesce(${sql.id(name)}, ${sql.raw(fallback)})`,
  );
  const typed = columns.map(({ name, type }) => sql`${sql.id(name)} ${sql.raw(type)}`);
  const { rows } = await sql<{
    id: number;
  }>`insert into people (${sql.join(names.map((name) => sql.id(name)))}, created, updated, updated_by, field1)
    select ${sql.join(values)}, ${stamp.at}::timestamptz, ${stamp.at}::timestamptz, ${stamp.by}, ${stamp.shown}
    from rows from (json_to_recordset(${list}::json) as (${sql.join(typed)})) with ordinality as x
    order by x.ordinality returning id`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Most saves change one field, so there are as few statements as fields and those are prepared; saves of several fields are planned each time. */
export const updatePersonRow = async (
  tx: Tx,
  scope: Scope,
  id: number,
  values: PersonDraft,
  stamp: Stamp,
): Promise<number> => {
  const columns = columnsOf(values, scope.site.secrets);
  const set = [
    ...columns.map(([name, value]) => sql`${sql.id(name)} = ${value}`),
    sql`updated = ${stamp.at}, updated_by = ${stamp.by}, field1 = ${stamp.shown}, rev = rev + 1`,
  ];
  const { rows } = await sql<{
    rev: number;
  }>`update people set ${sql.join(set)} where id = ${id} returning rev
    ${columns.length === 1 ? PREPARED : sql``}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`person ${id} vanished under its lock`);
  return row.rev;
};

export interface Holder {
  readonly LastName: string;
  readonly FirstName: string;
  readonly [STATUS]: string;
}
const holderColumns = sql`last_name as "LastName", first_name as "FirstName", cur as ${sql.id(STATUS)}`;

export const findSsnHolder = (db: Db, secrets: Secrets, ssn: string, exceptId: number) =>
  queryRow<Holder>(
    db,
  )`select ${holderColumns} from people where ${isSsn(ssn, secrets)} and id <> ${exceptId}`;

export const findMedicaidHolder = (db: Db, number: string, exceptId: number) =>
  queryRow<Holder>(
    db,
  )`select ${holderColumns} from people where ${isMedicaidNumber(number)} and kind <> 'Provider'
    and id <> ${exceptId}`;

/** Who has these numbers, for many at once. */
export const findHolders = async (
  db: Db,
  secrets: Secrets,
  ssns: readonly string[],
  numbers: readonly string[],
) => {
  const prints = ssns.map((ssn) => fingerprintOfSsn(ssn, secrets));
  const bySsn = await sql<
    Holder & { hmac: Buffer }
  >`select ${holderColumns}, ${ssnFingerprint()} as hmac from people where ${isOneOfSsns(prints)}`.execute(
    db,
  );
  const byMedicaid = await sql<
    Holder & { number: string }
  >`select ${holderColumns}, ${medicaidNumber()} as number from people
    where kind <> 'Provider' and ${isOneOfMedicaidNumbers(numbers)}`.execute(db);
  const known = new Map(bySsn.rows.map((row) => [row.hmac.toString('hex'), row]));
  const ofSsn = ssns.map((ssn, at) => [ssn, known.get(prints[at]?.toString('hex') ?? '')] as const);
  return {
    bySsn: new Map(ofSsn),
    byMedicaid: new Map(byMedicaid.rows.map((row) => [row.number.toUpperCase(), row])),
  };
};

/** Counts under a lock that lasts until the end of the transaction, so that two creations cannot both take the last place. */
export const countActiveClients = async (tx: Tx): Promise<number> => {
  await sql`select pg_advisory_xact_lock(hashtext('people.activeClients'))`.execute(tx);
  return readActiveClients(tx);
};

/** Like countActiveClients, but without the lock, for display only. */
export const readActiveClients = async (db: Db): Promise<number> => {
  const row = await queryRow<{ count: number }>(db)`select count(*)::int as count from people
    where kind = 'Client' and cur = 'y'`;
  return row?.count ?? 0;
};

/** A person's live billing records whose period ends after a day. */
export const countCardsAfter = async (db: Db, personId: number, date: string): Promise<number> => {
  const row = await queryRow<{ count: number }>(db)`select count(*)::int as count from work
    where (provider_id = ${personId} or client_id = ${personId}) and deleted is null
      and end_period > ${date}`;
  return row?.count ?? 0;
};

export const findNote = (db: Db, id: number) =>
  queryRow<{ notes: string | null; rev: number }>(db)`select ${sealed.notes()}, rev from people
    where id = ${id}`;

export const listHistory = (db: Db, personId: number): Promise<HistoryRow[]> =>
  queryRows<HistoryRow>(db)`select id, field, value, until, by, at from people_history
    where person_id = ${personId} and deleted is null order by until desc, id desc`;

/** The last day at the previous address; null if none is known. */
export const findLastMove = async (db: Db, personId: number): Promise<string | null> => {
  const row = await queryRow<{ until: string | null }>(db)`select max(until) as until from people_history
    where person_id = ${personId} and field = 'Address' and deleted is null`;
  return row?.until ?? null;
};

/** Keeps the revision, so that a person editing the record is not refused. */
export const markEmailConfirmed = async (tx: Tx, id: number, email: string): Promise<boolean> => {
  const { rows } = await sql`update people set confirmed_email = true
    where id = ${id} and lower(email) = lower(${email}) returning id`.execute(tx);
  return rows.length > 0;
};

export const insertHistory = async (
  tx: Tx,
  personId: number,
  rows: readonly { field: string; value: string; until: string }[],
  stamp: Stamp,
) => {
  if (rows.length === 0) return;
  await tx
    .insertInto('people_history')
    .values(rows.map((row) => ({ person_id: personId, ...row, by: stamp.by, at: stamp.at })))
    .execute();
};

export const markHistoryDeleted = (tx: Tx, personId: number, historyId: number, at: string) =>
  queryRow<{ field: string; value: string; until: string }>(tx)`update people_history
    set deleted = ${at} where id = ${historyId} and person_id = ${personId} and deleted is null
    returning field, value, until`;

export const listProcedureCodes = async (db: Db): Promise<{ code: string; label: string }[]> =>
  db.selectFrom('procedure_codes').select(['code', 'label']).orderBy('label').orderBy('code').execute();

/** Prevents anyone from being added until the transaction ends. */
export const holdPeopleCount = async (tx: Tx): Promise<number> => {
  await sql`lock table people in share mode`.execute(tx);
  const row = await queryRow<{ people: number }>(tx)`select count(*)::int as people from people`;
  return row?.people ?? 0;
};

/** For a new agency. */
export const removeProcedureCodes = (tx: Tx) => sql`delete from procedure_codes`.execute(tx);

/** Adds missing codes and updates changed labels; removes none, because clients may have them. Returns how many changed. */
export const refreshProcedureCodes = async (
  tx: Tx,
  codes: Readonly<Record<string, string>>,
): Promise<number> => {
  const result = await sql`insert into procedure_codes (code, label)
    select key, value from jsonb_each_text(${JSON.stringify(codes)}::jsonb)
    on conflict (code) do update set label = excluded.label where procedure_codes.label <> excluded.label`.execute(
    tx,
  );
  return Number(result.numAffectedRows ?? 0n);
};
