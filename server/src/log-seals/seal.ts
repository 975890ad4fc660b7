import { createHash } from 'node:crypto';
import { counted } from '@homecare/domain/counted.ts';

/** What a log contained at the end of a day, and what has changed since (docs/rules/log-seals.md). Pure. */

export const LOGS = ['change_log', 'access_log'] as const;
export type LogName = (typeof LOGS)[number];

/** Ids covered by one digest: small enough to locate a change, and large enough to keep seals small. */
export const BLOCK_IDS = 256;
const placeOf = ({ first }: Block) => Math.floor(first / BLOCK_IDS);

/** Consecutive rows by id, and their common SHA-256. */
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
  /** It covers the rows with ids above this … */
  readonly after: number;
  /** … up to this. */
  readonly through: number;
  readonly blocks: readonly Block[];
  /** SHA-256, in hexadecimal, of all this and of the previous digest. */
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

/** What is wrong with a seal compared to the one before; undefined if nothing. */
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

/** Which rows of a seal have changed, compared with the present blocks. */
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
