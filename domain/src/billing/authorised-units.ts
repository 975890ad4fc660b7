import { sum } from '../sum.ts';
import { type DayRange, partUnits, serviceDays } from './counting.ts';
import type { Card } from './schema.ts';

/**
 * The 12 months that end on PAR Expiration. Without a PAR Expiration, the calendar year, marked as such
 * (docs/rules/billing.md, rule 33).
 */
export const parYear = (
  parExpiration: string | null,
  today: Temporal.PlainDate,
): DayRange & { readonly calendar: boolean } => {
  const last = parExpiration ? Temporal.PlainDate.from(parExpiration) : today.with({ month: 12, day: 31 });
  return {
    from: last.subtract({ years: 1 }).add({ days: 1 }).toString(),
    through: last.toString(),
    calendar: parExpiration === null,
  };
};

/** Units billed for service days in a range. Denied cards use up no units. */
export const usedUnits = (cards: readonly Card[], range: DayRange, zone: string): number =>
  sum(
    cards
      .filter(({ status }) => status !== 'Denied')
      .map((card) => partUnits(serviceDays(card, zone), range, card.unitRule)),
  );
