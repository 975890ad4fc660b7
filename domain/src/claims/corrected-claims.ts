import { MAX_LINES } from './claim.ts';
import type { DayLine } from './day-lines.ts';
import { claimAgain, claimId, claimsToSend, type SentClaim } from './sent-claim.ts';

/** Claims of a client after a correction: what the payer has, and what the cards say now. */

export interface AnsweredClaim {
  readonly claim: SentClaim;
  /** The payer's number of it. */
  readonly icn: string;
}

type Place = Pick<SentClaim, 'clientId' | 'place' | 'par'>;
const groupKey = ({ clientId, place, par }: Place) => JSON.stringify([clientId, place, par]);
const lineKey = (of: Pick<DayLine, 'day' | 'procedureCode' | 'modifiers'>) =>
  JSON.stringify([of.day, of.procedureCode, ...of.modifiers]);

/** Which of the present lines each earlier claim goes on with; the rest had no claim, or no room. */
const distribute = (earlier: readonly AnsweredClaim[], lines: readonly DayLine[]) => {
  const kept = new Map<AnsweredClaim, DayLine[]>(earlier.map((one) => [one, []]));
  const isOf = ({ claim }: AnsweredClaim, line: DayLine) => groupKey(claim) === groupKey(line);
  const homeless: DayLine[] = [];
  for (const line of lines) {
    const home = earlier.find(
      (one) => isOf(one, line) && one.claim.lines.some((old) => lineKey(old) === lineKey(line)),
    );
    if (home) kept.get(home)?.push(line);
    else homeless.push(line);
  }
  const fresh: DayLine[] = [];
  for (const line of homeless) {
    // A claim that nothing is left of is taken back, not filled with other days.
    const room = earlier.find((one) => {
      const count = kept.get(one)?.length ?? 0;
      return isOf(one, line) && count > 0 && count < MAX_LINES;
    });
    if (room) kept.get(room)?.push(line);
    else fresh.push(line);
  }
  return { kept, fresh };
};

const isUnchanged = ({ lines: before }: SentClaim, now: readonly DayLine[]) =>
  before.length === now.length &&
  before.every((old) =>
    now.some(
      (line) => lineKey(line) === lineKey(old) && line.units === old.units && line.charge === old.charge,
    ),
  );

/**
 * What goes out so that the payer has the present lines and nothing else: each earlier claim replaced (7) where its lines
 * changed, taken back (8) where none is left, new claims (1) for what finds no room. Unchanged claims are left alone.
 */
export const correctedClaims = (
  earlier: readonly AnsweredClaim[],
  lines: readonly DayLine[],
  batch: number,
  after = 0,
): SentClaim[] => {
  const { kept, fresh } = distribute(earlier, lines);
  const again: SentClaim[] = [];
  for (const [{ claim, icn }, own] of kept) {
    if (isUnchanged(claim, own)) continue;
    const id = claimId(batch, after + again.length + 1);
    const inOrder = own.toSorted((a, b) => (lineKey(a) < lineKey(b) ? -1 : 1));
    again.push(
      own.length === 0
        ? claimAgain(claim, { id, icn, frequency: '8' })
        : claimAgain(claim, { id, icn, frequency: '7', lines: inOrder }),
    );
  }
  return [...again, ...claimsToSend(fresh, batch, after + again.length)];
};
