import { done, refuse } from '@homecare/domain/errors.ts';
import { codeOfPage, filePage, type TrayReason } from '@homecare/domain/timesheets/scans.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { readStored } from '../platform/files/stored-files.ts';
import type { Job } from '../platform/jobs/job.ts';
import { FileRefused, type PagedFile, PageFailed, uploadReader } from '../platform/scans/page-reader.ts';
import type { CodesRead } from '../platform/scans/read-codes.ts';
import {
  fileByCode,
  findOpenUpload,
  findPlanOfCode,
  finishUpload,
  listLeft,
  listWaiting,
  putInTray,
  queueReading,
  READ_SCANS,
  readCodeTag,
} from './page-queries.ts';

type Seen = CodesRead | undefined;

/** The stored bytes are missing or damaged. */
class Damaged extends Error {}

/** Undefined if nobody can read it. Any other failure is temporary and is retried. */
const look = async (file: PagedFile, page: number): Promise<Seen> => {
  try {
    return await uploadReader.read(file, page - 1);
  } catch (error) {
    if (error instanceof PageFailed || error instanceof FileRefused || error instanceof Damaged)
      return undefined;
    throw error;
  }
};

const beginOfMonth = (scope: Scope, month: string) =>
  Temporal.PlainYearMonth.from(month)
    .toPlainDate({ day: 1 })
    .toZonedDateTime(scope.settings.timeZone)
    .toInstant()
    .toString();

/** One transaction per page, so that what was read stays read whatever happens to the rest. */
const settle = (
  scope: Scope,
  tag: string,
  page: { readonly id: number; readonly page: number },
  seen: Seen | 'skipped',
) =>
  mutate(scope, 'timesheets.readPage', async (tx, record) => {
    const turn = typeof seen === 'object' ? seen.turn : 0;
    const tray = async (reason: TrayReason) => {
      if (!(await putInTray(tx, page.id, { reason, turn }))) return refuse('conflict');
      record({ entity: 'scanPage', id: page.id, action: 'run', changes: { Tray: [null, reason] } });
      return done(null);
    };
    if (seen === 'skipped') return tray('tooSlow');
    if (!seen) return tray('unreadable');
    const found = codeOfPage(seen.texts, tag);
    const plan = found.ok
      ? await findPlanOfCode(tx, found.code.plan, beginOfMonth(scope, found.code.month))
      : undefined;
    const filing = filePage(found, plan, scope.today());
    if (filing.state === 'tray') return tray(filing.reason);
    const { code, outdated } = filing;
    const at = scope.now().toString();
    if (!(await fileByCode(tx, page.id, { code, outdated, turn, at }))) return refuse('conflict');
    const changes = { Timesheet: [null, `${code.plan}, ${code.month}, ${code.kind}${code.period}`] as const };
    record({ entity: 'scanPage', id: page.id, action: 'run', changes });
    return done(null);
  });

const finish = (scope: Scope, id: number) =>
  mutate(scope, 'timesheets.finishUpload', async (tx, record) => {
    if (!(await finishUpload(tx, id, scope.now().toString()))) return refuse('conflict');
    record({ entity: 'scanUpload', id, action: 'run' });
    return done(null);
  });

const idOf = (payload: unknown): number | undefined =>
  typeof payload === 'object' && payload !== null && 'id' in payload && typeof payload.id === 'number'
    ? payload.id
    : undefined;

/** Per reader: the next page is read while one is being stored. */
const PAGES_AHEAD = 2;

/** Time per page even on a busy machine; anything beyond counts toward its file's limit. */
const PAGE_MS = 10_000;
/**
 * For all pages of a file together, because a file whose pages all hang would block every other file for hours. Remaining pages then
 * wait in the tray for a person.
 */
const FILE_MS = 20 * 60_000;

interface Reading {
  readonly ending?: AbortSignal | undefined;
  /** Tests use less. */
  readonly fileMs?: number;
}

/** Reads a file's waiting pages, as many at once as keep the readers busy. */
export const readUpload = async (
  scope: Scope,
  id: number,
  { ending, fileMs = FILE_MS }: Reading = {},
): Promise<void> => {
  const upload = await findOpenUpload(scope, id);
  if (!upload) return;
  const { key, kind } = upload;
  const load = async () => {
    const bytes = await readStored(scope, upload);
    if (!bytes) throw new Damaged();
    return bytes;
  };
  const tag = await readCodeTag(scope);
  const waiting = await listWaiting(scope, id);
  let beyond = 0;
  const see = async (page: number): Promise<Seen | 'skipped'> => {
    if (beyond >= fileMs) return 'skipped';
    const began = performance.now();
    const seen = await look({ key, kind, load }, page);
    beyond += Math.max(0, performance.now() - began - PAGE_MS);
    return seen;
  };
  const work = async () => {
    for (let page = waiting.shift(); page && !ending?.aborted; page = waiting.shift())
      await settle(scope, tag, page, await see(page.page));
  };
  await Promise.all(Array.from({ length: uploadReader.threads * PAGES_AHEAD }, work));
  // An ending process queues the file again; a killed one's job is taken over with the pages that still wait.
  if (ending?.aborted) await queueReading(scope.site.db, id);
  else await finish(scope, id);
};

/** Runs as soon as a file arrives; every minute it picks up files left without a job. */
export const readScansJob: Job = {
  name: READ_SCANS,
  every: { minutes: 1, resting: 60 },
  run: async (scope, payload, ending) => {
    const id = idOf(payload);
    if (id !== undefined) return readUpload(scope, id, { ending });
    for (const left of await listLeft(scope)) await queueReading(scope.site.db, left);
  },
};
