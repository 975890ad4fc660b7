import { compareKeys } from '../compare.ts';
import type { Visit } from './schema.ts';

type Planned = Pick<Visit, 'id' | 'Date' | 'PlanStartTime' | 'PlanEndTime'>;

/** The order of all lists of visits: by day, planned start, then planned end. */
export const compareVisits = (a: Planned, b: Planned): number =>
  compareKeys(a.Date, b.Date) ||
  compareKeys(a.PlanStartTime, b.PlanStartTime) ||
  compareKeys(a.PlanEndTime, b.PlanEndTime) ||
  a.id - b.id;
