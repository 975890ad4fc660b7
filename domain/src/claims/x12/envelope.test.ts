import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import colorado from '../samples/colorado_shape_npi.837?raw';
import emedny from '../samples/emedny_sample.835?raw';
import { HOSTILE_SIGNS } from '../testing/hostile-signs.ts';
import { readEnvelope } from './envelope.ts';
import { collectFindings, readingOf } from './findings.ts';
import { components } from './segments.ts';
import { segment, writeInterchange } from './writing.ts';

const read = (text: string) => {
  const findings = collectFindings();
  return readingOf(readEnvelope(text, findings), findings);
};
const sentences = (text: string) => {
  const reading = read(text);
  return reading.ok ? [] : reading.faults.map(({ message }) => message);
};

const hostile = fc.constantFrom(...HOSTILE_SIGNS);

describe('the envelope', () => {
  test('names sender and receiver', () => {
    const reading = read(colorado);
    expect(reading).toMatchObject({
      ok: true,
      remarks: [],
      value: {
        head: {
          sender: { qualifier: 'ZZ', value: '12345678' },
          receiver: { qualifier: 'ZZ', value: 'COMEDASSISTPROG' },
          date: '2026-11-20',
          control: 101,
          usage: 'T',
        },
        groups: [{ head: { functional: 'HC', control: 101 }, sets: [{ set: '837', control: '0001' }] }],
      },
    });
  });

  test.each([
    ['lines end after each segment', colorado],
    ['lines end as on Windows', colorado.replaceAll('\n', '\r\n')],
    ['there are no lines at all', colorado.replaceAll('\n', '')],
    ['only line ends separate the segments', colorado.replaceAll('~', '')],
    ['Windows line ends separate the segments', colorado.replaceAll('~\n', '\r\n')],
    ['it is wrapped after 80 characters', colorado.replaceAll('\n', '').replaceAll(/.{80}/g, '$&\n')],
    ['a byte order mark and blank lines come first', `\uFEFF\n\n${colorado}\n\n`],
    ['other separators', colorado.replaceAll('*', '|').replaceAll(':', '>').replaceAll('~', "'")],
    ['the end of the last segment is missing', colorado.trimEnd().slice(0, -1)],
  ])('is the same when %s', (_, text) => {
    const [given, plain] = [read(text), read(colorado)];
    if (!given.ok || !plain.ok) throw new Error('refused');
    const bodies = (reading: typeof given) =>
      reading.value.groups.flatMap(({ sets }) =>
        sets.map(({ segments }) => segments.map((one) => [one.id, components(one, 1)])),
      );
    expect(bodies(given)).toEqual(bodies(plain));
  });

  test.each([
    ['an empty file', ' \n', ['The file is empty.']],
    ['something else', 'PK\u0003\u0004', ['This is not an X12 file: it does not begin with ISA.']],
    [
      'an ISA that is too short',
      colorado.replace('12345678       ', '12345678      '),
      ['Segment 1 (ISA): element 6 has 14 characters, it must have 15.'],
    ],
    [
      'an ISA alone',
      'ISA*00*          *00',
      ['Segment 1 (ISA): the segment is cut off or its elements have wrong lengths.'],
    ],
    [
      'one separator for two things',
      colorado.replaceAll(':', '*'),
      ['Segment 1 (ISA): its separators cannot be told apart.'],
    ],
    [
      'a wrong count of segments',
      colorado.replace('SE*30', 'SE*31'),
      ['Segment 32 (SE): it says 31 segments, but there are 30.'],
    ],
    [
      'a lost segment',
      colorado.replace('HI*ABK:R6889~\n', ''),
      ['Segment 31 (SE): it says 30 segments, but there are 29.'],
    ],
    [
      'another closing number',
      colorado.replace('GE*1*101', 'GE*1*102'),
      ['Segment 33 (GE): its control number is not the one of GS.'],
    ],
    [
      'a wrong count of groups',
      colorado.replace('IEA*1', 'IEA*2'),
      ['Segment 34 (IEA): it says 2 groups, but there is 1.'],
    ],
    [
      'a file loaded onto itself',
      colorado + colorado,
      ['The file holds several interchanges. Load each one on its own.'],
    ],
    [
      'more after the end',
      `${colorado}ST*837*2~`,
      ['Segment 35 (ST): this comes after the end of the file.'],
    ],
    [
      'a control number that is none',
      colorado.replace('*101*X*', '*1A1*X*'),
      ['Segment 2 (GS): the group control number is not a number.'],
    ],
    [
      'rubbish between',
      colorado.replace('LX*1', '??'),
      ['Segment 24 (?): this is not a segment: it does not begin with two or three capitals.'],
    ],
  ])('%s is refused with what is wrong', (_, text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  test('a file cut off anywhere is refused, whatever is left of it', () => {
    for (const file of [colorado.trimEnd(), emedny.trimEnd()])
      for (let length = 0; length < file.length - 2; length += 1)
        expect(read(file.slice(0, length)).ok, `cut at ${length}`).toBe(false);
  });

  test('reading never throws, whatever is in the file', () => {
    const cuts = fc.record({
      at: fc.nat({ max: colorado.length }),
      length: fc.nat({ max: 30 }),
      by: fc.string({ unit: hostile, maxLength: 20 }),
    });
    fc.assert(
      fc.property(fc.array(cuts, { maxLength: 4 }), (damages) => {
        const damaged = damages.reduce(
          (text, { at, length, by }) => text.slice(0, at) + by + text.slice(at + length),
          colorado,
        );
        expect(typeof read(damaged).ok).toBe('boolean');
      }),
    );
  });
});

describe('the writer', () => {
  const head = {
    authorization: { qualifier: '00', value: '' },
    security: { qualifier: '00', value: '' },
    sender: { qualifier: 'ZZ', value: 'A' },
    receiver: { qualifier: 'ZZ', value: 'B' },
    date: '2026-11-20',
    time: '0905',
    control: 7,
    acknowledgement: false,
    usage: 'P' as const,
  };
  const group = {
    functional: 'HC',
    sender: 'A',
    receiver: 'B',
    date: '2026-11-20',
    time: '0905',
    control: 8,
    version: '005010X222A1',
  };

  test('leaves no empty elements at the end, and no separators in data', () => {
    expect(segment('NM1', '85', '2', 'A*B~C', '', '')).toBe('NM1*85*2*ABC');
    expect(segment('SV1', ['HC', 'T1019', 'U1', '', ''], '1.00', '')).toBe('SV1*HC:T1019:U1*1.00');
    expect(segment('DTP', '472\r\nSE*1', 'Ż|^:')).toBe('DTP*472SE1');
  });

  test('adds counts; ISA has 106 characters', () => {
    const text = fc.string({ unit: hostile, maxLength: 70 });
    fc.assert(
      fc.property(fc.array(fc.array(fc.tuple(text, text)), { minLength: 1, maxLength: 4 }), (bodies) => {
        const sets = bodies.map((body, at) => ({
          set: '837',
          control: String(at + 1).padStart(4, '0'),
          version: '',
          body: body.map(([a, b]) => segment('NTE', 'ADD', a, [b, 'x'])),
        }));
        const file = writeInterchange(head, group, sets);
        expect(file.indexOf('~')).toBe(105);
        expect(/^[\x20-\x7e\n]*$/.test(file)).toBe(true);
        const reading = read(file);
        expect(reading.ok && reading.value.head).toEqual(head);
        expect(reading.ok && reading.value.groups[0]?.head).toEqual(group);
        expect(reading.ok && reading.value.groups[0]?.sets.map(({ segments }) => segments.length)).toEqual(
          bodies.map(({ length }) => length),
        );
      }),
    );
  });
});
