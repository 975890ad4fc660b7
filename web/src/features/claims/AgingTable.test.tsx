import type { UnpaidItem } from '@homecare/domain/claims/schema.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { usePageState } from '../../platform/page-state.ts';
import { AgingTable } from './AgingTable.tsx';

const AGEING = [{ payer: 'Medicaid', buckets: [0, 5_000, 0, 0, 8_000], total: 13_000 }];
const PAYERS = [{ key: 'Medicaid', name: 'Health First Colorado' }];
const ITEM: UnpaidItem = {
  kind: 'denial',
  id: '12-3',
  name: 'Claim 12-3',
  payer: 'Medicaid',
  clientId: 7,
  client: 'Baca, Guadalupe',
  through: '2026-10-12',
  days: 51,
  open: 5_000,
};

const Unpaid = () => <AgingTable ageing={AGEING} payers={PAYERS} />;
/** Stands in for the denials. */
const Denials = () => <p>Denial {String(usePageState().id)}</p>;

const asked: string[] = [];
beforeEach(() => {
  signInAs('admin');
  onDesk();
  asked.length = 0;
  answerWith(({ path }) => {
    if (path.includes('getPremium')) return { data: CAPABILITIES };
    asked.push(path);
    if (path.includes('list-behind')) return { data: { rows: [], total: 0, minutes: null, units: null } };
    return { data: [ITEM] };
  });
});
afterEach(closePages);

const open = async () => {
  await openPages({ '/claims/unpaid': Unpaid, '/claims/denials': Denials }, '/claims/unpaid');
  fireEvent.click(screen.getByRole('button', { name: 'Health First Colorado, 31–60 days: $50.00' }));
  return screen.findByRole('dialog', { name: 'Health First Colorado, 31–60 days' });
};

test('a number opens what it counts, and a denial opens where it is corrected', async () => {
  const list = await open();
  expect(await within(list).findByText('1 item, $50.00')).toBeDefined();
  expect(asked[0]).toContain('payer=Medicaid');
  expect(asked[0]).toContain('age=1');
  fireEvent.doubleClick(await within(list).findByRole('row', { name: /Baca/ }));
  expect(await screen.findByText('Denial 12-3')).toBeDefined();
});

test('what is nothing opens nothing, and the total opens all', async () => {
  await openPages({ '/claims/unpaid': Unpaid }, '/claims/unpaid');
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Health First Colorado, 31–60 days: $50.00',
    'Health First Colorado, 120+ days: $80.00',
    'Health First Colorado, unpaid: $130.00',
  ]);
});

test('Alt Enter lists the visits of a claim', async () => {
  const list = await open();
  const row = await within(list).findByRole('row', { name: /Baca/ });
  fireEvent.keyDown(row, { key: 'Enter', altKey: true });
  await screen.findByRole('dialog', { name: /^Visits: / });
  expect(asked.at(-1)).toContain('of=claim&id=12-3');
});
