import { showStamp } from '@homecare/domain/calendar.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { DAMAGED } from '@homecare/domain/files/rules.ts';
import type * as calls from '@homecare/domain/timesheets/contract.ts';
import {
  beginOfPage,
  PAGE_BEING_READ,
  PAGE_NO_PLAN,
  PAGE_NOT_BEGUN,
  PAGE_NOT_SHOWN,
  PAGE_OF_DELETED,
  PART_NAMES,
  type PagePart,
  partOf,
  periodOf,
  SCAN_BUSY,
  SCAN_FILED,
  SCAN_PAGE_DELETED,
  type ScanKind,
} from '@homecare/domain/timesheets/scans.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { isStale } from '../platform/auth/stale.ts';
import type { Changed } from '../platform/db/changes.ts';
import { mutate, recordChanges } from '../platform/db/mutate.ts';
import { readStored } from '../platform/files/stored-files.ts';
import { BASE } from '../platform/http/base-path.ts';
import { FileAnswer, type UseCase } from '../platform/http/bind.ts';
import { deskReader, FileRefused, PageFailed, TooManyWaiting } from '../platform/scans/page-reader.ts';
import {
  areInOrderOfIds,
  fileByHand,
  findPageFile,
  listPagesOf,
  listTrayPages,
  lockPage,
  lockPlanOfPage,
  markPageDeleted,
  type PageFile,
  type StoredPage,
} from './page-queries.ts';

export const loadTray = async (scope: Scope, _: unknown, changed?: Changed) => {
  const ids = changed?.get('scanPages') ?? [];
  const isPart = changed !== undefined && (await areInOrderOfIds(scope, ids));
  return done(await listTrayPages(scope, isPart ? ids : undefined));
};

export const loadPagesOf: UseCase<typeof calls.listPages> = async (scope, { id }) =>
  done(await listPagesOf(scope, id));

// ---- looking at a page

export const loadTsPath: UseCase<typeof calls.getTs> = async (scope, { id }) =>
  (await findPageFile(scope, id))
    ? done({ path: `${BASE}/timesheets/page-file?id=${id}` })
    : refuse('notFound');

const TYPES: Readonly<Record<ScanKind, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
};

class Damaged extends Error {}

const bytesOf = async (scope: Scope, file: PageFile): Promise<Buffer> => {
  const bytes = await readStored(scope, file);
  if (!bytes) throw new Damaged();
  return bytes;
};

/** Each look at a timesheet is logged. */
const answerFile = async (
  scope: Scope,
  call: string,
  id: number,
  load: () => Promise<FileAnswer>,
): Promise<Result<FileAnswer>> => {
  const record = (action: 'read' | 'refused') =>
    recordChanges(scope.site.db, scope, call, [{ entity: 'scanPage', id, action }]);
  try {
    const answer = await load();
    await record('read');
    return done(answer);
  } catch (error) {
    if (error instanceof TooManyWaiting) return refuse('unavailable', SCAN_BUSY);
    const isBroken = error instanceof PageFailed || error instanceof FileRefused;
    if (!isBroken && !(error instanceof Damaged)) throw error;
    await record('refused');
    return isBroken ? refuse('unsupported', PAGE_NOT_SHOWN) : refuse('failed', DAMAGED);
  }
};

/** A JPG or PNG is shown as it came; a PDF page is drawn. */
export const loadPagePicture: UseCase<typeof calls.getPagePicture> = async (scope, { id }) => {
  const file = await findPageFile(scope, id);
  if (!file) return refuse('notFound');
  const load = () => bytesOf(scope, file);
  return answerFile(scope, 'timesheets.getPagePicture', id, async () =>
    file.kind === 'pdf'
      ? new FileAnswer(
          TYPES.png,
          await deskReader.draw({ key: file.key, kind: file.kind, load }, file.page - 1),
        )
      : new FileAnswer(TYPES[file.kind], await load()),
  );
};

/** The name contains only ids (docs/rules/timesheets.md, rule 11). */
export const loadPageFile: UseCase<typeof calls.getPageFile> = async (scope, { id }) => {
  const file = await findPageFile(scope, id);
  if (!file) return refuse('notFound');
  return answerFile(
    scope,
    'timesheets.getPageFile',
    id,
    async () =>
      new FileAnswer(TYPES[file.kind], await bytesOf(scope, file), `scan_${file.uploadId}.${file.kind}`),
  );
};

// ---- filing

const placeOf = (planId: number, month: string, part: PagePart) => `${planId}, ${month}, ${PART_NAMES[part]}`;

const placeOfStored = ({ planId, month, period }: StoredPage) =>
  planId === null || month === null ? null : placeOf(planId, month, partOf(period));

const staleness = (scope: Scope, rev: number | null | undefined, { filed, filedBy, ...page }: StoredPage) => {
  if (!isStale(rev, page)) return undefined;
  const at = filed ? ` at ${showStamp(filed, scope.settings.timeZone)}` : '';
  return refuse('stale', `Changed by ${filedBy ?? 'someone else'}${at}`);
};

export const assignPage: UseCase<typeof calls.assignPage> = (scope, { id, planId, date: month, part, rev }) =>
  mutate(scope, 'timesheets.assignPage', async (tx, record) => {
    const page = await lockPage(tx, id);
    if (!page) return refuse('notFound');
    if (page.state === 'waiting') return refuse('conflict', PAGE_BEING_READ);
    const stale = staleness(scope, rev, page);
    if (stale) return stale;
    const period = periodOf(part);
    if (beginOfPage(month, period) > scope.today().toString())
      return refuseFields([{ field: 'date', message: PAGE_NOT_BEGUN }]);
    const plan = await lockPlanOfPage(tx, planId);
    if (!plan) return refuseFields([{ field: 'planId', message: PAGE_NO_PLAN }]);
    if (plan.status === 'Deleted') return refuse('conflict', PAGE_OF_DELETED);
    const kind = period === null ? 'M' : plan.isTemporary ? 'C' : 'T';
    const stamp = { at: scope.now().toString(), by: scope.user.initials };
    await fileByHand(tx, id, { planId, month, period, kind, ...stamp });
    const changes = { Timesheet: [placeOfStored(page), placeOf(planId, month, part)] as const };
    record({ entity: 'scanPage', id, action: 'update', changes });
    return done(null, { info: SCAN_FILED });
  });

export const deletePage: UseCase<typeof calls.deletePage> = (scope, { id, rev }) =>
  mutate(scope, 'timesheets.deletePage', async (tx, record) => {
    const page = await lockPage(tx, id);
    if (!page) return refuse('notFound');
    if (page.state === 'waiting') return refuse('conflict', PAGE_BEING_READ);
    const stale = staleness(scope, rev, page);
    if (stale) return stale;
    await markPageDeleted(tx, id, scope.now().toString(), scope.user.initials);
    const changes = { Timesheet: [placeOfStored(page), null] as const };
    record({ entity: 'scanPage', id, action: 'delete', changes });
    return done(null, { info: SCAN_PAGE_DELETED });
  });
