import type { ShareMonthRow } from '@homecare/domain/private-pay/schema.ts';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { ShareTable } from './ShareTable.tsx';

const row = (month: string, more: Partial<ShareMonthRow> = {}): ShareMonthRow => ({
  ...{ month, owed: 2_000, withheld: 2_000, billed: 2_000, isDecided: true },
  ...more,
});
const SHARES = [
  row('2026-11-01', { withheld: 0, billed: 0, isDecided: false }),
  row('2026-10-01', { withheld: 1_500, billed: 0 }),
  row('2026-09-01', { withheld: 1_200 }),
  row('2026-08-01'),
  row('2026-07-01', { withheld: 0, billed: 0 }),
];

beforeEach(() => {
  signInAs('admin');
  onDesk();
  answerWith(() => ({ data: CAPABILITIES }));
});
afterEach(closePages);

test('each month says what is on record, withheld and billed, and what is to do', async () => {
  const Page = () => <ShareTable shares={SHARES} />;
  await openPages({ '/privatepay/account': Page }, '/privatepay/account');
  const table = await screen.findByRole('table', { name: 'Share of cost' });
  const [, ...rows] = within(table).getAllByRole('row');
  expect(rows.map((one) => one.textContent)).toEqual([
    expect.stringMatching(/November 2026.*Waiting for Medicaid/),
    expect.stringMatching(/October 2026.*\$15\.00.*Bill \$15\.00/),
    expect.stringMatching(/September 2026.*\$12\.00.*Billed \$8\.00 too much: void the invoice/),
    expect.stringMatching(/August 2026.*\$20\.00.*Billed$/),
    expect.stringMatching(/July 2026.*Nothing withheld/),
  ]);
});
