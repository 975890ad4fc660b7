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
  english: 'Taken by somebody else at 5:12 AM.',
  spanish: 'La tomó otra persona (5:12 a. m.).',
};

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  signInAs('admin');
  answerWith(({ path }) =>
    path.includes('offers/list-own') ? { data: { waiting: [], ended: [ended] } } : { status: 404 },
  );
});
afterEach(() => {
  chooseLanguage('en');
  closePages();
});

it.each([
  ['en', 'Earlier offers', 'Fri 11-20-2026, 1:00 PM – 3:00 PM: Taken by somebody else at 5:12 AM.'],
  ['es', 'Ofertas anteriores', 'vie 11-20-2026, 1:00 PM – 3:00 PM: La tomó otra persona (5:12 a. m.).'],
] as const)('tells what became of earlier offers (%s)', async (language, name, line) => {
  chooseLanguage(language);
  await openPages({ '/evv': Page }, '/evv');
  const section = await screen.findByRole('region', { name });
  expect(section.textContent).toBe(line);
});
