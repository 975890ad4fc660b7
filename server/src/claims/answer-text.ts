/** What an editor writes at the start of a text, as it is read here. */
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;

/** The text of a file of the payer; undefined: it is none. */
export const readText = (bytes: Buffer) =>
  bytes.includes(0) ? undefined : bytes.toString('latin1').replace(BYTE_ORDER_MARK, '');
