import { describe, expect, it } from 'vitest';
import { REASONS } from '../errors.ts';
import { ALREADY_DECIDED, checkHours, checkTimeOff, type TimeOffDraft } from './rules.ts';
import { NO_HOURS, type WeekWindows } from './schema.ts';
import { inSpanish } from './spanish.ts';

const NONE: WeekWindows = { Mon: [], Tue: [], Wed: [], Thu: [], Fri: [], Sat: [], Sun: [] };
const twice = [
  { from: '08:00', to: '12:00' },
  { from: '10:00', to: '14:00' },
];
const hourFaults = [
  { ...NO_HOURS, windows: NONE },
  { ...NO_HOURS, windows: { ...NONE, Sun: twice } },
  { ...NO_HOURS, mostMinutes: 0 },
  { ...NO_HOURS, wishedMinutes: 2400, mostMinutes: 1200 },
].flatMap(checkHours);

const today = Temporal.PlainDate.from('2026-11-23');
const draft: TimeOffDraft = {
  from: '2026-11-30',
  through: '2026-11-30',
  fromTime: null,
  throughTime: null,
  reason: null,
};
const dayFaults = [
  { ...draft, from: '2026-11-01', through: '2026-11-02' },
  { ...draft, through: '2026-11-29' },
  { ...draft, from: '2029-11-30', through: '2029-11-30' },
  { ...draft, through: '2028-11-30' },
  { ...draft, through: '2026-12-01', fromTime: '08:00', throughTime: '09:00' },
  { ...draft, throughTime: '09:00' },
  { ...draft, fromTime: '09:00' },
  { ...draft, fromTime: '09:00', throughTime: '08:00' },
  { ...draft, reason: 'x'.repeat(501) },
  { ...draft, reason: 'a\u0007b' },
  draft,
].flatMap((one) => checkTimeOff(one, { others: [{ ...draft, status: 'Approved' }], today, isOwn: true }));

describe('The Spanish messages to caregivers about hours and time off', () => {
  it('cover everything that the rules can report', () => {
    const said = new Set([...hourFaults, ...dayFaults].map(({ message }) => message));
    expect(said.size).toBeGreaterThanOrEqual(14);
    expect([...said].filter((sentence) => inSpanish(sentence) === sentence)).toEqual([]);
  });

  it('cover what only the server can know', () => {
    const general = (['badInput', 'forbidden', 'notFound', 'conflict', 'stale', 'keyUsed'] as const).map(
      (reason) => REASONS[reason].info,
    );
    const said = [...general, ALREADY_DECIDED, 'Changed by A.B. at 11-23-2026 10:00 AM'];
    expect(said.filter((sentence) => inSpanish(sentence) === sentence)).toEqual([]);
  });

  it('name no day or person that they cannot fill in', () => {
    expect(
      inSpanish('Sunday 8:00 AM to 12:00 PM and Sunday 10:00 AM to 2:00 PM overlap. Change one of them.'),
    ).toBe('Hay horas que se superponen. Cambie una de ellas.');
    expect(inSpanish('Something new.')).toBe('Something new.');
  });
});
