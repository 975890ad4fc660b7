import { computeTotals } from '@homecare/domain/care-plans/rules.ts';
import { CarePlan, type PlanWeek, type TaskRow } from '@homecare/domain/care-plans/schema.ts';
import { toWire } from '@homecare/domain/wire-names.ts';

/** For tests: a saved plan with half an hour on Mondays. */
const none = { Mon: 0, Tue: 0, Wed: 0, Thu: 0, Fri: 0, Sat: 0, Sun: 0 };
const noTime = { Mon: null, Tue: null, Wed: null, Thu: null, Fri: null, Sat: null, Sun: null };
const bathing: TaskRow = { Name: 'Bathing', ...none, Mon: 30 };
export const MONDAY_WEEK: PlanWeek = {
  time: [
    { Name: 'Time In', ...noTime, Mon: '08:30' },
    { Name: 'Time Out', ...noTime, Mon: '09:00' },
    { Name: 'Travel Time', ...none, Mon: 10 },
  ],
  personalCareItems: [bathing],
  homeMakingItems: [],
};
export const planOf = (values: Partial<CarePlan>): CarePlan =>
  CarePlan.parse(
    toWire(CarePlan, {
      id: 7,
      ProviderID: 1,
      Provider: 'Person00001, Ana',
      ClientID: 2,
      Client: 'Person00002, Ana',
      Type: 'PCP',
      StartDate: '2026-03-02',
      EndDate: null,
      Remarks: null,
      createReason: 'New client',
      modifiedAt: '2026-03-01T10:00:00Z',
      Status: 'Active',
      ArchiveInfo: null,
      DeleteInfo: null,
      Language: null,
      excluded: null,
      isTemporary: false,
      coversPlanId: null,
      week: { ...MONDAY_WEEK, ...computeTotals(MONDAY_WEEK) },
      weeks: [],
      rev: 3,
      ...values,
    }),
  );
