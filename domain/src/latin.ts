// Letters that no decomposition turns into a Latin one.
const LATIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  œ: 'oe',
  Œ: 'OE',
  ı: 'i',
};

/** What a payer's and an aggregator's systems can take: accents are dropped, other characters than ASCII left out. */
export const latinOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[’‘ʼ´`]/g, "'")
    .replace(/[‐‑–—]/g, '-')
    .replace(/[^\0-\x7f]/gu, (character) => LATIN[character] ?? '');
