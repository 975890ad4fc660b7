import { listTray } from '@homecare/domain/timesheets/contract.ts';
import type { TrayPage } from '@homecare/domain/timesheets/schema.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { markStale } from '../../platform/query.ts';
import { TrayPanel } from './TrayPanel.tsx';

const pageOf = (page: number): TrayPage => ({
  id: page,
  file: 'scan.pdf',
  page,
  pages: 9,
  uploaded: '2026-11-20T17:42:00Z',
  by: 'M.R.',
  turn: 0,
  rev: 0,
  reason: 'noCode',
});

let tray: readonly TrayPage[] = [];
const nowHas = async (...pages: number[]) => {
  tray = pages.map(pageOf);
  await markStale(listTray);
  await waitFor(() => expect(screen.getByRole('heading', { name: `Tray ${pages.length}` })).toBeTruthy());
};
const open = async (...pages: number[]) => {
  tray = pages.map(pageOf);
  await openPages({ '/scans': TrayPanel }, '/scans');
  await screen.findByRole('heading', { name: `Tray ${pages.length}` });
};
const looksAt = (page: number) =>
  expect(screen.getByRole('region', { name: `Page ${page} of scan.pdf` })).toBeTruthy();
const plan = () => screen.getByRole('combobox', { name: 'Care plan' });
const typed = (value: string) => {
  // What comes to a box without focus is the browser filling it in.
  plan().focus();
  fireEvent.change(plan(), { target: { value } });
  expect(plan()).toHaveProperty('value', value);
};

beforeEach(() => {
  onDesk();
  signInAs('admin');
  answerWith(({ path }) =>
    path.includes('list-tray')
      ? { data: tray }
      : path.includes('getPremium')
        ? { data: CAPABILITIES }
        : path.includes('getCarePlans')
          ? { data: [] }
          : { status: 404, Info: path },
  );
});
afterEach(closePages);

describe('the page that is looked at', () => {
  it('stays when pages are read that are before it, with what was typed for it', async () => {
    await open(3);
    typed('Reyes');
    await nowHas(1, 2, 3);
    looksAt(3);
    expect(plan()).toHaveProperty('value', 'Reyes');
    await nowHas(1, 2);
    looksAt(2);
  });

  it('is followed by the next one when somebody was faster, without the plan that was meant for it', async () => {
    await open(1, 2, 3);
    fireEvent.click(screen.getByRole('button', { name: /page 2/ }));
    looksAt(2);
    typed('Reyes');
    await nowHas(1, 3);
    looksAt(3);
    expect(plan()).toHaveProperty('value', '');
  });

  it('is the one that is deleted, whatever comes and goes in the meantime', async () => {
    await open(1, 2);
    fireEvent.click(screen.getByRole('button', { name: 'Delete…' }));
    expect(await screen.findByText(/^Page 1 of scan.pdf is no longer shown/)).toBeTruthy();
    tray = [2, 3, 4].map(pageOf);
    await markStale(listTray);
    await waitFor(() => expect(document.body.textContent).toContain('page 4'));
    expect(screen.getByText(/^Page 1 of scan.pdf is no longer shown/)).toBeTruthy();
  });
});
