import { showDate } from '../calendar.ts';
import { showMoney } from '../money.ts';
import { sum } from '../sum.ts';
import type { Claim, LineAdjudication, OtherPayer, ServiceLine } from './claim.ts';
import type { DayLine } from './day-lines.ts';
import type { Adjustment } from './x12/adjustments.ts';

/** A payer who pays before Medicaid: what it decided goes with the claim (docs/rules/payers.md, rules 8 to 11). */

/** What an insurer said of a line of a client. */
export interface PayerDecision {
  readonly day: string;
  readonly procedureCode: string;
  readonly modifiers: readonly string[];
  readonly charge: number;
  readonly paid: number;
  readonly adjustments: readonly Adjustment[];
  /** Day of its payment. */
  readonly decided: string;
}

/** An insurer of a client, in the order in which they pay, with what it decided. */
export interface FirstPayer {
  readonly name: string;
  /** By which claims name it. */
  readonly number: string;
  readonly from: string;
  readonly through: string | null;
  readonly memberId: string;
  readonly groupNumber: string;
  readonly decisions: readonly PayerDecision[];
}

/** By client; anyone who is not in it has Medicaid alone. */
export type FirstPayers = ReadonlyMap<number, readonly FirstPayer[]>;
export const NO_FIRST_PAYERS: FirstPayers = new Map();

type Line = Pick<DayLine, 'day' | 'procedureCode' | 'modifiers'>;

const paysOn = ({ from, through }: FirstPayer, day: string) =>
  from <= day && (through === null || day <= through);

/**
 * What it decided of a line; the last answer counts. An insurer that ended and began again is in the list of its client twice,
 * with all its answers each time: of each line the entry counts whose days the line is in.
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

/** Whether what was paid and what was not comes to what was charged: a claim that says otherwise is refused. */
export const isBalanced = ({ charge, paid, adjustments }: Omit<PayerDecision, 'day' | 'decided'>): boolean =>
  charge === paid + sum(adjustments.map(({ amount }) => amount));

const missingOf = (payer: FirstPayer, line: Line & Pick<DayLine, 'charge'>): string | undefined => {
  const decision = decisionOf(payer, line);
  if (!decision) return `${payer.name} pays first and has not answered for ${showDate(line.day)}.`;
  if (decision.charge === line.charge) return undefined;
  return `${payer.name} was billed ${showMoney(decision.charge)} for ${showDate(line.day)}, the card comes to ${showMoney(line.charge)}.`;
};

/** Why clients are left out: an insurer that pays first has not answered, or was billed something else. */
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

/** What insurers paid of a line, at most its charge: the claim says so, and Medicaid owes the rest. */
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

/** What a claim says of it: what it paid, and who is insured with it. */
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
  // What was not paid, and what of it the client owes, is at the lines: the standard takes it at one of the two places alone.
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

/** What keeps lines apart on claims: the insurers that decided on them, one that began again under each of its member numbers. */
export const insurersOf =
  (firstPayers: FirstPayers) =>
  (line: DayLine): string =>
    payersOfClaim([line], firstPayers.get(line.clientId) ?? [])
      .map(({ number, from }) => `${number} from ${from}`)
      .join(' ');

/** The claim with what those who pay first said of it and of each of its lines. */
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
