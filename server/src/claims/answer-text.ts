/** The mark some editors put at the start of a text, decoded as Latin-1 like the rest. */
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;

/** The text of a payer's file; undefined if it is not text. */
export const readText = (bytes: Buffer) =>
  bytes.includes(0) ? undefined : bytes.toString('latin1').replace(BYTE_ORDER_MARK, '');
