import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { spanMinutes } from '@homecare/domain/calendar.ts';
import { closedReasons, countVisits, type VisitCounts } from '@homecare/domain/reports/visit-marks.ts';
import { tenthsOf } from '@homecare/domain/share.ts';
import { sum } from '@homecare/domain/sum.ts';
import { listVisits, type VisitFact } from '../queries.ts';
import { declarePage, PLANS } from './declare.ts';
import { ALWAYS, byClient, hoursOfMinutes, pairsIn, pastEnd, visitMinutes } from './facts.ts';

const share = (rows: readonly VisitCounts[]) =>
  tenthsOf(sum(rows.map(({ complete }) => complete)), sum(rows.map(({ planned, ahead }) => planned - ahead)));

/** The outcome of each plan's visits; a rescheduled one counts in the month of its new day. */
export const visitsByMonth = declarePage({
  ...PLANS,
  name: 'Visits By Month',
  file: 'VisitsByMonth',
  side: 'work',
  inputs: ['month', 'type'],
  rows: async ({ scope, today, parameters: { month, type } }) => {
    // A moved visit may be after the end of its plan.
    const [plans, visits] = await Promise.all([
      pairsIn(scope, ALWAYS, type),
      listVisits(scope, daysOfMonth(month)),
    ]);
    const visitsOf = Map.groupBy(visits, ({ planId }) => planId);
    const isPast = pastEnd(scope);
    return plans.flatMap((plan) => {
      const own = visitsOf.get(plan.id);
      if (!own) return [];
      const howMany = (is: (visit: VisitFact) => boolean) => own.filter(is).length;
      const open = own.filter(({ closed }) => closed === null);
      return [
        {
          ...plan,
          ...countVisits(own, today.toString()),
          activePast: howMany((visit) => visit.status === 'Active' && isPast(visit)),
          edited: howMany(({ edited }) => edited),
          locationErrors: howMany(({ locationError }) => locationError),
          sent: (status: VisitFact['aggregator']) => howMany(({ aggregator }) => aggregator === status),
          closedBecause: closedReasons(own),
          plannedHours: hoursOfMinutes(
            sum(open.map(({ planStart, planEnd }) => spanMinutes(planStart, planEnd))),
          ),
          actualHours: hoursOfMinutes(sum(own.map(visitMinutes))),
        },
      ];
    });
  },
  order: byClient,
  columns: ({ text, count, percent, hours }) => [
    text('Client', 20, ({ client }) => client.name),
    text('Provider', 20, ({ provider }) => provider.name),
    count('Visits planned', ({ planned }) => planned),
    count('Visits Complete', ({ complete }) => complete, { width: 9 }),
    count('Active', ({ active }) => active, { width: 7 }),
    count('Active past end', ({ activePast }) => activePast),
    count('Missed', ({ missed }) => missed),
    count('Closed', ({ closed }) => closed, { width: 8 }),
    text('Closed because', 18, ({ closedBecause }) => closedBecause),
    count('Ahead', ({ ahead }) => ahead, { width: 7 }),
    percent('% Complete', (row) => share([row]), { width: 9, total: share }),
    count('Edited', ({ edited }) => edited),
    count('Location errors', ({ locationErrors }) => locationErrors),
    count('Success', ({ sent }) => sent('Success')),
    count('Failed', ({ sent }) => sent('Failed'), { width: 7 }),
    count('Pending', ({ sent }) => sent('Pending')),
    count('None', ({ sent }) => sent(null), { width: 7 }),
    hours('Planned by visits', ({ plannedHours }) => plannedHours),
    hours('Actual hours', ({ actualHours }) => actualHours),
  ],
});
