import { sum } from '../sum.ts';
import type { Frequency } from './claim.ts';
import { type CardShare, claimGroups, type DayLine } from './day-lines.ts';
import type { Asked } from './expected.ts';
import { type FirstPayers, insuredOf, insurersOf, NO_FIRST_PAYERS } from './second-payer.ts';

/** What is stored about a sent claim, so that answers can be matched and shared back to cards. */
export interface SentLine extends Asked {
  readonly control: string;
  readonly day: string;
  readonly procedureCode: string;
  readonly modifiers: readonly string[];
  readonly units: number;
  readonly shares: readonly CardShare[];
}

export interface SentClaim {
  readonly id: string;
  readonly clientId: number;
  readonly place: string;
  readonly par: string | null;
  readonly frequency: Frequency;
  /** The payer's number (ICN) of the claim that a 7 replaces or an 8 takes back. */
  readonly original: string | null;
  readonly charge: number;
  readonly lines: readonly SentLine[];
}

/**
 * Batch and number within it: `12-3` for a claim, `12-3-7` for its seventh line. Payers must return only 20 characters, and
 * nothing in them may identify the client.
 */
export const claimId = (batch: number, claim: number): string => `${batch}-${claim}`;

const chargeOf = (lines: readonly { readonly charge: number }[]) => sum(lines.map(({ charge }) => charge));

const sentLines = (id: string, lines: readonly DayLine[], firstPayers: FirstPayers): SentLine[] =>
  lines.map((line, index) => {
    const { day, procedureCode, modifiers, units, charge, shares } = line;
    const insured = insuredOf(line, firstPayers);
    return {
      control: `${id}-${index + 1}`,
      day,
      procedureCode: procedureCode ?? '',
      modifiers,
      units,
      charge,
      ...(insured > 0 && { insured }),
      shares,
    };
  });

/** Numbers the claims made from lines that passed the preflight; `after` is how many claims of the batch already have numbers. */
export const claimsToSend = (
  lines: readonly DayLine[],
  batch: number,
  after = 0,
  firstPayers: FirstPayers = NO_FIRST_PAYERS,
): SentClaim[] =>
  claimGroups(lines, insurersOf(firstPayers)).flatMap((group, index) => {
    const [first] = group;
    if (!first) return [];
    const id = claimId(batch, after + index + 1);
    return [
      {
        id,
        clientId: first.clientId,
        place: first.place,
        par: first.par,
        frequency: '1' as const,
        original: null,
        charge: chargeOf(group),
        lines: sentLines(id, group, firstPayers),
      },
    ];
  });

/** A claim that replaces an earlier one (7, with its lines as the cards are now) or takes it back (8, as it was sent). */
export const claimAgain = (
  earlier: SentClaim,
  how: { readonly id: string; readonly icn: string } & (
    | { readonly frequency: '7'; readonly lines: readonly DayLine[]; readonly firstPayers?: FirstPayers }
    | { readonly frequency: '8' }
  ),
): SentClaim => {
  const lines =
    how.frequency === '7'
      ? sentLines(how.id, how.lines, how.firstPayers ?? NO_FIRST_PAYERS)
      : earlier.lines.map((line, index) => ({ ...line, control: `${how.id}-${index + 1}` }));
  return {
    ...earlier,
    id: how.id,
    frequency: how.frequency,
    original: how.icn,
    charge: chargeOf(lines),
    lines,
  };
};
