import { expect, it } from 'vitest';
import { faultsOf, newDraft } from './manual-payment-draft.ts';

it('names each field that is still to be entered at once', () => {
  const faults = faultsOf(newDraft('2026-11-22'), '2026-11-22');
  expect(Object.fromEntries(faults)).toEqual({
    paid: 'Enter the amount of the payment.',
    number: 'Enter the number of the check or transfer.',
  });
});
