const KEY_BYTES = 32;

/** The key that a file of one holds, as hex; undefined: it holds none. */
export const parseKey = (text: string): Buffer | undefined => {
  const key = Buffer.from(text.trim(), 'hex');
  return key.length === KEY_BYTES && text.trim().length === 2 * KEY_BYTES ? key : undefined;
};
