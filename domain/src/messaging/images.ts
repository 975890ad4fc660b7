import type { FieldError } from '../errors.ts';

/** The image of a picture message: what carriers take, and how long it is kept. */

/** Of one message, by the text provider (Twilio). */
export const MAX_IMAGE_BYTES = 5_000_000;
/** An image that no send uses. */
export const UNUSED_IMAGE_HOURS = 24;
/** Of all accounts of a site together. */
export const UNUSED_IMAGES = 100;
/** After a send: longer than a message can wait in the queue, as the provider fetches it when the message goes. */
export const SENT_IMAGE_DAYS = 7;

export const NO_IMAGE = 'Choose a PNG or JPG image.';
export const EMPTY_IMAGE = 'This file is empty. Choose another image.';
export const WRONG_IMAGE = 'This file is not a PNG or JPG image. Choose another one.';
export const BROKEN_IMAGE = 'This image cannot be read. Save it again as PNG or JPG, then upload it.';
export const TOO_MANY_IMAGES = `${UNUSED_IMAGES} uploaded images have not been sent yet. Send one first, or try again tomorrow: unused images are deleted after a day.`;
export const IMAGE_TOO_LARGE = 'This image is larger than 5 MB. Make it smaller, then upload it again.';
export const IMAGE_GONE = 'This image is no longer kept. Upload it again.';
export const TWO_IMAGES = 'A text carries one image. Remove the uploaded image or the link.';
/** Said of a message that could not go. */
export const IMAGE_EXPIRED =
  'The image of this text is no longer kept. Upload it again and write a new text.';

/** What is known of an image before it is uploaded; the server also looks at its content. */
export const checkImage = (file: { readonly size: number } | undefined): FieldError | undefined => {
  if (!file) return { field: 'file', message: NO_IMAGE };
  if (file.size === 0) return { field: 'file', message: EMPTY_IMAGE };
  return file.size > MAX_IMAGE_BYTES ? { field: 'file', message: IMAGE_TOO_LARGE } : undefined;
};
