import type { OutputOf } from '@homecare/domain/call.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import type * as calls from '@homecare/domain/messaging/contract.ts';
import {
  IMAGE_EXPIRED,
  IMAGE_GONE,
  SENT_IMAGE_DAYS,
  TOO_MANY_IMAGES,
  UNUSED_IMAGE_HOURS,
  UNUSED_IMAGES,
} from '@homecare/domain/messaging/images.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { hashToken, newToken } from '../platform/auth/sessions.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import { PICTURE_TYPES } from '../platform/files/plain-picture.ts';
import type { IncomingFile } from '../platform/files/store.ts';
import { readStored, releaseFiles, storeFile } from '../platform/files/stored-files.ts';
import { FileAnswer } from '../platform/http/bind.ts';
import type { LinkKind } from '../platform/http/links.ts';
import type { Job } from '../platform/jobs/job.ts';
import {
  countUnused,
  findImage,
  insertImage,
  lockOwnImage,
  prolong,
  removeExpired,
  storeUse,
} from './image-queries.ts';
import { takePicture } from './taken-picture.ts';

/** Images that staff upload for picture messages. The text provider has no session and fetches them by a secret link. */

const ENTITY = 'textImage';

export const uploadImage = async (
  scope: Scope,
  _: unknown,
  file: IncomingFile | undefined,
): Promise<Result<OutputOf<typeof calls.uploadImage>>> => {
  const accountId = scope.user.id;
  if (accountId === null) throw new Error('an image is uploaded by somebody');
  const taken = await takePicture(file);
  if (!('plain' in taken)) return refuseFields([taken]);
  const { kind, plain } = taken;
  const token = newToken();
  return storeFile(scope, plain, (keepIn) =>
    mutate(scope, 'messaging.uploadImage', async (tx, record) => {
      if ((await countUnused(tx)) >= UNUSED_IMAGES) return refuse('conflict', TOO_MANY_IMAGES);
      const id = await insertImage(tx, {
        stored_key: await keepIn(tx),
        kind,
        token_hash: hashToken(token),
        sealed_token: scope.site.secrets.encrypt(token),
        created: scope.now().toString(),
        created_by: scope.user.initials,
        account_id: accountId,
        expires: scope.now().add({ hours: UNUSED_IMAGE_HOURS }).toString(),
      });
      const changes = { image: [null, `${kind}, ${plain.size} bytes`] } as const;
      record({ entity: ENTITY, id, action: 'insert', changes });
      return done({ id }, { insertId: id });
    }),
  );
};

/** Opens the image's link for some days, in the transaction of a send. */
export const takeImage = async (
  tx: Tx,
  scope: Scope,
  id: number,
  record: Recorder,
): Promise<Result<null>> => {
  const now = scope.now().toString();
  if (!(await lockOwnImage(tx, id, { accountId: scope.user.id ?? 0, now })))
    return refuseFields([{ field: 'image', message: IMAGE_GONE }], 'conflict');
  const expires = scope
    .now()
    .add({ hours: SENT_IMAGE_DAYS * 24 })
    .toString();
  await storeUse(tx, id, now, expires);
  record({ entity: ENTITY, id, action: 'update', changes: { link: [null, `opens until ${expires}`] } });
  return done(null);
};

/** Keeps the image until the message has been sent again, in the transaction that queues it. */
export const takeImageAgain = async (tx: Tx, scope: Scope, id: number): Promise<Result<null>> => {
  const expires = scope
    .now()
    .add({ hours: SENT_IMAGE_DAYS * 24 })
    .toString();
  const isKept = await prolong(tx, id, scope.now().toString(), expires);
  return isKept ? done(null) : refuse('conflict', IMAGE_EXPIRED);
};

/** Served without a confirmation page, because a machine fetches it and many phones get it. */
export const imageLink: LinkKind = {
  offer: async (scope, tokenHash) => {
    const image = await findImage(scope.site.db, tokenHash, scope.now().toString());
    const bytes = image && (await readStored(scope, image));
    return image && bytes ? new FileAnswer(PICTURE_TYPES[image.kind], bytes) : undefined;
  },
  use: async () => undefined,
};

const AT_ONCE = 100;

/** Removes images that no send used, and those whose link has expired. */
export const sweepImages = async (scope: Scope): Promise<number> => {
  let removed = 0;
  for (let last = AT_ONCE; last === AT_ONCE; ) {
    const swept = await mutate(scope, 'messaging.sweepImages', async (tx, record) => {
      const now = scope.now().toString();
      const gone = await removeExpired(tx, now, AT_ONCE);
      if (gone.length === 0) return refuse('notFound');
      await releaseFiles(
        tx,
        gone.map(({ key }) => key),
        now,
      );
      for (const { id } of gone)
        record({ entity: ENTITY, id, action: 'delete', changes: { image: ['kept', null] } });
      return done(gone.length);
    });
    last = swept.ok ? swept.data : 0;
    removed += last;
  }
  return removed;
};

export const imageSweeper: Job = {
  name: 'sweep-text-images',
  every: { minutes: 60, at: 36 },
  run: async (scope) => void (await sweepImages(scope)),
};
