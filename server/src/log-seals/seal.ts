import { createHash } from 'node:crypto';
import { counted } from '@homecare/domain/counted.ts';

/** What a log held when a day was over, and what of it is no longer so (docs/rules/log-seals.md). Pure. */

export const LOGS = ['change_log', 'access_log'] as const;
export type LogName = (typeof LOGS)[number];

/** Ids that one digest covers: a seal stays small, and what was touched is found to within so many rows. */
export const BLOCK_IDS = 256;
const placeOf = ({ first }: Block) => Math.floor(first / BLOCK_IDS);

/** Rows that follow each other, by their ids, and the SHA-256 of them all. */
export interface Block {
  readonly first: number;
  readonly last: number;
  readonly rows: number;
  readonly digest: string;
}

export interface Seal {
  readonly log: LogName;
  /** 1, 2, 3 … within the log. */
  readonly number: number;
  /** The agency's day on which it was made. */
  readonly day: string;
  /** It covers the rows with an id above this one … */
  readonly after: number;
  /** … up to this one. */
  readonly through: number;
  readonly blocks: readonly Block[];
  /** SHA-256 in hexadecimal of all this and of the digest before. */
  readonly digest: string;
}

export const digestSeal = (
  { log, number, day, after, through, blocks }: Omit<Seal, 'digest'>,
  before: string | undefined,
): string => {
  const rows = blocks.map(({ first, last, rows, digest }) => [first, last, rows, digest]);
  return createHash('sha256')
    .update(JSON.stringify([before ?? null, log, number, day, after, through, rows]))
    .digest('hex');
};

/** What is wrong with a seal beside the one before it; undefined: nothing. */
export const describeBreak = (seal: Seal, before: Seal | undefined): string | undefined => {
  const [number, after] = [(before?.number ?? 0) + 1, before?.through ?? 0];
  if (seal.number !== number)
    return seal.number === number + 1
      ? `Seal ${number} is missing.`
      : `Seals ${number} to ${seal.number - 1} are missing.`;
  if (seal.after === after && seal.digest === digestSeal(seal, before?.digest)) return;
  return `Seal ${number} of ${seal.day} was changed, or those before it were.`;
};

const numbers = new Intl.NumberFormat('en-US');
const showIds = ({ first, last }: Block) =>
  first === last
    ? `Row ${numbers.format(first)}`
    : `Rows ${numbers.format(first)} to ${numbers.format(last)}`;

/** Which rows of a seal are not what they were, by the blocks that its rows have now. */
export const describeChanges = ({ day, blocks }: Seal, now: readonly Block[]): string[] => {
  const present = new Map(now.map((block) => [placeOf(block), block]));
  const changed = blocks.flatMap((block) => {
    const is = present.get(placeOf(block));
    present.delete(placeOf(block));
    if (is?.digest === block.digest) return [];
    const were = block.first === block.last ? 'was' : 'were';
    const what =
      is?.rows === block.rows
        ? 'changed'
        : `${counted(block.rows, 'row')}; now there are ${numbers.format(is?.rows ?? 0)}`;
    return [`${showIds(block)}, sealed on ${day}, ${were} ${what}.`];
  });
  const added = [...present.values()].map(
    (block) => `${showIds(block)} came in after the seal of ${day} that covers them.`,
  );
  return [...changed, ...added];
};
