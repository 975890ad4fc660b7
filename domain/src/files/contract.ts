import { z } from 'zod';
import { fileOutput, getCall, postCall, uploadCall } from '../call.ts';
import { MAX_ID, wireInt } from '../wire.ts';
import { MAX_FILE_BYTES } from './rules.ts';
import { FileEntry } from './schema.ts';

/** The person whom the files belong to. */
const id = wireInt(1, MAX_ID).pipe(z.int());
const name = z.string().max(1_000);

const staff = { roles: ['admin', 'user'], needs: ['premium'] } as const;

export const uploadFile = uploadCall(['modules/uploadFile.php', 'uploadFile.php'], {
  ...staff,
  name: 'files.uploadFile',
  effect: 'write',
  upload: { maxBytes: MAX_FILE_BYTES },
  input: z.strictObject({ id, name: name.default('') }),
  output: FileEntry,
});

export const getUserFiles = getCall(['modules/getUserFiles.php', 'getUserFiles.php'], {
  ...staff,
  name: 'files.getUserFiles',
  effect: 'read',
  input: z.strictObject({ id }),
  output: z.array(FileEntry),
});

export const downloadFile = getCall(['modules/downloadFile.php', 'downloadFile.php'], {
  ...staff,
  name: 'files.downloadFile',
  effect: 'read',
  input: z.strictObject({ id, name }),
  output: fileOutput,
});

/** Older clients send this as a GET; our client uses POST (docs/rules/calls.md, rule 6). */
export const renameUserFile = getCall(['modules/renameUserFile.php', 'renameUserFile.php'], {
  ...staff,
  name: 'files.renameUserFile',
  effect: 'write',
  input: z.strictObject({ id, name, rename: name }),
  output: FileEntry,
});

export const deleteUserFile = getCall(['modules/deleteUserFile.php', 'deleteUserFile.php'], {
  name: 'files.deleteUserFile',
  roles: ['admin'],
  needs: ['premium'],
  effect: 'write',
  input: z.strictObject({ id, name }),
  output: z.null(),
});

/** Undoes a deletion within the last few minutes (docs/rules/files.md, rule 5). */
export const restoreUserFile = postCall(['files/restore'], {
  name: 'files.restoreUserFile',
  roles: ['admin'],
  needs: ['premium'],
  effect: 'write',
  input: z.strictObject({ id: z.int().min(1).max(MAX_ID), name }),
  output: FileEntry,
});
