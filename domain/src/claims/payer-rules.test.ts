import { expect, it } from 'vitest';
import { checkReason, checkTerms, tidyReason } from './payer-rules.ts';
import { resendFrequency } from './payer-terms.ts';

const terms = {
  validFrom: '2026-01-01',
  filingDays: 365,
  resubmitDays: 60,
  resendDenied: '7',
  source: 'Manual',
} as const;
const reason = {
  code: '197',
  validFrom: '2026-01-01',
  title: 'No authorization',
  cause: 'No PAR covers the day.',
  advice: 'Add it',
  mend: 'par',
  source: 'Manual',
} as const;
const fields = (errors: readonly { readonly field: string }[]) => errors.map(({ field }) => field);

it('terms need their own start day, plausible numbers of days, and a source', () => {
  expect(checkTerms(terms, [])).toEqual([]);
  expect(fields(checkTerms(terms, [{ validFrom: '2026-01-01' }]))).toEqual(['validFrom']);
  expect(checkTerms(terms, [{ validFrom: '2025-01-01' }])).toEqual([]);
  expect(fields(checkTerms({ ...terms, filingDays: 0, resubmitDays: -1, source: '' }, []))).toEqual([
    'filingDays',
    'resubmitDays',
    'source',
  ]);
  expect(fields(checkTerms({ ...terms, filingDays: 4_000, resubmitDays: 1.5 }, []))).toEqual([
    'filingDays',
    'resubmitDays',
  ]);
  expect(fields(checkTerms({ ...terms, validFrom: '' }, []))).toEqual(['validFrom']);
});

it('a reason needs a code of the payer, one wording per day, and advice', () => {
  expect(checkReason(reason, [])).toEqual([]);
  expect(fields(checkReason(reason, [reason]))).toEqual(['validFrom']);
  expect(checkReason(reason, [{ ...reason, code: '198' }])).toEqual([]);
  expect(fields(checkReason({ ...reason, code: 'CO-197', title: '', advice: '' }, []))).toEqual([
    'code',
    'title',
    'advice',
  ]);
  expect(tidyReason({ ...reason, code: ' n 56 ' }).code).toBe('N56');
});

it('an entirely denied claim is sent again as the current terms say, all others as replacements', () => {
  const dated = [terms, { ...terms, validFrom: '2026-12-01', resendDenied: '1' as const }];
  const whole = { isDeniedWhole: true };
  const again = (today: string, how: typeof whole) => resendFrequency({ resending: dated }, today, how);
  expect(again('2026-11-30', whole)).toBe('7');
  expect(again('2026-12-01', whole)).toBe('1');
  expect(again('2026-12-01', { isDeniedWhole: false })).toBe('7');
  expect(resendFrequency({ resending: [] }, '2026-12-01', whole)).toBeNull();
});
