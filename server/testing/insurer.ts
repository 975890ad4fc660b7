import type { ClaimPayment } from '@homecare/domain/claims/835.ts';
import { writeRemittances } from '@homecare/domain/claims/testing/remittance-file.ts';
import { sum } from '@homecare/domain/sum.ts';

export interface InsurerLine {
  readonly day: string;
  readonly charge: number;
  readonly paid: number;
}

const claimOf = (memberId: string, lines: readonly InsurerLine[], status: string): ClaimPayment => ({
  at: 0,
  id: 'OUR-1',
  status,
  charge: sum(lines.map(({ charge }) => charge)),
  paid: sum(lines.map(({ paid }) => paid)),
  patientShare: 0,
  icn: 'INS-1',
  frequency: null,
  patient: null,
  memberId,
  adjustments: [],
  remarks: [],
  lines: lines.map(({ day, charge, paid }) => ({
    at: 0,
    procedure: { qualifier: 'HC', code: 'T1019', modifiers: ['U1'] },
    charge,
    paid,
    units: null,
    from: day,
    through: day,
    control: null,
    adjustments:
      charge === paid ? [] : [{ group: 'CO', reason: '45', amount: charge - paid, quantity: null }],
    remarks: [],
  })),
  unreadable: [],
});

/** What an insurer pays a member for personal care (T1019 U1), day by day. */
export const insurerRemittance = (memberId: string, lines: readonly InsurerLine[], status = '1'): string => {
  const claim = claimOf(memberId, lines, status);
  return writeRemittances([
    {
      control: '0001',
      at: 0,
      paid: claim.paid,
      method: 'ACH',
      date: '2026-11-20',
      trace: `INS${memberId}`,
      payer: { name: 'AETNA', id: '60054' },
      payee: { name: 'AGENCY', id: '1234567893' },
      claims: [claim],
      adjustments: [],
      unreadable: [],
    },
  ]);
};
