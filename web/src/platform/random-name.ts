/** A unique name. Works everywhere, while randomUUID needs a secure context. */
export const randomName = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
