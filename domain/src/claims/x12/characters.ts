import { latinOf } from '../../latin.ts';

/**
 * Text of a name or address in the basic character set: capitals, digits and simple punctuation, without our separators `*`,
 * `:`, `^` and `~`. Anything without an equivalent becomes a blank.
 */
export const x12Text = (text: string | null, max: number): string =>
  latinOf(text ?? '')
    .toUpperCase()
    .replace(/[^A-Z0-9 !"&'()+,./;?=-]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, max)
    .trim();

/** The extended set also has lower-case letters, @ and _, so that numbers given by others and e-mail addresses stay as they are. */
export const x12Extended = (text: string | null, max: number): string =>
  latinOf(text ?? '')
    .replace(/[^A-Za-z0-9 !"&'()+,./;?=%@[\]_{}\\<>#$-]/g, '')
    .trim()
    .slice(0, max)
    .trim();
