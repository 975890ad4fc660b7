/** The payer's terms and a denial reason, as entered by an admin. */
export const PAYER_TERMS = {
  validFrom: '2030-01-01',
  filingDays: 180,
  resubmitDays: 30,
  resendDenied: '1',
  source: 'Test',
} as const;
export const DENIAL_REASON = {
  code: 'T1',
  validFrom: '2026-01-01',
  title: 'Test',
  cause: 'It is a test.',
  advice: 'Nothing to do',
  mend: 'other',
  source: 'Test',
} as const;
