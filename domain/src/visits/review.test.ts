import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hintText, isToReview, type ReviewHint, reviewHints, reviewText, type Stamped } from './review.ts';

const DOOR = { lat: 39.7047, lon: -104.8137 };
const METRES_PER_DEGREE = 111_195;
/** A position some metres north of the door, at a minute of the morning. */
const seen = (metres: number, minute: number, accuracy: number | null = 12): Stamped => ({
  lat: DOOR.lat + metres / METRES_PER_DEGREE,
  lon: DOOR.lon,
  accuracy,
  at: Temporal.Instant.from('2026-11-20T15:00:00Z').add({ minutes: minute }).toString(),
});
const kinds = (here: Stamped | null, others: readonly Stamped[] = []) =>
  reviewHints('Check-In', here, DOOR, others).map(({ kind, value }) => `${kind} ${value}`);

describe('review hints', () => {
  test.each<[string, Stamped | null, Stamped[], string[]]>([
    ['no position', null, [], []],
    ['a good position', seen(20, 60), [seen(31, 0)], []],
    // Accuracy
    ['no accuracy given', seen(20, 60, null), [], []],
    ['accuracy 0', seen(20, 60, 0), [], ['accuracy 0']],
    ['accuracy 500 m', seen(20, 60, 500), [], []],
    ['accuracy 501 m', seen(20, 60, 501), [], ['accuracy 501']],
    // The address
    ['the address itself', seen(0, 60), [], ['atAddress 1']],
    ['12 cm beside it', seen(0.12, 60), [], []],
    // The same coordinates
    ['those of an hour ago', seen(20, 60), [seen(20, 0)], ['repeated 1']],
    [
      'those of three other checks',
      seen(20, 999),
      [seen(20, 0), seen(20, 60), seen(20, 120)],
      ['repeated 3'],
    ],
    ['those of a later check', seen(20, 60), [seen(20, 120)], ['repeated 1']],
    ['12 cm beside', seen(20, 60), [seen(20.12, 0)], []],
    ['one measurement for two checks', seen(20, 10), [seen(20, 0)], []],
    ['just after it', seen(20, 11), [seen(20, 0)], ['repeated 1']],
    ['from the network', seen(20, 60, 101), [seen(20, 0, 101)], []],
    ['exact enough', seen(20, 60, 100), [seen(20, 0, 100)], ['repeated 1']],
    // Speed
    ['100 km in an hour', seen(100_000, 60), [seen(20, 0)], []],
    ['150 km in an hour', seen(150_040, 60), [seen(20, 0)], []],
    ['151 km in an hour', seen(151_044, 60), [seen(20, 0)], ['speed 151']],
    ['too close to measure', seen(1_000, 0), [seen(20, 0)], []],
    ['far at the same moment', seen(5_024, 0, 0), [seen(0, 0, 24)], ['accuracy 0', 'speed 18000']],
    ['far, but with poor accuracy', seen(20_000, 6, 400), [seen(0, 0, 5_000)], []],
    ['compared with the last check before', seen(60_000, 120), [seen(0, 0), seen(50_000, 100)], []],
    [
      'a late arrival, too far from what came after',
      seen(20, 60),
      [seen(30, 0), seen(60_000, 70)],
      ['speed 360'],
    ],
  ])('%s', (_, here, others, expected) => {
    expect(kinds(here, others)).toEqual(expected);
    expect(kinds(here, others.toReversed())).toEqual(expected);
  });

  test.each<[ReviewHint['kind'], number, string]>([
    ['accuracy', 0, 'Check-Out: accuracy of 0 m, which no phone reports'],
    ['accuracy', 1_240, 'Check-Out: position exact to 1,240 m only'],
    ['atAddress', 1, 'Check-Out: exactly the coordinates of the client’s address'],
    ['repeated', 1, 'Check-Out: exactly the same coordinates as at another check'],
    ['repeated', 4, 'Check-Out: exactly the same coordinates as at 4 other checks'],
    ['speed', 310, 'Check-Out: 193 mph (310 km/h) from one check to the next'],
  ])('%s %d in words', (kind, value, words) => {
    expect(hintText({ move: 'Check-Out', kind, value })).toBe(words);
  });

  test('need a review until somebody has seen them', () => {
    const hint = { move: 'Check-In', kind: 'accuracy', value: 900 } as const;
    expect(isToReview({ ReviewHints: [], ReviewSeenBy: null })).toBe(false);
    expect(isToReview({ ReviewHints: [hint], ReviewSeenBy: null })).toBe(true);
    expect(isToReview({ ReviewHints: [hint], ReviewSeenBy: 'A.D.' })).toBe(false);
    expect(reviewText({ ReviewHints: [hint, { ...hint, move: 'Check-Out' }] })).toBe(
      'Check-In: position exact to 900 m only; Check-Out: position exact to 900 m only',
    );
  });

  /** A month of honest work: at each door within the phone's accuracy, and between doors no faster than roads allow. */
  const honestTrack = fc
    .array(
      fc.record({
        door: fc.integer({ min: 0, max: 5 }),
        stay: fc.integer({ min: 30, max: 300 }),
        drive: fc.integer({ min: 40, max: 110 }),
        accuracy: fc.integer({ min: 3, max: 120 }),
        jitter: fc.array(fc.noBias(fc.integer({ min: -1_000_000, max: 1_000_000 })), {
          minLength: 4,
          maxLength: 4,
        }),
      }),
      { minLength: 20, maxLength: 60 },
    )
    .map((visits) => {
      const track: Stamped[] = [];
      let minute = 0;
      let before = 0;
      for (const { door, stay, drive, accuracy, jitter } of visits) {
        const metres = door * 9_000;
        minute += 5 + (Math.abs(metres - before) / 1000 / drive) * 60;
        before = metres;
        const [a = 0, b = 0, c = 0, d = 0] = jitter;
        const fix = (north: number, east: number, at: number): Stamped => ({
          ...seen(metres + (north / 1e6) * accuracy, 0, accuracy),
          lon: DOOR.lon + ((east / 1e6) * accuracy) / METRES_PER_DEGREE,
          at: Temporal.Instant.from('2026-11-01T12:00:00Z')
            .add({ seconds: Math.round(at * 60) })
            .toString(),
        });
        track.push(fix(a, b, minute), fix(c, d, minute + stay));
        minute += stay;
      }
      return track;
    });

  test('hardly ever appear on honest tracks', () => {
    let checks = 0;
    let hinted = 0;
    for (const track of fc.sample(honestTrack, { numRuns: 30, seed: 20261122 }))
      for (const [n, here] of track.entries()) {
        checks += 1;
        hinted += Number(kinds(here, track.slice(0, n)).length > 0);
      }
    expect(checks).toBeGreaterThan(1_000);
    expect(hinted / checks).toBeLessThan(0.01);
  });

  test('always appear if a phone reports one made-up place for all visits', () => {
    fc.assert(
      fc.property(honestTrack, fc.integer({ min: 3, max: 100 }), (track, accuracy) => {
        const forged = track.map((stamp) => ({ ...stamp, ...seen(17.3, 0, accuracy), at: stamp.at }));
        const far = forged.filter((_, n) => n > 0 && n % 2 === 1);
        for (const [n, here] of far.entries())
          if (n > 0) expect(kinds(here, far.slice(0, n))).toContain(`repeated ${n}`);
      }),
      { numRuns: 30 },
    );
  });

  test('always appear if a phone jumps, in whatever order its checks arrive', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 200_000, max: 5_000_000 }),
        fc.integer({ min: 0, max: 60 }),
        fc.boolean(),
        (metres, minutes, isLate) => {
          const [here, there] = [seen(20, 60), seen(metres, 60 + (isLate ? minutes + 1 : -minutes))];
          expect(kinds(here, [there]).some((kind) => kind.startsWith('speed'))).toBe(true);
        },
      ),
    );
  });
});
