/**
 * What a page is opened with, as a key of its address that says nothing to who reads it. It is scrambled, not secret: what it
 * names is shown to who may see it, as the server decides with every call.
 */

/** Ids, months and switches: nothing that is typed about people. */
export type OpenedWith = Readonly<Record<string, string | number | boolean>>;

const START = 0x811c9dc5;
const PRIME = 0x01000193;
const CHECK_BYTES = 4;
/** Longer than any page's state; whatever is longer is no key of ours. */
const LONGEST = 2_000;
/** A key is no number, whatever follows. */
const MARK = 'k';

const checkOf = (bytes: Uint8Array): number => {
  let check = START;
  for (const byte of bytes) check = Math.imul(check ^ byte, PRIME) >>> 0;
  return check;
};

/** The same bytes back when it is done twice. */
const scrambled = (bytes: Uint8Array, check: number): Uint8Array => {
  let mix = check || START;
  return bytes.map((byte) => {
    mix ^= mix << 13;
    mix ^= mix >>> 17;
    mix ^= mix << 5;
    return byte ^ (mix & 0xff);
  });
};

/** The same page has the same key, whoever says first what it is opened with. */
export const keyOf = (page: OpenedWith): string => {
  const inOrder = Object.entries(page).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const bytes = new TextEncoder().encode(JSON.stringify(Object.fromEntries(inOrder)));
  const check = checkOf(bytes);
  const head = Uint8Array.from({ length: CHECK_BYTES }, (_, n) => (check >>> (8 * n)) & 0xff);
  return (
    MARK + [...head, ...scrambled(bytes, check)].map((byte) => byte.toString(36).padStart(2, '0')).join('')
  );
};

const isState = (value: unknown): value is OpenedWith =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => ['string', 'number', 'boolean'].includes(typeof one));

const readKey = (key: string): OpenedWith | undefined => {
  const pairs = key.slice(MARK.length).match(/../g) ?? [];
  const all = pairs.map((pair) => Number.parseInt(pair, 36));
  if (all.some((byte) => !(byte >= 0 && byte <= 0xff))) return undefined;
  const check = all.slice(0, CHECK_BYTES).reduce((sum, byte, n) => sum + byte * 2 ** (8 * n), 0);
  const bytes = scrambled(Uint8Array.from(all.slice(CHECK_BYTES)), check);
  if (checkOf(bytes) !== check) return undefined;
  const state: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return isState(state) ? state : undefined;
};

const read = new Map<string, OpenedWith | undefined>();

/** Of a key that was mistyped or cut nothing; the same key has the same object. */
export const stateOf = (key: unknown): OpenedWith | undefined => {
  if (typeof key !== 'string' || !key.startsWith(MARK) || key.length > LONGEST) return undefined;
  if (!read.has(key)) read.set(key, readKey(key));
  return read.get(key);
};

/** Where something is: a route and what its page is opened with. */
export interface Place {
  readonly to: string;
  readonly page?: OpenedWith;
}

/** Opens in a new tab, and can be sent to a colleague. */
export const hrefOf = ({ to, page = {} }: Place): string =>
  Object.keys(page).length === 0 ? to : `${to}?at=${keyOf(page)}`;

/** A filter is named by its list, as nothing else is that a page is opened with: 'people.tab'. Its values are words of the list. */
export const isFilter = (name: string): boolean => name.includes('.');

/** Names whose values are words of the page, and nothing that somebody typed. */
const isOfWords = (name: string) => name === 'mode' || name === 'group' || isFilter(name);

/** Of what a page was opened with, what its address may carry: numbers, days, months and words of the page, never a text of its own. */
export const addressOf = (page: OpenedWith): OpenedWith =>
  Object.fromEntries(
    Object.entries(page).filter(
      ([name, value]) =>
        name !== 'around' && (typeof value !== 'string' || isOfWords(name) || /^[\d -]+$/.test(value)),
    ),
  );

/** A form for something new: what is typed there is nothing that can be come back to. */
export const isNew = ({ mode, id }: OpenedWith): boolean => mode !== undefined && id === undefined;

/** A page that shows something of its own has an address in the bar of the browser; a form for something new has none. */
export const searchOf = (page: OpenedWith): { readonly at?: string } => {
  const kept = addressOf(page);
  return isNew(page) || Object.keys(kept).length === 0 ? {} : { at: keyOf(kept) };
};
