import { type DayRange, serviceDays } from '@homecare/domain/billing/counting.ts';
import type { Card } from '@homecare/domain/billing/schema.ts';
import type { CategoryTerm } from '@homecare/domain/payroll/categories.ts';
import type { Term } from '@homecare/domain/plan-types/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import { listPayCategories } from '../care-plans/types.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { queryRows } from '../platform/db/rows.ts';
import { sealedBilling } from '../platform/sealed/billing.ts';
import { sealed } from '../platform/sealed/person.ts';

/** Billing records for reports. */

/** A live card with its stored totals: minutes, units and cents that the server computed from its grid (A1). */
export interface CardFact {
  readonly id: number;
  readonly planId: number;
  readonly clientId: number;
  readonly providerId: number;
  readonly type: string;
  readonly code: string;
  readonly aggregatorCode: string | null;
  /** YYYY-MM of service, and of calculation. */
  readonly month: string;
  readonly calculation: string;
  readonly startPeriod: string;
  readonly endPeriod: string;
  /** The rate of its first billed day, and those of its other days. */
  readonly payRate: number;
  readonly rates: Card['rates'];
  readonly work: number;
  readonly travel: number;
  readonly unbilledWork: number;
  readonly unbilledTravel: number;
  readonly unpaidWork: number;
  readonly unpaidTravel: number;
  readonly units: number;
  readonly amount: number;
  readonly status: Card['status'];
  readonly deniedReason: string | null;
  readonly remarks: string | null;
  readonly excluded: string | null;
  /** The day of the last status change, and the initials of who made it. */
  readonly statusDay: string;
  readonly statusBy: string;
}

const cardColumns = sql`work.id, work.care_plan_id as "planId", work.client_id as "clientId",
  work.provider_id as "providerId", type.name as type, type.code,
  type.aggregator_code as "aggregatorCode", to_char(work.month, 'YYYY-MM') as month,
  to_char(coalesce(work.custom_month, work.month), 'YYYY-MM') as calculation, work.start_period as "startPeriod",
  work.end_period as "endPeriod", work.pay_rate as "payRate", work.rates, work.working_minutes as work,
  work.travel_minutes as travel, work.no_billing_working_minutes as "unbilledWork",
  work.no_billing_travel_minutes as "unbilledTravel", work.no_payroll_working_minutes as "unpaidWork",
  work.no_payroll_travel_minutes as "unpaidTravel", work.billed_units as units, work.amount::float8 as amount,
  work.status, ${sealedBilling.cardDeniedReason()} as "deniedReason", ${sealedBilling.cardRemarks()}, work.excluded,
  (work.status_at at time zone ${sql.ref('site_zone')})::date as "statusDay", work.status_by as "statusBy"`;

/** Cards whose month of service, or of calculation, is within whole months. */
export const listCards = async (
  scope: Scope,
  by: 'service' | 'calculation',
  { from, through }: DayRange,
): Promise<CardFact[]> => {
  const month = by === 'service' ? sql`work.month` : sql`coalesce(work.custom_month, work.month)`;
  const rows = await queryRows<CardFact>(scope.site.db)`select ${cardColumns}
    from work join care_plan_types type on type.id = work.type_id
      cross join (select ${scope.settings.timeZone}::text as site_zone) as zone
    where work.deleted is null and ${month} between ${from}::date and ${through}::date
    order by work.id`;
  return rows;
};

/** What a year of cards is counted by: few columns, because there are tens of thousands of cards. */
export type CardTotals = Pick<
  CardFact,
  | 'id'
  | 'clientId'
  | 'providerId'
  | 'code'
  | 'aggregatorCode'
  | 'month'
  | 'startPeriod'
  | 'endPeriod'
  | 'units'
  | 'amount'
  | 'status'
> & {
  /** The day has service, and the day is paid. */
  readonly isServed: boolean;
  readonly isPaid: boolean;
};

/** By month of service. */
export const listCardTotals = (scope: Scope, { from, through }: DayRange) =>
  queryRows<CardTotals>(scope.site.db)`select work.id, client_id as "clientId", provider_id as "providerId",
      type.code, type.aggregator_code as "aggregatorCode", left(month::text, 7) as month,
      start_period as "startPeriod", end_period as "endPeriod", billed_units as units, amount::float8 as amount,
      status, working_minutes > 0 as "isServed",
      working_minutes + travel_minutes > no_payroll_working_minutes + no_payroll_travel_minutes as "isPaid"
    from work join care_plan_types type on type.id = work.type_id
    where deleted is null and month between ${from}::date and ${through}::date`;

export interface CardGrid extends CardFact, Pick<Card, 'days' | 'unitRule'> {
  /** The type's pay categories with their days. */
  readonly payCategories: readonly CategoryTerm[];
}

const listGridsWhere = async (scope: Scope, where: RawBuilder<unknown>): Promise<CardGrid[]> => {
  const rows = await queryRows<Omit<CardGrid, 'payCategories'> & { readonly typeId: number }>(
    scope.site.db,
  )`select ${cardColumns}, work.type_id as "typeId", work.days, work.unit_rule as "unitRule"
    from work join care_plan_types type on type.id = work.type_id
      cross join (select ${scope.settings.timeZone}::text as site_zone) as zone
    where work.deleted is null and ${where} order by work.id`;
  const categories = await listPayCategories(scope.site.db);
  return rows.map(({ typeId, ...card }) => ({ ...card, payCategories: categories.get(typeId) ?? [] }));
};

/** The same with their grids, for a month of service rather than a year. */
export const listGrids = (scope: Scope, { from, through }: DayRange): Promise<CardGrid[]> =>
  listGridsWhere(scope, sql`work.month between ${from}::date and ${through}::date`);

/** For one person, by month of calculation, because cards of any month of service may have been moved into it. */
export const listGridsOf = (
  scope: Scope,
  kind: 'client' | 'provider',
  { id, from, to }: { readonly id: number; readonly from: string; readonly to: string },
): Promise<CardGrid[]> =>
  listGridsWhere(
    scope,
    sql`${sql.ref(`work.${kind}_id`)} = ${id}
      and coalesce(work.custom_month, work.month) between ${from}::date and ${to}::date`,
  );

/** The terms of every type by code, and the ZIP codes of the outside area. */
export const listRates = async (
  scope: Scope,
): Promise<{
  readonly terms: ReadonlyMap<string, readonly Term[]>;
  readonly outside: ReadonlySet<string>;
}> => {
  const rows = await queryRows<Term & { readonly code: string }>(
    scope.site.db,
  )`select type.code, term.valid_from as "validFrom",
      term.procedure_code as "procedureCode", term.modifiers, term.unit_rule as "unitRule", term.rate as "rateCents",
      term.addrate as "addrateCents", term.pay_category as "payCategory", term.source
    from care_plan_type_terms term join care_plan_types type on type.id = term.type_id`;
  const codes = await sql<{ readonly code: string }>`select code from outside_postcodes`.execute(
    scope.site.db,
  );
  return {
    terms: Map.groupBy(rows, ({ code }) => code),
    outside: new Set(codes.rows.map(({ code }) => code)),
  };
};

/** Grids of cards in whose month their client's PAR year begins or ends. */
export const listBorderGrids = (scope: Scope) =>
  queryRows<Pick<CardFact, 'id' | 'startPeriod' | 'endPeriod'> & Pick<Card, 'days' | 'unitRule'>>(
    scope.site.db,
  )`select work.id, work.start_period as "startPeriod", work.end_period as "endPeriod", work.days,
      work.unit_rule as "unitRule"
    from work join people client on client.id = work.client_id
    where work.deleted is null and client.total_units is not null and work.month in (
      date_trunc('month', ${sealed.parExpiration('client')})::date,
      date_trunc('month', ${sealed.parExpiration('client')} - interval '1 year' + interval '1 day')::date)`;

/** The first paid day by provider. A card's days are in its month, so the first month with pay contains it. */
export const firstPaidDays = async (
  scope: Scope,
  providers: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const isPaid = (of: string) =>
    sql`${sql.ref(`${of}.deleted`)} is null and ${sql.ref(`${of}.working_minutes`)} + ${sql.ref(`${of}.travel_minutes`)}
      > ${sql.ref(`${of}.no_payroll_working_minutes`)} + ${sql.ref(`${of}.no_payroll_travel_minutes`)}`;
  const rows = await queryRows<Pick<Card, 'startPeriod' | 'endPeriod' | 'days'> & { readonly id: number }>(
    scope.site.db,
  )`select work.provider_id as id, work.start_period as "startPeriod", work.end_period as "endPeriod", work.days
    from work where work.provider_id = any(${[...providers]}::int[]) and ${isPaid('work')} and work.month = (
      select min(earliest.month) from work as earliest
      where earliest.provider_id = work.provider_id and ${isPaid('earliest')})`;
  const first = new Map<number, string>();
  for (const { id, ...card } of rows) {
    const day = serviceDays(card, scope.settings.timeZone).find(({ payroll }) => payroll)?.date;
    const known = first.get(id);
    if (day && (!known || day < known)) first.set(id, day);
  }
  return first;
};

/** What claims say about a card: what was paid, its latest claim, and who is responsible for it. */
export interface CardClaim {
  readonly paid: number;
  readonly control: string | null;
  readonly owner: string | null;
}

export const claimsOfCards = async (
  scope: Scope,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CardClaim>> => {
  const rows = await queryRows<CardClaim & { readonly id: number }>(scope.site.db)`select part.card_id as id,
      coalesce(sum(part.paid), 0)::float8 as paid,
      (array_agg(claim.id order by claim.batch_id desc, claim.number desc) filter (where not part.superseded))[1] as control,
      (array_agg(account.full_name order by claim.batch_id desc, claim.number desc)
        filter (where account.id is not null))[1] as owner
    from claim_cards part join claims claim on claim.id = part.claim_id
      left join accounts account on account.id = claim.owner_id
    where part.card_id = any(${[...ids]}::int[]) group by part.card_id`;
  return new Map(rows.map(({ id, ...claim }) => [id, claim]));
};
