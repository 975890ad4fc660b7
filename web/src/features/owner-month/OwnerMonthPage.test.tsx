import { addDays } from '@homecare/domain/calendar.ts';
import { weekOfDay } from '@homecare/domain/staffing/figures.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { hrefOf } from '../../platform/address.ts';
import { OWNERS_MONTH, OwnerMonthPage } from './OwnerMonthPage.tsx';

const zeros = { unpaid: 0, straight: 0, travel: 0, overtime: 0, lines: 3 };
const group = (key: string, income: number, margin: number) => ({ key, name: key, income, margin, ...zeros });
const week = (name: string) => ({
  week: name,
  fill: { part: 95, whole: 100 },
  onTime: { part: 90, whole: 100 },
  unedited: { part: 80, whole: 90 },
  overtime: { part: 60, whole: 6_000 },
  toClaim: 42,
  denied: { part: 1, whole: 38 },
});

let groups: readonly object[];
let asked: string[] = [];
beforeEach(() => {
  groups = [group('2025-09', 900_00, 210_00), group('2025-10', 1_000_00, 250_00)];
  asked = [];
  onDesk();
  signInAs('admin');
  answerWith(({ path }) => {
    const input = new URLSearchParams(path.split('?')[1]);
    if (path.includes('margin/get')) {
      asked.push(`${input.get('from')} ${input.get('to')} ${input.get('by')}`);
      return { data: { groups, total: group('', 0, 0) } };
    }
    if (path.includes('week-figures/list')) {
      const last = input.get('through') ?? '';
      asked.push(last);
      const weeks = Array.from({ length: 12 }, (_, n) => week(addDays(last, -7 * (11 - n))));
      return { data: { weeks, countedAt: '2026-11-20T20:00:00Z' } };
    }
    return { data: CAPABILITIES };
  });
});
afterEach(closePages);

const open = () => openPages({ [OWNERS_MONTH]: OwnerMonthPage }, OWNERS_MONTH, { month: '2025-10' });

it('has six charts of the month, each with a table whose numbers lead to their list', async () => {
  await open();
  const table = await screen.findByRole('table', { name: 'Income and margin, in numbers' });
  await within(table).findByText('$250.00');
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'MonthIncomeMargin',
    '2025-10$1,000.00, Income, 2025-10$250.00, Margin, 2025-10',
    '2025-09$900.00, Income, 2025-09$210.00, Margin, 2025-09',
  ]);
  expect(
    within(table)
      .getByRole('link', { name: /Margin, 2025-10$/ })
      .getAttribute('href'),
  ).toBe(hrefOf({ to: '/margin', page: { from: '2025-10', to: '2025-10' } }));
  const through = weekOfDay('2025-10-31');
  expect(asked.toSorted()).toEqual(['2024-11 2025-10 month', through]);
  await waitFor(() => expect(screen.getAllByRole('img')).toHaveLength(6));
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Income and margin',
    'Fill rate',
    'On time',
    'Overtime share',
    'Days to claim',
    'Denial rate',
  ]);
  const late = within(screen.getByRole('table', { name: 'On time, in numbers' })).getAllByRole('link');
  expect(late).toHaveLength(12);
  expect(late[0]?.getAttribute('href')).toBe(
    hrefOf({ to: '/weekfigures', page: { figure: 'onTime', week: through } }),
  );
});

it('says where there is nothing to draw', async () => {
  groups = [];
  await open();
  expect(await screen.findByText('October 2025: no billing records')).toBeDefined();
  expect(screen.getByText('Nothing was counted in this time.')).toBeDefined();
});
