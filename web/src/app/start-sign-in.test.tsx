import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerWith, closePages } from '../../testing/application.tsx';
import { startSignIn } from './start-sign-in.tsx';

afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
  window.history.replaceState(null, '', '/');
  closePages();
});

it('shows the form at the address of sign-in, and remembers the page that was asked for', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answerWith(() => ({ data: { demo: { origin: 'http://localhost', title: 'Front Range', picker: false } } }));
  document.body.innerHTML = '<div id="root"></div>';
  window.history.replaceState(null, '', '/careplanlist?status=Active');
  startSignIn();
  await screen.findByText('Front Range');
  expect(document.activeElement).toBe(screen.getByLabelText('Username'));
  expect(window.location.pathname).toBe('/login');
  expect(new URLSearchParams(window.location.search).get('redirect')).toBe('/careplanlist?status=Active');
  expect(document.documentElement.dataset.mantineColorScheme).toBe('light');
});
