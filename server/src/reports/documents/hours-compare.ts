import { daysOfMonth, hoursOfCard, plannedDays, plannedHours } from '@homecare/domain/billing/counting.ts';
import { hoursOfUnits, marksOf } from '@homecare/domain/reports/compared-hours.ts';
import { BY_SERVICE, VISITS_BESIDE_BILLED } from '@homecare/domain/reports/figure-words.ts';
import { sum } from '@homecare/domain/sum.ts';
import { halfKey } from '@homecare/domain/timesheets/missing.ts';
import { listCards } from '../card-queries.ts';
import { listReceived, listVisits } from '../queries.ts';
import { declarePage, PLANS } from './declare.ts';
import { ALWAYS, byClient, hoursOfMinutes, pairsIn, visitMinutes } from './facts.ts';

const apart = (hour: number, worked: number | null) => (worked === null ? null : hour - worked);

/** What was planned, verified by visits, billed and paid, by plan and month of service. */
export const hoursCompare = declarePage({
  ...PLANS,
  name: 'Hours: worked, billed, paid',
  file: 'HoursCompare',
  side: 'work',
  inputs: ['month', 'type'],
  rows: async ({ scope, parameters: { month, type } }) => {
    const inMonth = daysOfMonth(month);
    const [plans, cards, visits, scans] = await Promise.all([
      pairsIn(scope, ALWAYS, type),
      listCards(scope, 'service', inMonth),
      listVisits(scope, inMonth),
      listReceived(scope, month),
    ]);
    const [cardsOf, visitsOf] = [
      Map.groupBy(cards, ({ planId }) => planId),
      Map.groupBy(visits, ({ planId }) => planId),
    ];
    const received = new Set(scans.map((scan) => halfKey(scan.planId, scan)));
    return plans.flatMap((plan) => {
      const [own, visited] = [cardsOf.get(plan.id) ?? [], visitsOf.get(plan.id) ?? []];
      const days = plannedDays(plan, inMonth, plan.limits);
      if (own.length + visited.length + days.length === 0) return [];
      const paid = own.map(
        ({ work, travel, unpaidWork, unpaidTravel }) =>
          hoursOfCard({ work: work - unpaidWork, travel: travel - unpaidTravel }).total,
      );
      const halves = [
        received.has(halfKey(plan.id, { month, period: 0 })) && '1st',
        received.has(halfKey(plan.id, { month, period: 1 })) && '2nd',
      ].filter(Boolean);
      return [
        {
          ...plan,
          planned: plannedHours(days),
          worked: plan.excluded === null ? hoursOfMinutes(sum(visited.map(visitMinutes))) : null,
          sheets: halves.join(', '),
          billed: sum(own.map(({ units }) => hoursOfUnits(units))),
          paid: sum(paid),
        },
      ];
    });
  },
  order: byClient,
  captions: [VISITS_BESIDE_BILLED, BY_SERVICE],
  columns: ({ text, hours }) => [
    text('Client', 22, ({ client }) => client.name),
    text('Provider', 22, ({ provider }) => provider.name),
    text('Plan', 7, ({ id }) => String(id)),
    hours('Planned', ({ planned }) => planned),
    hours('Worked', ({ worked }) => worked ?? 'exempt'),
    text('Timesheet', 9, ({ sheets }) => sheets || null),
    hours('Billed', ({ billed }) => billed),
    hours('Paid', ({ paid }) => paid),
    hours('Billed − worked', ({ billed, worked }) => apart(billed, worked)),
    hours('Paid − worked', ({ paid, worked }) => apart(paid, worked)),
    text('Mark', 26, (row) => marksOf(row).join(', ') || null),
  ],
});
