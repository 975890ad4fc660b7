import type { InputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/files/contract.ts';
import {
  checkUpload,
  DAMAGED,
  FILE_DELETED,
  FILE_RENAMED,
  FILE_RESTORED,
  FILE_UPLOADED,
  type FileKind,
  kindOfName,
  NAME_TAKEN,
  NO_FILE,
  NO_SUCH_FILE,
  nameFile,
  TOO_MANY_FILES,
  tidyName,
  WRONG_TYPE,
} from '@homecare/domain/files/rules.ts';
import type { FileEntry } from '@homecare/domain/files/schema.ts';
import { canBeTakenBack, TOO_LATE } from '@homecare/domain/undo.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, recordChanges } from '../platform/db/mutate.ts';
import { violatedUnique } from '../platform/db/pool.ts';
import { holdsKind } from '../platform/files/content.ts';
import type { IncomingFile } from '../platform/files/store.ts';
import { readStored, storeFile } from '../platform/files/stored-files.ts';
import { FileAnswer } from '../platform/http/bind.ts';
import {
  findFile,
  hasPerson,
  insertFile,
  listFiles,
  lockDeletedFile,
  lockFile,
  markDeleted,
  markThere,
  renameFile,
} from './queries.ts';

const MOST_FILES = 500;
const noSuchFile = () => refuse('notFound', NO_SUCH_FILE);

export const getUserFiles = async (scope: Scope, { id }: InputOf<typeof calls.getUserFiles>) => {
  const { db } = scope.site;
  return (await hasPerson(db, id)) ? done(await listFiles(db, id)) : refuse('notFound');
};

export const uploadFile = async (
  scope: Scope,
  { id, name: typed }: InputOf<typeof calls.uploadFile>,
  file: IncomingFile | undefined,
): Promise<Result<FileEntry>> => {
  const refused = checkUpload(file, typed);
  if (refused) return refused;
  const kind = kindOfName(file?.name ?? '');
  if (!file || !kind) return refuse('badInput', NO_FILE);
  const named = nameFile(typed, kind);
  if (!named.ok) return named;
  if (!(await hasPerson(scope.site.db, id))) return refuse('notFound');
  if (!(await holdsKind(file.path, file.size, kind)))
    return refuseFields([{ field: 'file', message: WRONG_TYPE }], 'unsupported');
  const { name } = named;
  const created = scope.now().toString();
  return storeFile(scope, file, (keepIn) =>
    unlessTaken(() =>
      mutate(scope, 'files.uploadFile', async (tx, record) => {
        if ((await listFiles(tx, id)).length >= MOST_FILES) return refuse('conflict', TOO_MANY_FILES);
        const stored_key = await keepIn(tx);
        await insertFile(tx, { person_id: id, name, stored_key, created, created_by: scope.user.initials });
        record({ entity: 'person', id, action: 'insert', changes: { File: [null, name] } });
        return done({ name, created, size: file.size }, { info: FILE_UPLOADED });
      }),
    ),
  );
};

/** The unique index decides if a name was taken at the same moment. */
const unlessTaken = async <T>(work: () => Promise<Result<T>>): Promise<Result<T>> => {
  try {
    return await work();
  } catch (error) {
    if (violatedUnique(error) !== 'person_files_name') throw error;
    return refuseFields([{ field: 'name', message: NAME_TAKEN }], 'conflict');
  }
};

const TYPES: Record<FileKind, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Only the exact uploaded bytes are sent; each download is logged. */
export const downloadFile = async (
  scope: Scope,
  { id, name }: InputOf<typeof calls.downloadFile>,
): Promise<Result<FileAnswer>> => {
  const { db } = scope.site;
  const file = await findFile(db, id, tidyName(name));
  const kind = file && kindOfName(file.name);
  if (!file || !kind) return noSuchFile();
  const bytes = await readStored(scope, file);
  await recordChanges(db, scope, 'files.downloadFile', [
    { entity: 'person', id, action: bytes ? 'read' : 'refused', changes: { File: [null, file.name] } },
  ]);
  return bytes ? done(new FileAnswer(TYPES[kind], bytes, file.name)) : refuse('failed', DAMAGED);
};

export const renameUserFile = (
  scope: Scope,
  { id, name, rename }: InputOf<typeof calls.renameUserFile>,
): Promise<Result<FileEntry>> =>
  unlessTaken(() =>
    mutate(scope, 'files.renameUserFile', async (tx, record) => {
      const file = await lockFile(tx, id, tidyName(name));
      const kind = file && kindOfName(file.name);
      if (!file || !kind) return noSuchFile();
      const named = nameFile(rename, kind, 'rename');
      if (!named.ok) return named;
      await renameFile(tx, file.id, named.name);
      record({ entity: 'person', id, action: 'update', changes: { File: [file.name, named.name] } });
      const { created, size } = file;
      return done({ name: named.name, created, size }, { info: FILE_RENAMED });
    }),
  );

/** Hides the file from every call; its bytes stay for as long as the law requires. */
export const deleteUserFile = (
  scope: Scope,
  { id, name }: InputOf<typeof calls.deleteUserFile>,
): Promise<Result<null>> =>
  mutate(scope, 'files.deleteUserFile', async (tx, record) => {
    const file = await lockFile(tx, id, tidyName(name));
    if (!file) return noSuchFile();
    await markDeleted(tx, file.id, scope.now().toString(), scope.user.initials);
    record({ entity: 'person', id, action: 'delete', changes: { File: [file.name, null] } });
    return done(null, { info: FILE_DELETED });
  });

/** Undoes a deletion; refused if another file has the name by now. */
export const restoreUserFile = (
  scope: Scope,
  { id, name }: InputOf<typeof calls.restoreUserFile>,
): Promise<Result<FileEntry>> =>
  unlessTaken(() =>
    mutate(scope, 'files.restoreUserFile', async (tx, record) => {
      const file = await lockDeletedFile(tx, id, tidyName(name));
      if (!file) return noSuchFile();
      if (!canBeTakenBack(file.deleted, scope.now())) return refuse('conflict', TOO_LATE);
      if ((await listFiles(tx, id)).length >= MOST_FILES) return refuse('conflict', TOO_MANY_FILES);
      await markThere(tx, file.id);
      record({ entity: 'person', id, action: 'update', changes: { File: [null, file.name] } });
      const { created, size } = file;
      return done({ name: file.name, created, size }, { info: FILE_RESTORED });
    }),
  );
