import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { GuidePanel } from './GuidePanel.tsx';

afterEach(cleanup);

it('shows the page, whose links lead on in place, and the same page of the manual', () => {
  render(<GuidePanel name="today" />);
  const page = screen.getByRole('article', { name: 'Today' });
  expect(within(page).getByRole('heading', { name: 'Today' })).toBeTruthy();
  expect(within(page).getByText('Snooze 1 hour').tagName).toBe('B');
  const manual = within(page).getByRole('link', { name: 'Open the manual' });
  expect(manual.getAttribute('href')).toBe('/guide/today');
  fireEvent.click(within(page).getByRole('link', { name: 'Inbox' }));
  const next = screen.getByRole('article', { name: 'Inbox' });
  expect(document.activeElement).toBe(within(next).getByRole('heading', { name: 'Inbox' }));
  expect(within(next).getByRole('link', { name: 'Open the manual' }).getAttribute('href')).toBe(
    '/guide/inbox',
  );
});

it('a page in Spanish says so, and leads to the manual in Spanish', () => {
  render(<GuidePanel name="evv-es" />);
  expect(screen.getByRole('article', { name: 'EVV en español' }).lang).toBe('es');
  expect(screen.getByRole('link', { name: 'Abrir el manual' }).getAttribute('href')).toBe('/guide/evv-es');
});

it('leaves a link that is to open in a new tab to the browser', () => {
  render(<GuidePanel name="today" />);
  const left: boolean[] = [];
  const browser = (event: Event) => {
    left.push(!event.defaultPrevented);
    event.preventDefault();
  };
  document.addEventListener('click', browser, { once: true });
  fireEvent.click(screen.getByRole('link', { name: 'Inbox' }), { ctrlKey: true });
  expect(left).toEqual([true]);
  expect(screen.getByRole('article', { name: 'Today' })).toBeTruthy();
});
