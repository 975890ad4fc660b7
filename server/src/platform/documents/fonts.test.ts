import { randomOf } from '@homecare/domain/care-plans/testing/plan-pairs.ts';
import { expect, test } from 'vitest';
import { fontOf, type Weight } from './fonts.ts';

const LETTERS = Array.from({ length: 94 }, (_, n) => String.fromCharCode(33 + n));

test.each<Weight>(['regular', 'bold'])('%s: a word is as wide as the font lays it out', (weight) => {
  const random = randomOf(20_261_124);
  const { font, width } = fontOf(weight);
  const laidOut = (word: string) => font.layout(word).advanceWidth / font.unitsPerEm;
  const someWord = () =>
    Array.from({ length: 1 + random(12) }, () => LETTERS[random(LETTERS.length)]).join('');
  const words = ['office', 'flat', 'AVATAR.', 'To', '1/2', '7.17', ...Array.from({ length: 500 }, someWord)];
  for (const word of [...words, 'Zażółć', 'Nguyễn', 'Щёлково'])
    for (const text of [word, `${word} `]) expect(width(text), text).toBe(laidOut(text));
});
