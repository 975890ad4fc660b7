import { describe, expect, it } from 'vitest';
import { smsSize } from '../messaging/segments.ts';
import { newVisitWords, notNeededWords, openAgainWords } from './told-words.ts';

const visit = { day: '2026-11-24', start: '07:00', end: '10:00', town: 'Aurora' };

describe('What a caregiver is told of visits', () => {
  it('is the day, the hours and the town of one', () => {
    expect(newVisitWords([visit])[0]).toBe(
      'You have a new visit: 11-24-2026, 7:00 AM to 10:00 AM, Aurora. Details are in the app.',
    );
    expect(newVisitWords([{ ...visit, town: null }])[1]).toBe(
      'Tiene una visita nueva: 11-24-2026, 7:00 AM a 10:00 AM. Vea los detalles en la app.',
    );
  });

  it('is how many of several, from when to when', () => {
    expect(newVisitWords([{ ...visit, day: '2026-11-28' }, visit])[0]).toBe(
      'You have 2 new visits from 11-24-2026 to 11-28-2026. Details are in the app.',
    );
  });

  it('fits one text in both languages', () => {
    const all = [
      newVisitWords([visit]),
      newVisitWords([visit, visit]),
      notNeededWords(visit),
      openAgainWords(visit),
    ];
    for (const words of all.flat())
      expect(smsSize(`Front Range Home: ${words}`)).toMatchObject({ encoding: 'GSM-7', segments: 1 });
  });
});
