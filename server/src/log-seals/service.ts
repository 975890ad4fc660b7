import { setTimeout as pause } from 'node:timers/promises';
import type { Scope } from '../platform/auth/scope.ts';
import type { Db } from '../platform/db/rows.ts';
import {
  countRows,
  findNewestSeal,
  hasOlderTransaction,
  insertSeal,
  listSeals,
  readBlocks,
  readEnd,
} from './queries.ts';
import { describeBreak, describeChanges, digestSeal, type LogName, type Seal } from './seal.ts';

/** Ids read by one statement at most, far below the time limit. */
const MOST_IDS = 50_000;

/** Transactions last seconds. Rows of a longer one are left to the next try. */
const WAIT_MS = 10_000;
const ASK_EVERY_MS = 250;

const isSettled = async (db: Db, at: string, waitMs: number, ending?: AbortSignal): Promise<boolean> => {
  for (const until = performance.now() + waitMs; ; await pause(ASK_EVERY_MS)) {
    if (!(await hasOlderTransaction(db, at))) return true;
    if (ending?.aborted || performance.now() >= until) return false;
  }
};

/**
 * Seals a log's present content. Ids are given before rows are committed, so it waits for all transactions of that moment: then no
 * lower id can appear. Returns the seals it made.
 */
export const sealLog = async (
  scope: Scope,
  log: LogName,
  { ending, waitMs = WAIT_MS }: { readonly ending?: AbortSignal | undefined; readonly waitMs?: number } = {},
): Promise<Seal[]> => {
  const { db } = scope.site;
  const [end, newest] = await Promise.all([readEnd(db, log), findNewestSeal(db, log)]);
  if (!end || end.through <= (newest?.through ?? 0)) return [];
  if (!(await isSettled(db, end.at, waitMs, ending))) return [];
  const day = scope.now().toZonedDateTimeISO(scope.settings.timeZone).toPlainDate().toString();
  const made: Seal[] = [];
  for (let before = newest; (before?.through ?? 0) < end.through && !ending?.aborted; before = made.at(-1)) {
    const after = before?.through ?? 0;
    const range = { after, through: Math.min(end.through, after + MOST_IDS) };
    const content = { log, number: (before?.number ?? 0) + 1, day, ...range };
    const blocks = await readBlocks(db, log, range);
    const seal = { ...content, blocks, digest: digestSeal({ ...content, blocks }, before?.digest) };
    if (!(await insertSeal(db, seal))) return made;
    scope.site.log.event('log-sealed', { log, number: seal.number, digest: seal.digest });
    made.push(seal);
  }
  return made;
};

/** The agency's day on which a log was last sealed. */
export const findSealedDay = async ({ site }: Scope, log: LogName): Promise<string | undefined> =>
  (await findNewestSeal(site.db, log))?.day;

export interface Verified {
  readonly seals: number;
  readonly rows: number;
  /** Rows without a seal yet. */
  readonly since: number;
  readonly newest: Seal | undefined;
  /** Sentences about what differs from the seals. */
  readonly findings: readonly string[];
  readonly digests: ReadonlySet<string>;
}

const SEALS_AT_ONCE = 50;

/** Reads a log from its first row and compares it with its seals, and each seal with the one before. */
export const verifyLog = async (db: Db, log: LogName): Promise<Verified> => {
  const findings: string[] = [];
  const digests = new Set<string>();
  let newest: Seal | undefined;
  let rows = 0;
  for (;;) {
    const seals = await listSeals(db, log, { after: newest?.number ?? 0, most: SEALS_AT_ONCE });
    for (const seal of seals) {
      const broken = describeBreak(seal, newest);
      if (broken) findings.push(broken);
      findings.push(...describeChanges(seal, await readBlocks(db, log, seal)));
      rows += seal.blocks.reduce((sum, block) => sum + block.rows, 0);
      digests.add(seal.digest);
      newest = seal;
    }
    if (seals.length < SEALS_AT_ONCE) break;
  }
  const since = await countRows(db, log, newest?.through ?? 0);
  return { seals: digests.size, rows, since, newest, findings, digests };
};
