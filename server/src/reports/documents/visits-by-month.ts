import { daysOfMonth } from '@homecare/domain/billing/counting.ts';
import { spanMinutes } from '@homecare/domain/calendar.ts';
import { count, hours, percent, percentOf, text } from '@homecare/domain/reports/table.ts';
import { closedReasons, countVisits, type VisitCounts } from '@homecare/domain/reports/visit-marks.ts';
import { sum } from '@homecare/domain/sum.ts';
import { elapsedMinutes } from '@homecare/domain/visits/rules.ts';
import { listVisits, type VisitFact } from '../queries.ts';
import { declarePage } from './declare.ts';
import { hoursOfMinutes, type PairFact, pairsIn, pastEnd } from './facts.ts';

interface Row extends PairFact, VisitCounts {
  readonly activePast: number;
  readonly edited: number;
  readonly locationErrors: number;
  readonly sent: Record<'Success' | 'Failed' | 'Pending' | 'none', number>;
  readonly closedBecause: string | null;
  readonly plannedHours: number;
  readonly actualHours: number;
}

const actualMinutes = ({ status, startAt, endAt }: VisitFact) =>
  status === 'Complete' && startAt !== null && endAt !== null
    ? elapsedMinutes(Temporal.Instant.from(startAt), Temporal.Instant.from(endAt))
    : 0;
const share = (rows: readonly VisitCounts[]) =>
  percentOf(
    sum(rows.map(({ complete }) => complete)),
    sum(rows.map(({ planned, ahead }) => planned - ahead)),
  );

/** What became of the visits of each plan; a rescheduled one counts in the month of its new day. */
export const visitsByMonth = declarePage<Row>({
  name: 'Visits By Month',
  file: 'VisitsByMonth',
  side: 'work',
  inputs: ['month', 'type'],
  namesClient: true,
  idOf: ({ id }) => id,
  rows: async ({ scope, today, parameters: { month, type } }) => {
    const { from, through } = daysOfMonth(month);
    // A visit that was moved may stand after its plan has ended.
    const [plans, visits] = await Promise.all([
      pairsIn(scope, '0001-01-01', '9999-12-31', type),
      listVisits(scope, from, through),
    ]);
    const visitsOf = Map.groupBy(visits, ({ planId }) => planId);
    const isPast = pastEnd(scope);
    return plans.flatMap((plan) => {
      const own = visitsOf.get(plan.id);
      if (!own) return [];
      const howMany = (is: (visit: VisitFact) => boolean) => own.filter(is).length;
      return [
        {
          ...plan,
          ...countVisits(own, today.toString()),
          activePast: howMany((visit) => visit.status === 'Active' && isPast(visit)),
          edited: howMany(({ edited }) => edited),
          locationErrors: howMany(({ locationError }) => locationError),
          sent: {
            Success: howMany(({ aggregator }) => aggregator === 'Success'),
            Failed: howMany(({ aggregator }) => aggregator === 'Failed'),
            Pending: howMany(({ aggregator }) => aggregator === 'Pending'),
            none: howMany(({ aggregator }) => aggregator === null),
          },
          closedBecause: closedReasons(own),
          plannedHours: hoursOfMinutes(
            sum(
              own
                .filter(({ closed }) => closed === null)
                .map(({ planStart, planEnd }) => spanMinutes(planStart, planEnd)),
            ),
          ),
          actualHours: hoursOfMinutes(sum(own.map(actualMinutes))),
        },
      ];
    });
  },
  layout: () => ({
    noun: ['care plan', 'care plans'],
    order: ({ client, provider, id }) => [...client.key, ...provider.key, id],
    columns: [
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
      count('Success', ({ sent }) => sent.Success),
      count('Failed', ({ sent }) => sent.Failed, { width: 7 }),
      count('Pending', ({ sent }) => sent.Pending),
      count('None', ({ sent }) => sent.none, { width: 7 }),
      hours('Planned by visits', ({ plannedHours }) => plannedHours),
      hours('Actual hours', ({ actualHours }) => actualHours),
    ],
  }),
});
