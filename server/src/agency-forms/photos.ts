import { PHOTO_GONE } from '@homecare/domain/agency-forms/answers.ts';
import type * as calls from '@homecare/domain/agency-forms/contract.ts';
import type { Answer } from '@homecare/domain/agency-forms/schema.ts';
import type { InputOf, OutputOf } from '@homecare/domain/call.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { takePicture } from '../messaging/taken-picture.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Tx } from '../platform/db/mutate.ts';
import { PICTURE_TYPES } from '../platform/files/plain-picture.ts';
import type { IncomingFile } from '../platform/files/store.ts';
import { readStored, releaseFiles, storeFile } from '../platform/files/stored-files.ts';
import { FileAnswer } from '../platform/http/bind.ts';
import type { Job } from '../platform/jobs/job.ts';
import { findOwner, findPhoto, insertPhoto, lockName, removeUnused, takePhotos } from './photo-queries.ts';

/** Photos of forms: they come first, each under the name by which its form calls it. */

const ENTITY = 'formPhoto';
/** As long as a phone or a draft may keep the form that belongs to it. */
const UNUSED_DAYS = 7;

type Uploaded = Promise<Result<OutputOf<typeof calls.uploadPhoto>>>;

export const uploadPhoto = async (
  scope: Scope,
  { photo }: InputOf<typeof calls.uploadPhoto>,
  file: IncomingFile | undefined,
): Uploaded => {
  const accountId = scope.user.id;
  if (accountId === null) throw new Error('a photo is uploaded by somebody');
  const taken = await takePicture(file);
  if (!('plain' in taken)) return refuseFields([taken]);
  const { kind, plain } = taken;
  // A phone whose first answer was lost sends it again.
  const known = await findOwner(scope.site.db, photo);
  if (known) return known.accountId === accountId && known.isKept ? done({ photo }) : refuse('conflict');
  return storeFile(scope, plain, (keepIn) =>
    mutate(scope, 'agencyForms.uploadPhoto', async (tx, record) => {
      await lockName(tx, photo);
      if (await findOwner(tx, photo)) return refuse('unavailable');
      const created = scope.now().toString();
      await insertPhoto(tx, {
        photo,
        stored_key: await keepIn(tx),
        kind,
        account_id: accountId,
        created,
      });
      const changes = { Photo: [null, `${kind}, ${plain.size} bytes`] } as const;
      record({ entity: ENTITY, id: null, action: 'insert', changes });
      return done({ photo });
    }),
  );
};

/** Gives a form its photos; a fault for each that is no longer there. */
export const claimPhotos = async (
  tx: Tx,
  scope: Scope,
  filledId: number,
  answers: readonly Answer[],
): Promise<FieldError[]> => {
  const wanted = answers.flatMap((answer) => (answer.kind === 'photo' ? [answer] : []));
  if (wanted.length === 0) return [];
  const taken = await takePhotos(tx, {
    filledId,
    accountId: scope.user.id,
    photos: wanted.map(({ photo }) => photo),
  });
  return wanted
    .filter(({ photo }) => !taken.includes(photo))
    .map(({ key }) => ({ field: key, message: PHOTO_GONE }));
};

/** The bytes of a photo of a form; undefined where they are gone or not the same any more. */
export const readPhoto = async (scope: Scope, filledId: number, photo: string) => {
  const found = await findPhoto(scope.site.db, filledId, photo);
  const bytes = found && (await readStored(scope, found));
  return found && bytes && { kind: found.kind, bytes };
};

export const getPhoto = async (
  scope: Scope,
  { id, photo }: InputOf<typeof calls.getPhoto>,
): Promise<Result<FileAnswer>> => {
  const found = await readPhoto(scope, id, photo);
  return found ? done(new FileAnswer(PICTURE_TYPES[found.kind], found.bytes)) : refuse('notFound');
};

const AT_ONCE = 100;

/** Photos whose form never came. */
export const sweepPhotos = (scope: Scope) =>
  mutate(scope, 'agencyForms.sweepPhotos', async (tx, record) => {
    const now = scope.now();
    const before = now.subtract({ hours: UNUSED_DAYS * 24 }).toString();
    const gone = await removeUnused(tx, now.toString(), before, AT_ONCE);
    if (gone.length === 0) return refuse('notFound');
    await releaseFiles(
      tx,
      gone.map(({ key }) => key),
      now.toString(),
    );
    record({ entity: ENTITY, id: null, action: 'delete', changes: { Photos: [gone.length, null] } });
    return done(gone.length);
  });

export const photoSweeper: Job = {
  name: 'sweep-form-photos',
  every: { minutes: 60, at: 41 },
  run: async (scope) => void (await sweepPhotos(scope)),
};
