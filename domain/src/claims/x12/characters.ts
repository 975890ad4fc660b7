import { latinOf } from '../../latin.ts';

/**
 * Text of a name or an address in the basic character set: capitals, digits and simple signs, without our separators
 * `*`, `:`, `^` and `~`. Whatever has no counterpart becomes a blank.
 */
export const x12Text = (text: string | null, max: number): string =>
  latinOf(text ?? '')
    .toUpperCase()
    .replace(/[^A-Z0-9 !"&'()+,./;?=-]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, max)
    .trim();

/** The extended set has small letters, @ and _ too: numbers given by others and e-mail addresses stay as they are. */
export const x12Extended = (text: string | null, max: number): string =>
  latinOf(text ?? '')
    .replace(/[^A-Za-z0-9 !"&'()+,./;?=%@[\]_{}\\<>#$-]/g, '')
    .trim()
    .slice(0, max)
    .trim();
