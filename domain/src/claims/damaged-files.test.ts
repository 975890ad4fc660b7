import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAnswerFile } from './answer-file.ts';
import accepted277 from './samples/accepted.277ca?raw';
import npi from './samples/colorado_shape_npi.837?raw';
import cob from './samples/demo.cob.example3.B.837?raw';
import emedny from './samples/emedny_sample.835?raw';
import managed from './samples/managed-care.835?raw';
import secondary from './samples/secondary-payment.835?raw';
import rejected999 from './samples/ta1_and_rejected.999?raw';
import { readClaims } from './testing/837p-read.ts';
import { HOSTILE_SIGNS } from './testing/hostile-signs.ts';

const SAMPLES = [npi, cob, emedny, managed, secondary, accepted277, rejected999];

/** Overwrites, removes or repeats a few places, then corrects the segment count, so that the readers get to see the damage. */
const damaged = fc
  .tuple(
    fc.constantFrom(...SAMPLES),
    fc.array(
      fc.record({
        at: fc.nat({ max: 2_000 }),
        length: fc.nat({ max: 60 }),
        by: fc.string({ unit: fc.constantFrom(...HOSTILE_SIGNS), maxLength: 12 }),
        twice: fc.boolean(),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([sample, damages]) => {
    const text = damages.reduce((whole, { at, length, by, twice }) => {
      // Only after the head of the envelope, which has its own tests.
      const from = 200 + (at % Math.max(1, whole.length - 260));
      const part = whole.slice(from, from + length);
      return `${whole.slice(0, from)}${twice ? part + part : by}${whole.slice(from + length)}`;
    }, sample);
    const inSet = text.slice(text.indexOf('ST*'), text.indexOf('~SE*') + 1).split('~').length;
    return text.replace(/SE\*\d+/, `SE*${inSet}`);
  });

test('a damaged file is either read or refused with a sentence for each fault', () => {
  fc.assert(
    fc.property(damaged, (text) => {
      for (const reading of [readAnswerFile(text), readClaims(text)]) {
        if (reading.ok) continue;
        expect(reading.faults.length).toBeLessThanOrEqual(50);
        for (const { segment, message } of reading.faults)
          expect(message).toMatch(segment === null ? /^[A-Z].*\.$/s : /^Segment \d+ \([A-Z0-9?]+\): .*\.$/s);
      }
    }),
    { numRuns: 500 },
  );
});
