import type { Piece } from './payer-reader.ts';

/** What a payer's translator checks before anybody looks at a claim: order of segments, needed elements, lengths, dates. */

export interface Fault {
  readonly at: number;
  readonly id: string;
  /** IK304 */
  readonly code: string;
  /** Place and IK403 of a wrong element. */
  readonly element?: readonly [place: number, code: string];
  readonly claim: string | undefined;
}

/** `NM1/85` is NM1 with 85 in its first element, `HL//20` has it in the third. */
type Step = readonly [tag: string, least: number, most: number];
export interface Loop {
  readonly name: string;
  readonly steps: readonly (Step | Loop)[];
  readonly least: number;
  readonly most: number;
}

const MANY = 1_000_000;
const LINE: Loop = {
  name: '2400',
  least: 1,
  most: 50,
  steps: [
    ['LX', 1, 1],
    ['SV1', 1, 1],
    ['DTP/472', 1, 1],
    ['REF/6R', 0, 1],
  ],
};
const CLAIM: Loop = {
  name: '2300',
  least: 0,
  most: 100,
  steps: [['CLM', 1, 1], ['REF', 0, 14], ['HI', 1, 1], LINE],
};
const SUBSCRIBER: Loop = {
  name: '2000B',
  least: 1,
  most: MANY,
  steps: [
    ['HL///22', 1, 1],
    ['SBR', 1, 1],
    ['NM1/IL', 1, 1],
    ['N3', 1, 1],
    ['N4', 1, 1],
    ['DMG', 1, 1],
    ['NM1/PR', 1, 1],
    ['REF', 0, 3],
    CLAIM,
  ],
};
const PROVIDER: Loop = {
  name: '2000A',
  least: 1,
  most: MANY,
  steps: [
    ['HL///20', 1, 1],
    ['PRV/BI', 0, 1],
    ['NM1/85', 1, 1],
    ['N3', 1, 1],
    ['N4', 1, 1],
    ['REF/EI', 1, 1],
    SUBSCRIBER,
  ],
};
const TRANSACTION: Loop = {
  name: 'ST',
  least: 1,
  most: 1,
  steps: [
    ['ST', 1, 1],
    ['BHT', 1, 1],
    ['NM1/41', 1, 1],
    ['PER/IC', 1, 2],
    ['NM1/40', 1, 1],
    PROVIDER,
    ['SE', 1, 1],
  ],
};

type Kind = 'text' | 'date' | 'amount' | 'count';
/** Needed elements: place, shortest, longest, kind. Others may be empty. */
type Elements = Readonly<Record<string, readonly (readonly [number, number, number, Kind])[]>>;
const ELEMENTS: Elements = {
  BHT: [
    [3, 1, 50, 'text'],
    [4, 8, 8, 'date'],
  ],
  NM1: [[3, 1, 60, 'text']],
  PER: [
    [2, 1, 60, 'text'],
    [4, 1, 256, 'text'],
  ],
  N3: [[1, 1, 55, 'text']],
  N4: [
    [1, 2, 30, 'text'],
    [2, 2, 2, 'text'],
    [3, 3, 15, 'text'],
  ],
  REF: [[2, 1, 50, 'text']],
  DMG: [
    [2, 8, 8, 'date'],
    [3, 1, 1, 'text'],
  ],
  CLM: [
    [1, 1, 38, 'text'],
    [2, 1, 18, 'amount'],
    [5, 6, 30, 'text'],
  ],
  SV1: [
    [1, 7, 60, 'text'],
    [2, 1, 18, 'amount'],
    [4, 1, 15, 'amount'],
  ],
  DTP: [[3, 8, 17, 'date']],
  SE: [[1, 1, 10, 'count']],
};

/** What is asked for in a transaction, and of which shape its elements are. */
export interface Grammar {
  readonly loop: Loop;
  readonly elements: Elements;
}
const CLAIMS: Grammar = { loop: TRANSACTION, elements: ELEMENTS };

/** A question about eligibility (270, 005010X279A1). */
export const QUESTION: Grammar = {
  loop: {
    name: 'ST',
    least: 1,
    most: 1,
    steps: [
      ['ST', 1, 1],
      ['BHT/0022/13', 1, 1],
      {
        name: '2000A',
        least: 1,
        most: MANY,
        steps: [
          ['HL///20', 1, 1],
          ['NM1/PR', 1, 1],
          {
            name: '2000B',
            least: 1,
            most: MANY,
            steps: [
              ['HL///21', 1, 1],
              ['NM1/1P', 1, 1],
              ['REF', 0, 9],
              {
                name: '2000C',
                least: 1,
                most: MANY,
                steps: [
                  ['HL///22', 1, 1],
                  ['TRN/1', 0, 2],
                  ['NM1/IL', 1, 1],
                  ['REF', 0, 9],
                  ['N3', 0, 1],
                  ['N4', 0, 1],
                  ['DMG', 0, 1],
                  ['DTP/291', 0, 1],
                  ['EQ', 1, 99],
                ],
              },
            ],
          },
        ],
      },
      ['SE', 1, 1],
    ],
  },
  elements: {
    BHT: ELEMENTS.BHT ?? [],
    NM1: [
      [3, 1, 60, 'text'],
      [8, 2, 2, 'text'],
      [9, 2, 80, 'text'],
    ],
    TRN: [
      [2, 1, 50, 'text'],
      [3, 10, 10, 'text'],
    ],
    DMG: [[2, 8, 8, 'date']],
    DTP: ELEMENTS.DTP ?? [],
    EQ: [[1, 1, 60, 'text']],
    SE: ELEMENTS.SE ?? [],
  },
};

const isDate = (text: string): boolean => {
  const [, y, m, d] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(y), Number(m) - 1, Number(d)));
  return date.getUTCMonth() === Number(m) - 1 && date.getUTCDate() === Number(d);
};
const FORMS: Readonly<Record<Kind, (text: string) => boolean>> = {
  text: (text) => text.trim() === text,
  date: (text) => text.split('-').every(isDate),
  amount: (text) => /^-?\d+(\.\d{1,2})?$/.test(text),
  count: (text) => /^\d+$/.test(text),
};

const elementFault = (piece: Piece, elements: Elements): readonly [number, string] | undefined => {
  for (const [place, shortest, longest, kind] of elements[piece.id] ?? []) {
    const value = piece.e[place] ?? '';
    if (value === '') return [place, '1'];
    if (value.length < shortest) return [place, '4'];
    if (value.length > longest) return [place, '5'];
    if (!FORMS[kind](value)) return [place, kind === 'date' ? '8' : '6'];
  }
  // Outside the extended character set, or a segment that trails off in empty elements.
  const bad = piece.e.findIndex((value) => /[^A-Za-z0-9 !"&'()+,\-./;?=%@[\]_{}\\<>#$:]/.test(value));
  if (bad >= 0) return [bad, '6'];
  return piece.e.length > 1 && piece.e.at(-1) === '' ? [piece.e.length - 1, '3'] : undefined;
};

const isAt = (piece: Piece | undefined, tag: string): boolean => {
  const [id, ...values] = tag.split('/');
  return piece?.id === id && values.every((value, n) => value === '' || piece?.e[n + 1] === value);
};
const isLoop = (step: Step | Loop): step is Loop => 'steps' in step;
const startOf = ({ steps: [first] }: Loop): string => (first && !isLoop(first) ? first[0] : '');

/** All that is wrong with one transaction, ST to SE. */
export const syntaxFaults = (set: readonly Piece[], { loop, elements }: Grammar = CLAIMS): Fault[] => {
  const faults: Fault[] = [];
  let next = 0;
  let claim: string | undefined;
  const fault = (code: string, id = set[next]?.id ?? 'SE') => {
    faults.push({ at: set[next]?.at ?? set.length, id, code, claim });
  };
  const take = () => {
    const piece = set[next];
    if (!piece) return;
    if (piece.id === 'HL') claim = undefined;
    if (piece.id === 'CLM') claim = piece.e[1];
    const element = elementFault(piece, elements);
    if (element) faults.push({ at: piece.at, id: piece.id, code: '8', element, claim });
    next += 1;
  };
  const walk = (loop: Loop) => {
    for (const step of loop.steps) {
      let count = 0;
      if (isLoop(step)) {
        for (; isAt(set[next], startOf(step)); count += 1) {
          if (count === step.most) fault('4');
          walk(step);
        }
        if (count < step.least) fault('3', startOf(step).split('/')[0]);
      } else {
        const [tag, least, most] = step;
        for (; count < most && isAt(set[next], tag); count += 1) take();
        if (count < least) fault('3', tag.split('/')[0]);
      }
    }
  };
  walk(loop);
  if (next < set.length) fault('2');
  const [st, se] = [set[0], set.at(-1)];
  if (se?.id === 'SE' && (Number(se.e[1]) !== set.length || se.e[2] !== st?.e[2]))
    faults.push({ at: set.length, id: 'SE', code: '8', element: [1, '7'], claim: undefined });
  return faults;
};
