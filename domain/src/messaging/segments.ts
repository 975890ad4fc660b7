import { sum } from '../sum.ts';

/** How a text is divided into segments, each of which is paid for (3GPP TS 23.038, GSM 7 bit default alphabet). */

const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Encoded as an escape and a letter, so these take two places. */
const EXTENDED = new Set('\f^{}\\[~]|€');

/** Places in a single text, and in each segment of a longer one, where a header takes the rest. */
const ROOM = { 'GSM-7': { one: 160, part: 153 }, 'UCS-2': { one: 70, part: 67 } } as const;

export interface SmsSize {
  readonly encoding: keyof typeof ROOM;
  /** Characters as people count them. */
  readonly characters: number;
  readonly segments: number;
  /** Places left in the last segment. */
  readonly left: number;
  /** Characters outside the GSM alphabet, each once. Any of them reduces a segment to less than half. */
  readonly special: readonly string[];
}

const isGsm = (symbol: string) => BASIC.has(symbol) || EXTENDED.has(symbol);

/** Characters, encoding and segments of a text message as it is sent. A character is never split. */
export const smsSize = (text: string): SmsSize => {
  const symbols = [...text];
  const special = [...new Set(symbols.filter((symbol) => !isGsm(symbol)))];
  const encoding = special.length === 0 ? 'GSM-7' : 'UCS-2';
  const places = symbols.map((symbol) =>
    encoding === 'UCS-2' ? symbol.length : EXTENDED.has(symbol) ? 2 : 1,
  );
  const { one, part } = ROOM[encoding];
  const whole = sum(places);
  const counts = { encoding, characters: symbols.length, special } as const;
  if (whole <= one) return { ...counts, segments: whole === 0 ? 0 : 1, left: one - whole };
  let segments = 1;
  let left: number = part;
  for (const place of places) {
    if (place > left) {
      segments += 1;
      left = part;
    }
    left -= place;
  }
  return { ...counts, segments, left };
};
