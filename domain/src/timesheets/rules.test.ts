import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { checkScanError, readScanCodes, scanErrorNames } from './rules.ts';

const today = Temporal.PlainDate.from('2026-11-15');
const check = (values: { date?: string; period?: number; error?: string }) =>
  checkScanError({ date: '2026-10', period: 0, error: '1', ...values }, today).map(
    ({ field, message }) => `${field}: ${message}`,
  );

describe('a scan error', () => {
  test.each([
    [{}, []],
    [{ date: '2026-11', period: 0 }, []],
    [{ date: '2026-11', period: 1 }, ['date: This half of the month has not begun yet.']],
    [{ date: '2026-12' }, ['date: This half of the month has not begun yet.']],
    [{ date: '' }, ['date: Select the month of the timesheet.']],
    [{ date: '2026-13' }, ['date: Error: Wrong date, date format (YYYY-MM)']],
    [{ date: '2026-10-01' }, ['date: Error: Wrong date, date format (YYYY-MM)']],
    [{ error: '' }, ['error: Select at least one error.']],
    [{ error: '7' }, ['error: An error is one of the codes 1 to 6.']],
    [{ error: '1,toString' }, ['error: An error is one of the codes 1 to 6.']],
    [
      { date: '', error: ' ' },
      ['date: Select the month of the timesheet.', 'error: Select at least one error.'],
    ],
  ])('with %j has faults %j', (values, expected) => expect(check(values)).toEqual(expected));

  test('for the second half can be entered from the 16th on', () => {
    const on = (day: string) =>
      checkScanError({ date: '2026-11', period: 1, error: '1' }, Temporal.PlainDate.from(day)).length;
    expect([on('2026-11-15'), on('2026-11-16')]).toEqual([1, 0]);
  });
});

describe('a list of codes', () => {
  it('is returned in order without duplicates, however it was typed', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6 })), (codes) => {
        const read = readScanCodes(codes.join(' , '));
        expect(read).toEqual([...new Set(codes)].sort());
      }),
    ));
  it('is reported in words', () => expect(scanErrorNames('1,6')).toBe('Missing Signature, Missing Original'));
});
