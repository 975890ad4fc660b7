import { shareCents } from '../claims/share-cents.ts';
import { sum } from '../sum.ts';
import {
  MARGIN_PARTS,
  type MarginDimension,
  type MarginGroup,
  type MarginLine,
  type MarginPart,
} from './schema.ts';

/**
 * Computes which client, caregiver, care plan type or town earns money (docs/rules/margin.md). Amounts are in cents. Shares
 * add up to the whole; odd cents go to the largest remainders.
 */

/** A billing record of a month of calculation, with its income. */
export interface MarginCard
  extends Pick<
    MarginLine,
    'month' | 'serviceMonth' | 'client' | 'caregiverId' | 'caregiver' | 'type' | 'town'
  > {
  readonly id: number;
  readonly clientId: number;
  readonly income: number;
  /** What the payer decided not to pay, minus what the client is invoiced for it. */
  readonly unpaid: number;
}

/**
 * Divides a month's invoiced share of cost among its records, in proportion to what the payer left each to the client. Never
 * exceeds that amount, so that nothing counts twice while the payer has not decided (docs/rules/margin.md, rule 3).
 */
export const invoicedShares = (cents: number, left: readonly number[]): number[] =>
  shareCents(Math.min(cents, sum(left)), left);

/** The hours of a record in one line of pay, in hundredths of hours. */
export interface PaidPart {
  readonly cardId: number;
  readonly work: number;
  readonly travel: number;
}

/** One line of payroll with the records that it pays. */
export interface PaidLine {
  readonly amount: number;
  readonly parts: readonly PaidPart[];
}

/** Paid minutes of one record on one day. */
export interface PaidMinutes {
  readonly cardId: number;
  readonly date: string;
  readonly minutes: number;
}

/** The extra pay for overtime in one week. */
export interface Premium {
  readonly from: string;
  readonly through: string;
  readonly cents: number;
}

/** Everything that payroll pays a caregiver for a month of calculation. */
export interface CaregiverPay extends Pick<MarginLine, 'month' | 'caregiverId' | 'caregiver'> {
  readonly lines: readonly PaidLine[];
  readonly premiums: readonly Premium[];
  readonly days: readonly PaidMinutes[];
}

type Costs = Record<'straight' | 'travel' | 'overtime', number>;

const NO_CLIENT = 'No client';
const NO_RECORD = 'No billing record';

/** Costs by record; null collects what belongs to no record. */
class Shares {
  readonly #of = new Map<number | null, Costs>();
  add(cardId: number | null, part: keyof Costs, cents: number) {
    const costs = this.#of.get(cardId) ?? { straight: 0, travel: 0, overtime: 0 };
    costs[part] += cents;
    this.#of.set(cardId, costs);
  }
  costsOf(cardId: number | null): Costs | undefined {
    return this.#of.get(cardId);
  }
}

/** Divides a line of pay by hours, separately for work and travel (docs/rules/margin.md, rule 4). */
const shareLine = ({ amount, parts }: PaidLine, shares: Shares): void => {
  const pieces = parts.flatMap(({ cardId, work, travel }) => [
    { cardId, part: 'straight' as const, weight: work },
    { cardId, part: 'travel' as const, weight: travel },
  ]);
  if (pieces.length === 0) {
    shares.add(null, 'straight', amount);
    return;
  }
  const cents = shareCents(
    amount,
    pieces.map(({ weight }) => weight),
  );
  for (const [at, { cardId, part }] of pieces.entries()) shares.add(cardId, part, cents[at] ?? 0);
};

/** Divides overtime pay by the paid minutes of that week, or of the whole month if the week has none (docs/rules/margin.md, rule 5). */
const sharePremium = (
  { from, through, cents }: Premium,
  days: readonly PaidMinutes[],
  shares: Shares,
): void => {
  const inWeek = days.filter(({ date }) => from <= date && date <= through);
  const over = inWeek.length > 0 ? inWeek : days;
  const minutes = new Map<number, number>();
  for (const day of over) minutes.set(day.cardId, (minutes.get(day.cardId) ?? 0) + day.minutes);
  if (sum(minutes.values()) === 0) {
    shares.add(null, 'overtime', cents);
    return;
  }
  const parts = shareCents(cents, [...minutes.values()]);
  for (const [at, cardId] of [...minutes.keys()].entries()) shares.add(cardId, 'overtime', parts[at] ?? 0);
};

const withMargin = <L extends Record<MarginPart, number>>(line: L): L & { readonly margin: number } => ({
  ...line,
  margin: line.income + line.unpaid + line.straight + line.travel + line.overtime,
});

const minus = (cents: number) => (cents === 0 ? 0 : -cents);
const costsOf = (costs: Costs | undefined): Costs => ({
  straight: minus(costs?.straight ?? 0),
  travel: minus(costs?.travel ?? 0),
  overtime: minus(costs?.overtime ?? 0),
});

/** One line per record, plus one for a caregiver's pay that belongs to no record of the month. */
export const marginLines = (cards: readonly MarginCard[], pays: readonly CaregiverPay[]): MarginLine[] => {
  const byMonth = new Map(pays.map((pay) => [`${pay.month} ${pay.caregiverId}`, pay]));
  const known = new Set(cards.map(({ id }) => id));
  const sharesOf = new Map(
    [...byMonth].map(([key, { lines, premiums, days }]) => {
      const shares = new Shares();
      for (const line of lines) shareLine(line, shares);
      const own = days.filter(({ cardId }) => known.has(cardId));
      for (const premium of premiums) sharePremium(premium, own, shares);
      return [key, shares] as const;
    }),
  );
  const ofCards = cards.map(({ id, income, unpaid, ...card }) =>
    withMargin({
      ...card,
      cardId: id,
      income,
      unpaid: minus(unpaid),
      ...costsOf(sharesOf.get(`${card.month} ${card.caregiverId}`)?.costsOf(id)),
    }),
  );
  const ofNone = [...byMonth].flatMap(([key, { month, caregiverId, caregiver }]) => {
    const costs = sharesOf.get(key)?.costsOf(null);
    const line = {
      cardId: null,
      serviceMonth: null,
      clientId: null,
      client: NO_CLIENT,
      type: '–',
      town: '–',
    };
    return costs
      ? [withMargin({ ...line, month, caregiverId, caregiver, income: 0, unpaid: 0, ...costsOf(costs) })]
      : [];
  });
  return [...ofCards, ...ofNone];
};

// --- Groups

const KEYS: Record<MarginDimension, (line: MarginLine) => readonly [key: string, name: string]> = {
  client: ({ clientId, client }) => [String(clientId ?? ''), client],
  caregiver: ({ caregiverId, caregiver }) => [String(caregiverId), caregiver],
  type: ({ type }) => [type, type],
  town: ({ town }) => [town, town],
  month: ({ month }) => [month, month],
  service: ({ serviceMonth }) => [serviceMonth ?? '', serviceMonth ?? NO_RECORD],
};

export const keyOfLine = (line: MarginLine, by: MarginDimension): string => KEYS[by](line)[0];

const add = (key: string, name: string, lines: readonly MarginLine[]): MarginGroup => {
  const all = (part: MarginPart | 'margin') => sum(lines.map((line) => line[part]));
  return {
    key,
    name,
    lines: lines.length,
    income: all('income'),
    unpaid: all('unpaid'),
    straight: all('straight'),
    travel: all('travel'),
    overtime: all('overtime'),
    margin: all('margin'),
  };
};

/** Whether nothing was billed, paid or corrected. */
const isEmpty = (group: MarginGroup) => MARGIN_PARTS.every((part) => group[part] === 0);

/** Groups lines with the lowest margin first, so that losses show at once. Groups with only zeros come last. */
export const groupMargin = (lines: readonly MarginLine[], by: MarginDimension): MarginGroup[] =>
  [...Map.groupBy(lines, (line) => keyOfLine(line, by))]
    .map(([key, own]) => add(key, own[0] ? KEYS[by](own[0])[1] : key, own))
    .toSorted(
      (a, b) => Number(isEmpty(a)) - Number(isEmpty(b)) || a.margin - b.margin || (a.name < b.name ? -1 : 1),
    );

export const totalMargin = (lines: readonly MarginLine[]): MarginGroup => add('', 'Total', lines);
