import type { PlanStatus } from '@homecare/domain/care-plans/schema.ts';
import type { PageCode } from '@homecare/domain/plan-documents/page-code.ts';
import type { ScanKind, TrayReason } from '@homecare/domain/timesheets/scans.ts';
import type { FiledPage, ScanUpload, TrayPage } from '@homecare/domain/timesheets/schema.ts';
import { sql } from 'kysely';
import type { Scope } from '../platform/auth/scope.ts';
import type { Tx } from '../platform/db/mutate.ts';
import { anyOf, PREPARED } from '../platform/db/prepared.ts';
import { changesRow, type Db, queryRow, queryRows } from '../platform/db/rows.ts';
import { queueJob } from '../platform/jobs/queue.ts';

/** Uploaded files with scans, and their pages. */

// ---- files

export interface NewUpload {
  readonly name: string;
  readonly kind: ScanKind;
  readonly storedKey: string;
  readonly pages: number;
  readonly at: string;
  readonly by: string;
}

/** Inserts the file and its pages, which wait to be read. */
export const insertUpload = async (tx: Tx, upload: NewUpload): Promise<number> => {
  const { id } = await tx
    .insertInto('scan_uploads')
    .values({
      name: upload.name,
      kind: upload.kind,
      stored_key: upload.storedKey,
      pages: upload.pages,
      created: upload.at,
      created_by: upload.by,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into scan_pages (upload_id, page)
    select ${id}, page from generate_series(1, ${upload.pages}::int) as page`.execute(tx);
  return id;
};

/** Uploads of the same bytes are handled one after the other. */
export const lockContent = async (tx: Tx, sha256: Buffer): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`scan ${sha256.toString('hex')}`}, 0))`.execute(
    tx,
  );
};

export interface SameUpload {
  readonly name: string;
  readonly created: string;
  readonly by: string;
}

/** The latest upload of these bytes that still has a page. */
export const findSame = (db: Db, sha256: Buffer) =>
  queryRow<SameUpload>(db)`select upload.name, upload.created, upload.created_by as by
    from scan_uploads upload join stored_files file on file.key = upload.stored_key
    where file.sha256 = ${sha256}
      and exists (select from scan_pages page where page.upload_id = upload.id and page.deleted is null)
    order by upload.id desc limit 1`;

/** Limits the settled ones; everything being read or in the tray is listed in full, as it is counted. */
const LISTED = 50;

export const listUploadsSince = (scope: Scope, since: string) =>
  queryRows<ScanUpload>(scope.site.db)`select upload.id, upload.name, upload.kind, upload.pages,
      count(*) filter (where page.state <> 'waiting' or page.deleted is not null)::int as read,
      count(*) filter (where page.state = 'filed' and page.deleted is null)::int as filed,
      count(*) filter (where page.state = 'tray' and page.deleted is null)::int as tray,
      upload.created, upload.created_by as by, upload.finished
    from scan_uploads upload join scan_pages page on page.upload_id = upload.id
    where upload.finished is null
      or upload.id in (select upload_id from scan_pages where state = 'tray' and deleted is null)
      or upload.id in (select id from scan_uploads where created >= ${since} order by id desc limit ${LISTED})
    group by upload.id order by upload.id desc`;

/** A file whose pages are to be read. */
export interface OpenUpload {
  readonly kind: ScanKind;
  readonly key: string;
  readonly sha256: Buffer;
}

export const findOpenUpload = (scope: Scope, id: number) =>
  queryRow<OpenUpload>(scope.site.db)`select upload.kind, file.key, file.sha256
    from scan_uploads upload join stored_files file on file.key = upload.stored_key
    where upload.id = ${id} and upload.finished is null`;

/** The ids and page numbers of waiting pages. */
export const listWaiting = (scope: Scope, uploadId: number) =>
  queryRows<{ id: number; page: number }>(scope.site.db)`select id, page from scan_pages
    where upload_id = ${uploadId} and state = 'waiting' and deleted is null order by page`;

/** Returns false while a page is waiting. */
export const finishUpload = (tx: Tx, id: number, at: string) =>
  changesRow(tx)`update scan_uploads set finished = ${at}
    where id = ${id} and finished is null and not exists (select from scan_pages
      where upload_id = ${id} and state = 'waiting' and deleted is null)`;

// ---- reading

export const READ_SCANS = 'read-scans';

/** One file after the other, because its pages keep the readers busy and other jobs need room. */
export const queueReading = (db: Db, id: number) => queueJob(db, READ_SCANS, { id, inTurn: true });

/** A file whose job failed waits at most this long; then the next minute starts again. */
const LONGEST_WAIT = '10 minutes';

/** Files with waiting pages that no job is reading or will read soon: the job was never queued, is dead, or its next try is too far off. */
export const listLeft = async (scope: Scope): Promise<number[]> =>
  (
    await queryRows<{ id: number }>(scope.site.db)`select id from scan_uploads upload where finished is null
    and not exists (select from graphile_worker.jobs job where job.key = ${`${READ_SCANS} `} || upload.id
      and (job.locked_at is not null
        or (job.attempts < job.max_attempts and job.run_at < now() + ${LONGEST_WAIT}::interval)))
    order by id`
  ).map(({ id }) => id);

export const readCodeTag = async (scope: Scope): Promise<string> => {
  const { tag } = await scope.site.db.selectFrom('page_code_tag').select('tag').executeTakeFirstOrThrow();
  return tag;
};

/**
 * The plan of a code, locked until the transaction ends; `version` is the number of its saved changes when the month began.
 * Undefined if there is none, or it is deleted.
 */
export const findPlanOfCode = (tx: Tx, planId: number, monthBegan: string) =>
  queryRow<{
    version: number;
  }>(tx)`select greatest(0, plan.rev - (select count(*) from change_log
        where entity = 'carePlan' and entity_id = plan.id and action in ('update', 'delete')
          and at >= ${monthBegan})::int) as version
    from care_plans plan where plan.id = ${planId} and plan.status <> 'Deleted' for share`;

/** Returns false if someone else was faster. */
export const fileByCode = (
  tx: Tx,
  id: number,
  { code, outdated, turn, at }: { code: PageCode; outdated: boolean; turn: number; at: string },
) =>
  changesRow(tx)`update scan_pages set state = 'filed', plan_id = ${code.plan},
      month = ${code.month}, kind = ${code.kind}, period = ${code.kind === 'M' ? null : code.period},
      sheet = ${code.page}, sheets = ${code.pages ?? null}, version = ${code.version}, outdated = ${outdated}, turn = ${turn}, filed = ${at}
    where id = ${id} and state = 'waiting' and deleted is null`;

export const putInTray = (tx: Tx, id: number, { reason, turn }: { reason: TrayReason; turn: number }) =>
  changesRow(tx)`update scan_pages set state = 'tray', reason = ${reason}, turn = ${turn}
    where id = ${id} and state = 'waiting' and deleted is null`;

// ---- pages

const pageColumns = sql`page.id, upload.name as file, page.page, upload.pages, upload.created as uploaded,
  upload.created_by as by, page.turn, page.rev`;
const pageTables = sql`scan_pages page join scan_uploads upload on upload.id = page.upload_id`;

export const listTrayPages = (scope: Scope, ids?: readonly number[]) =>
  queryRows<TrayPage>(scope.site.db)`select ${pageColumns}, page.reason from ${pageTables}
    where page.state = 'tray' and page.deleted is null and ${ids ? sql`page.id = ${anyOf(ids)}` : sql`true`}
    order by page.upload_id, page.page ${ids ? PREPARED : sql``}`;

/** These pages are in the tray in the order of their ids; not so if two files came at the same moment. */
export const areInOrderOfIds = async (scope: Scope, ids: readonly number[]): Promise<boolean> => {
  const row = await queryRow<{ clear: boolean }>(scope.site.db)`with tray as (
      select id, upload_id, page from scan_pages where state = 'tray' and deleted is null)
    select not exists (select from tray changed join tray other on other.id <> changed.id
        and (other.id < changed.id) <> ((other.upload_id, other.page) < (changed.upload_id, changed.page))
      where changed.id = ${anyOf(ids)}) as clear ${PREPARED}`;
  return row?.clear ?? false;
};

/** Newest half first, and in it sheets in order; of a sheet that came twice, the newest first (A3). */
export const listPagesOf = (scope: Scope, planId: number) =>
  queryRows<FiledPage>(scope.site.db)`select ${pageColumns}, page.plan_id as "CareID", page.month as date,
      page.period, page.kind, page.sheet, page.version, page.outdated, page.filed, page.filed_by as "filedBy"
    from ${pageTables} where page.plan_id = ${planId} and page.state = 'filed' and page.deleted is null
    order by page.month desc, page.period desc nulls first, page.sheet nulls last, page.filed desc, page.id desc`;

export interface PageFile {
  readonly uploadId: number;
  readonly page: number;
  readonly kind: ScanKind;
  readonly key: string;
  readonly sha256: Buffer;
}

export const findPageFile = (scope: Scope, id: number) =>
  queryRow<PageFile>(scope.site.db)`select
      upload.id as "uploadId", page.page, upload.kind, file.key, file.sha256
    from ${pageTables} join stored_files file on file.key = upload.stored_key
    where page.id = ${id} and page.deleted is null`;

export interface StoredPage {
  readonly state: 'waiting' | 'tray' | 'filed';
  readonly planId: number | null;
  readonly month: string | null;
  readonly period: number | null;
  readonly filed: string | null;
  readonly filedBy: string | null;
  readonly rev: number;
}

/** Locked until the transaction ends. */
export const lockPage = (tx: Tx, id: number) =>
  queryRow<StoredPage>(tx)`select state, plan_id as "planId", month, period, filed,
      filed_by as "filedBy", rev from scan_pages where id = ${id} and deleted is null for update`;

/** Locked until the transaction ends. */
export const lockPlanOfPage = (tx: Tx, id: number) =>
  queryRow<{ status: PlanStatus; isTemporary: boolean }>(tx)`select status,
      covers_id is not null as "isTemporary" from care_plans where id = ${id} for share`;

export interface HandFiling {
  readonly planId: number;
  readonly month: string;
  readonly period: 0 | 1 | null;
  readonly kind: 'T' | 'C' | 'M';
  readonly at: string;
  readonly by: string;
}

export const fileByHand = async (tx: Tx, id: number, filing: HandFiling): Promise<void> => {
  await sql`update scan_pages set state = 'filed', reason = null, plan_id = ${filing.planId}, month = ${filing.month},
      period = ${filing.period}, kind = ${filing.kind}, sheet = null, version = null, outdated = false, filed = ${filing.at}, filed_by = ${filing.by},
      rev = rev + 1 where id = ${id}`.execute(tx);
};

export const markPageDeleted = async (tx: Tx, id: number, at: string, by: string): Promise<void> => {
  await sql`update scan_pages set deleted = ${at}, deleted_by = ${by}, rev = rev + 1 where id = ${id}`.execute(
    tx,
  );
};
