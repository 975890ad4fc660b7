import { describe, expect, it } from 'vitest';
import { smsSize } from '../messaging/segments.ts';
import {
  contactText,
  movedWords,
  newPlanWords,
  newVisitWords,
  newWeekWords,
  notNeededWords,
  openAgainWords,
  templateFault,
  yoursAgainWords,
} from './notification-words.ts';

const visit = { day: '2026-11-24', start: '07:00', end: '10:00', town: 'Aurora' };

describe('The message to a caregiver about visits', () => {
  it('gives the day, hours and town of a single visit', () => {
    expect(newVisitWords([visit])[0]).toBe(
      'You have a new visit: 11-24-2026, 7:00 AM to 10:00 AM, Aurora. Details are in the app.',
    );
    expect(newVisitWords([{ ...visit, town: null }])[1]).toBe(
      'Tiene una visita nueva: 11-24-2026, 7:00 a. m. a 10:00 a. m. Vea los detalles en la app.',
    );
  });

  it('gives the number and the days of several', () => {
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
    const moved = movedWords(visit, { ...visit, day: '2026-11-30', start: '10:00', end: '12:30' });
    const texts = all.flatMap((say) => [...say([visit]), ...say(ninety)]);
    for (const words of [...texts, ...moved, ...newPlanWords(visit, 5), ...newWeekWords(visit, 5)])
      expect(smsSize(`Front Range Home: ${words}`)).toMatchObject({ encoding: 'GSM-7', segments: 1 });
  });
});

describe('The message to a client’s contact', () => {
  const { town: _, ...inWords } = visit;
  const facts = {
    agency: 'Front Range',
    client: 'Earl Whitfield',
    caregiver: 'Ana',
    visits: [inWords],
    planId: 352,
  };
  const several = { ...facts, visits: [inWords, { ...inWords, day: '2026-12-04', start: '08:00' }] };
  const ours =
    'Front Range: another caregiver comes to the visit on 11-24-2026, 7:00 AM to 10:00 AM. Please call the office with any questions. Reference: visit 352.';

  it.each([
    ['covered', facts, 'en', 'another caregiver comes to the visit on 11-24-2026, 7:00 AM to 10:00 AM.'],
    ['covered', several, 'en', 'another caregiver comes to 2 visits from 11-24-2026 to 12-04-2026.'],
    ['covered', facts, 'es', 'otra persona va a la visita el 11-24-2026, 7:00 a. m. a 10:00 a. m. Llame'],
    ['uncovered', facts, 'en', 'who comes changes again for the visit on 11-24-2026, 7:00 AM to 10:00 AM.'],
    ['uncovered', several, 'es', 'vuelve a cambiar quién va a 2 visitas del 11-24-2026 al 12-04-2026.'],
    ['canceled', facts, 'en', 'canceled: the visit on 11-24-2026, 7:00 AM to 10:00 AM.'],
    ['restored', facts, 'en', 'not canceled after all: the visit on 11-24-2026, 7:00 AM to 10:00 AM.'],
    ['restored', several, 'es', 'al final no se cancelan 2 visitas del 11-24-2026 al 12-04-2026.'],
    ['canceled', several, 'es', 'se cancelan 2 visitas del 11-24-2026 al 12-04-2026.'],
    ['moved', facts, 'en', 'a visit has another time, now on 11-24-2026, 7:00 AM to 10:00 AM.'],
    [
      'regular',
      facts,
      'en',
      'a new regular caregiver starts with the visit on 11-24-2026, 7:00 AM to 10:00 AM.',
    ],
    ['regular', facts, 'es', 'empieza otra persona de forma regular con la visita el 11-24-2026'],
    ['week', facts, 'en', 'regular visits have other times, starting with the visit on 11-24-2026'],
    ['week', facts, 'es', 'las visitas regulares cambian de hora desde la visita el 11-24-2026'],
    [
      'ended',
      facts,
      'en',
      'regular visits no longer take place, starting with the visit on 11-24-2026, 7:00 AM to 10:00 AM. Please',
    ],
    ['ended', facts, 'es', 'las visitas regulares terminan: ya no hay la visita el 11-24-2026, 7:00 a. m.'],
    ['extended', facts, 'es', 'las visitas regulares siguen desde la visita el 11-24-2026, 7:00 a. m.'],
    ['moved', facts, 'es', 'una visita tiene otra hora, ahora el 11-24-2026, 7:00 a. m. a 10:00 a. m. Llame'],
  ] as const)('is the standard text without a name: %s of %o in %s', (what, about, language, words) => {
    const text = contactText(what, about, undefined, language);
    expect(text).toContain(`Front Range: ${words}`);
    expect(text).not.toMatch(/Earl|Ana/);
    expect(smsSize(text).encoding).toBe('GSM-7');
  });

  it('uses the agency’s own template once one is chosen', () => {
    const template = '%agency%: %caregiver% comes to %username% on %day%, %hours%. Ask for %id%.';
    expect(contactText('covered', facts, template)).toBe(
      'Front Range: Ana comes to Earl Whitfield on 11-24-2026, 7:00 AM to 10:00 AM. Ask for %id%.',
    );
    expect(contactText('covered', { ...several, caregiver: null }, template)).toContain(
      'another caregiver comes to Earl Whitfield on 11-24-2026 to 12-04-2026, at different hours.',
    );
    expect(contactText('covered', { ...several, caregiver: null }, '%caregiver%, %day%, %hours%', 'es')).toBe(
      'otra persona, 11-24-2026 al 12-04-2026, a distintas horas',
    );
  });

  it('never treats a name as a placeholder', () => {
    expect(contactText('covered', { ...facts, client: '%day%' }, '%username%')).toBe('%day%');
  });

  it.each([
    ['  ', /empty/],
    ['See %link%', /leads nowhere/],
    ['x'.repeat(1_601), /more than 1,600 characters/],
  ])('falls back to the standard text if the template cannot be sent', (template, fault) => {
    expect(templateFault(template)).toMatch(fault);
    expect(contactText('covered', facts, template)).toBe(ours);
  });
});
