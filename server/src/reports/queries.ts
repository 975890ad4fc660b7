import type { DayRange } from '@homecare/domain/billing/counting.ts';
import type { VisitLimits } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlan, WeekRows } from '@homecare/domain/care-plans/schema.ts';
import type { DatedWeek } from '@homecare/domain/care-plans/weeks.ts';
import type { CategoryTerm } from '@homecare/domain/payroll/categories.ts';
import type { PersonKind } from '@homecare/domain/people/dictionary.ts';
import { addressLine } from '@homecare/domain/people/history.ts';
import { STATUS } from '@homecare/domain/people/kind-and-status.ts';
import { joinName } from '@homecare/domain/person-name.ts';
import type { ActiveMove } from '@homecare/domain/reports/active.ts';
import type { CloseCode, VisitStatus } from '@homecare/domain/visits/schema.ts';
import { coveringPlans } from '../care-plans/reading.ts';
import { listPayCategories } from '../care-plans/types.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { queryRows } from '../platform/db/rows.ts';
import { birthDate } from '../platform/sealed/birth-date.ts';
import { hasChanged, valueAfter, valueBefore } from '../platform/sealed/change-log.ts';
import { medicaidNumber } from '../platform/sealed/medicaid-number.ts';
import { sealed } from '../platform/sealed/person.ts';
import { openSsn, sealedSsn, ssnFingerprint, ssnLastDigits } from '../platform/sealed/ssn.ts';
import { closedVisitsOf } from '../visits/service.ts';

/** The data of reports. Each list is read completely, once, and without what no report prints. */

// ---- people

interface StoredPerson {
  readonly id: number;
  readonly kind: PersonKind;
  readonly last: string;
  readonly first: string;
  readonly middle: string | null;
  readonly dob: string | null;
  readonly medicaid: string | null;
  readonly isPrivate: boolean;
  readonly phone: string | null;
  readonly email: string | null;
  readonly street: string | null;
  readonly street2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  readonly language: string | null;
  readonly services: readonly string[] | null;
  readonly totalUnits: Readonly<Record<string, number>> | null;
  readonly startOfCare: string | null;
  readonly caseManager: string | null;
  readonly managersPhone: string | null;
  readonly doctor: string | null;
  readonly homeVisit: string | null;
  readonly parExpiration: string | null;
  readonly benefitRenewal: string | null;
  readonly startDate: string | null;
  readonly returnDate: string | null;
  readonly startIhss: string | null;
  readonly backgroundCheck: string | null;
  readonly idExpiration: string | null;
  readonly staffEvaluation: string | null;
  readonly skillValidation: string | null;
  readonly covidVaccine: string | null;
  readonly flushotVaccine: string | null;
  readonly ssnLast4: string | null;
  readonly hasSsn: boolean;
  readonly mobileUserId: number | null;
  readonly isActive: boolean;
  readonly archiveDate: string | null;
  readonly created: string;
}

export interface PersonFact extends StoredPerson {
  /** LastName, FirstName M */
  readonly name: string;
  /** The sort key of names; ties are broken by id. */
  readonly key: readonly [last: string, first: string, id: number];
  readonly address: string | null;
}

export const listPeople = async (scope: Scope, kind?: PersonKind): Promise<PersonFact[]> => {
  const rows = await queryRows<StoredPerson>(
    scope.site.db,
  )`select id, kind, last_name as last, first_name as first,
      middle_name as middle, ${birthDate()} as dob, ${medicaidNumber()} as medicaid, private_client as "isPrivate", phone, email, address as street,
      address2 as street2, city, state, postal_code as zip, language, services, total_units as "totalUnits",
      ${sealed.startOfCare()} as "startOfCare", case_manager as "caseManager", managers_phone as "managersPhone", ${sealed.doctor()},
      ${sealed.homeVisit()} as "homeVisit", ${sealed.parExpiration()} as "parExpiration", ${sealed.benefitRenewal()} as "benefitRenewal",
      start_date as "startDate", return_date as "returnDate", start_ihss as "startIhss",
      ${sealed.backgroundCheck()} as "backgroundCheck", ${sealed.idExpiration()} as "idExpiration",
      ${sealed.staffEvaluation()} as "staffEvaluation", ${sealed.skillValidation()} as "skillValidation",
      ${sealed.covidVaccine()} as "covidVaccine", ${sealed.flushotVaccine()} as "flushotVaccine", ${ssnLastDigits()} as "ssnLast4",
      ${ssnFingerprint()} is not null as "hasSsn", mobile_user_id as "mobileUserId", cur = 'y' as "isActive", archive_date as "archiveDate",
      (created at time zone ${scope.settings.timeZone})::date as created
    from people where merged_into is null and (${kind ?? null}::text is null or kind = ${kind ?? null})`;
  return rows.map((row) => ({
    ...row,
    name: joinName(row.last, row.first, row.middle),
    key: [row.last, row.first, row.id],
    address:
      addressLine({
        Address: row.street,
        Address2: row.street2,
        City: row.city,
        State: row.state,
        PostalCode: row.zip,
      }) || null,
  }));
};

export const peopleById = async (scope: Scope): Promise<ReadonlyMap<number, PersonFact>> =>
  new Map((await listPeople(scope)).map((person) => [person.id, person]));

/** Full SSNs of providers, only for an admin's roster. */
export const wholeSsns = async (scope: Scope): Promise<ReadonlyMap<number, string>> => {
  const rows = await queryRows<{
    readonly id: number;
    readonly cipher: Buffer;
  }>(scope.site.db)`select id, ${sealedSsn()} as cipher
    from people where kind = 'Provider' and ${sealedSsn()} is not null`;
  return new Map(rows.map(({ id, cipher }) => [id, openSsn(cipher, scope.site.secrets)]));
};

/** What payroll forms need about a provider in addition to the lists. */
export interface HiringFacts {
  /** Whole. */
  readonly ssn: string | null;
  readonly marital: string | null;
  readonly withholdAllow: number | null;
  readonly workAuthorization: string | null;
  /** Cents an hour. */
  readonly rates: Readonly<Record<string, number>>;
}

export const hiringFacts = async (
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, HiringFacts>> => {
  const rows = await queryRows<
    Omit<HiringFacts, 'ssn'> & { readonly id: number; readonly cipher: Buffer | null }
  >(
    scope.site.db,
  )`select id, ${sealedSsn()} as cipher, ${sealed.marital()}, withhold_allow as "withholdAllow",
      ${sealed.workAuthorization()} as "workAuthorization", pay_rates_on(id, ${scope.today().toString()}) as rates
    from people where id = any(${[...ids]}::int[])`;
  return new Map(
    rows.map(({ id, cipher, ...facts }) => [
      id,
      { ...facts, ssn: cipher && openSsn(cipher, scope.site.secrets) },
    ]),
  );
};

/** Months of flu shots ever entered in a record. */
export const earlierShots = async (scope: Scope): Promise<ReadonlyMap<number, readonly string[]>> => {
  const rows = await queryRows<{ readonly id: number; readonly shots: string[] }>(
    scope.site.db,
  )`select entity_id as id,
      array_agg(${valueBefore('flushotVaccine')}) as shots
    from change_log where entity = 'person' and ${valueBefore('flushotVaccine')} is not null group by entity_id`;
  return new Map(rows.map(({ id, shots }) => [id, shots]));
};

/** Logged changes of people's status, archive and return dates, in order. */
export const movesOf = async (scope: Scope): Promise<ReadonlyMap<number, readonly ActiveMove[]>> => {
  const rows = await queryRows<ActiveMove & { readonly id: number }>(scope.site.db)`select entity_id as id,
      (at at time zone ${scope.settings.timeZone})::date as on, ${valueAfter(STATUS)} as cur,
      ${valueAfter('archiveDate')} as "archiveDate", ${valueAfter('Return Date')} as "returnDate"
    from change_log where entity = 'person' and action = 'update' and entity_id is not null
      and (${hasChanged(STATUS)} or ${hasChanged('archiveDate')}) order by change_log.id`;
  const moves = new Map<number, ActiveMove[]>();
  for (const { id, ...move } of rows) {
    const known = moves.get(id);
    if (known) known.push(move);
    else moves.set(id, [move]);
  }
  return moves;
};

// ---- plans

export interface PlanFact
  extends Pick<CarePlan, 'id' | 'StartDate' | 'EndDate' | 'Status' | 'coversPlanId' | 'excluded'> {
  readonly clientId: number;
  readonly providerId: number;
  readonly type: string;
  readonly code: string;
  readonly evvNeeded: boolean;
  /** The type's code at the aggregator. */
  readonly aggregatorCode: string | null;
  readonly typeId: number;
  readonly payCategories: readonly CategoryTerm[];
  readonly week: { readonly time: WeekRows };
  readonly weeks: readonly DatedWeek[];
  readonly limits: VisitLimits;
}

/** Plans that are not deleted and touch the days, in any status. */
export const listPlans = async (scope: Scope, { from, through }: DayRange): Promise<PlanFact[]> => {
  const rows = await queryRows<
    Omit<PlanFact, 'limits' | 'payCategories'> & {
      readonly archived: VisitLimits['archived'];
      readonly temporary: VisitLimits['temporary'];
      readonly closed: NonNullable<VisitLimits['closed']>;
    }
  >(
    scope.site.db,
  )`select plan.id, plan.start_date as "StartDate", plan.end_date as "EndDate", plan.status as "Status",
      plan.covers_id as "coversPlanId", plan.excluded, plan.client_id as "clientId", plan.provider_id as "providerId",
      type.name as type, type.code, type.evv_needed as "evvNeeded", type.aggregator_code as "aggregatorCode",
      plan.type_id as "typeId", plan.json as week, plan_weeks(plan.weeks) as weeks, json_build_array(client.archive_date, provider.archive_date) as archived,
      coalesce(temporary.list, '[]') as temporary, ${closedVisitsOf('plan')} as closed
    from care_plans plan join people client on client.id = plan.client_id
      join people provider on provider.id = plan.provider_id join care_plan_types type on type.id = plan.type_id
      left join ${coveringPlans} as temporary on temporary.covers_id = plan.id
    where plan.status <> 'Deleted' and plan.start_date <= ${through}::date
      and (plan.end_date is null or plan.end_date >= ${from}::date)`;
  const categories = await listPayCategories(scope.site.db);
  return rows.map(({ archived, temporary, closed, ...plan }) => ({
    ...plan,
    payCategories: categories.get(plan.typeId) ?? [],
    limits: { archived, temporary, closed },
  }));
};

// ---- visits

export interface VisitFact {
  readonly id: number;
  readonly planId: number;
  readonly clientId: number;
  readonly providerId: number;
  readonly date: string;
  readonly planStart: string;
  readonly planEnd: string;
  readonly status: VisitStatus;
  readonly startAt: string | null;
  readonly endAt: string | null;
  readonly edited: boolean;
  readonly locationError: boolean;
  readonly startPlaced: boolean;
  readonly endPlaced: boolean;
  readonly changeCode: number | null;
  /** Why it was closed after nobody came. */
  readonly closed: CloseCode | null;
  readonly aggregator: 'Pending' | 'Success' | 'Failed' | null;
}

/** Visits that are now on a day of the range. */
export const listVisits = (scope: Scope, { from, through }: DayRange) =>
  queryRows<VisitFact>(scope.site.db)`select id, care_plan_id as "planId", client_id as "clientId",
      provider_id as "providerId", date, to_char(plan_start, 'HH24:MI') as "planStart",
      to_char(plan_end, 'HH24:MI') as "planEnd", status, start_at as "startAt", end_at as "endAt",
      start_edited or end_edited as edited, start_location_error or end_location_error as "locationError",
      start_latitude is not null as "startPlaced", end_latitude is not null as "endPlaced",
      change_code as "changeCode", closed_code as closed, aggregator_status as aggregator
    from visits where removed is null and date between ${from}::date and ${through}::date
    order by date, plan_start, id`;

/** Visits of each month without closed ones, and how many of them are complete. */
export const countVisitsByMonth = async (
  scope: Scope,
  { from, through }: DayRange,
): Promise<ReadonlyMap<string, { readonly planned: number; readonly complete: number }>> => {
  const rows = await queryRows<{
    readonly month: string;
    readonly planned: number;
    readonly complete: number;
  }>(scope.site.db)`select
      to_char(date, 'YYYY-MM') as month, count(*)::int as planned,
      (count(*) filter (where status = 'Complete'))::int as complete
    from visits where removed is null and closed is null and date between ${from}::date and ${through}::date group by 1`;
  return new Map(rows.map(({ month, ...counts }) => [month, counts]));
};

// ---- timesheets

export interface ReceivedHalf {
  readonly planId: number;
  readonly month: string;
  readonly period: 0 | 1;
  /** Day of the first filed page. */
  readonly received: string;
  readonly pages: number;
  /** The first of them. */
  readonly page: number;
}

/** Plans and halves whose timesheet was received, with its filed pages. */
export const listReceived = (scope: Scope, month: string) =>
  queryRows<ReceivedHalf>(scope.site.db)`select plan_id as "planId", month, period,
      (min(filed) at time zone ${scope.settings.timeZone})::date as received, count(*)::int as pages,
      (array_agg(id order by filed, id))[1] as page
    from scan_pages join received_halves using (plan_id, month, period)
    where state = 'filed' and deleted is null and month = ${month} group by plan_id, month, period`;

export interface OpenCodes {
  readonly planId: number;
  readonly period: 0 | 1;
  readonly errors: readonly number[];
}

export const listOpenCodes = (scope: Scope, month: string) =>
  queryRows<OpenCodes>(scope.site.db)`select plan_id as "planId", period, errors from scan_errors
    where not archived and month = ${month}`;
