import { describe, expect, it } from 'vitest';
import { smsSize } from '../messaging/segments.ts';
import {
  contactText,
  newVisitWords,
  notNeededWords,
  openAgainWords,
  templateFault,
  yoursAgainWords,
} from './notification-words.ts';

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
    expect(newVisitWords([visit, visit])).toEqual([
      'You have 2 new visits on 11-24-2026. Details are in the app.',
      'Tiene 2 visitas nuevas el 11-24-2026. Vea los detalles en la app.',
    ]);
  });

  it('fits one text in both languages', () => {
    const all = [newVisitWords, notNeededWords, openAgainWords, yoursAgainWords];
    const ninety = Array.from({ length: 90 }, () => visit);
    for (const words of all.flatMap((say) => [...say([visit]), ...say(ninety)]))
      expect(smsSize(`Front Range Home: ${words}`)).toMatchObject({ encoding: 'GSM-7', segments: 1 });
  });
});

describe('What a client’s contact is told', () => {
  const facts = {
    agency: 'Front Range',
    client: 'Earl Whitfield',
    caregiver: 'Ana',
    day: '2026-11-24',
    through: null,
    start: '07:00',
    end: '10:00',
    planId: 352,
  };
  const ours =
    'Front Range: another caregiver comes to the visit on 11-24-2026. Please call the office with any questions. Reference: visit 352.';

  it('is our text without a name, until the agency has chosen its own', () => {
    expect(contactText('covered', facts, undefined)).toBe(ours);
    expect(contactText('uncovered', facts, undefined)).toContain(
      'who comes changes again for the visit on 11-24-2026',
    );
    expect(contactText('covered', { ...facts, through: '2026-12-04' }, undefined)).toContain(
      'another caregiver comes to the visits from 11-24-2026 to 12-04-2026',
    );
    const template = '%agency%: %caregiver% comes to %username% on %day%, %hours%. Ask for %id%.';
    expect(contactText('covered', facts, template)).toBe(
      'Front Range: Ana comes to Earl Whitfield on 11-24-2026, 7:00 AM to 10:00 AM. Ask for %id%.',
    );
    expect(contactText('uncovered', { ...facts, caregiver: null }, '%caregiver% comes')).toBe(
      'another caregiver comes',
    );
  });

  it('never reads a name as a place', () => {
    expect(contactText('covered', { ...facts, client: '%day%' }, '%username%')).toBe('%day%');
  });

  it.each([
    ['  ', /empty/],
    ['See %link%', /leads nowhere/],
    ['x'.repeat(1_601), /more than 1,600 characters/],
  ])('is never a template that cannot be sent', (template, fault) => {
    expect(templateFault(template)).toMatch(fault);
    expect(contactText('covered', facts, template)).toBe(ours);
  });
});
