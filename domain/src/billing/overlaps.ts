import { showDate, visitInstants } from '../calendar.ts';
import { type DaysOfCard, type ServiceDay, serviceDays } from './counting.ts';
import type { Card } from './schema.ts';

/** The server's check of times against other cards (docs/rules/billing.md, rule 24). */

/** Another live card of the same provider, the same client, or both. */
export type OtherCard = DaysOfCard & Pick<Card, 'planId' | 'clientId' | 'providerId'>;

type Own = DaysOfCard & Pick<Card, 'clientId' | 'providerId'>;

interface Worked {
  readonly day: ServiceDay;
  readonly from: number;
  readonly to: number;
}

/** A row that is neither billed nor paid was not worked and takes nobody's time. */
const workedTimes = (card: DaysOfCard, zone: string): Worked[] =>
  serviceDays(card, zone)
    .filter(({ billing, payroll }) => billing || payroll)
    .map((day) => {
      const { start, end } = visitInstants(day.date, day.start, day.end, zone);
      return { day, from: start.epochMilliseconds, to: end.epochMilliseconds };
    });

const overlap = (a: Worked, b: Worked) => a.from < b.to && b.from < a.to;

/**
 * billed, paid: an hour would be billed or paid twice, which is refused. worked: one caregiver would be in two places, which
 * needs the user's confirmation.
 */
export type Clash = 'billed' | 'paid' | 'worked';

type Boxes = Pick<ServiceDay, 'billing' | 'payroll'>;

/**
 * How two worked rows at the same hour clash. Two caregivers may be with one client at once, as long as the hour is billed
 * once. One caregiver can be paid for only one of two places.
 */
export const classifyClash = (a: Boxes, b: Boxes, isOneProvider: boolean): Clash | undefined => {
  if (a.billing && b.billing) return 'billed';
  if (!isOneProvider) return undefined;
  return a.payroll && b.payroll ? 'paid' : 'worked';
};

const showSpan = ({ start, end }: ServiceDay) => `${start} – ${end}`;

interface Found {
  readonly clash: Clash;
  readonly date: string;
  readonly text: string;
}

/** A row that overlaps the next one of its own card. */
const ownClashes = (own: readonly Worked[]): Found[] =>
  own.flatMap((one, index) => {
    const next = own[index + 1];
    const clash = next && overlap(one, next) ? classifyClash(one.day, next.day, true) : undefined;
    const { date } = one.day;
    const words = `${showDate(date)} ${showSpan(one.day)} runs into the next day of this card`;
    return clash ? [{ clash, date, text: clash === 'worked' ? words : `Error: ${words}` }] : [];
  });

const sayClash = (clash: Clash, who: 'provider' | 'client', theirs: ServiceDay, planId: number) => {
  const when = `${showSpan(theirs)} on ${showDate(theirs.date)}`;
  if (clash !== 'worked') return `Error: This ${who} has ${clash} time ${when} already (plan ${planId})`;
  return `This provider also works ${when} by plan ${planId}, where the hour is ${theirs.payroll ? 'paid' : 'billed'}`;
};

const RANK: Record<Clash, number> = { billed: 0, paid: 1, worked: 2 };

export interface Overlaps {
  /** Sentences without a period about hours that would be billed or paid twice. */
  readonly refused: readonly string[];
  /** Hours of one caregiver in two places, billed and paid once each. */
  readonly asked: readonly string[];
}

const sortOut = (found: readonly Found[]): Overlaps => {
  const textsOf = (isAsked: boolean) =>
    found.filter(({ clash }) => (clash === 'worked') === isAsked).map(({ text }) => text);
  return { refused: textsOf(false), asked: textsOf(true) };
};

const clashesWith = (
  card: Own,
  own: readonly Worked[],
  others: readonly OtherCard[],
  zone: string,
): Found[] => {
  const clashes = others.flatMap((other): Found[] => {
    const isOneProvider = other.providerId === card.providerId;
    const who = isOneProvider ? 'provider' : 'client';
    return workedTimes(other, zone).flatMap((theirs): Found[] => {
      const [worst] = own
        .filter((one) => overlap(one, theirs))
        .flatMap(({ day }) => {
          const clash = classifyClash(day, theirs.day, isOneProvider);
          return clash ? [{ clash, date: day.date }] : [];
        })
        .toSorted((a, b) => RANK[a.clash] - RANK[b.clash]);
      return worst ? [{ ...worst, text: sayClash(worst.clash, who, theirs.day, other.planId) }] : [];
    });
  });
  return clashes.toSorted((a, b) => (a.date < b.date ? -1 : 1));
};

/** The hours that another card already has, one sentence per clash, sorted by day. They name the plan, never a person. */
export const findOverlapsWith = (card: Own, others: readonly OtherCard[], zone: string): Overlaps =>
  sortOut(clashesWith(card, workedTimes(card, zone), others, zone));

/** The same, preceded by rows of the card that overlap each other. */
export const findOverlaps = (card: Own, others: readonly OtherCard[], zone: string): Overlaps => {
  const own = workedTimes(card, zone);
  return sortOut([...ownClashes(own), ...clashesWith(card, own, others, zone)]);
};

const AT_MOST = 3;
/** The Info of a refused card: the first few sentences, and how many more there are. */
export const overlapText = (found: readonly string[]): string => {
  const rest = found.length - AT_MOST;
  return `${found.slice(0, AT_MOST).join('. ')}${rest > 0 ? `. And ${rest} more.` : '.'}`;
};
