import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { WeekLines } from './WeekLines.tsx';

afterEach(cleanup);

const WEEKS = [
  { week: '2026-11-02', toClaim: 12, toPayment: 9 },
  { week: '2026-11-09', toClaim: null, toPayment: 8.5 },
  { week: '2026-11-16', toClaim: 1, toPayment: null },
];
const show = () =>
  render(
    <MantineProvider>
      <WeekLines weeks={WEEKS} />
    </MantineProvider>,
  );

test('the last week is read first, and the arrows read any other', () => {
  show();
  const slider = screen.getByRole('slider', { name: 'Days by week' });
  const words = () => slider.getAttribute('aria-valuetext');
  expect(words()).toBe('Week of Nov 16: 1 day from visit to claim, none from claim to payment');
  fireEvent.keyDown(slider, { key: 'Home' });
  expect(words()).toBe('Week of Nov 2: 12 days from visit to claim, 9 days from claim to payment');
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  expect(words()).toBe('Week of Nov 9: none from visit to claim, 8.5 days from claim to payment');
});

test('each measure is a line with a gap where a week has none', () => {
  const { container } = show();
  // From visit to claim there are two single weeks, from claim to payment one stretch of two.
  const stretches = [...container.querySelectorAll('polyline')].map(
    (line) => line.getAttribute('points')?.split(' ').length,
  );
  expect(stretches).toEqual([2, 2, 2]);
});

test('the same weeks are a table', () => {
  show();
  const table = within(screen.getByRole('region', { name: 'Weeks', hidden: true }));
  const rows = table.getAllByRole('row', { hidden: true }).map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'Week ofNov 2Nov 9Nov 16',
    'Days from visit to claim12–1',
    'Days from claim to payment98.5–',
  ]);
});
