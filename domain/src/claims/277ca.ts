import { type Standing, standingOf, statusWords } from './277ca-words.ts';
import type { TransactionSet } from './x12/envelope.ts';
import { textIn } from './x12/fields.ts';
import type { Findings } from './x12/findings.ts';
import { components, element, findSegment, type Segment } from './x12/segments.ts';

/** Reads claim acknowledgements (277CA, 005010X214): which claims the payer took in, before it decides on payment. */

/**
 * 277 transactions of other guides use the same segments with other meanings. Read as a 277CA, they would accept or refuse
 * claims by mistake.
 */
const OTHER_GUIDES: Readonly<Record<string, string>> = {
  X212: 'a claim status response (277, 005010X212)',
  X213: 'a request for more information about claims (277, 005010X213)',
  X228: 'a list of pending claims (277, 005010X228)',
};

/** What kind of 277 this is, by its version (ST03, or else GS08) or by its purpose (BHT01); null if it is a claim acknowledgement. */
export const otherKindOf277 = ({ head, segments }: TransactionSet, groupVersion: string): string | null => {
  const version = textIn(head, 3) ?? groupVersion;
  const guide = /^005010(X\d{3})/.exec(version)?.[1];
  if (guide === 'X214') return null;
  const bht = segments.find(({ id }) => id === 'BHT');
  if (version === '' && bht && element(bht, 1) === '0085') return null;
  return OTHER_GUIDES[guide ?? ''] ?? `a 277 of version ${version || 'unknown'}`;
};

export interface ClaimStanding {
  /** Our claim number (TRN02). */
  readonly id: string;
  readonly standing: Standing;
  readonly reasons: readonly string[];
  /** The payer's number (ICN); null if it gave none. */
  readonly icn: string | null;
}

export interface ClaimAcknowledgement {
  /** BHT03 of our transaction. */
  readonly reference: string | null;
  /** The standing of the whole transaction. If it is refused, none of its claims was taken in. */
  readonly standing: Standing;
  readonly reasons: readonly string[];
  readonly claims: readonly ClaimStanding[];
}

interface Summary {
  readonly standing: Standing;
  readonly reasons: readonly string[];
}

/** STC01, STC10 and STC11 hold codes, STC12 free text. One refusal outweighs any acceptance. */
const summarize = (segments: readonly Segment[]): Summary => {
  const standings: Standing[] = [];
  const reasons: string[] = [];
  for (const stc of segments.filter(({ id }) => id === 'STC'))
    for (const place of [1, 10, 11]) {
      const [category = '', status = '', entity = ''] = components(stc, place);
      if (category === '') continue;
      standings.push(standingOf(category));
      reasons.push(statusWords(category, status, entity));
    }
  const standing = standings.includes('refused')
    ? 'refused'
    : standings.includes('accepted')
      ? 'accepted'
      : 'open';
  return { standing, reasons: [...new Set(reasons)] };
};

/** The segments of each level. Those before the first level are the head. */
const levelsOf = (segments: readonly Segment[]): Segment[][] => {
  const levels: Segment[][] = [[]];
  for (const one of segments) {
    if (one.id === 'HL') levels.push([]);
    levels.at(-1)?.push(one);
  }
  return levels;
};

const levelCode = ([hl]: readonly Segment[]) => (hl?.id === 'HL' ? element(hl, 3) : '');

const readStanding = (level: readonly Segment[], findings: Findings): ClaimStanding[] => {
  const [hl] = level;
  const trn = findSegment(level, 'TRN', '2');
  const id = trn ? textIn(trn, 2) : null;
  if (hl && id === null) findings.fault(hl, 'the claim number (TRN*2) is missing.');
  // Lines (SVC) have a standing of their own; a refused line refuses the whole claim.
  const summary = summarize(level);
  const icn = findSegment(level, 'REF', '1K');
  return id === null ? [] : [{ id, ...summary, icn: icn ? textIn(icn, 2) : null }];
};

export const read277ca = ({ head, segments }: TransactionSet, findings: Findings): ClaimAcknowledgement => {
  const levels = levelsOf(segments);
  const receiver = levels.find((level) => levelCode(level) === '21');
  if (!receiver) findings.fault(head, 'the level of the submitter (HL*21) is missing.');
  const whole = summarize(levels.filter((level) => ['21', '19'].includes(levelCode(level))).flat());
  const trn = receiver ? findSegment(receiver, 'TRN', '2') : undefined;
  const claims = levels
    .filter((level) => levelCode(level) === 'PT')
    .flatMap((level) => readStanding(level, findings));
  return {
    reference: trn ? textIn(trn, 2) : null,
    standing: whole.standing,
    reasons: whole.reasons,
    claims,
  };
};
