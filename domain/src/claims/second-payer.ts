import { showDate } from '../calendar.ts';
import { showMoney } from '../money.ts';
import { sum } from '../sum.ts';
import type { Claim, LineAdjudication, OtherPayer, ServiceLine } from './claim.ts';
import type { DayLine } from './day-lines.ts';
import type { Adjustment } from './x12/adjustments.ts';

/** An insurer that pays before Medicaid: its decision is part of the claim (docs/rules/payers.md, rules 8 to 11). */

/** An insurer's decision about a line of a client. */
export interface PayerDecision {
  readonly day: string;
  readonly procedureCode: string;
  readonly modifiers: readonly string[];
  readonly charge: number;
  readonly paid: number;
  readonly adjustments: readonly Adjustment[];
  /** The day of its payment. */
  readonly decided: string;
}

/** An insurer of a client with its decisions. A client's insurers are in the order in which they pay. */
export interface FirstPayer {
  readonly name: string;
  /** The number that claims identify it by. */
  readonly number: string;
  readonly from: string;
  readonly through: string | null;
  readonly memberId: string;
  readonly groupNumber: string;
  readonly decisions: readonly PayerDecision[];
}

/** By client. Clients who are missing have only Medicaid. */
export type FirstPayers = ReadonlyMap<number, readonly FirstPayer[]>;
export const NO_FIRST_PAYERS: FirstPayers = new Map();

type Line = Pick<DayLine, 'day' | 'procedureCode' | 'modifiers'>;

const paysOn = ({ from, through }: FirstPayer, day: string) =>
  from <= day && (through === null || day <= through);

/**
 * The insurer's last decision about a line. If its coverage ended and began again, the client's list contains it twice, each
 * time with all of its decisions; only the entry that covers the day of the line counts.
 */
const decisionOf = (payer: FirstPayer, { day, procedureCode, modifiers }: Line) =>
  paysOn(payer, day)
    ? payer.decisions.findLast(
        (one) =>
          one.day === day &&
          one.procedureCode === procedureCode &&
          one.modifiers.join(' ') === modifiers.join(' '),
      )
    : undefined;

/** Whether paid and unpaid amounts add up to the charge. A claim that does not balance is refused. */
export const isBalanced = ({ charge, paid, adjustments }: Omit<PayerDecision, 'day' | 'decided'>): boolean =>
  charge === paid + sum(adjustments.map(({ amount }) => amount));

const missingOf = (payer: FirstPayer, line: Line & Pick<DayLine, 'charge'>): string | undefined => {
  const decision = decisionOf(payer, line);
  if (!decision) return `${payer.name} pays first and has not answered for ${showDate(line.day)}.`;
  if (decision.charge === line.charge) return undefined;
  return `${payer.name} was billed ${showMoney(decision.charge)} for ${showDate(line.day)}, the card comes to ${showMoney(line.charge)}.`;
};

/** Why clients are left out: an insurer that pays first has not answered, or was billed a different amount. */
export const missingDecisions = (
  lines: readonly DayLine[],
  firstPayers: FirstPayers,
): { readonly clientId: number; readonly field: string; readonly message: string }[] =>
  lines.flatMap((line) =>
    (firstPayers.get(line.clientId) ?? [])
      .filter((payer) => paysOn(payer, line.day))
      .flatMap((payer) => {
        const message = missingOf(payer, line);
        return message === undefined ? [] : [{ clientId: line.clientId, field: 'Other payer', message }];
      }),
  );

/** What insurers paid for a line, at most its charge. The claim states it, and Medicaid owes the rest. */
export const insuredOf = (
  line: Pick<DayLine, 'clientId' | 'charge' | keyof Line>,
  firstPayers: FirstPayers,
): number => {
  const decisions = (firstPayers.get(line.clientId) ?? []).flatMap((payer) => decisionOf(payer, line) ?? []);
  return Math.min(line.charge, Math.max(0, sum(decisions.map(({ paid }) => paid))));
};

/** Primary, secondary, tertiary, then by number. */
const RESPONSIBILITIES = ['P', 'S', 'T', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;
export const responsibilityAfter = (payers: number): string => RESPONSIBILITIES[payers] ?? 'U';

const SELF = '18';
const COMMERCIAL = 'CI';

const lineOf = ({ from, procedure }: ServiceLine): Line => ({
  day: from,
  procedureCode: procedure.code,
  modifiers: procedure.modifiers,
});

const adjudicationOf = (payer: FirstPayer, line: ServiceLine): LineAdjudication[] => {
  const decision = decisionOf(payer, lineOf(line));
  if (!decision) return [];
  const { paid, adjustments, decided } = decision;
  const owed = sum(adjustments.filter(({ group }) => group === 'PR').map(({ amount }) => amount));
  const { procedure, units } = line;
  return [{ payer: payer.number, paid, procedure, units, adjustments, day: decided, owed }];
};

/** What a claim states about the insurer: what it paid, and who is insured. */
const otherPayerOf = (
  payer: FirstPayer,
  place: number,
  adjudicated: readonly LineAdjudication[],
  subscriber: OtherPayer['subscriber'],
): OtherPayer => ({
  coverage: {
    responsibility: responsibilityAfter(place),
    relationship: SELF,
    group: payer.groupNumber || null,
    groupName: null,
    insuranceType: null,
    filing: COMMERCIAL,
  },
  // What was not paid, and what the client owes of it, is stated by line; the standard allows it in only one of the two places.
  adjustments: [],
  amounts: [{ qualifier: 'D', cents: sum(adjudicated.map(({ paid }) => paid)) }],
  benefitsAssigned: 'Y',
  signatureSource: null,
  release: 'Y',
  subscriber: {
    ...subscriber,
    party: { ...subscriber.party, identity: { qualifier: 'MI', value: payer.memberId } },
  },
  payer: {
    party: { kind: 'organisation', name: payer.name, identity: { qualifier: 'PI', value: payer.number } },
    address: null,
    references: [],
  },
});

/** The insurers that decided on lines of a claim, in the order in which they pay. */
export const payersOfClaim = (lines: readonly Line[], payers: readonly FirstPayer[]): readonly FirstPayer[] =>
  payers.filter((payer) => lines.some((line) => decisionOf(payer, line)));

/**
 * The insurers that decided on a line, which keep it on a separate claim. An insurer whose coverage began again counts once
 * per member number.
 */
export const insurersOf =
  (firstPayers: FirstPayers) =>
  (line: DayLine): string =>
    payersOfClaim([line], firstPayers.get(line.clientId) ?? [])
      .map(({ number, from }) => `${number} from ${from}`)
      .join(' ');

/** The claim with the decisions of those who pay first, for the claim and for each line. */
export const withFirstPayers = (
  claim: Claim,
  payers: readonly FirstPayer[],
  subscriber: OtherPayer['subscriber'],
): Claim => {
  const first = payersOfClaim(claim.lines.map(lineOf), payers);
  if (first.length === 0) return claim;
  const lines = claim.lines.map((line) => ({
    ...line,
    adjudications: first.flatMap((payer) => adjudicationOf(payer, line)),
  }));
  const otherPayers = first.map((payer, place) =>
    otherPayerOf(
      payer,
      place,
      lines.flatMap(({ adjudications }) => adjudications.filter((one) => one.payer === payer.number)),
      subscriber,
    ),
  );
  return { ...claim, otherPayers, lines };
};
