import { WEEKDAYS } from '@homecare/domain/calendar.ts';
import { PlanListRow } from '@homecare/domain/care-plans/schema.ts';
import type { Page } from '@playwright/test';
import { insertBy } from './calls.ts';
import { today } from './dates.ts';

/** The care plans of this month that can be changed; the list also answers archived ones that still run until their end. */
export const readActivePlans = async (page: Page) => {
  const plans = await page.evaluate(async (month) => {
    const answer = await fetch(`/homecare/api/modules/getCarePlans.php?status=Active&date=${month}`);
    const { data }: { data: unknown[] } = await answer.json();
    return data;
  }, today().toPlainYearMonth().toString());
  return plans.map((plan) => PlanListRow.parse(plan)).filter(({ Status }) => Status === 'Active');
};

interface AddedPlan {
  readonly createReason: string;
  /** Hours and minutes of each day that has service: half an hour of bathing. */
  readonly from: string;
  readonly to: string;
  readonly days?: readonly string[];
}

/** Adds a care plan of the same two people and type, from today on; answers its id. */
export const addPlan = (
  page: Page,
  { ProviderID, ClientID, Type }: PlanListRow,
  { createReason, from, to, days = WEEKDAYS }: AddedPlan,
) => {
  const row = (Name: string, served: unknown, free: unknown) => ({
    Name,
    ...Object.fromEntries(WEEKDAYS.map((day) => [day, days.includes(day) ? served : free])),
  });
  const json = {
    personalCareItems: [row('Bathing', 30, 0)],
    homeMakingItems: [],
    time: [row('Time In', from, null), row('Time Out', to, null), row('Travel Time', 0, 0)],
  };
  const StartDate = today().toString();
  return insertBy(page, 'care_insert', { ProviderID, ClientID, Type, StartDate, createReason, json });
};
