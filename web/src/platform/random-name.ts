/** A name that nothing else has; randomUUID needs a secure context, this works everywhere. */
export const randomName = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
