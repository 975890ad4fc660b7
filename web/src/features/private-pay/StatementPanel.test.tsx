import type { Statement } from '@homecare/domain/private-pay/schema.ts';
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
import { StatementPanel } from './StatementPanel.tsx';

const STATEMENT: Statement = {
  clientId: 5,
  client: 'Baca, Ana',
  billTo: { name: 'Ana Baca', lines: [], email: '' },
  from: '2026-01-01',
  through: '2026-11-20',
  opening: 0,
  entries: [
    { day: '2026-11-01', kind: 'Invoice', id: 31, text: '2026-0031', amount: 7_600, balance: 7_600 },
    { day: '2026-11-12', kind: 'Payment', id: 4, text: 'Check 12', amount: -7_600, balance: 0 },
  ],
  closing: 0,
};

const asked: string[] = [];
beforeEach(async () => {
  signInAs('admin');
  onDesk();
  asked.length = 0;
  answerWith(({ path }) => {
    if (path.includes('get-statement')) return { data: STATEMENT };
    if (!path.includes('list-behind')) return { data: CAPABILITIES };
    asked.push(path);
    return { data: { rows: [], total: 0, minutes: 0, units: null } };
  });
  await openPages({ '/privatepay/account': () => <StatementPanel clientId={5} /> }, '/privatepay/account');
});
afterEach(closePages);

test.each([
  [/Invoice/, 'Invoice of 11-01-2026, 2026-0031', 'of=invoice&id=31'],
  [/Payment/, 'Payment of 11-12-2026, Check 12', 'of=payment&id=4'],
])('one key lists the visits behind the entry %s', async (name, title, query) => {
  fireEvent.keyDown(await screen.findByRole('row', { name }), { key: 'Enter', altKey: true });
  await screen.findByRole('dialog', { name: `Visits: ${title}` });
  expect(asked.map((path) => path.includes(query))).toEqual([true]);
});
