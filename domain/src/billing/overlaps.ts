import { showDate, visitInstants } from '../calendar.ts';
import { type ServiceDay, serviceDays } from './counting.ts';
import type { Card, CardDay } from './schema.ts';

/** The time check of the server (specification part 2, 5.6 and 7.5; decisions.md, Billing). */

/** A live card beside ours: of the same provider, the same client, or both. */
export type OtherCard = Pick<
  Card,
  'careplanId' | 'clientId' | 'providerId' | 'startPeriod' | 'endPeriod' | 'json'
>;

interface Own {
  readonly clientId: number;
  readonly providerId: number;
  readonly startPeriod: string;
  readonly endPeriod: string;
  readonly json: readonly CardDay[];
}

interface Billed {
  readonly day: ServiceDay;
  readonly from: number;
  readonly to: number;
}

const billedTimes = (card: Pick<Own, 'startPeriod' | 'endPeriod' | 'json'>, zone: string): Billed[] =>
  serviceDays({ ...card, json: [...card.json] }, zone)
    .filter(({ billing }) => billing)
    .map((day) => {
      const { start, end } = visitInstants(day.date, day.start, day.end, zone);
      return { day, from: start.epochMilliseconds, to: end.epochMilliseconds };
    });

const overlap = (a: Billed, b: Billed) => a.from < b.to && b.from < a.to;
const showSpan = ({ start, end }: ServiceDay) => `${start} – ${end}`;

/** A row that runs into the next one of its own card. */
const ownOverlaps = (own: readonly Billed[]): string[] =>
  own.flatMap((one, index) => {
    const next = own[index + 1];
    return next && overlap(one, next)
      ? [`Error: ${showDate(one.day.date)} ${showSpan(one.day)} runs into the next day of this card`]
      : [];
  });

/**
 * Days on which provider or client already have billed time at that hour, one sentence each: with the plan, never with a name.
 * A row without billing takes nobody's time.
 */
export const findOverlaps = (card: Own, others: readonly OtherCard[], zone: string): string[] => {
  const own = billedTimes(card, zone);
  const found = others.flatMap((other) => {
    const who = other.providerId === card.providerId ? 'provider' : 'client';
    return billedTimes(other, zone).flatMap((theirs) => {
      const ours = own.find((one) => overlap(one, theirs));
      return ours
        ? [
            {
              date: ours.day.date,
              text: `Error: This ${who} has billed time ${showSpan(theirs.day)} on ${showDate(theirs.day.date)} already (plan ${other.careplanId})`,
            },
          ]
        : [];
    });
  });
  return [
    ...ownOverlaps(own),
    ...found.toSorted((a, b) => (a.date < b.date ? -1 : 1)).map(({ text }) => text),
  ];
};

const AT_MOST = 3;
/** The Info of a refused card: the first few sentences, and how many more there are. */
export const overlapText = (found: readonly string[]): string => {
  const rest = found.length - AT_MOST;
  return `${found.slice(0, AT_MOST).join('. ')}${rest > 0 ? `. And ${rest} more.` : '.'}`;
};
