import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  inkPath,
  isApart,
  isDrawn,
  MOST_POINTS,
  PAD,
  type Point,
  pointOn,
  readInk,
  writeInk,
} from './ink.ts';
import {
  CHANGED,
  chainStamp,
  chainText,
  checkSignature,
  ENTER_NAME,
  MOST_NAME,
  NAME_IN_ONE_LINE,
  SIGN_OR_CONFIRM,
  signingLinkState,
  signingMessage,
} from './rules.ts';
import { isAsShown, shownOf } from './shown.ts';

const point = fc.tuple(fc.integer({ min: 0, max: PAD.width }), fc.integer({ min: 0, max: PAD.height }));
const strokes = fc.array(fc.array(point, { minLength: 1, maxLength: 20 }), { minLength: 1, maxLength: 10 });

test('a picture is read as it was written, and stays in its box on any pad', () => {
  fc.assert(
    fc.property(strokes, (drawn) => {
      expect(readInk(writeInk(drawn))).toEqual(drawn);
      expect(inkPath(drawn).match(/M/g)).toHaveLength(drawn.length);
    }),
  );
  const anywhere = fc.double({ min: -5_000, max: 5_000, noNaN: true });
  fc.assert(
    fc.property(anywhere, anywhere, fc.integer({ min: 1, max: 3_000 }), (x, y, side) => {
      const on = pointOn({ x, y }, { width: side, height: side / 3 });
      expect(readInk(writeInk([[on]]))).toEqual([[on]]);
    }),
  );
});

test.each([
  ['', 'nothing'],
  ['1,2 ', 'a space at its end'],
  ['1,2;;3,4', 'an empty stroke'],
  ['601,0', 'beyond the right edge'],
  ['0,201', 'below the box'],
  ['<svg>', 'markup'],
  [Array.from({ length: MOST_POINTS + 1 }, () => '1,1').join(' '), 'too many points'],
])('%s is no picture: %s', (text) => expect(readInk(text)).toBeUndefined());

const LINE = '0,0 100,0';

test.each([
  [{ name: 'Ana Ruiz', ink: LINE, confirmed: false }, []],
  [{ name: 'Ana Ruiz', ink: null, confirmed: true }, []],
  [{ name: 'Ana Ruiz', ink: null, confirmed: false }, [SIGN_OR_CONFIRM]],
  // A dot by mistake is neither a signature nor the confirmed name.
  [{ name: 'Ana Ruiz', ink: '5,5', confirmed: true }, [SIGN_OR_CONFIRM]],
  [{ name: '  ', ink: LINE, confirmed: false }, [ENTER_NAME]],
  [{ name: '', ink: 'x', confirmed: false }, [ENTER_NAME, SIGN_OR_CONFIRM]],
  // What follows a line break would be read in the chain as the next fact.
  [{ name: 'Ana\nRuiz', ink: LINE, confirmed: false }, [NAME_IN_ONE_LINE]],
  [{ name: 'Ana\u2028Ruiz', ink: LINE, confirmed: false }, [NAME_IN_ONE_LINE]],
  [{ name: ` ${'A'.repeat(MOST_NAME)} `, ink: LINE, confirmed: false }, []],
  [{ name: 'A'.repeat(MOST_NAME + 1), ink: LINE, confirmed: false }, [NAME_IN_ONE_LINE]],
])('%j', (given, expected) => {
  expect(checkSignature(given).map(({ message }) => message)).toEqual(expected);
});

test('points that lie together are kept once', () => {
  const at: Point = [10, 10];
  expect([isApart(undefined, at), isApart(at, [11, 10]), isApart(at, [12, 10])]).toEqual([true, false, true]);
  expect([
    isDrawn([[[0, 0]]]),
    isDrawn([
      [
        [0, 0],
        [30, 0],
      ],
      [
        [0, 9],
        [30, 9],
      ],
    ]),
  ]).toEqual([false, true]);
});

test('a link is open from its making until it expires, five wrong years lock it, and the office takes it back', () => {
  const now = Temporal.Instant.from('2026-11-20T12:00:00Z');
  const facts = { expires: '2026-11-20T12:00:01Z', tries: 4, withdrawn: null };
  expect([
    signingLinkState(facts, now),
    signingLinkState({ ...facts, expires: null }, now),
    signingLinkState({ ...facts, expires: '2026-11-20T12:00:00Z' }, now),
    signingLinkState({ ...facts, tries: 5 }, now),
    signingLinkState({ ...facts, withdrawn: '2026-11-20T11:00:00Z' }, now),
  ]).toEqual(['open', 'none', 'expired', 'locked', 'withdrawn']);
});

test('each fact of a signature changes what is hashed, and so does the one before it', () => {
  const link = { role: 'client', name: 'Ana', at: '2026-11-20T12:00:00Z', by: 'phone', ink: LINE } as const;
  const others = [
    chainText('b', link),
    chainText('a', { ...link, role: 'caregiver' }),
    chainText('a', { ...link, name: 'Anna' }),
    chainText('a', { ...link, at: '2026-11-20T12:00:01Z' }),
    chainText('a', { ...link, by: 'link' }),
    chainText('a', { ...link, ink: null }),
  ];
  expect(new Set([chainText('a', link), ...others]).size).toBe(others.length + 1);
  expect(chainStamp(Temporal.Instant.from('2026-11-20T12:00:00.4Z'))).toBe('2026-11-20T12:00:00Z');
});

const VISIT = {
  Date: '2026-11-20',
  PlanStartTime: '10:00',
  PlanEndTime: '12:00',
  startedAt: '2026-11-20T17:00:00Z',
  endedAt: '2026-11-20T18:59:59Z',
  Tasks: { WorkingTime: 40, TravelTime: 0, Care: { Bathing: 30, Dressing: 10 }, Home: { Laundry: 20 } },
};
const { Care } = VISIT.Tasks;

test.each([
  ['nothing changed', {}, true],
  ['the same minute', { startedAt: '2026-11-20T17:00:59Z' }, true],
  // The phone said 11:59:59.6 and the server 12:00:01.
  ['two seconds on the way to the server', { endedAt: '2026-11-20T19:00:01Z' }, true],
  ['three seconds into another minute', { endedAt: '2026-11-20T19:00:02Z' }, false],
  ['the minute before', { startedAt: '2026-11-20T16:59:00Z' }, false],
  ['a later end', { endedAt: '2026-11-20T21:00:00Z' }, false],
  ['no end', { endedAt: null }, false],
  ['another day', { Date: '2026-11-19' }, false],
  ['another planned time', { PlanEndTime: '12:30' }, false],
  ['tasks in another order', { Tasks: { ...VISIT.Tasks, Care: { Dressing: 10, Bathing: 30 } } }, true],
  ['other minutes of a task', { Tasks: { ...VISIT.Tasks, Care: { ...Care, Bathing: 45 } } }, false],
  ['a task less', { Tasks: { ...VISIT.Tasks, Home: {} } }, false],
  [
    'a task of the home that became one of care',
    { Tasks: { ...VISIT.Tasks, Care: { ...Care, ...VISIT.Tasks.Home }, Home: {} } },
    false,
  ],
])('a visit that was signed on the phone, and since then: %s', (_, since, same) => {
  const shown = shownOf({ ...VISIT, endedAt: '2026-11-20T18:59:59.6Z' });
  expect(isAsShown({ ...VISIT, ...since }, shown)).toBe(same);
});

test('what is texted names nobody and no health', () => {
  expect(signingMessage('care plan', 'https://a.example/l/x')).toMatch(
    /^Hello %username%, please read and sign/,
  );
  expect(CHANGED).toContain('ask again');
});
