import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerWith, CAPABILITIES, closePages, openPages, signInAs } from '../../testing/application.tsx';
import { SideMenu } from './SideMenu.tsx';

const Page = () => <SideMenu marked="/timeoff" />;

beforeEach(() => {
  signInAs('admin');
  answerWith(({ path }) => ({ data: path.includes('getPremium') ? CAPABILITIES : [] }));
});
afterEach(() => {
  localStorage.clear();
  closePages();
});

it('keeps of a folded group the page that is open and what has a number', async () => {
  localStorage.setItem('menu-folded', 'Care');
  await openPages({ '/timeoff': Page }, '/timeoff');
  const group = await screen.findByRole('list', { name: 'Care' });
  const names = within(group)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Schedule', 'Open requests', 'Time off']);
});
