/** Limits for one JSON text. The longest list that a screen sends names 50,000 clients. */
export interface JsonBounds {
  readonly depth: number;
  /** Most keys of one object. */
  readonly keys: number;
  /** Most values of all lists and objects together. */
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

/** Index of the quote that ends the string starting here. */
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
 * Which limit a JSON text exceeds, if any. Scans it before parsing, because a parser would build everything first. Invalid
 * JSON may pass; the parser refuses it.
 */
export const jsonExcess = (json: string, bounds: JsonBounds = JSON_BOUNDS): JsonExcess | undefined => {
  // Counts the commas of each open level. For lists only the total number of values is limited.
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
