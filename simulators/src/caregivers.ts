import type { Text } from './twilio-books.ts';

/** How caregivers answer a text that asks them to come. */

export interface Reply {
  readonly kind: (typeof KINDS)[number][0];
  readonly body: string;
  readonly afterMs: number;
  /** The provider of texts hands it over so often. */
  readonly times: number;
}

/** Of hundred who are asked; the others are silent. Most say yes or no in their own words. */
const KINDS = [
  ['yes', 20],
  ['no', 28],
  ['late', 8],
  ['nonsense', 8],
  ['stop', 4],
  ['twice', 8],
] as const;

const WORDS: Readonly<Record<Reply['kind'], readonly string[]>> = {
  yes: ['Y', 'yes', 'Yes, I can', 'si'],
  no: ['N', 'no', 'No, sorry', 'no puedo'],
  late: ['Y', 'yes'],
  nonsense: ['who is this?', '🙂', 'which client'],
  stop: ['STOP'],
  twice: ['Y', 'yes'],
};

/** The code that a text asks to answer with; none: it asks nothing. */
const codeIn = (text: string) => /\bReply Y (\d{4}) or N\b/.exec(text)?.[1];

/**
 * Answers each text that asks, by numbers from 0 up to 1. Somebody in time answers within `withinMs`, somebody late after three
 * times as long.
 */
export const caregivers =
  (next: () => number, withinMs: number) =>
  ({ body }: Pick<Text, 'body'>): Reply | undefined => {
    const code = codeIn(body);
    if (code === undefined) return undefined;
    let left = next() * 100;
    for (const [kind, share] of KINDS) {
      left -= share;
      if (left >= 0) continue;
      const words = WORDS[kind];
      const said = words[Math.floor(next() * words.length)] ?? '';
      const hasCode = kind !== 'nonsense' && kind !== 'stop';
      return {
        kind,
        body: hasCode ? said.replace(/^\w+/, (word) => `${word} ${code}`) : said,
        afterMs: withinMs * (kind === 'late' ? 3 : next()),
        times: kind === 'twice' ? 2 : 1,
      };
    }
    return undefined;
  };
