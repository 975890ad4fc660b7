import { todayIn } from '@homecare/domain/calendar.ts';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerWith, closePages, openPages, signInAs } from '../../testing/application.tsx';
import { visitOf } from '../../testing/visits.ts';
import { chooseLanguage } from '../platform/language.ts';
import { OpenVisitsTab } from './OpenVisitsTab.tsx';

/** Open visits on the caregiver's phone. */

const Page = () => <OpenVisitsTab providerId={3} zone="America/Denver" officePhone="" callTooMinutes={240} />;
const ended = {
  id: 4,
  day: '2026-11-20',
  start: '13:00',
  end: '15:00',
  english: 'Taken by someone else at 5:12 AM.',
  spanish: 'La tomó otra persona (5:12 a. m.).',
};

const offer = {
  id: 5,
  day: '2026-11-20',
  service: 'Personal Care',
  start: '13:00',
  end: '15:00',
  town: 'Denver',
  miles: 2.1,
  extraMinutes: 12,
  from: { start: '10:30', town: 'Aurora' },
  visitsHere: 0,
  payCents: 4333,
  overtimeMinutes: 0,
  answerBy: null,
  isOpened: true,
};
beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  signInAs('admin');
});
const answer = (data: object) =>
  answerWith(({ path }) => (path.includes('offers/list-own') ? { data } : { status: 404 }));
afterEach(() => {
  chooseLanguage('en');
  closePages();
});

it.each([
  ['en', 'Earlier offers', 'Fri 11-20-2026, 1:00 PM – 3:00 PM: Taken by someone else at 5:12 AM.'],
  ['es', 'Ofertas anteriores', 'vie 11-20-2026, 1:00 p. m. – 3:00 p. m.: La tomó otra persona (5:12 a. m.).'],
] as const)('says what became of earlier offers (%s)', async (language, name, line) => {
  chooseLanguage(language);
  answer({ waiting: [], ended: [ended] });
  await openPages({ '/evv': Page }, '/evv');
  const section = await screen.findByRole('region', { name });
  expect(section.textContent).toBe(line);
});

it.each([
  ['en', offer.from, 'Denver, 2.1 miles, 12 min more driving, from your 10:30 AM visit in Aurora'],
  ['es', offer.from, 'Denver, 2.1 millas, 12 min más de viaje, desde su visita de las 10:30 a. m. en Aurora'],
  ['en', null, 'Denver, 2.1 miles, 12 min more driving'],
] as const)('tells from which visit an offer is so far away (%s, %o)', async (language, from, line) => {
  chooseLanguage(language);
  answer({ waiting: [{ ...offer, from }], ended: [] });
  await openPages({ '/evv': Page }, '/evv');
  expect(await screen.findByText(line)).toBeTruthy();
});

it.each([
  ['en', 0, 'Answer by 11:59 PM'],
  ['en', 1, /^Answer by \w{3} \d\d-\d\d, 11:59 PM$/],
  ['es', 0, 'Responda antes de las 11:59 p. m.'],
  ['es', 1, /^Responda antes del \p{L}{3} \d\d-\d\d, 11:59 p\. m\.$/u],
] as const)('says until when an offer can be answered (%s, in %d days)', async (language, days, words) => {
  chooseLanguage(language);
  const today = todayIn('America/Denver', Temporal.Now.instant());
  const end = today.add({ days }).toZonedDateTime({ timeZone: 'America/Denver', plainTime: '23:59' });
  answer({ waiting: [{ ...offer, answerBy: end.toInstant().toString() }], ended: [] });
  await openPages({ '/evv': Page }, '/evv');
  expect(await screen.findByText(words)).toBeTruthy();
});

it.each([
  [
    'en',
    'Your next visits',
    'In progress until 11:59 PM',
    'Tomorrow 8:00 AM – 12:00 PM',
    'I cannot come to Vigil, Carmen',
  ],
  [
    'es',
    'Sus próximas visitas',
    'En curso hasta las 11:59 p. m.',
    'Mañana 8:00 a. m. – 12:00 p. m.',
    undefined,
  ],
] as const)('shows what the caregiver has already (%s)', async (language, name, first, second, button) => {
  chooseLanguage(language);
  const today = todayIn('America/Denver', Temporal.Now.instant());
  const one = visitOf(7, { ClientName: 'Vigil, Carmen', Date: today.toString(), Status: 'Planned' });
  answerWith(({ path }) => {
    if (path.includes('offers/list-own')) return { data: { waiting: [], ended: [] } };
    if (!path.includes('getEVVProvider')) return { status: 404 };
    const isToday = path.includes(`day=${today.day}`);
    const under = { ...one, Status: 'Active', PlanStartTime: '00:00', PlanEndTime: '23:59' };
    const next = { ...one, id: 8, Date: today.add({ days: 1 }).toString() };
    return { data: [isToday ? under : { ...next, PlanStartTime: '08:00', PlanEndTime: '12:00' }] };
  });
  await openPages({ '/evv': Page }, '/evv');
  const section = within(await screen.findByRole('region', { name }));
  await section.findByText(second);
  section.getByText(first);
  if (button) section.getByRole('button', { name: button });
});
