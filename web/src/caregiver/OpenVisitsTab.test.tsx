import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerWith, closePages, openPages, signInAs } from '../../testing/application.tsx';
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
