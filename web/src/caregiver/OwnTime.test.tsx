import type { OwnTimeDay } from '@homecare/domain/payroll/unpaid-contract.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerWith, closePages, openPages, signInAs } from '../../testing/application.tsx';
import { chooseLanguage } from '../platform/language.ts';
import { OwnTime } from './OwnTime.tsx';

const LONGER: OwnTimeDay = {
  planId: 9,
  date: '2026-11-03',
  Client: 'Vigil, Rosa',
  worked: 135,
  paid: 120,
  why: 'beyondPlan',
};
const PAID: OwnTimeDay = { ...LONGER, date: '2026-11-02', worked: 120, why: null };

beforeEach(() => signInAs('admin'));
afterEach(() => {
  chooseLanguage('en');
  closePages();
});
const show = async (days: readonly OwnTimeDay[]) => {
  answerWith(({ path }) => (path.includes('list-own-time') ? { data: days } : { status: 404 }));
  await openPages({ '/evv': OwnTime }, '/evv');
};

it.each([
  [
    'en',
    'Worked and paid',
    [
      'Tue 11-03 Vigil, Rosaworked 2:15, paid 2:00because the visit was longer than planned',
      'Mon 11-02 Vigil, Rosaworked 2:00, paid 2:00',
    ],
  ],
  [
    'es',
    'Trabajado y pagado',
    [
      'mar 11-03 Vigil, Rosatrabajó 2:15, pagadas 2:00porque la visita duró más de lo planificado',
      'lun 11-02 Vigil, Rosatrabajó 2:00, pagadas 2:00',
    ],
  ],
] as const)(
  'says of each day what was worked and paid, and why not all of it (%s)',
  async (language, name, lines) => {
    chooseLanguage(language);
    await show([LONGER, PAID]);
    const section = await screen.findByRole('region', { name });
    expect(
      within(section)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(lines);
  },
);

it('shows the last days first, and all of them on demand', async () => {
  await show(
    Array.from({ length: 9 }, (_, at) => ({ ...PAID, date: `2026-11-${String(20 - at).padStart(2, '0')}` })),
  );
  const section = await screen.findByRole('region', { name: 'Worked and paid' });
  expect(within(section).getAllByRole('listitem')).toHaveLength(7);
  fireEvent.click(within(section).getByRole('button', { name: 'Show all 9 days' }));
  expect(within(section).getAllByRole('listitem')).toHaveLength(9);
});
