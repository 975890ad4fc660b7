import { isCheckOutMissing, plannedInstants } from './rules.ts';
import type { Visit } from './schema.ts';

/** How many of the next visits the phone lists below the offers. */
const MOST_NEXT = 3;

type Shown = Pick<Visit, 'id' | 'Date' | 'PlanStartTime' | 'PlanEndTime' | 'Status' | 'ClosedCode'>;

/** Visits in progress and the next ones, from the lists of some days. A night visit appears in two of these lists, but only once here. */
export const nextOnPhone = <V extends Shown>(
  visits: readonly V[],
  now: Temporal.Instant,
  zone: string,
): V[] => {
  const known = [...new Map(visits.map((visit) => [visit.id, visit])).values()];
  const instants = new Map(known.map((visit) => [visit.id, plannedInstants(visit, zone)]));
  const startOf = ({ id }: V) => instants.get(id)?.start.epochMilliseconds ?? 0;
  const isAhead = (visit: V) => {
    if (visit.Status === 'Active') return true;
    const end = instants.get(visit.id)?.end;
    const isOver = end === undefined || Temporal.Instant.compare(end, now) <= 0;
    return visit.Status === 'Planned' && visit.ClosedCode === null && !isOver;
  };
  const ahead = known.filter(isAhead).toSorted((a, b) => startOf(a) - startOf(b) || a.id - b.id);
  // A visit with a forgotten check-out must not hide the coming ones.
  const due = ahead.filter((visit) => !isCheckOutMissing(visit, now, zone));
  return (due.length > 0 ? due : ahead).slice(0, MOST_NEXT);
};
