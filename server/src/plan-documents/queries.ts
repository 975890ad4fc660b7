import type { EvvVisit } from '@homecare/domain/billing/schema.ts';
import type { VisitLimits } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlan, CarePlanWeek } from '@homecare/domain/care-plans/schema.ts';
import type { DatedWeek } from '@homecare/domain/care-plans/weeks.ts';
import type { PersonRow } from '@homecare/domain/people/schema.ts';
import type { SavedDocument } from '@homecare/domain/plan-documents/contract.ts';
import type { BulkPlan, LinkFacts } from '@homecare/domain/plan-documents/rules.ts';
import type { Term } from '@homecare/domain/plan-types/schema.ts';
import { sql } from 'kysely';
import { visiblePlans } from '../care-plans/reading.ts';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { listedName } from '../platform/db/person-name.ts';
import { queryRow, queryRows } from '../platform/db/rows.ts';
import { birthDate, birthYear } from '../platform/sealed/birth-date.ts';
import { sealedPlan } from '../platform/sealed/care-plan.ts';
import { medicaidNumber } from '../platform/sealed/medicaid-number.ts';
import { sealed } from '../platform/sealed/person.ts';
import { closedVisitsOf } from '../visits/service.ts';

// ---- plans, as they are printed

type ClientFields = Pick<
  PersonRow,
  'Daycare' | 'DaycareName' | 'DaycareDays' | 'DaycareTimeFrom' | 'DaycareTimeTo' | 'otherService'
>;

/** Who is on a printed plan: nothing else of the records is read. */
export interface PrintedPerson {
  readonly id: number;
  readonly last: string | null;
  readonly first: string | null;
  readonly middle: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  readonly archived: string | null;
}

export interface PrintedClient extends PrintedPerson, ClientFields {
  readonly dob: string | null;
  readonly medicaid: string | null;
  readonly isPrivate: boolean;
  readonly language: string | null;
  readonly diagnosis: string | null;
  readonly emergencyContact: string | null;
  readonly emergencyPhone: string | null;
  readonly emergencyRelation: string | null;
  readonly covidStatus: string | null;
  readonly totalUnits: Readonly<Record<string, number>> | null;
  /** Hrs+TT: the timesheet asks for hours with travel. */
  readonly hoursWithTravel: boolean;
}

export interface PrintedProvider extends PrintedPerson {
  readonly hasBirthDate: boolean;
  readonly skillValidation: string | null;
  readonly skillNotNeed: boolean;
  readonly hoursWithTravel: boolean;
}

/** All that the documents of a plan say of it. */
export interface PlanFacts
  extends Pick<
    CarePlan,
    | 'id'
    | 'StartDate'
    | 'EndDate'
    | 'Status'
    | 'Remarks'
    | 'createReason'
    | 'modifiedAt'
    | 'excluded'
    | 'coversPlanId'
    | 'rev'
  > {
  readonly week: CarePlanWeek;
  readonly weeks: readonly DatedWeek<CarePlanWeek>[];
  readonly modifiedBy: string;
  readonly type: string;
  readonly typeCode: string;
  readonly aggregatorCode: string | null;
  readonly terms: readonly Pick<Term, 'validFrom' | 'unitRule'>[];
  readonly client: PrintedClient;
  readonly provider: PrintedProvider;
  /** LastName, FirstName of the provider of the plan that this one covers. */
  readonly coveredProvider: string | null;
  /** Temporary plans that cover this one. */
  readonly temporary: VisitLimits['temporary'];
  /** Visits to which nobody came and nobody will, with their reasons. */
  readonly closed: readonly Pick<EvvVisit, 'plannedDay' | 'ClosedCode' | 'ClosedMemo'>[];
}

const person = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`'id', ${column('id')}, 'last', ${column('last_name')}, 'first', ${column('first_name')},
    'middle', ${column('middle_name')}, 'phone', ${column('phone')}, 'address', ${column('address')},
    'address2', ${column('address2')}, 'city', ${column('city')}, 'state', ${column('state')},
    'zip', ${column('postal_code')}, 'archived', ${column('archive_date')}`;
};

const tables = sql`care_plans plan join people client on client.id = plan.client_id
  join people provider on provider.id = plan.provider_id join care_plan_types type on type.id = plan.type_id`;

/** Plans that can be printed, in no order; deleted and unknown ones are left out. */
export const loadPlanFacts = async (scope: Scope, ids: readonly number[]) =>
  queryRows<PlanFacts>(
    scope.site.db,
  )`select plan.id, plan.start_date as "StartDate", plan.end_date as "EndDate",
      plan.status as "Status", ${sealedPlan.remarks('plan')} as "Remarks", ${sealedPlan.createReason('plan')} as "createReason",
      plan.modified as "modifiedAt", plan.modified_by as "modifiedBy", plan.excluded, plan.covers_id as "coversPlanId", plan.rev,
      plan.json as week, plan_weeks(plan.weeks) as weeks, type.name as type, type.code as "typeCode", type.aggregator_code as "aggregatorCode",
      (select coalesce(json_agg(term_json(term)), '[]') from care_plan_type_terms term where term.type_id = type.id) as terms,
      json_build_object(${person('client')}, 'dob', ${birthDate('client')}, 'medicaid', ${medicaidNumber('client')},
        'isPrivate', client.private_client, 'language', client.language, 'diagnosis', ${sealed.diagnosis('client')},
        'emergencyContact', client.emergency_contact, 'emergencyPhone', client.emergency_phone,
        'emergencyRelation', client.emergency_relation, 'covidStatus', ${sealed.covidStatus('client')},
        'totalUnits', client.total_units, 'hoursWithTravel', client.hrs_tt,
        'Daycare', client.daycare, 'DaycareName', client.daycare_name,
        'DaycareDays', client.daycare_days, 'DaycareTimeFrom', to_char(client.daycare_time_from, 'HH24:MI'),
        'DaycareTimeTo', to_char(client.daycare_time_to, 'HH24:MI'), 'otherService', ${sealed.otherService('client')}) as client,
      json_build_object(${person('provider')}, 'skillValidation', ${sealed.skillValidation('provider')},
        'skillNotNeed', provider.skill_not_need, 'hoursWithTravel', provider.hrs_tt, 'hasBirthDate', ${birthDate('provider')} is not null) as provider,
      (select ${listedName('covered_provider')} from care_plans covered
        join people covered_provider on covered_provider.id = covered.provider_id
        where covered.id = plan.covers_id) as "coveredProvider",
      (select coalesce(json_agg(json_build_object('StartDate', other.start_date, 'EndDate', other.end_date,
        'coversPlanId', other.covers_id, 'Status', other.status)), '[]') from care_plans other
        where other.covers_id = plan.id and other.status <> 'Deleted') as temporary,
      ${closedVisitsOf('plan')} as closed
    from ${tables} where plan.id = any(${[...ids]}::int[]) and plan.status <> 'Deleted'
      and ${await visiblePlans(scope)}`;

/** A plan of a bulk file before it is loaded: what its order and the index need. */
export interface BulkRow extends BulkPlan {
  readonly EndDate: string | null;
  readonly Status: CarePlan['Status'];
  readonly providerMiddle: string | null;
  readonly providerArchived: string | null;
  readonly clientMiddle: string | null;
  /** At least one day with Time In and Time Out. */
  readonly hasWeek: boolean;
}

export interface BulkFilter {
  readonly ids: readonly number[] | undefined;
  /** The plans of a month (A1), first and last day. */
  readonly days: { readonly from: string; readonly through: string } | undefined;
  readonly group: string;
  readonly excluded: 'all' | '0' | '1';
  readonly temporary: 'all' | 'only' | 'none';
}

export const listBulkPlans = async (
  scope: Scope,
  { ids, days, group, excluded, temporary }: BulkFilter,
): Promise<BulkRow[]> => {
  const conditions = [
    await visiblePlans(scope),
    sql`plan.status <> 'Deleted'`,
    ...(ids ? [sql`plan.id = any(${[...ids]}::int[])`] : []),
    ...(days
      ? [
          sql`plan.start_date <= ${days.through}::date and (plan.end_date is null or plan.end_date >= ${days.from}::date)`,
        ]
      : []),
    ...(group === '' ? [] : [sql`client.language = ${group}`]),
    ...(excluded === 'all'
      ? []
      : [excluded === '1' ? sql`plan.excluded is not null` : sql`plan.excluded is null`]),
    ...(temporary === 'all'
      ? []
      : [temporary === 'only' ? sql`plan.covers_id is not null` : sql`plan.covers_id is null`]),
  ];
  const rows = await queryRows<BulkRow>(
    scope.site.db,
  )`select plan.id, plan.start_date as "StartDate", plan.end_date as "EndDate",
      plan.status as "Status", plan.covers_id as "coversPlanId", provider.id as "providerId",
      provider.last_name as "providerLast", provider.first_name as "providerFirst",
      provider.middle_name as "providerMiddle", provider.archive_date as "providerArchived", client.id as "clientId",
      client.last_name as "clientLast", client.first_name as "clientFirst", client.middle_name as "clientMiddle",
      jsonb_path_exists(jsonb_build_array(plan.json) || jsonb_path_query_array(plan.weeks, '$[*].json'),
        '$[*].time[0].keyvalue() ? (@.key != "Name" && @.value.type() == "string")') as "hasWeek"
    from ${tables} where ${sql.join(conditions, sql` and `)}`;
  return rows;
};

export const readCodeTag = async (scope: Scope): Promise<string> => {
  const { tag } = await scope.site.db.selectFrom('page_code_tag').select('tag').executeTakeFirstOrThrow();
  return tag;
};

// ---- saved copies and their links

export interface NewSaved {
  readonly kind: SavedDocument['kind'];
  readonly planId: number;
  readonly month: string | null;
  readonly parameters: Readonly<Record<string, string | number | boolean>>;
  readonly fileName: string;
  readonly fileKey: string;
  readonly pages: number;
  readonly planVersion: number;
}

export const insertSaved = async (tx: Tx, scope: Scope, saved: NewSaved): Promise<number> => {
  const { id } = await tx
    .insertInto('saved_documents')
    .values({
      kind: saved.kind,
      plan_id: saved.planId,
      month: saved.month,
      parameters: JSON.stringify(saved.parameters),
      file_name: saved.fileName,
      file_key: saved.fileKey,
      pages: saved.pages,
      plan_version: saved.planVersion,
      created: scope.now().toString(),
      created_by: scope.user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const insertLink = async (
  tx: Tx,
  link: { savedId: number; tokenHash: Buffer; created: string; expires: string },
): Promise<number> => {
  const { id } = await tx
    .insertInto('document_links')
    .values({
      saved_id: link.savedId,
      token_hash: link.tokenHash,
      created: link.created,
      expires: link.expires,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Held until the transaction ends, so that it is neither deleted nor archived between the copy and its link. */
export const lockPlan = (tx: Tx, id: number) =>
  queryRow<{
    status: string;
    rev: number;
  }>(tx)`select status, rev from care_plans where id = ${id} for share`;

type SavedRow = Omit<SavedDocument, 'links'> & {
  readonly links: readonly (LinkFacts & {
    readonly id: number;
    readonly opened: number;
    readonly lastOpened: string | null;
    readonly wrong: number;
  })[];
};

/** ISO 8601 in UTC, inside JSON. */
const stamp = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export const listSavedOf = async (
  scope: Scope,
  of: { readonly planId: number } | { readonly personId: number },
): Promise<SavedRow[]> => {
  const mine =
    'planId' in of
      ? sql`saved.plan_id = ${of.planId}`
      : sql`(plan.client_id = ${of.personId} or plan.provider_id = ${of.personId})`;
  const rows = await queryRows<SavedRow>(
    scope.site.db,
  )`select saved.id, saved.kind, saved.plan_id as "planId", saved.month,
      saved.file_name as "fileName", saved.created as made, coalesce(account.full_name, '') as by, saved.pages,
      file.size, saved.plan_version as "planVersion",
      (select coalesce(json_agg(json_build_object('id', link.id, 'expires', ${stamp('link.expires')},
          'tries', link.tries, 'revoked', ${stamp('link.revoked')}, 'ended', ${stamp('link.ended')},
          'opened', (select count(*) from document_link_uses use where use.link_id = link.id and use.outcome <> 'wrong year'),
          'wrong', (select count(*) from document_link_uses use where use.link_id = link.id and use.outcome = 'wrong year'),
          'lastOpened', (select to_char(max(use.at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
            from document_link_uses use where use.link_id = link.id and use.outcome <> 'wrong year'))
        order by link.id), '[]') from document_links link where link.saved_id = saved.id) as links
    from saved_documents saved join care_plans plan on plan.id = saved.plan_id
      join stored_files file on file.key = saved.file_key left join accounts account on account.id = saved.created_by
    where ${mine} order by saved.id desc`;
  return rows;
};

export interface SavedFile {
  readonly id: number;
  readonly key: string;
  readonly sha256: Buffer;
  readonly fileName: string;
  readonly planId: number;
  readonly pages: number;
}

export const findSavedFile = (scope: Scope, id: number) =>
  queryRow<SavedFile>(scope.site.db)`select saved.id, file.key, file.sha256, saved.file_name as "fileName",
      saved.plan_id as "planId", saved.pages
    from saved_documents saved join stored_files file on file.key = saved.file_key where saved.id = ${id}`;

/** Answers what it was made of; undefined when there is none, or it was revoked before. */
export const revokeLinkRow = (tx: Tx, id: number, at: string) =>
  queryRow<{
    savedId: number;
    planId: number;
  }>(tx)`update document_links link set revoked = ${at}
    from saved_documents saved where saved.id = link.saved_id and link.id = ${id} and link.revoked is null
    returning saved.id as "savedId", saved.plan_id as "planId"`;

// ---- the page of a link

export interface OpenLink extends LinkFacts, SavedFile {
  readonly linkId: number;
  readonly kind: SavedDocument['kind'];
  readonly month: string | null;
  /** Of the provider, whom the link was sent to. */
  readonly birthYear: number | null;
}

const linkColumns = sql`select link.id as "linkId", link.expires, link.tries, link.revoked, link.ended, saved.id, saved.kind,
    saved.month, saved.plan_id as "planId", saved.pages, saved.file_name as "fileName", file.key, file.sha256,
    ${birthYear('provider')} as "birthYear"
  from document_links link join saved_documents saved on saved.id = link.saved_id
    join stored_files file on file.key = saved.file_key join care_plans plan on plan.id = saved.plan_id
    join people provider on provider.id = plan.provider_id`;

export const findLink = (scope: Scope, tokenHash: Buffer) =>
  queryRow<OpenLink>(scope.site.db)`${linkColumns} where link.token_hash = ${tokenHash}`;

/** Held until the transaction ends: tries are counted one after the other. */
export const lockLink = (tx: Tx, tokenHash: Buffer) =>
  queryRow<OpenLink>(tx)`${linkColumns} where link.token_hash = ${tokenHash} for update of link`;

export const countTry = async (tx: Tx, linkId: number): Promise<void> => {
  await sql`update document_links set tries = tries + 1 where id = ${linkId}`.execute(tx);
};

export interface LinkUse {
  readonly linkId: number;
  readonly at: string;
  readonly outcome: 'opened' | 'opened by staff' | 'wrong year';
  readonly address: string | null;
  readonly agent: string | null;
  readonly accountId: number | null;
}

export const insertUse = async (tx: Tx, use: LinkUse): Promise<void> => {
  await tx
    .insertInto('document_link_uses')
    .values({
      link_id: use.linkId,
      at: use.at,
      outcome: use.outcome,
      address: use.address,
      agent: use.agent,
      account_id: use.accountId,
    })
    .execute();
};

// ---- progress of bulk files

export interface Run {
  readonly state: 'drawing' | 'done' | 'failed' | 'cancelled';
  readonly total: number;
  readonly done: number;
  readonly pages: number;
  readonly info: string | null;
}

/** Runs of yesterday are nobody's any more. */
export const saveRun = async (scope: Scope, key: string, run: Run): Promise<void> => {
  const { id } = scope.user;
  if (id === null) return;
  const started = scope.now().toString();
  await sql`insert into document_runs (account_id, run, started, state, total, done, pages, info)
    values (${id}, ${key}, ${started}, ${run.state}, ${run.total}, ${run.done}, ${run.pages}, ${run.info})
    on conflict (account_id, run) do update set state = excluded.state, total = excluded.total, done = excluded.done,
      pages = excluded.pages, info = excluded.info`.execute(scope.site.db);
};

export const forgetRuns = async (scope: Scope): Promise<void> => {
  const before = scope.now().subtract({ hours: 24 }).toString();
  await sql`delete from document_runs where account_id = ${scope.user.id} and started < ${before}`.execute(
    scope.site.db,
  );
};

export const findRun = (scope: Scope, key: string) =>
  queryRow<Run>(scope.site.db)`select state, total, done, pages, info from document_runs
    where account_id = ${scope.user.id} and run = ${key}`;
