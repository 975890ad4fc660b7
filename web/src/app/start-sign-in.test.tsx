import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { answerWith, closePages } from '../../testing/application.tsx';
import { phoneStore } from '../../testing/phone-store.ts';
import { storeEntry } from '../caregiver/attempts.ts';
import { startSignIn } from './start-sign-in.tsx';

const phone = phoneStore();
vi.stubGlobal('indexedDB', phone.indexedDB);

afterEach(() => {
  phone.empty();
  vi.useRealTimers();
  document.body.innerHTML = '';
  window.history.replaceState(null, '', '/');
  closePages();
});

it('shows the form at the address of sign-in, remembers the page that was asked for, and says what the phone keeps', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  answerWith(() => ({ data: { demo: { origin: 'http://localhost', title: 'Front Range', picker: false } } }));
  await storeEntry('7', {
    visitId: 1,
    to: 'Active',
    position: null,
    locationError: true,
    at: '2026-11-20T17:42:00Z',
    key: 'one',
    label: 'Ana 9:00 AM',
    refused: null,
  });
  document.body.innerHTML = '<div id="root"></div>';
  window.history.replaceState(null, '', '/careplanlist?status=Active');
  startSignIn();
  await screen.findByText('Front Range');
  expect(document.activeElement).toBe(screen.getByLabelText('Username'));
  expect(window.location.pathname).toBe('/login');
  expect(new URLSearchParams(window.location.search).get('redirect')).toBe('/careplanlist?status=Active');
  expect(document.documentElement.dataset.mantineColorScheme).toBe('light');
  await screen.findByText('1 entry is kept on this phone. It is sent when its caregiver signs in.');
});
