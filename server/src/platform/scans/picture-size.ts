/** The size that a JPG or PNG file claims in its header; undefined if it is neither. */
export const pictureSize = (
  kind: 'jpg' | 'png',
  file: Uint8Array,
): { readonly width: number; readonly height: number } | undefined => {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const size = kind === 'png' ? pngSize(view) : jpgSize(view);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
};

const PNG_SIGNATURE = 0x89504e470d0a1a0an;

const pngSize = (view: DataView) => {
  if (view.byteLength < 33 || view.getBigUint64(0) !== PNG_SIGNATURE) return undefined;
  if (view.getUint32(12) !== 0x49484452) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
};

/** JPG markers FFC0 to FFCF begin a frame, except for the tables among them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

const jpgSize = (view: DataView) => {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isAlone(marker)) at += 2;
    else if (isFrame(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
};
