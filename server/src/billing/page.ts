import {
  FILTERED_FIELDS,
  type getClientMonth,
  type getEvvVisits,
  type getWork,
} from '@homecare/domain/billing/contract.ts';
import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { planMonthOf } from '@homecare/domain/billing/plan-month.ts';
import { customRates, datedRates, unitRuleOf } from '@homecare/domain/billing/rates.ts';
import type { BillingCard, Work } from '@homecare/domain/billing/schema.ts';
import { hoursOf } from '@homecare/domain/calendar.ts';
import { done, refuse } from '@homecare/domain/errors.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { findClient, listBilledRates, listPlansOfClient, listPreviousCards } from './page-queries.ts';
import {
  listCardScans,
  listPlanVisits,
  listRecords,
  listRecordsOfPlans,
  type RecordRow,
} from './record-queries.ts';

/** Reads billing records: a client's page of a month, and single records. */

const ofPlan = <R extends { readonly planId: number }>(rows: readonly R[], planId: number) =>
  rows.filter((row) => row.planId === planId).map(({ planId: _, ...rest }) => rest);

const savedOf = (row: RecordRow): NonNullable<BillingCard['saved']> => {
  const { working, travel, unit, isTemporary, amount, ...rest } = row;
  const {
    noBillingWorking,
    noBillingTravel,
    noBillingUnit,
    noPayrollWorking,
    noPayrollTravel,
    noPayrollUnit,
    ...saved
  } = rest;
  return saved;
};

export const loadClientMonth: UseCase<typeof getClientMonth> = async (scope, { clientId, date }) => {
  const { db } = scope.site;
  const { version } = scope.settings.capabilities;
  const [client, plans] = await Promise.all([
    findClient(db, clientId),
    listPlansOfClient(db, clientId, date),
  ]);
  if (!client) return refuse('notFound');
  const ids = plans.map(({ id }) => id);
  const { from, through } = daysOfMonth(date);
  const [records, visits, scans, previous, billed] = await Promise.all([
    listRecordsOfPlans(db, ids, [date]),
    listPlanVisits(db, ids, from, through),
    version >= 2 ? listCardScans(db, ids, [date]) : [],
    listPreviousCards(db, ids, date),
    listBilledRates(db, ids),
  ]);
  const cards = plans.map((plan): BillingCard => {
    const { week, weeks, terms, limits, ...shown } = plan;
    const saved = records.find(({ planId }) => planId === plan.id);
    const own = ofPlan(visits, plan.id);
    const { planned, plannedElsewhere } = planMonthOf(plan, date, own);
    return {
      plan: shown,
      // A deleted plan shows its card without days, because it bills nothing.
      planned: [...planned],
      plannedElsewhere: [...plannedElsewhere],
      rates: {
        inside: datedRates(terms, 'inside', date),
        outside: datedRates(terms, 'outside', date),
        custom: customRates(billed.get(plan.id) ?? [], terms),
      },
      unitRule: saved?.unitRule ?? unitRuleOf(terms, date, scope.settings.pack),
      visits: own,
      scans: ofPlan(scans, plan.id).map(({ month: _, ...scan }) => scan),
      saved: saved ? savedOf(saved) : null,
      previous: previous.get(plan.id) ?? null,
    };
  });
  return done({ date, client, cards });
};

const workOf = (row: RecordRow): Work => ({
  id: row.id,
  planId: row.planId,
  clientId: row.clientId,
  providerId: row.providerId,
  working_hours: hoursOf(row.working),
  travel_hours: hoursOf(row.travel),
  payRate: row.payRate / 100,
  rateKind: row.rateKind,
  unit: row.unit,
  days: row.days,
  date: row.date,
  startPeriod: row.startPeriod,
  endPeriod: row.endPeriod,
  typeCode: row.typeCode,
  no_billing_working: hoursOf(row.noBillingWorking),
  no_billing_travel: hoursOf(row.noBillingTravel),
  no_billing_unit: row.noBillingUnit,
  no_payroll_working: hoursOf(row.noPayrollWorking),
  no_payroll_travel: hoursOf(row.noPayrollTravel),
  no_payroll_unit: row.noPayrollUnit,
  status: row.status,
  deniedReason: row.deniedReason,
  remarks: row.remarks,
  excluded: row.excluded,
  customDate: row.customDate,
  isTemporary: row.isTemporary,
  modifiedAt: row.modifiedAt,
  modifiedBy: row.modifiedBy,
  rev: row.rev,
});

/** One of these filters keeps an answer small; the others only narrow it further. */
const NAMING: readonly string[] = ['id', 'planId', 'clientId', 'providerId', 'date', 'customDate'];

export const loadRecords: UseCase<typeof getWork> = async (scope, { id, filters }) => {
  const byId = id ? [{ field: 'ID', op: '=', value: String(id) } as const] : [];
  const all = [...byId, ...filters];
  if (!all.some(({ field, op }) => op === '=' && NAMING.includes(FILTERED_FIELDS[field])))
    return refuse('badInput', 'Name a client, a provider, a care plan, a month or a record.');
  return done((await listRecords(scope, all)).map(workOf));
};

export const loadEvvVisits: UseCase<typeof getEvvVisits> = async (
  scope,
  { id, provider, dateFrom, dateTo },
) => {
  const visits = await listPlanVisits(scope.site.db, [id], dateFrom, dateTo, provider);
  return done(ofPlan(visits, id).filter(({ date: day }) => dateFrom <= day && day <= dateTo));
};
