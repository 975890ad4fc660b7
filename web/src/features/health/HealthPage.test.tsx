import { getHealth } from '@homecare/domain/health/contract.ts';
import type { HealthPage as Health, HealthLine } from '@homecare/domain/health/schema.ts';
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { markStale } from '../../platform/query.ts';
import { HealthPage } from './HealthPage.tsx';

const fine: HealthLine = { part: 'database', state: 'fine', words: 'It answers in 2 ms.', advice: null };
const wrong: HealthLine = {
  part: 'disk',
  state: 'wrong',
  words: 'The data disk has 200 MB of 40 GB free.',
  advice: 'Free some space now.',
};
const look: HealthLine = { part: 'backups', state: 'look', words: 'None.', advice: 'Run npm run backup.' };
let health: Health;

beforeEach(() => {
  onDesk();
  signInAs('admin');
  answerWith(({ path }) => {
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    if (path.includes('health/get')) return { data: health };
    return { status: 404, Info: path };
  });
});
afterEach(closePages);

const open = async (...lines: HealthLine[]) => {
  health = { at: '2026-11-20T17:00:00Z', lines };
  await openPages({ '/health': HealthPage }, '/health');
};

test('says in one sentence what needs somebody, and of each part what is wrong and what to do', async () => {
  await open(fine, wrong, look);
  expect(await screen.findByText('1 line needs somebody now, 1 more in the next days.')).toBeTruthy();
  const disk = screen
    .getAllByRole('listitem')
    .find((item) => within(item).queryByRole('heading', { name: 'Disk' }));
  if (!disk) throw new Error('no line of the disk');
  expect(disk.textContent).toBe('DiskThe data disk has 200 MB of 40 GB free.Free some space now.Wrong');
});

test('says that all is well, and follows what changes', async () => {
  await open(fine);
  expect(await screen.findByText('Everything is fine.')).toBeTruthy();
  health = { ...health, lines: [fine, look] };
  await act(() => markStale(getHealth));
  expect(await screen.findByText('1 line needs a look in the next days.')).toBeTruthy();
});
