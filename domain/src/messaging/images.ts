import type { FieldError } from '../errors.ts';

/** Images of picture messages: what carriers accept, and how long images are stored. */

/** Per message, by the text provider (Twilio). */
export const MAX_IMAGE_BYTES = 5_000_000;
/** How long an image is stored if it is not sent. */
export const UNUSED_IMAGE_HOURS = 24;
/** The most unsent images over all accounts of a site. */
export const UNUSED_IMAGES = 100;
/**
 * How long an image is stored after sending. Messages wait less long in the queue, and the provider fetches the image when
 * it sends the message.
 */
export const SENT_IMAGE_DAYS = 7;

export const NO_IMAGE = 'Choose a PNG or JPG image.';
export const EMPTY_IMAGE = 'This file is empty. Choose another image.';
export const WRONG_IMAGE = 'This file is not a PNG or JPG image. Choose another one.';
export const BROKEN_IMAGE = 'This image cannot be read. Save it again as PNG or JPG, then upload it.';
export const TOO_MANY_IMAGES = `${UNUSED_IMAGES} uploaded images have not been sent yet. Send one first, or try again tomorrow: unused images are deleted after a day.`;
export const IMAGE_TOO_LARGE = 'This image is larger than 5 MB. Make it smaller, then upload it again.';
export const IMAGE_GONE = 'This image is no longer kept. Upload it again.';
export const TWO_IMAGES = 'A text carries one image. Remove the uploaded image or the link.';
/** The reason given for a message that could not be sent. */
export const IMAGE_EXPIRED =
  'The image of this text is no longer kept. Upload it again and write a new text.';

/** Checks an image before it is uploaded. The server also checks its content. */
export const checkImage = (file: { readonly size: number } | undefined): FieldError | undefined => {
  if (!file) return { field: 'file', message: NO_IMAGE };
  if (file.size === 0) return { field: 'file', message: EMPTY_IMAGE };
  return file.size > MAX_IMAGE_BYTES ? { field: 'file', message: IMAGE_TOO_LARGE } : undefined;
};
