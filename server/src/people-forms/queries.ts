import type { VisitLimits } from '@homecare/domain/care-plans/rules.ts';
import type { CarePlan, CarePlanWeek } from '@homecare/domain/care-plans/schema.ts';
import type { DatedWeek } from '@homecare/domain/care-plans/weeks.ts';
import {
  ADDRESS_FIELDS,
  fieldOf,
  type PersonField,
  type PersonKind,
} from '@homecare/domain/people/dictionary.ts';
import { STATUS } from '@homecare/domain/people/kind-and-status.ts';
import type { PersonValues } from '@homecare/domain/people/schema.ts';
import type { CompleteVisit } from '@homecare/domain/people-forms/last-hours.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import { queryRow, queryRows } from '../platform/db/rows.ts';
import { sealed } from '../platform/sealed/person.ts';
import { ssnLastDigits } from '../platform/sealed/ssn.ts';
import { closedVisitsOf } from '../visits/service.ts';

/** The fields of a record that forms print; no others are read, in particular not the full SSN. */
const FIELDS = [
  'ID',
  'LastName',
  'FirstName',
  'MiddleName',
  'DOB',
  'Gender',
  'Medicaid',
  'PrivateClient',
  'Phone',
  'AltPhone',
  ...ADDRESS_FIELDS,
  'Language',
  'Diagnosis',
  'StartOfCare',
  'Emergency Contact',
  'Emergency Phone',
  'EmergencyRelation',
  'EmergencyAddress',
  'Case Manager',
  'Managers Phone',
  'Managers Email',
  'CaseManagerDate',
  'caseChanged',
  'Doctor',
  'Doctors Phone #',
  'PAR Expiration',
  'BenefitRenewal',
  'Home Visit',
  'telehealthConsent',
  'TotalUnits',
  'Daycare',
  'DaycareName',
  'DaycareDays',
  'DaycareTimeFrom',
  'DaycareTimeTo',
  'otherService',
  STATUS,
  'archiveDate',
  'DC Date',
  'DC Reason',
  'Start Date',
  'Return Date',
] as const satisfies readonly PersonField[];

export type FormPerson = Pick<PersonValues, (typeof FIELDS)[number]> & {
  readonly ID: number;
  readonly ssnLast4: string | null;
};

const columns = sql.join(FIELDS.map((name) => sql`${sql.id(fieldOf(name).column)} as ${sql.id(name)}`));

export const findFormPerson = (scope: Scope, id: number, kind: PersonKind): Promise<FormPerson | undefined> =>
  queryRow<FormPerson>(scope.site.db)`select ${columns}, ${ssnLastDigits()} as "ssnLast4" from people
    where id = ${id} and kind = ${kind}`;

/** Cents an hour. */
export const findPayRates = async (scope: Scope, id: number): Promise<Record<string, number> | undefined> => {
  const row = await queryRow<{ rates: Record<string, number> }>(
    scope.site.db,
  )`select pay_rates_on(id, ${scope.today().toString()}) as rates
    from people where id = ${id}`;
  return row?.rates;
};

/** A client's plan with what forms say about its provider. */
export interface FormPlan
  extends Pick<CarePlan, 'id' | 'StartDate' | 'EndDate' | 'Status' | 'coversPlanId' | 'excluded'> {
  readonly type: string;
  readonly typeCode: string;
  readonly aggregatorCode: string | null;
  /** Today's week, or the plan's last one. */
  readonly week: CarePlanWeek;
  readonly weeks: readonly DatedWeek[];
  readonly providerId: number;
  readonly providerLast: string;
  readonly providerFirst: string;
  readonly providerMiddle: string | null;
  readonly providerPhone: string | null;
  readonly providerArchived: string | null;
  readonly skillValidation: string | null;
  readonly skillNotNeed: boolean;
  readonly staffEvaluation: string | null;
  readonly closed: NonNullable<VisitLimits['closed']>;
}

export const listFormPlans = (scope: Scope, clientId: number): Promise<FormPlan[]> =>
  queryRows<FormPlan>(
    scope.site.db,
  )`select plan.id, plan.start_date as "StartDate", plan.end_date as "EndDate",
      plan.status as "Status", plan.covers_id as "coversPlanId", plan.excluded, type.name as type,
      type.code as "typeCode", type.aggregator_code as "aggregatorCode", plan_week_shown(plan, ${scope.today().toString()}::date) as week,
      plan_weeks(plan.weeks) as weeks, provider.id as "providerId",
      provider.last_name as "providerLast", provider.first_name as "providerFirst",
      provider.middle_name as "providerMiddle", provider.phone as "providerPhone",
      provider.archive_date as "providerArchived", ${sealed.skillValidation('provider')} as "skillValidation",
      provider.skill_not_need as "skillNotNeed", ${sealed.staffEvaluation('provider')} as "staffEvaluation",
      ${closedVisitsOf('plan')} as closed
    from care_plans plan join people provider on provider.id = plan.provider_id
      join care_plan_types type on type.id = plan.type_id
    where plan.client_id = ${clientId} and plan.status <> 'Deleted'
    order by type.position, provider.sort_key, plan.start_date, plan.id`;

/** A client's Complete visits with actual or adjusted times. */
export const listCompleteVisits = async (scope: Scope, clientId: number): Promise<CompleteVisit[]> => {
  const zone = scope.settings.timeZone;
  return queryRows<CompleteVisit>(scope.site.db)`select care_plan_id as "planId", date,
      to_char(start_at at time zone ${zone}, 'HH24:MI') as start, to_char(end_at at time zone ${zone}, 'HH24:MI') as end,
      round(extract(epoch from date_trunc('minute', end_at) - date_trunc('minute', start_at)) / 60)::int as minutes
    from visits where client_id = ${clientId} and status = 'Complete' and removed is null
    order by date, start_at, id`;
};

/** Names of types and their aggregator services by code, for a client's units. */
export const listServiceNames = (scope: Scope): Promise<{ code: string; name: string }[]> =>
  queryRows<{ code: string; name: string }>(scope.site.db)`select code, name from care_plan_types
    union all select code, label from procedure_codes`;
