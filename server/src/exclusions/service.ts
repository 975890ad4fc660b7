import { createReadStream } from 'node:fs';
import { setImmediate as breathe } from 'node:timers/promises';
import type { OutputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/exclusions/contract.ts';
import { checkMemo, DECISION_WORDS } from '@homecare/domain/exclusions/findings.ts';
import { listOfHead, readerOf, UNKNOWN_LAYOUT } from '@homecare/domain/exclusions/layouts.ts';
import {
  entryKey,
  type Match,
  type ScreenedPerson,
  screenerOf,
} from '@homecare/domain/exclusions/matching.ts';
import type { ExcludedPerson, ExclusionList } from '@homecare/domain/exclusions/schema.ts';
import { parse } from 'csv-parse';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { IncomingFile } from '../platform/files/store.ts';
import { FileAnswer, type UseCase } from '../platform/http/bind.ts';
import {
  findFinding,
  findScreening,
  insertScreening,
  listFindings,
  listScreened,
  listScreenings,
  lockDecision,
  storeDecision,
  storeFindings,
  storeFound,
} from './queries.ts';

/** Compares everyone in the agency with a public list; people decide each finding. */

/** Others get their turn after this many rows. */
const ROWS_AT_ONCE = 500;

interface Screened {
  readonly list: ExclusionList;
  readonly listed: number;
  readonly found: readonly {
    readonly person: ScreenedPerson;
    readonly entry: ExcludedPerson;
    readonly match: Match;
  }[];
}

const isRow = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((cell) => typeof cell === 'string');

/** Reads the file row by row; undefined if it is not one of the lists. */
const screenFile = async (
  { path }: IncomingFile,
  people: readonly ScreenedPerson[],
  today: string,
): Promise<Screened | undefined> => {
  const screen = screenerOf(people);
  const rows = createReadStream(path).pipe(
    parse({ bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true }),
  );
  const found: Screened['found'][number][] = [];
  let read: ReturnType<typeof readerOf> | undefined;
  let list: ExclusionList | undefined;
  let listed = 0;
  let row = 0;
  for await (const cells of rows) {
    if (!isRow(cells)) continue;
    row += 1;
    if (row % ROWS_AT_ONCE === 0) await breathe();
    if (!read) {
      list = listOfHead(cells);
      if (!list) return undefined;
      read = readerOf(list, cells, today);
      continue;
    }
    const entry = read(cells);
    if (!entry) continue;
    listed += 1;
    for (const { person, match } of screen(entry)) found.push({ person, entry, match });
  }
  return list && { list, listed, found };
};

/** A damaged file is not one of the lists. */
const screenOrNothing = async (...asked: Parameters<typeof screenFile>) => {
  try {
    return await screenFile(...asked);
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')) return undefined;
    throw error;
  }
};

const YEAR = { years: 1 };
/** How long the record is kept, for auditors. */
const YEARS_KEPT = { years: 3 };

export const screenPeople = async (
  scope: Scope,
  _: unknown,
  file: IncomingFile | undefined,
): Promise<Result<OutputOf<typeof calls.screenPeople>>> => {
  if (!file) return refuseFields([{ field: 'file', message: UNKNOWN_LAYOUT }]);
  const today = scope.today();
  const people = (await listScreened(scope.site.db, today.subtract(YEAR).toString())).map((person) => ({
    ...person,
    earlier: [],
  }));
  const screened = await screenOrNothing(file, people, today.toString());
  if (!screened) return refuseFields([{ field: 'file', message: UNKNOWN_LAYOUT }]);
  const { list, listed, found } = screened;
  // An entry that is in the file twice is one finding.
  const byKey = new Map(
    found.map(({ person, entry, match }) => [
      `${person.id} ${entryKey(entry)}`,
      { personId: person.id, key: entryKey(entry), entry, ...match },
    ]),
  );
  return mutate(scope, 'exclusions.screenPeople', async (tx, record) => {
    const { name: fileName, sha256 } = file;
    const id = await insertScreening(
      tx,
      { list, fileName: fileName.slice(0, 200), sha256, listed, screened: people.length },
      scope.stamp(),
    );
    const stored = await storeFindings(tx, list, id, [...byKey.values()], scope.stamp().at);
    const news = stored.filter(({ isNew }) => isNew);
    await storeFound(tx, id, news.length);
    record({
      entity: 'exclusionScreening',
      id,
      action: 'insert',
      changes: { list: [null, list], listed: [null, listed] },
    });
    for (const one of news)
      record({
        entity: 'exclusionFinding',
        id: one.id,
        action: 'insert',
        changes: { person: [null, one.personId] },
      });
    const screening = await findScreening(tx, id);
    return screening ? done(screening, { insertId: id }) : refuse('notFound');
  });
};

const listAll = async (scope: Scope) => {
  const { db } = scope.site;
  const since = scope.today().subtract(YEARS_KEPT).toString();
  const [screenings, findings] = await Promise.all([listScreenings(db, since), listFindings(db)]);
  return { screenings, findings };
};

export const listExclusions: UseCase<typeof calls.listExclusions> = async (scope) =>
  done(await listAll(scope));

export const decideFinding: UseCase<typeof calls.decideFinding> = async (scope, { id, decision, memo }) => {
  const wrong = refuseAll(checkMemo(memo));
  if (wrong) return wrong;
  return mutate(scope, 'exclusions.decideFinding', async (tx, record) => {
    const before = await lockDecision(tx, id);
    if (!before) return refuse('notFound');
    const next = { decision, memo: memo?.trim() ?? '' };
    await storeDecision(tx, id, next, scope.stamp());
    record({
      entity: 'exclusionFinding',
      id,
      action: 'update',
      changes: { decision: [before.decision, decision], memo: [before.memo, next.memo] },
    });
    const finding = await findFinding(tx, id);
    return finding ? done(finding) : refuse('notFound');
  });
};

const cell = (value: string | number | null) => {
  const text = String(value ?? '');
  // Prevents spreadsheets from calculating texts.
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};
const line = (cells: readonly (string | number | null)[]) => cells.map(cell).join(',');

/** For the auditor: when which file was screened, what was found, and who decided what. */
export const exportExclusions: UseCase<typeof calls.exportExclusions> = async (scope) => {
  const { screenings, findings } = await listAll(scope);
  const rows = [
    line([
      'Screening',
      'List',
      'File',
      'SHA-256',
      'People on the list',
      'People screened',
      'New findings',
      'At',
      'By',
    ]),
    ...screenings.map((one) =>
      line([one.id, one.list, one.fileName, one.sha256, one.listed, one.screened, one.found, one.at, one.by]),
    ),
    '',
    line([
      'Finding',
      'List',
      'Person',
      'ID',
      'Birth date',
      'Entry',
      'Entry birth date',
      'Entry state',
      'Cause',
      'Excluded since',
      'Score',
      'Why',
      'Found',
      'On the latest list',
      'Decision',
      'Decided',
      'By',
      'Memo',
    ]),
    ...findings.map(({ entry, ...one }) =>
      line([
        ...[one.id, one.list, one.person, one.personId, one.birth],
        ...[
          `${entry.last}, ${entry.first} ${entry.middle}`.trim(),
          entry.birth,
          entry.state,
          entry.cause,
          entry.since,
        ],
        ...[one.score, one.reasons.join('; '), one.foundAt, one.isListed ? 'yes' : 'no'],
        ...[one.decision && DECISION_WORDS[one.decision], one.decidedAt, one.decidedBy, one.memo],
      ]),
    ),
  ];
  const body = Buffer.from(`\ufeff${rows.join('\r\n')}\r\n`);
  return done(
    new FileAnswer('text/csv; charset=utf-8', body, `exclusions-${scope.today().toString()}.csv`, {
      rows: findings.length,
    }),
  );
};
