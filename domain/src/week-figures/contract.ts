import { z } from 'zod';
import { getCall } from '../call.ts';
import { dateText, stampText } from '../wire.ts';
import { WeekCases, WeekFigures, WORK_KEYS } from './schema.ts';

const office = { roles: ['admin', 'user'] } as const;

/**
 * Weekly figures of how the agency is doing: the week that begins on `through` (by default the present one) and those before
 * it (docs/rules/week-figures.md).
 */
export const listWeekFigures = getCall(['week-figures/list'], {
  name: 'weekFigures.list',
  ...office,
  effect: 'poll',
  input: z.strictObject({ through: dateText.optional() }),
  output: z.strictObject({ weeks: z.array(WeekFigures), countedAt: stampText }),
});

/** Lists what counts against one figure of a week. */
export const listWeekCases = getCall(['week-figures/cases'], {
  name: 'weekFigures.cases',
  ...office,
  effect: 'read',
  input: z.strictObject({ figure: z.enum(WORK_KEYS), week: dateText }),
  output: WeekCases,
});
