import { readFile } from 'node:fs/promises';
import { showStamp } from '@homecare/domain/calendar.ts';
import type { InputOf, ResultOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/timesheets/contract.ts';
import {
  checkScanFile,
  kindOfScan,
  MAX_SCAN_PAGES,
  refuseFile,
  SCAN_BROKEN,
  SCAN_BUSY,
  SCAN_ENCRYPTED,
  SCAN_NO_FILE,
  SCAN_NO_PAGES,
  SCAN_SAME,
  SCAN_TOO_MANY_PAGES,
  SCAN_TOO_MANY_PIXELS,
  SCAN_UPLOADED,
  SCAN_WRONG_TYPE,
  type ScanKind,
} from '@homecare/domain/timesheets/scans.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import { beginsAsScan } from '../platform/files/content.ts';
import type { IncomingFile } from '../platform/files/store.ts';
import { storeFile } from '../platform/files/stored-files.ts';
import { deskReader, FileRefused, PageFailed, TooManyWaiting } from '../platform/scans/page-reader.ts';
import {
  findSame,
  insertUpload,
  listUploadsSince,
  lockContent,
  queueReading,
  type SameUpload,
} from './page-queries.ts';

/** Longer names are cut, because they are only shown. */
const MOST_NAME = 120;
/** The sender's file name, without folders and invisible characters. */
const shownName = (name: string) =>
  [...(name.toWellFormed().split(/[/\\]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '')]
    .slice(-MOST_NAME)
    .join('');

const FAULTS = {
  encrypted: SCAN_ENCRYPTED,
  broken: SCAN_BROKEN,
  tooManyPixels: SCAN_TOO_MANY_PIXELS,
} as const;

/** The number of pages, found by opening the file; refused if it cannot be opened or has too many. */
const countPages = async (file: IncomingFile, kind: ScanKind): Promise<Result<number>> => {
  try {
    const pages = await deskReader.open({ key: file.path, kind, load: () => readFile(file.path) });
    if (pages < 1) return refuseFile(SCAN_NO_PAGES, 'badInput');
    return pages > MAX_SCAN_PAGES ? refuseFile(SCAN_TOO_MANY_PAGES, 'tooLarge') : done(pages);
  } catch (error) {
    if (error instanceof FileRefused)
      return refuseFile(FAULTS[error.fault], error.fault === 'tooManyPixels' ? 'tooLarge' : 'badInput');
    if (error instanceof PageFailed) return refuseFile(SCAN_BROKEN, 'badInput');
    if (error instanceof TooManyWaiting) return refuse('unavailable', SCAN_BUSY);
    throw error;
  }
};

/** The same bytes came before, so the upload must be confirmed. */
const refuseSame = (scope: Scope, { name, created, by }: SameUpload) => {
  const at = showStamp(created, scope.settings.timeZone);
  const info = `${SCAN_SAME}: ${name}, by ${by} at ${at}.`;
  return refuseFields([{ field: 'again', message: info }], 'sameFile');
};

type Uploaded = Promise<ResultOf<typeof calls.uploadScan>>;

export const uploadScan = async (
  scope: Scope,
  { again }: InputOf<typeof calls.uploadScan>,
  file: IncomingFile | undefined,
): Uploaded => {
  const fault = checkScanFile(file);
  const kind = kindOfScan(file?.name ?? '');
  if (fault || !file || !kind) return fault ?? refuseFile(SCAN_NO_FILE, 'badInput');
  if (!(await beginsAsScan(file.path, kind))) return refuseFile(SCAN_WRONG_TYPE, 'unsupported');
  const counted = await countPages(file, kind);
  if (!counted.ok) return counted;
  const pages = counted.data;
  const name = shownName(file.name);
  const at = scope.now().toString();
  const by = scope.user.initials;
  return storeFile(scope, file, (keepIn) =>
    mutate(scope, 'timesheets.uploadScan', async (tx, record) => {
      await lockContent(tx, file.sha256);
      const same = again ? undefined : await findSame(tx, file.sha256);
      if (same) return refuseSame(scope, same);
      const storedKey = await keepIn(tx);
      const id = await insertUpload(tx, { name, kind, storedKey, pages, at, by });
      await queueReading(tx, id);
      record({
        entity: 'scanUpload',
        id,
        action: 'insert',
        changes: { File: [null, name], pages: [null, pages] },
      });
      const counts = { read: 0, filed: 0, tray: 0 };
      return done(
        { id, name, kind, pages, ...counts, created: at, by, finished: null },
        { insertId: id, info: SCAN_UPLOADED },
      );
    }),
  );
};

const SHOWN_FOR = { hours: 24 } as const;

export const loadUploads = async (scope: Scope) =>
  done(await listUploadsSince(scope, scope.now().subtract(SHOWN_FOR).toString()));
