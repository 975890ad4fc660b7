import { readDate } from '../calendar.ts';
import { formatPhone, formatZip, isEmail } from '../formats.ts';

/** Reads a person from one text, as in an e-mail or a referral: 'Ana Ruiz, 1 Main St, Aurora, CO 80012, (303) 555-0142'. */

export const PASTED_FIELDS = [
  'LastName',
  'FirstName',
  'DOB',
  'Address',
  'Address2',
  'City',
  'State',
  'PostalCode',
  'Phone',
  'Email',
] as const;
export type PastedField = (typeof PASTED_FIELDS)[number];
export type PastedPerson = Partial<Record<PastedField, string>>;

const EMAIL = /[^\s,;<>()]+@[^\s,;<>()]+\.[\p{L}\d]{2,}/u;
const PHONE =
  /(?<![\d-])(?:\+?1[-. ]?)?(?:\(\d{3}\)\s?|\d{3}[-. ])\d{3}[-. ]?\d{4}(?![\d-])|(?<![\d-])\d{10}(?![\d-])/;
const BIRTH_WORD = String.raw`(?:d\.?\s?o\.?\s?b\.?|date of birth|birth\s?date|born(?: on)?)\s*:?\s*`;
const DATE = String.raw`(?:\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})|\d{4}-\d{1,2}-\d{1,2})`;
const BIRTH = new RegExp(`${BIRTH_WORD}(${DATE})`, 'i');
const BARE_DATE = new RegExp(`(?<![\\d/.-])(${DATE})(?![\\d/.-])`);
const STATE_ZIP = /(?:^|[\s,])([A-Za-z]{2})\.?,?\s+(\d{5}(?:-\d{4})?)(?!\d)/;
const UNIT =
  /(?:^|[\s,])((?:apt|apartment|unit|suite|ste|lot|space|spc|trlr)(?![a-z])\.?\s*#?\s*[\w-]+|#\s*[\w-]+)$/i;
const LABEL =
  /^(?:name|client|patient|member|provider|address|home address|phone|tel|telephone|cell|mobile|e-?mail|city)\s*[:.]\s*/i;
const SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/i;
const PARTICLES = new Set([
  'de',
  'del',
  'la',
  'las',
  'los',
  'van',
  'von',
  'der',
  'den',
  'da',
  'di',
  'al',
  'el',
  'st',
  'st.',
]);

/** Removes what a pattern finds from the text and returns it. */
const take = (
  text: string,
  pattern: RegExp,
): { readonly found: RegExpExecArray | null; readonly rest: string } => {
  const found = pattern.exec(text);
  if (!found) return { found, rest: text };
  return { found, rest: `${text.slice(0, found.index)},${text.slice(found.index + found[0].length)}` };
};

/** 'Maria de la Cruz Jr' → Maria, de la Cruz Jr. The last word is the last name, with whatever belongs to it. */
const splitName = (words: readonly string[]): PastedPerson => {
  if (words.length < 2) return words[0] ? { LastName: words[0] } : {};
  let from = words.length - 1;
  if (SUFFIX.test(words[from] ?? '') && from > 1) from -= 1;
  while (from > 1 && PARTICLES.has((words[from - 1] ?? '').toLowerCase())) from -= 1;
  return { FirstName: words.slice(0, from).join(' '), LastName: words.slice(from).join(' ') };
};

const isStreet = (part: string) =>
  /^\d+[\w-]*\s+.*\p{L}/u.test(part) || /^p\.?\s?o\.?\s?box\s+\d+/i.test(part);
const isName = (part: string) => /^[\p{L}\p{M}.'’ -]+$/u.test(part);

const readName = (parts: readonly string[]): PastedPerson => {
  const [first = '', second] = parts;
  const words = first.split(/\s+/).filter(Boolean);
  // 'Baca, Guadalupe': the last name comes first.
  if (second !== undefined && !SUFFIX.test(second)) return { LastName: first, FirstName: second };
  return splitName(second === undefined ? words : [...words, second]);
};

const readStreet = (part: string | undefined, next: string | undefined): PastedPerson => {
  if (!part) return {};
  const inline = take(part, UNIT);
  const unit = inline.found?.[1] ?? (next && UNIT.test(next) ? next : undefined);
  const street = inline.found ? inline.rest.replace(/,+$/, '').trim() : part;
  return { Address: street, ...(unit && { Address2: unit.trim() }) };
};

/** What a text says about a person. Contains only what could be read with certainty. `today` completes two-digit years. */
export const readPasted = (text: string, today: Temporal.PlainDate): PastedPerson => {
  const line = text.replace(/[\r\n\t;|]+/g, ', ').replace(/ {2,}/g, ' ');
  const email = take(line, EMAIL);
  const birth = take(email.rest, BIRTH.test(email.rest) ? BIRTH : BARE_DATE);
  const phone = take(birth.rest, PHONE);
  const zip = take(phone.rest, STATE_ZIP);
  const cut = zip.found?.index ?? zip.rest.length;
  const partsOf = (piece: string) =>
    piece
      .split(',')
      .map((part) => part.trim().replace(LABEL, '').trim())
      .filter(Boolean);
  const before = partsOf(zip.rest.slice(0, cut));
  const streetAt = before.findIndex(isStreet);
  const street = before[streetAt];
  const place = streetAt < 0 ? [] : before.slice(streetAt + 1);
  const towns = place.filter((part) => isName(part) && !UNIT.test(part));
  const names = (streetAt < 0 ? before : before.slice(0, streetAt)).filter(isName).slice(0, 2);
  const dob = birth.found?.[1] && readDate(birth.found[1], today, 'past');
  const [mail] = email.found ?? [];
  return {
    ...readName(names),
    ...(dob && { DOB: dob }),
    ...readStreet(street, place[0]),
    ...(zip.found && towns.length > 0 && { City: towns.at(-1) ?? '' }),
    ...(zip.found?.[1] && { State: zip.found[1].toUpperCase() }),
    ...(zip.found?.[2] && { PostalCode: formatZip(zip.found[2]) }),
    ...(phone.found && { Phone: formatPhone(phone.found[0]) }),
    ...(mail && isEmail(mail) && { Email: mail }),
  };
};

/** A name pasted into its field is just a name; with anything more, the text is a person. */
export const isPastedPerson = ({ LastName, FirstName, ...rest }: PastedPerson): boolean =>
  Object.keys(rest).length > 0 && (LastName !== undefined || FirstName !== undefined);
