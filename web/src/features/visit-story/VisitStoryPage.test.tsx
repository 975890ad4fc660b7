import { fireEvent, screen } from '@testing-library/react';
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

const open = async (day: string) => {
  answerWith(({ path }) => {
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    if (!path.includes('visit-story')) return { status: 404, Info: path };
    return { data: storyOf(new URL(path, 'https://agency.test').searchParams.get('day') ?? day) };
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
