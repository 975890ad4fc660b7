import type { VisitStory } from '@homecare/domain/visit-story/schema.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { storyOf } from '../../../testing/visit-story.ts';
import { storyState } from './open-story.ts';
import { VisitStoryPage } from './VisitStoryPage.tsx';

const DAYS = ['2026-10-05', '2026-10-06', '2026-10-07'] as const;
const LIST = DAYS.map((day) => ({ planId: 1, day }));

const LOGGED = {
  id: 1102,
  type: 'Visit',
  record_id: 7,
  Status: 'Success',
  created_ts: '2026-10-06T13:00:00Z',
  modify_ts: '2026-10-06T14:00:00Z',
  message: null,
  json: ['[{"SequenceID":7}]'],
  resend: false,
  hold: null,
};

const open = async (day: string, more: Partial<VisitStory> = {}, capabilities = CAPABILITIES) => {
  answerWith(({ path, cmd }) => {
    if (path.includes('getPremium')) return { data: capabilities };
    if (cmd === 'sandata_get') return { data: [LOGGED] };
    if (!path.includes('visit-story')) return { status: 404, Info: path };
    return { data: storyOf(new URL(path, 'https://agency.test').searchParams.get('day') ?? day, more) };
  });
  await openPages({ '/visitstory': VisitStoryPage }, '/visitstory', storyState({ planId: 1, day }, LIST));
  await shows(day);
};
/** The head names the day. */
const shows = (day: string) => screen.findByText(new RegExp(`^${day.slice(5)}-2026, 9:30 AM to 12:00 PM`));

beforeEach(() => {
  onDesk();
  signInAs('user');
});
afterEach(closePages);

test('Down and Up lead to the next and the previous visit of the list, and stop at its ends', async () => {
  await open(DAYS[1]);
  fireEvent.keyDown(document.body, { key: 'ArrowDown' });
  await shows(DAYS[2]);
  // The page moves as always: the key is not taken.
  expect(fireEvent.keyDown(document.body, { key: 'ArrowDown' })).toBe(true);
  expect(fireEvent.keyDown(document.body, { key: 'ArrowUp' })).toBe(false);
  await shows(DAYS[1]);
  fireEvent.keyDown(screen.getByRole('button', { name: 'Next' }), { key: 'ArrowUp' });
  await shows(DAYS[0]);
  expect(screen.getByRole('button', { name: 'Previous' }).getAttribute('aria-keyshortcuts')).toBe('ArrowUp');
});

test('Up and Down are left to a field, a menu and a selection', async () => {
  await open(DAYS[1]);
  const field = document.body.appendChild(document.createElement('textarea'));
  const menu = document.body.appendChild(document.createElement('div'));
  menu.setAttribute('role', 'menu');
  for (const target of [field, menu]) {
    expect(fireEvent.keyDown(target, { key: 'ArrowDown' })).toBe(true);
    target.remove();
  }
  expect(fireEvent.keyDown(document.body, { key: 'ArrowDown', shiftKey: true })).toBe(true);
  await shows(DAYS[1]);
});

const CHECKED_IN = {
  recordedAt: '2026-10-05T15:31:00Z',
  final: '2026-10-05T15:30:00Z',
  isPhone: true,
  call: null,
  isLate: true,
  receivedAt: '2026-10-05T17:02:00Z',
  deviceAt: '2026-10-05T15:31:00Z',
  metres: 12,
  accuracy: 25,
  hasLocationError: false,
};

test('a check opens its record with the phone’s clock and the place, and gives the focus back', async () => {
  const point = { latitude: 39.61, longitude: -105.02 };
  await open(DAYS[0], { checkIn: CHECKED_IN, where: { address: null, checkIn: point, checkOut: null } });
  const way = screen.getByRole('button', { name: 'Check-in record: Checked in, corrected to 9:30 AM' });
  way.focus();
  fireEvent.click(way);
  const record = await screen.findByRole('dialog', { name: 'Check-in on Oct 5' });
  for (const words of [
    '10-05-2026 09:31 AM',
    'Phone of Archuleta, Ana',
    '10-05-2026 11:02 AM, sent later',
    ', exact to 25 m',
  ])
    expect(within(record).getAllByText(words, { exact: false }).length).toBeGreaterThan(0);
  expect(within(record).getByRole('link', { name: /^39.61000, -105.02000/ })).toBeDefined();
  fireEvent.keyDown(record, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(way));
});

test('a correction opens what it replaced', async () => {
  await open(DAYS[0], {
    changes: [
      {
        id: 9,
        at: '2026-10-06T14:00:00Z',
        who: 'Marisol Reyes',
        isPhone: false,
        changed: [{ field: 'FactStartTime', old: '2026-10-05T15:31:00Z', now: '2026-10-05T15:30:00Z' }],
      },
    ],
  });
  fireEvent.click(screen.getByRole('button', { name: /^Old and new: Check-in changed/ }));
  const change = await screen.findByRole('dialog', { name: 'Change of the visit on Oct 5' });
  const cells = within(change)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  expect(cells).toEqual([
    '10-06-2026 08:00 AM',
    'Marisol Reyes',
    'Check-in',
    '10-05-2026 09:31 AM',
    '10-05-2026 09:30 AM',
  ]);
});

const SENT = {
  records: [
    {
      id: 1102,
      sentAt: null,
      queuedAt: '2026-10-06T13:00:00Z',
      by: 'M.R.',
      answer: { at: '2026-10-06T14:00:00Z', isAccepted: true, message: null },
    },
  ],
};

test('an answer of the aggregator opens its entry of the log, where the agency has one', async () => {
  await open(DAYS[0], SENT);
  fireEvent.click(await screen.findByRole('button', { name: 'Record 1102: The aggregator accepted it' }));
  const log = await screen.findByRole('dialog', { name: 'Record log 1102, visit on Oct 5' });
  expect(within(log).getByText(/"SequenceID": 7/)).toBeDefined();
});

test('without the switch of the aggregator its answers are said without a way', async () => {
  await open(DAYS[0], SENT, { ...CAPABILITIES, sandataEnabled: false });
  expect(screen.queryByRole('button', { name: /^Record 1102/ })).toBeNull();
});
