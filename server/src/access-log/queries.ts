import type { AccessWarning, LookRow } from '@homecare/domain/access-log/contract.ts';
import type { Subject } from '@homecare/domain/access-log/looks.ts';
import type { Looker, NamedPerson, RecordLook } from '@homecare/domain/access-log/warnings.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Db, queryRows } from '../platform/db/rows.ts';

type Ids = readonly number[];
const isAmong = (column: string, ids: Ids) => sql`${sql.ref(column)} = any(${[...ids]}::int[])`;
const ofEither = (ids: Ids) => sql`(${isAmong('client_id', ids)} or ${isAmong('provider_id', ids)})`;
const plansOf = (ids: Ids) => sql`select id from care_plans where ${ofEither(ids)}`;

/** The records that belong to these people, for each subject of a look; null if a subject belongs to nobody with a page. */
const RECORDS_OF: Record<Subject, ((ids: Ids) => RawBuilder<unknown>) | null> = {
  person: (ids) => sql`select unnest(${[...ids]}::int[])`,
  plan: plansOf,
  // Removed visits are only in the index of their plan.
  visit: (ids) => sql`select id from visits where removed is null and ${ofEither(ids)}
    union select id from visits where care_plan_id in (${plansOf(ids)})`,
  card: (ids) => sql`select id from work where care_plan_id in (${plansOf(ids)})`,
  document: (ids) => sql`select id from saved_documents where plan_id in (${plansOf(ids)})`,
  page: (ids) => sql`select id from scan_pages where plan_id in (${plansOf(ids)})`,
  candidate: null,
  account: null,
  invoice: (ids) => sql`select id from invoices where ${isAmong('client_id', ids)}`,
  eligibility: (ids) => sql`select id from eligibility_entries where ${isAmong('client_id', ids)}`,
  authorization: (ids) => sql`select id from client_pars where ${isAmong('client_id', ids)}`,
  openRequest: (ids) => sql`select id from open_requests where ${isAmong('client_id', ids)}`,
  timeOff: (ids) => sql`select id from time_off where ${isAmong('provider_id', ids)}`,
  filledForm: (ids) => sql`select id from filled_forms where ${isAmong('person_id', ids)}`,
  incident: (ids) => sql`select id from incidents where ${ofEither(ids)}`,
};

const recordsOf = (ids: Ids) =>
  sql.join(
    Object.entries(RECORDS_OF).flatMap(([subject, records]) =>
      records ? [sql`select ${subject}::text as subject, id from (${records(ids)}) as own (id)`] : [],
    ),
    sql` union all `,
  );

export interface LoggedLook extends Omit<LookRow, 'what' | 'of'> {
  readonly call: string;
  readonly subject: Subject;
  readonly subjectId: number;
}

interface Asked {
  readonly ids: Ids;
  readonly all: boolean;
  readonly before: number | undefined;
  readonly most: number;
}

/** Looks at these people and their data, newest first. */
export const findLooks = (db: Db, { ids, all, before, most }: Asked): Promise<LoggedLook[]> =>
  queryRows<LoggedLook>(db)`with record as materialized (${recordsOf(ids)})
    select log.id, log.at, account.full_name as who, account.login, log.call, log.way, log.rows, log.address,
      log.subject, log.subject_id as "subjectId"
    from record join access_log log on log.subject = record.subject and log.subject_id = record.id
      join accounts account on account.id = log.account_id
    where (${all} or log.way = 'opened') and log.id < coalesce(${before ?? null}::bigint, 9223372036854775807)
    order by log.id desc limit ${most}`;

// ---- what an admin should ask about

export type Account = Looker & { readonly login: string };

export const listAccounts = (db: Db): Promise<Account[]> =>
  queryRows<Account>(
    db,
  )`select id, login, full_name as "fullName", role, provider_id as "providerId" from accounts
    where id not in (select account_id from family_members)`;

export const listNames = (db: Db): Promise<NamedPerson[]> =>
  queryRows<NamedPerson>(db)`select id, first_name as "firstName", last_name as "lastName" from people`;

/** From this instant until before the other. */
export interface Span {
  readonly from: string;
  readonly until: string;
}

const within = ({ from, until }: Span) =>
  sql`log.way = 'opened' and log.at >= ${from}::timestamptz and log.at < ${until}::timestamptz`;

export type PairLooks = Pick<AccessWarning, 'accountId' | 'at' | 'count'> & { readonly personId: number };

/** How often these accounts looked at these people, or at one of their plans or visits. */
export const countLooks = (
  db: Db,
  span: Span,
  pairs: readonly { readonly accountId: number; readonly personId: number }[],
): Promise<PairLooks[]> =>
  queryRows<PairLooks>(db)`select pair.account_id as "accountId", pair.person_id as "personId",
      max(log.at) as at, count(distinct log.request)::int as count
    from unnest(${pairs.map(({ accountId }) => accountId)}::int[], ${pairs.map(({ personId }) => personId)}::int[])
        as pair (account_id, person_id)
      join access_log log on log.account_id = pair.account_id and ${within(span)}
      left join care_plans plan on log.subject = 'plan' and plan.id = log.subject_id
      left join visits visit on log.subject = 'visit' and visit.id = log.subject_id
    where pair.person_id in (plan.client_id, plan.provider_id, visit.client_id, visit.provider_id)
      or log.subject = 'person' and log.subject_id = pair.person_id
    group by 1, 2`;

/** Looks of accounts that saw more than a number of records in the span, by account and time, at most one per minute for each record. */
export const listRecordLooks = (
  db: Db,
  span: Span,
  most: number,
): Promise<(RecordLook & { readonly accountId: number })[]> =>
  queryRows<RecordLook & { readonly accountId: number }>(db)`select log.account_id as "accountId",
      log.subject || ' ' || log.subject_id as record,
      (extract(epoch from date_trunc('minute', log.at)) * 1000)::float8 as "atMs"
    from access_log log
    where ${within(span)} and log.subject is not null and log.account_id in (
      select log.account_id from access_log log where ${within(span)} and log.subject is not null
      group by 1 having count(distinct (log.subject, log.subject_id)) > ${most})
    group by 1, 2, 3 order by 1, 3`;
