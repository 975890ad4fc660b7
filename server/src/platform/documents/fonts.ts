import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

/** Roboto (OFL) for Latin, Polish, Vietnamese and Cyrillic; all its digits have the same width. */
export type Weight = 'regular' | 'bold';
const FILES: Record<Weight, string> = {
  regular: '400Regular/Roboto_400Regular.ttf',
  bold: '700Bold/Roboto_700Bold.ttf',
};

export interface LoadedFont {
  readonly font: Font;
  /** Width of a text at 1 pt. */
  readonly width: (text: string) => number;
  readonly has: (char: string) => boolean;
}

const resolve = createRequire(import.meta.url).resolve;
/** At most this many measured words are kept, to limit memory. */
const KEPT_WORDS = 20_000;

const SIMPLE = /^[ -~]+$/;

/** The width of words, in font units. */
const wordMeasure = (font: Font) => {
  const words = new Map<string, number>();
  const laidOut = (word: string) => {
    const known = words.get(word);
    if (known !== undefined) return known;
    if (words.size >= KEPT_WORDS) words.clear();
    const width = font.layout(word).advanceWidth;
    words.set(word, width);
    return width;
  };
  // The position of simple letters depends only on their neighbors, and there are few pairs, while a long report has any number of words.
  const pairs = new Map<string, number>();
  const ofPair = (pair: string) => {
    const known = pairs.get(pair);
    if (known !== undefined) return known;
    const width = font.layout(pair).advanceWidth;
    pairs.set(pair, width);
    return width;
  };
  return (word: string) => {
    if (!SIMPLE.test(word)) return laidOut(word);
    let width = ofPair(word.slice(0, 2));
    for (let at = 2; at < word.length; at += 1)
      width += ofPair(word.slice(at - 1, at + 1)) - ofPair(word.slice(at - 1, at));
    return width;
  };
};

const load = (weight: Weight): LoadedFont => {
  const font = create(readFileSync(resolve(`@expo-google-fonts/roboto/${FILES[weight]}`)));
  if (!('layout' in font)) throw new Error('the font file is a collection');
  // Documents share glyphs. A glyph first used as part of another letter would not know its own letter, and copying text from later
  // documents would lose it.
  for (const code of font.characterSet) font.glyphForCodePoint(code);
  // Copying a ligature from a document gives one letter or none, so every letter stands alone.
  const layout = font.layout.bind(font);
  font.layout = (text) => layout(text, { liga: false, clig: false, dlig: false });
  const measured = wordMeasure(font);
  const wordWidth = (word: string) => measured(word) / font.unitsPerEm;
  return {
    font,
    // Word by word with the following blank, as the PDF library lays out text.
    width: (text) => {
      let width = 0;
      let from = 0;
      for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', from)) {
        width += wordWidth(text.slice(from, at + 1));
        from = at + 1;
      }
      return from < text.length ? width + wordWidth(text.slice(from)) : width;
    },
    has: (char) => font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0),
  };
};

const loaded = new Map<Weight, LoadedFont>();

/** Parsed once per thread. */
export const fontOf = (weight: Weight): LoadedFont => {
  const known = loaded.get(weight);
  if (known) return known;
  const font = load(weight);
  loaded.set(weight, font);
  return font;
};

const PLAIN = /^[\n -~]*$/;

/** Text as it can be printed: composed letters, no control characters, '?' for missing glyphs. */
export const printable = (text: string): string => {
  if (PLAIN.test(text)) return text;
  const { has } = fontOf('regular');
  const composed = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[\t\u00a0]/g, ' ');
  return Array.from(composed, (char) => {
    if (char === '\n') return char;
    if (/\p{Cc}|\p{Cf}/u.test(char)) return '';
    return has(char) ? char : '?';
  }).join('');
};
