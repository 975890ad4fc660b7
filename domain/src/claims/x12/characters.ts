import { latinOf } from '../../latin.ts';

/** Cyrillic letters as passports write them; Polish and Vietnamese ones are Latin letters with accents. */
const CYRILLIC: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: 'ie',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'iu',
  я: 'ia',
  є: 'ie',
  і: 'i',
  ї: 'i',
  ґ: 'g',
  ў: 'u',
  ђ: 'd',
  ј: 'j',
  љ: 'lj',
  њ: 'nj',
  ћ: 'c',
  џ: 'dz',
};

const latinLetters = (text: string) =>
  latinOf(text.normalize('NFC').replace(/\p{Script=Cyrillic}/gu, (c) => CYRILLIC[c.toLowerCase()] ?? ''));

/**
 * Text of a name or an address in the basic character set: capitals, digits and simple signs, without our separators
 * `*`, `:`, `^` and `~`. Whatever has no counterpart becomes a blank.
 */
export const x12Text = (text: string | null, max: number): string =>
  latinLetters(text ?? '')
    .toUpperCase()
    .replace(/[^A-Z0-9 !"&'()+,./;?=-]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, max)
    .trim();

/** The extended set has small letters, @ and _ too: numbers given by others and e-mail addresses stay as they are. */
export const x12Extended = (text: string | null, max: number): string =>
  latinLetters(text ?? '')
    .replace(/[^A-Za-z0-9 !"&'()+,./;?=%@[\]_{}\\<>#$-]/g, '')
    .trim()
    .slice(0, max)
    .trim();
