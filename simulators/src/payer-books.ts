import type { PayerClaim, PayerLine } from './payer-reader.ts';
import type { PayerRules } from './payer-rules.ts';

/** How the payer decides on claims. By default it pays all that is in order. */
export const OUTCOMES = [
  'paid',
  /** All lines denied: no authorisation. */
  'denied',
  /** Its first line is denied. */
  'line',
  /** A lower rate than charged. */
  'part',
  /** Not taken in: the member is not known. */
  'refused',
  /** Paid, and taken back and paid lower with the next payment. */
  'reversed',
  /** Answered with a charge that was never sent. */
  'odd',
] as const;
export type PayerOutcome = (typeof OUTCOMES)[number];

export interface Adjusted {
  readonly group: string;
  readonly reason: string;
  readonly cents: number;
}
export interface Decision {
  readonly claim: PayerClaim;
  readonly icn: string;
  /** CLP02 */
  readonly status: '1' | '4' | '22';
  readonly cents: number;
  readonly lines: readonly {
    readonly line: PayerLine;
    readonly cents: number;
    readonly paid: number;
    readonly adjusted: readonly Adjusted[];
  }[];
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
export const paidIn = ({ lines }: Decision): number => sum(lines.map(({ paid }) => paid));

type LineDecision = (line: PayerLine, index: number) => readonly Adjusted[];
const all =
  (reason: string): LineDecision =>
  (line) => [{ group: 'CO', reason, cents: line.cents }];
const DECISIONS: Readonly<Record<PayerOutcome, LineDecision>> = {
  paid: () => [],
  refused: () => [],
  reversed: () => [],
  odd: () => [],
  denied: all('197'),
  line: (line, index) => (index === 0 ? [{ group: 'CO', reason: '119', cents: line.cents }] : []),
  part: (line) => [{ group: 'CO', reason: '45', cents: Math.ceil(line.cents / 10) }],
};

const decide = (claim: PayerClaim, icn: string, decideLine: LineDecision): Decision => {
  const lines = claim.lines.map((line, index) => {
    const adjusted = decideLine(line, index);
    return { line, cents: line.cents, paid: line.cents - sum(adjusted.map(({ cents }) => cents)), adjusted };
  });
  const paid = sum(lines.map((one) => one.paid));
  return { claim, icn, status: paid === 0 ? '4' : '1', cents: claim.cents, lines };
};

/** The same decision below zero. */
const takeBack = (decision: Decision): Decision => ({
  ...decision,
  status: '22',
  cents: -decision.cents,
  lines: decision.lines.map(({ line, cents, paid, adjusted }) => ({
    line,
    cents: -cents,
    paid: -paid,
    adjusted: adjusted.map((one) => ({ ...one, cents: -one.cents })),
  })),
});

/** A charge that nobody sent: ten cents more, refused. */
const distort = (decision: Decision): Decision => ({
  ...decision,
  cents: decision.cents + 10,
  lines: decision.lines.map((one, index) =>
    index === 0
      ? {
          ...one,
          cents: one.cents + 10,
          adjusted: [...one.adjusted, { group: 'CO', reason: '45', cents: 10 }],
        }
      : one,
  ),
});

/** One service of one member on one day is paid once. */
const serviceKey = (claim: PayerClaim, line: PayerLine) => `${claim.member} ${line.days} ${line.service}`;

/** What the payer remembers: claims taken in, decisions, services paid. */
export const openPayerBooks = (rules?: PayerRules) => {
  const waiting: { readonly claim: PayerClaim; readonly icn: string; readonly outcome: PayerOutcome }[] = [];
  const decided = new Map<string, Decision>();
  const paidFor = new Map<string, string>();
  const ids = new Set<string>();
  let later: Decision[] = [];
  let counter = 0;

  const undo = (icn: string): Decision[] => {
    const earlier = decided.get(icn);
    if (!earlier) return [];
    decided.delete(icn);
    for (const [key, by] of paidFor) if (by === icn) paidFor.delete(key);
    for (const { line, paid } of earlier.lines) if (paid > 0) rules?.release(earlier.claim, line);
    return [takeBack(earlier)];
  };

  const settle = (claim: PayerClaim, icn: string, outcome: PayerOutcome, today: string): Decision[] => {
    const back = claim.original === undefined ? [] : undo(claim.original);
    if (claim.frequency === '8') return back;
    const decideLine: LineDecision = (line, index) => {
      if (paidFor.has(serviceKey(claim, line))) return all('18')(line, index);
      const reason = rules?.decide(claim, line, today);
      return reason === undefined ? DECISIONS[outcome](line, index) : all(reason)(line, index);
    };
    const decision = decide(claim, icn, decideLine);
    for (const { line, paid } of decision.lines) if (paid > 0) paidFor.set(serviceKey(claim, line), icn);
    decided.set(icn, decision);
    if (outcome === 'reversed')
      later.push(takeBack(decision), decide(claim, `59${icn.slice(2)}`, DECISIONS.part));
    return [...back, outcome === 'odd' ? distort(decision) : decision];
  };

  return {
    knows: (id: string) => ids.has(id),
    /** A number (ICN) of a claim that was decided and may be replaced or taken back. */
    isDecided: (icn: string) => decided.has(icn),
    take: (claim: PayerClaim, outcome: PayerOutcome): string => {
      counter += 1;
      const icn = `2026${String(counter).padStart(9, '0')}`;
      ids.add(claim.id);
      waiting.push({ claim, icn, outcome });
      return icn;
    },
    /** Everything that waits, decided: the payment of a week. */
    settleAll: (today: string): Decision[] => {
      const [promised, open] = [later, waiting.splice(0)];
      later = [];
      return [...promised, ...open.flatMap(({ claim, icn, outcome }) => settle(claim, icn, outcome, today))];
    },
  };
};
export type PayerBooks = ReturnType<typeof openPayerBooks>;
