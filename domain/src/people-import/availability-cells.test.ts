import { describe, expect, it, test } from 'vitest';
import { perDay } from '../calendar.ts';
import { readAvailability, readWeek } from './availability-cells.ts';
import { AVAILABILITY_COLUMNS, importColumns } from './columns.ts';
import { suggestMapping } from './mapping.ts';

const day = (from: string, to: string) => [{ from, to }];

describe('weekly hours in a cell', () => {
  const none = perDay((): ReturnType<typeof day> => []);
  const weekdays = (...windows: ReturnType<typeof day>) => ({ ...perDay(() => windows), Sat: [], Sun: [] });
  const morning = { from: '08:00', to: '12:00' };
  const afternoon = { from: '13:00', to: '17:00' };
  it('may be any time', () => expect(readWeek('Any time')).toEqual({ windows: null }));
  test.each<[string, object]>([
    [
      'Mon-Fri 8:00-16:00; Sat 9 am-1 pm',
      { ...weekdays(...day('08:00', '16:00')), Sat: day('09:00', '13:00') },
    ],
    ['M-F 8:00-16:00', weekdays(...day('08:00', '16:00'))],
    ['Mon - Fri: 9 AM - 5 PM', weekdays(...day('09:00', '17:00'))],
    ['Mon to Fri 8 to 12', weekdays(morning)],
    ['Mon Wed Fri 8:00-12:00', { ...none, Mon: [morning], Wed: [morning], Fri: [morning] }],
    ['Tu, Thurs and Sun 8-12', { ...none, Tue: [morning], Thu: [morning], Sun: [morning] }],
    ['Mon 8:00-12:00, 13:00-17:00', { ...none, Mon: [morning, afternoon] }],
    ['Sun 13:00-17:00; Sun 8:00-12:00', { ...none, Sun: [morning, afternoon] }],
    ['Mon, Wednesday 10 pm to 6 am', { ...none, Mon: day('22:00', '06:00'), Wed: day('22:00', '06:00') }],
    ['Mon 22:00-06:00', { ...none, Mon: day('22:00', '06:00') }],
    ['Mon 0:00-0:00', { ...none, Mon: day('00:00', '00:00') }],
    ['Mon 5:00-14:00', { ...none, Mon: day('05:00', '14:00') }],
    ['Mon 1 AM-5 AM', { ...none, Mon: day('01:00', '05:00') }],
  ])('%s is read', (text, windows) => expect(readWeek(text)).toEqual({ windows }));
  test.each([
    ...['', 'mornings', 'Mon', 'Mon 8', 'Xyz 8-12', 'Mon 25:00-26:00', 'Mon-Tue-Wed 8-12'],
    ...['T 8-12', 'S-M 8-12', '8-12', 'Mon 8-12, Tue 13-17', 'Mon 8-12,'],
  ])('%o cannot be read', (text) => expect(readWeek(text)).toMatch(/^Availability looks like/));
  // Taken literally most of these are nights, which would make whole agencies available at night.
  test.each([
    ...['9-5', '8 to 5', '8-4:30', '09:00-05:00', '12-8', '12:00-12:00', '8-8', '1-5', '2:00-6:00'],
    ...['9 AM-5', '1-5 PM'],
  ])('Mon-Fri %s is questioned', (hours) =>
    expect(readWeek(`Sat 8:00-12:00; Mon-Fri ${hours}`)).toBe(
      `${hours} can be day or night. Write it like 9 AM-5 PM, or 22:00-06:00 for a night`,
    ),
  );
});

describe('the availability in a row', () => {
  const today = Temporal.PlainDate.from('2026-11-20');
  const read = (...cells: string[]) => readAvailability(cells, AVAILABILITY_COLUMNS, today);
  it('is missing if no cell has any', () =>
    expect(read('', '', '', '', '')).toEqual({ imported: undefined, faults: [] }));
  it('is read from all cells', () =>
    expect(
      read('Daily 7:00-19:00', '30', '40 hours', '12 mi', 'Hoyer lift; hoyer lift, Dementia care'),
    ).toEqual({
      imported: {
        hours: {
          windows: perDay(() => day('07:00', '19:00')),
          wishedMinutes: 1_800,
          mostMinutes: 2_400,
          farthestMiles: 12,
        },
        skills: ['Hoyer lift', 'Dementia care'],
        timeOff: [],
      },
      faults: [],
    }));
  it('with hours that could be day or night is a problem of that cell', () =>
    expect(read('Mon-Fri 9-5', '30', '', '', '').faults).toEqual([
      { field: 'Availability', message: expect.stringMatching(/^9-5 can be day or night/) },
    ]));
  it('names each cell that cannot be read', () =>
    expect(read('mornings', 'many', '200', '0', 'x'.repeat(41)).faults.map(({ field }) => field)).toEqual([
      'Availability',
      'WishedHours',
      'MostHours',
      'FarthestMiles',
      'Skills',
    ]));
  it('may include approved time off', () => {
    const off = (text: string) => read('', '', '', '', '', text);
    const whole = { fromTime: null, throughTime: null };
    expect(off('12-21-2026 to 12-27-2026; 1/4/2027').imported?.timeOff).toEqual([
      { from: '2026-12-21', through: '2026-12-27', ...whole },
      { from: '2027-01-04', through: '2027-01-04', ...whole },
    ]);
    const message = (text: string) => off(text).faults.map((fault) => `${fault.field}: ${fault.message}`);
    expect(message('Christmas')).toEqual([
      'TimeOff: Time off looks like 12-21-2026 to 12-27-2026; 01-04-2027',
    ]);
    expect(message('12-21-2026 to 12-20-2026')).toHaveLength(1);
    expect(message('12-21-2026 to 12-27-2026; 12-27-2026')).toEqual([
      'TimeOff: There is time off already: Dec 21 to Dec 27 (approved).',
    ]);
  });
  it('follows the same rules as the screen', () => {
    expect(read('', '40', '30', '', '').faults.map(({ field }) => field)).toEqual(['WishedHours']);
    expect(read('Mon 8-12; Mon 11-13', '', '', '', '').faults.map(({ field }) => field)).toEqual([
      'Availability',
    ]);
  });
});

test('has columns that are offered for providers and recognized by other names', () => {
  expect(importColumns('clients').map(({ key }) => key)).not.toContain('Skills');
  expect(suggestMapping(['Max hours', 'Certifications', 'Working hours'], 'providers')).toEqual([
    'MostHours',
    'Skills',
    'Availability',
  ]);
});
