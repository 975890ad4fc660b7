import type { ParkedClaim } from '@homecare/domain/claims/schema.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerWith, closePages, onDesk, openPages, signInAs } from '../../../testing/application.tsx';
import { ManualPaymentPanel } from './ManualPaymentPanel.tsx';
import { newDraft, paymentOf } from './manual-payment-draft.ts';
import { ParkedPanel } from './ParkedPanel.tsx';

const PARKED: ParkedClaim = {
  id: 4,
  file: 'pay.835',
  received: '2026-11-20T17:00:00Z',
  claim: '12-1',
  client: 'Baca, Guadalupe',
  icn: '999',
  trace: 'EFT 7',
  date: '2026-11-19',
  charge: 4_000,
  paid: 3_900,
  reasons: ['The claim: $40.00 charged less $0.00 of adjustments is not the $39.00 paid.'],
  detail: 'Claim: segment 13 of the file (CLP). Service lines: 17 (SVC).',
  fixed: null,
  state: 'parked',
  note: null,
  decided: null,
  decidedBy: null,
};

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  signInAs('admin');
  onDesk();
});
afterEach(closePages);

it('opens the details of a selected claim below the list, so that nothing moves', async () => {
  answerWith(() => ({ data: [PARKED] }));
  await openPages({ '/billing': () => <ParkedPanel onClose={() => undefined} /> }, '/billing');
  const box = await screen.findByRole('checkbox', { name: 'Select Baca, Guadalupe, claim 12-1' });
  const table = screen.getByRole('table', { name: 'Parked claims' });
  expect(screen.queryByText(PARKED.detail)).toBeNull();
  fireEvent.click(box);
  const detail = screen.getByText(PARKED.detail);
  expect(table.compareDocumentPosition(detail) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(table.textContent).toContain('The claim: $40.00 charged');
});

it('lists the visits of a parked claim by the key of stories, and none of a claim that is not ours', async () => {
  const asked: string[] = [];
  const foreign = { ...PARKED, id: 5, claim: '77-1', client: null };
  answerWith(({ path }) => {
    if (!path.includes('visit-story/list-behind')) return { data: [PARKED, foreign] };
    asked.push(path);
    return { data: { rows: [], total: 0, minutes: null, units: null } };
  });
  await openPages({ '/billing': () => <ParkedPanel onClose={() => undefined} /> }, '/billing');
  const rowOf = (name: RegExp) => screen.findByRole('row', { name });
  fireEvent.keyDown(await rowOf(/77-1/), { key: 'Enter', altKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(await rowOf(/12-1/), { key: 'Enter', altKey: true });
  await screen.findByRole('dialog', { name: 'Visits: claim 12-1, Baca, Guadalupe' });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('of=claim&id=12-1');
});

it('asks why money was withheld, WO unless somebody says otherwise', async () => {
  answerWith(() => ({ data: [] }));
  await openPages({ '/billing': () => <ManualPaymentPanel onClose={() => undefined} /> }, '/billing');
  const why = await screen.findByRole('combobox', { name: 'Reason it was withheld' });
  expect(why instanceof HTMLSelectElement && why.value).toBe('WO');
  fireEvent.change(why, { target: { value: 'LE' } });
  expect(why instanceof HTMLSelectElement && why.value).toBe('LE');
  const draft = { ...newDraft('2026-11-20'), taken: 12.5, takenFor: 'LE' };
  expect(paymentOf(draft).adjustments).toEqual([{ reason: 'LE', reference: '', amount: 1_250 }]);
});
