import { addDays } from '@homecare/domain/calendar.ts';
import { weekOfDay } from '@homecare/domain/staffing/figures.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { FIGURES_PAGE, throughOf } from './figure-places.ts';
import { WeekFigures } from './WeekFigures.tsx';
import { WeekFiguresPage } from './WeekFiguresPage.tsx';

const PRESENT = weekOfDay(Temporal.Now.zonedDateTimeISO('America/Denver').toPlainDate().toString());
const week = (name: string) => ({
  week: name,
  fill: { part: 95, whole: 100 },
  onTime: { part: 90, whole: 100 },
  unedited: { part: 80, whole: 90 },
  overtime: { part: 60, whole: 6_000 },
});
const weeksThrough = (last: string) =>
  Array.from({ length: 12 }, (_, n) => week(addDays(last, -7 * (11 - n))));
const LATE = {
  id: 7,
  date: PRESENT,
  planStart: '09:00',
  client: 'Whitfield, Earl',
  caregiver: 'Martinez, Dolores',
  clientId: 31,
  caregiverId: 12,
  planId: 4,
  minutesLate: 22,
  editedBy: null,
  changeCode: null,
};

let fails = false;
let asked: URLSearchParams[] = [];
beforeEach(() => {
  [fails, asked] = [false, []];
  onDesk();
  signInAs('user');
  answerWith(({ path }) => {
    const input = new URLSearchParams(path.split('?')[1]);
    if (path.includes('week-figures/list')) {
      asked.push(input);
      const weeks = weeksThrough(input.get('through') ?? PRESENT);
      return fails
        ? { status: 500, Info: 'It failed.' }
        : { data: { weeks, countedAt: '2026-11-20T20:00:00Z' } };
    }
    if (path.includes('week-figures/cases'))
      return input.get('figure') === 'overtime'
        ? { data: { visits: [], overtime: [] } }
        : { data: { visits: [LATE], overtime: [] } };
    return { data: CAPABILITIES };
  });
});
afterEach(closePages);

const open = (page = {}) => openPages({ [FIGURES_PAGE]: WeekFiguresPage }, FIGURES_PAGE, page);

it('shows what counts against a figure of the present week, in a panel that its tabs control', async () => {
  await open();
  await screen.findByText('22 min late');
  const cases = screen.getByRole('table', { name: /^Visits that began late/ });
  expect(within(cases).getByText('22 min late')).toBeDefined();
  const panel = screen.getByRole('tabpanel', { name: 'On time' });
  const tab = screen.getByRole('tab', { name: 'On time' });
  expect(tab.getAttribute('aria-controls')).toBe(panel.id);
  fireEvent.click(screen.getByRole('tab', { name: 'Overtime share' }));
  expect(await screen.findByText('No overtime')).toBeDefined();
  expect(screen.getByRole('tabpanel', { name: 'Overtime share' })).toBeDefined();
});

it('opens a week of long ago with the eleven before it', async () => {
  const earlier = addDays(PRESENT, -7 * 30);
  await open({ figure: 'onTime', week: earlier });
  await screen.findByRole('table', { name: /^Visits that began late/ });
  expect(asked.map((input) => input.get('through'))).toEqual([earlier]);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Week' }).value).toBe(earlier);
});

it('asks for no other weeks than those shown, and for none by what is no week', () => {
  const today = addDays(PRESENT, 3);
  expect(throughOf(PRESENT, today)).toBeUndefined();
  expect(throughOf(addDays(PRESENT, -77), today)).toBeUndefined();
  expect(throughOf(addDays(PRESENT, -84), today)).toBe(addDays(PRESENT, -84));
  for (const wrong of ['2026-01-05', 'x', 7, undefined]) expect(throughOf(wrong, today)).toBeUndefined();
});

it('says that it failed, and tries again', async () => {
  fails = true;
  await open();
  const again = await screen.findByRole('button', { name: /Try again/ }, { timeout: 10_000 });
  fails = false;
  fireEvent.click(again);
  expect(await screen.findByRole('table', { name: 'Figures by week' })).toBeDefined();
}, 20_000);

it.each([
  ['user', 4],
  ['admin', 6],
] as const)(
  'keeps as many places for %s as figures will come, and says when the server counted',
  async (role, count) => {
    signInAs(role);
    let answer = () => {};
    const waits = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (url.includes('week-figures/list')) await waits;
      return fetch(url, init);
    });
    await openPages({ '/today': () => <WeekFigures zone="America/Denver" /> }, '/today');
    const places = () => within(screen.getByLabelText('Figures of the week')).getAllByRole('listitem').length;
    await waitFor(() => expect(places()).toBe(count));
    expect(screen.queryByText(/Counted at/)).toBeNull();
    answer();
    // By the server's clock, whatever the device says.
    await screen.findByText('Counted at 1:00 PM');
  },
);
