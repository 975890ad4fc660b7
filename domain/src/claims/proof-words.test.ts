import { expect, test } from 'vitest';
import { proofWords } from './proof-words.ts';

const allOf = (by: 'aggregator' | 'visit') => {
  const { result, lines, sayUnproven, ...others } = proofWords(by);
  return [result, lines, others]
    .flatMap((words) => Object.values(words))
    .concat(sayUnproven(1), sayUnproven(2));
};

test('without an aggregator the words mention neither acceptance nor denial', () => {
  for (const words of allOf('visit')) expect(words).not.toMatch(/accept|deni|deny|Sandata/i);
});

test('the number of lines without proof is put into words', () => {
  expect([1, 2].map(proofWords('aggregator').sayUnproven)).toEqual([
    '1 line will be denied',
    '2 lines will be denied',
  ]);
  expect([1, 2].map(proofWords('visit').sayUnproven)).toEqual([
    '1 line is not verified by a visit',
    '2 lines are not verified by a visit',
  ]);
});
