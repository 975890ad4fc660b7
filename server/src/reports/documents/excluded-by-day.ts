import { showDate } from '@homecare/domain/calendar.ts';
import { isOpenDay, spanOn } from '@homecare/domain/care-plans/rules.ts';
import { weekOn } from '@homecare/domain/care-plans/weeks.ts';
import { excludedState } from '@homecare/domain/reports/due.ts';
import type { PageEntry } from '@homecare/domain/reports/list.ts';
import { declarePage, PLANS } from './declare.ts';
import { hoursOfMinutes, pairsIn } from './facts.ts';

/** Whom to call on a weekday: plans with planned time on it, with or without excluded time. */
const byDay = (isExcluded: boolean, about: Pick<PageEntry, 'name' | 'file'>) =>
  declarePage({
    ...PLANS,
    ...about,
    side: 'work',
    inputs: ['day', 'date'],
    rows: async ({ scope, parameters: { day, date } }) =>
      (await pairsIn(scope, { from: date, through: date }))
        .filter((plan) => (plan.excluded !== null) === isExcluded && isOpenDay(plan, date, plan.limits))
        .flatMap((plan) => {
          const { time } = weekOn(plan, date);
          const [span, timeIn, timeOut] = [spanOn(time, day), time[0][day], time[1][day]];
          if (!span || timeIn === null || timeOut === null) return [];
          const state = plan.excluded && excludedState(plan.excluded, date);
          const words = plan.excluded && [showDate(plan.excluded), state].filter(Boolean).join(', ');
          return [{ ...plan, timeIn, timeOut, minutes: span.end - span.start, excludedWords: words }];
        }),
    order: ({ timeIn, client: { key }, id }) => [timeIn, ...key, id],
    columns: ({ text, hours, box, blank }) => [
      text('Time In', 8, ({ timeIn }) => timeIn),
      text('Time Out', 8, ({ timeOut }) => timeOut),
      text('Client', 20, ({ client }) => client.name),
      text('Client phone', 14, ({ client }) => client.phone),
      text('Provider', 20, ({ provider }) => provider.name),
      text('Provider phone', 14, ({ provider }) => provider.phone),
      text('Language', 11, ({ client }) => client.language),
      ...(isExcluded ? [text('Excluded', 17, ({ excludedWords }) => excludedWords)] : []),
      hours('Hours', ({ minutes }) => hoursOfMinutes(minutes), { width: 7 }),
      box('Called', 6),
      blank('Note', 22),
    ],
  });

export const excludedByDay = byDay(true, { name: 'Excluded Care Plan By Day', file: 'ExcludedByDay' });
export const notExcludedByDay = byDay(false, {
  name: 'Not excluded Care Plan By Day',
  file: 'NotExcludedByDay',
});
