/** How much one JSON text may hold. The longest list that a screen sends names 50,000 clients. */
export interface JsonBounds {
  readonly depth: number;
  /** Of one object. */
  readonly keys: number;
  /** Values of all lists and objects together. */
  readonly values: number;
}

export const JSON_BOUNDS: JsonBounds = { depth: 8, keys: 500, values: 60_000 };

export type JsonExcess = 'depth' | 'size';

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/** Where the text that begins at this quote ends. */
const endOfText = (json: string, start: number): number => {
  let at = start + 1;
  for (; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) break;
    if (code === BACKSLASH) at += 1;
  }
  return at;
};

/**
 * What of a JSON text is more than the bounds allow, found in one pass before anything is parsed: a parser would build all of
 * it first. A text that is no JSON may pass; the parser refuses it.
 */
export const jsonExcess = (json: string, bounds: JsonBounds = JSON_BOUNDS): JsonExcess | undefined => {
  // Commas at each open level; those of a list stand for values alone.
  const levels: { readonly most: number; commas: number }[] = [];
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) at = endOfText(json, at);
    else if (code === OBJECT || code === LIST) {
      levels.push({ most: code === OBJECT ? bounds.keys : bounds.values, commas: 0 });
      if (levels.length > bounds.depth) return 'depth';
    } else if (code === OBJECT_END || code === LIST_END) levels.pop();
    else if (code === COMMA) {
      values += 1;
      const level = levels.at(-1);
      if (level) level.commas += 1;
      if (values >= bounds.values || (level && level.commas >= level.most)) return 'size';
    }
  }
  return undefined;
};
