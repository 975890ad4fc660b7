import { perDay } from '@homecare/domain/calendar.ts';
import { describe, expect, it } from 'vitest';
import { copyDown, hoursFaults, hoursFrom, type TypedHours, typedFrom } from './hours-draft.ts';

const typed: TypedHours = {
  anyTime: false,
  windows: { ...perDay(() => []), Mon: [{ from: '08:00', to: '16:00' }] },
  wishedMinutes: 37.5,
  mostMinutes: null,
  farthestMiles: 12,
};

describe('hours in a form', () => {
  it('come back as they were stored', () => {
    const stored = hoursFrom(typed);
    expect(stored.wishedMinutes).toBe(2_250);
    expect(typedFrom(stored)).toEqual(typed);
  });
  it('are none when any time will do, whatever was typed before', () =>
    expect(hoursFrom({ ...typed, anyTime: true }).windows).toBeNull());
  it('name what cannot be read, each at its field', () => {
    const windows = { ...typed.windows, Tue: [{ from: '', to: '99' }] };
    const wrong = { ...typed, windows, wishedMinutes: 'many', mostMinutes: 200, farthestMiles: 0.5 };
    expect(hoursFaults(wrong).map(({ field }) => field)).toEqual([
      'windows.Tue.0.from',
      'windows.Tue.0.to',
      'wishedMinutes',
      'mostMinutes',
      'farthestMiles',
    ]);
  });
  it('are held to the rules once they can be read', () =>
    expect(hoursFaults({ ...typed, mostMinutes: 30 }).map(({ field }) => field)).toEqual(['wishedMinutes']));
  it('of a weekday are copied through Friday, those of Friday through Sunday', () => {
    const days = (of: ReturnType<typeof copyDown>) => perDay((day) => of[day].length);
    expect(days(copyDown(typed.windows, 'Mon'))).toEqual({ ...perDay(() => 1), Sat: 0, Sun: 0 });
    const friday = { ...perDay(() => []), Fri: [{ from: '08:00', to: '16:00' }] };
    expect(days(copyDown(friday, 'Fri'))).toEqual({ ...perDay(() => 0), Fri: 1, Sat: 1, Sun: 1 });
  });
});
