import type { FieldError } from '@homecare/domain/errors.ts';
import { BROKEN_IMAGE, checkImage, NO_IMAGE, WRONG_IMAGE } from '@homecare/domain/messaging/images.ts';
import { type PictureKind, pictureKind, plainFile } from '../platform/files/plain-picture.ts';
import type { IncomingFile } from '../platform/files/store.ts';

export interface TakenPicture {
  readonly kind: PictureKind;
  /** The file without its metadata. */
  readonly plain: IncomingFile;
}

/** A picture someone uploads, or a fault if it is not one. */
export const takePicture = async (file: IncomingFile | undefined): Promise<TakenPicture | FieldError> => {
  const fault = checkImage(file);
  if (fault || !file) return fault ?? { field: 'file', message: NO_IMAGE };
  const kind = await pictureKind(file);
  if (!kind) return { field: 'file', message: WRONG_IMAGE };
  const plain = await plainFile(file);
  return plain ? { kind, plain } : { field: 'file', message: BROKEN_IMAGE };
};
