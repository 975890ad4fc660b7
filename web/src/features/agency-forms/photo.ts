/** Photos as they are kept until their form is sent: small enough for a phone that has no network for days. */

const LONGEST_SIDE = 1_600;
const QUALITY = 0.8;

/** A JPEG as text, the right way up and without what the camera wrote about it; undefined: this is no picture. */
export const shrinkPhoto = async (file: Blob): Promise<string | undefined> => {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!bitmap) return undefined;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas.toDataURL('image/jpeg', QUALITY);
};
