import type { TriedVisit } from '@homecare/domain/offers/contract.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import {
  answerWith,
  CAPABILITIES,
  closePages,
  onDesk,
  openPages,
  signInAs,
} from '../../../testing/application.tsx';
import { usePageState } from '../../platform/page-state.ts';
import { TriedDialog } from './TriedDialog.tsx';

afterEach(closePages);

const visit = (planId: number, Client: string, overtimeCents: number | null): TriedVisit => ({
  ...{ planId, day: '2026-11-17', date: '2026-11-17', start: '07:00', end: '10:00' },
  ...{ ClientID: 20 + planId, Client, ProviderID: 12, Provider: 'Martinez, Dolores', overtimeCents },
});
const VISITS = [visit(1, 'Whitfield, Earl', 0), visit(2, 'Vigil, Rosa', null), visit(3, 'Baca, Eva', 1_575)];

test('the visits on which settings were tried say who could be asked, those with nobody first, and open their story', async () => {
  onDesk();
  signInAs('admin');
  answerWith(({ path }) =>
    path.includes('getPremium') ? { data: CAPABILITIES } : { status: 404, Info: path },
  );
  const Page = () => <TriedDialog visits={VISITS} onClose={() => undefined} />;
  const Story = () => <p>{JSON.stringify(usePageState())}</p>;
  await openPages({ '/config': Page, '/visitstory': Story }, '/config');
  const dialog = await screen.findByRole('dialog', { name: 'Call-outs of the last 90 days' });
  expect(within(dialog).getByText('2 of 3 visits with somebody to ask')).toBeDefined();
  const rows = within(dialog).getAllByRole('row').slice(1);
  const said = rows.map((row) => within(row).getAllByRole('cell')[3]?.textContent);
  expect(said).toEqual(['nobody to ask, not counted', 'somebody, no overtime', 'somebody, $15.75 overtime']);
  const [first] = rows;
  if (!first) throw new Error('no row');
  fireEvent.keyDown(first, { key: 'Enter', altKey: true });
  expect((await screen.findByText(/"visit"/)).textContent).toContain('2026-11-17 2');
});
