import { expect, test } from 'vitest';
import { awayWords, comparedWords, sayNotDone } from './plan-words.ts';

const line = (Client: string, date: string, why: string) => ({ visit: { Client, date }, why });
const FULL = 'Archuleta, Ana: Has had 3 offers today.';

test('what could not be done for the same reason is said once, with how many visits it keeps back', () => {
  const refused = [
    line('Vigil, Rosa', '2026-11-24', FULL),
    line('Ortiz, Ben', '2026-11-24', 'Dahal, Bhim was asked already.'),
    line('Vigil, Rosa', '2026-11-25', FULL),
    line('Baca, Eva', '2026-11-26', 'Yoder, Caleb: Time off'),
    line('Baca, Eva', '2026-11-27', 'Cruz, Maria: Time off'),
  ];
  expect(sayNotDone('offered', refused)).toBe(
    '5 visits were not offered. Archuleta, Ana: Has had 3 offers today (2 visits, first Vigil, Rosa, Tue, Nov 24). ' +
      'Ortiz, Ben, Tue, Nov 24: Dahal, Bhim was asked already. Baca, Eva, Thu, Nov 26: Yoder, Caleb: Time off. And 1 more.',
  );
});

test('how many were compared comes with how long it took', () => {
  expect(comparedWords({ compared: 118, milliseconds: 1_840 })).toBe('118 caregivers compared in 1.8 s');
  expect(comparedWords({ compared: 1, milliseconds: 3 })).toBe('1 caregiver compared in 0.1 s');
});

const lineSince = (since: string | null) => ({ visit: { since } });
test.each([
  [{ at: '2026-11-12T17:00:00Z', by: 'M.R.' }, [null, null], 'Time off approved Nov 12 by M.R.'],
  [null, ['2026-11-17T12:04:00Z', '2026-11-17T12:04:00Z'], 'Called out Nov 17, 5:04 AM.'],
  [null, ['2026-11-17T12:04:00Z', null], ''],
  [null, [], ''],
])('why somebody is away stands under the title (%o, %j)', (approval, since, words) => {
  expect(awayWords({ lines: since.map(lineSince), approval }, 'America/Denver')).toBe(words);
});
