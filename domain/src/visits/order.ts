import type { Visit } from './schema.ts';

type Planned = Pick<Visit, 'id' | 'Date' | 'PlanStartTime' | 'PlanEndTime'>;

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The order of every list of visits: by day, planned start and planned end. */
export const compareVisits = (a: Planned, b: Planned): number =>
  compareText(a.Date, b.Date) ||
  compareText(a.PlanStartTime, b.PlanStartTime) ||
  compareText(a.PlanEndTime, b.PlanEndTime) ||
  a.id - b.id;
