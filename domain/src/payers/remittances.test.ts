import { expect, test } from 'vitest';
import type { ClaimPayment, LinePayment, Remittance } from '../claims/835.ts';
import { readDecisions } from './remittances.ts';

const line = (more: Partial<LinePayment> = {}): LinePayment => ({
  at: 1,
  procedure: { qualifier: 'HC', code: 'T1019', modifiers: ['U1'] },
  charge: 4_000,
  paid: 3_000,
  units: null,
  from: '2026-11-03',
  through: '2026-11-03',
  control: null,
  adjustments: [{ group: 'CO', reason: '45', amount: 1_000, quantity: null }],
  remarks: [],
  ...more,
});
const claim = (more: Partial<ClaimPayment> = {}): ClaimPayment => ({
  at: 1,
  id: '12-1',
  status: '1',
  charge: 4_000,
  paid: 3_000,
  patientShare: 0,
  icn: 'X',
  frequency: null,
  patient: null,
  memberId: 'w-123',
  adjustments: [],
  remarks: [],
  lines: [line()],
  unreadable: [],
  ...more,
});
const read = (one: ClaimPayment, date: string | null = '2026-11-28') => {
  const remittance: Remittance = {
    control: '1',
    at: 1,
    paid: one.paid,
    method: 'ACH',
    date,
    trace: 'T1',
    payer: { name: 'Aetna', id: '60054' },
    payee: { name: null, id: null },
    claims: [one],
    adjustments: [],
    unreadable: [],
  };
  return readDecisions([remittance], new Map([['W123', 10]]));
};

test('each line of a claim becomes a decision for the client with its member number', () => {
  expect(read(claim())).toEqual({
    unused: [],
    decisions: [
      {
        clientId: 10,
        isReversal: false,
        day: '2026-11-03',
        procedureCode: 'T1019',
        modifiers: ['U1'],
        charge: 4_000,
        paid: 3_000,
        adjustments: [{ group: 'CO', reason: '45', amount: 1_000, quantity: null }],
        decided: '2026-11-28',
      },
    ],
  });
  expect(read(claim({ status: '22' })).decisions[0]?.isReversal).toBe(true);
});

test.each([
  [{ memberId: 'W9' }, 'no client has this member number'],
  [{ unreadable: ['x'] }, 'parts of it cannot be read'],
  [{ adjustments: line().adjustments }, 'it was adjusted as a whole, not by line'],
  [{ lines: [] }, 'it has no lines'],
  [{ lines: [line({ from: null })] }, 'a line has no day of service'],
  [{ lines: [line({ through: '2026-11-04' })] }, 'a line is of several days'],
  [{ lines: [line(), line({ paid: 2_999 })] }, 'a line does not balance'],
])('a claim with %j is reported and not used', (more, why) => {
  expect(read(claim(more))).toEqual({ decisions: [], unused: [`Claim 12-1: ${why}.`] });
});

test('a payment without a date is not used', () => {
  expect(read(claim(), null).unused).toEqual(['Claim 12-1: the payment has no day.']);
});
