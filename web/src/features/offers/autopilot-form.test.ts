import { DEFAULT_AUTOPILOT } from '@homecare/domain/offers/rules.ts';
import { describe, expect, it } from 'vitest';
import { faultsOf, formOf, settingsOf, triedPieces, tryableOf } from './autopilot-form.ts';

const { value } = formOf({ settings: DEFAULT_AUTOPILOT, rev: 3 });
const AGENCY = 'Front Range';
const sayTried = (tried: Parameters<typeof triedPieces>[0]) =>
  triedPieces(tried)
    .map((piece) => (typeof piece === 'string' ? piece : piece.number))
    .join('');

describe('The settings of the autopilot', () => {
  it('come back from their form as they went in, dollars as cents', () => {
    expect(value.mostOvertime).toBe(25);
    expect(settingsOf(value)).toEqual(DEFAULT_AUTOPILOT);
    expect(settingsOf({ ...value, mostOvertime: 19.99 }).mostOvertimeCents).toBe(1_999);
    expect(settingsOf({ ...value, mostOvertime: null, mostMiles: null })).toMatchObject({
      mostOvertimeCents: null,
      mostMiles: null,
    });
  });

  it.each([
    [{ people: null }, 'people', 'Enter a number'],
    [{ waitMinutes: 'soon' }, 'waitMinutes', 'Enter a number'],
    [{ mostOvertime: 'much' }, 'mostOvertime', 'Enter a number'],
    [{ waves: 0 }, 'waves', 'Ask at least once.'],
    [{ mostOvertime: -1 }, 'mostOvertime', 'Enter $0.00 or more.'],
    [{ callName: 'Marisol Reyes' }, 'callPhone', 'Enter a US phone number that takes texts.'],
    [{ quietFrom: '25:00' }, 'quietFrom', 'A time looks like 08:30.'],
    [{ english: '{day} {hours}' }, 'english', 'The text must hold {code}.'],
  ])('with %o are wrong at %s', (over, field, message) => {
    expect(faultsOf({ ...value, ...over }, AGENCY)).toContainEqual({ field, message });
  });

  it('are wrong at all fields at once, each said once', () => {
    const wrong = {
      people: null,
      waves: 0,
      quietFrom: '25:00',
      callName: 'Marisol',
      english: '{day}',
      mostOvertime: 'x',
    };
    const fields = faultsOf({ ...value, ...wrong }, AGENCY).map(({ field }) => field);
    expect(fields.toSorted()).toEqual(
      ['people', 'waves', 'quietFrom', 'callPhone', 'english', 'mostOvertime'].toSorted(),
    );
  });

  it('are tried as far as they can be read, and the screen says what came of it', () => {
    expect(tryableOf(value)).toMatchObject({ withinHours: 24, mostOvertimeCents: 2_500 });
    expect(tryableOf(value)).not.toHaveProperty('callPhone');
    expect(tryableOf({ ...value, withinHours: null })).toBeUndefined();
    const tried = { visits: 52, asked: 41, minutes: 14, overtimeCents: 11_850 };
    expect(sayTried(tried)).toBe(
      'With these settings, 41 of 52 visits opened by call-outs in the last 90 days would have had somebody to ask. Half of the covers would have taken at most 14 minutes, at the pace of your caregivers’ answers in that time. The best person for each would have added $118.50 of overtime in all.',
    );
    expect(sayTried({ ...tried, minutes: null, overtimeCents: 0 })).toMatch(
      /how soon is not known yet\. The best person for each would have added no overtime\.$/,
    );
    const numbers = triedPieces(tried).filter((piece) => typeof piece !== 'string');
    expect(numbers).toEqual([{ number: '41 of 52 visits' }, { number: '$118.50' }]);
    expect(sayTried({ ...tried, asked: 0 })).toMatch(/would have had somebody to ask\.$/);
    expect(sayTried({ ...tried, visits: 0, asked: 0 })).toMatch(
      /^No call-outs in the 90 days before today\./,
    );
  });

  it('are fine as they come', () => {
    expect(faultsOf(value, AGENCY)).toEqual([]);
  });
});
