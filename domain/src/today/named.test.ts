import { expect, test } from 'vitest';
import { namedAs, piecesOf } from './named.ts';

const chidi = namedAs(7, 'Okafor, Chidi');
const bao = namedAs(8, 'Nguyen, Bao');

test('each name leads to its person, in the title and in the text', () => {
  expect(piecesOf(['Chidi Okafor has not checked in', 'Bao Nguyen, planned 9:30 AM'], [chidi, bao])).toEqual([
    [
      { text: 'Chidi Okafor', id: 7 },
      { text: ' has not checked in', id: null },
    ],
    [
      { text: 'Bao Nguyen', id: 8 },
      { text: ', planned 9:30 AM', id: null },
    ],
  ]);
});

test('two people of one name are told apart by the order in which they are said', () => {
  const [mother, daughter] = [namedAs(1, 'Vigil, Rosa'), namedAs(2, 'Vigil, Rosa')];
  expect(piecesOf(['Rosa Vigil has not checked in', 'Rosa Vigil'], [mother, daughter])).toEqual([
    [{ text: 'Rosa Vigil', id: 1 }, expect.objectContaining({ id: null })],
    [{ text: 'Rosa Vigil', id: 2 }],
  ]);
});

test('what names nobody stays whole, and a name that is not said leads nowhere', () => {
  expect(piecesOf(['3 visits were missed', ''], [])).toEqual([
    [{ text: '3 visits were missed', id: null }],
    [],
  ]);
  expect(piecesOf(['9 claims were denied'], [chidi, namedAs(9, '')])).toEqual([
    [{ text: '9 claims were denied', id: null }],
  ]);
});
