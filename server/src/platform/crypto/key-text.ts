const KEY_BYTES = 32;

/** The hex key in a key file; undefined if there is none. */
export const parseKey = (text: string): Buffer | undefined => {
  const key = Buffer.from(text.trim(), 'hex');
  return key.length === KEY_BYTES && text.trim().length === 2 * KEY_BYTES ? key : undefined;
};
