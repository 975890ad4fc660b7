import type { ManualPayment, OpenClaim } from '@homecare/domain/claims/schema.ts';
import { sum } from '@homecare/domain/sum.ts';
import { makeBatch } from '../claims/batches.ts';
import { listOpenClaims, postManualPayment } from '../claims/manual-payments.ts';
import type { Scope } from '../platform/auth/scope.ts';

type Line = ManualPayment['claims'][number]['lines'][number];

/** Each claim's first line is denied and the second underpaid; every second claim is not paid at all. */
const payLine = (charge: number, at: number, isDenied: boolean): Omit<Line, 'control'> => {
  const denied = (reason: string) => ({
    paid: 0,
    adjustments: [{ group: 'CO' as const, reason, amount: charge }],
  });
  if (isDenied) return denied('112');
  if (at === 0) return denied('197');
  if (at > 1) return { paid: charge, adjustments: [] };
  const less = Math.ceil(charge / 10);
  return { paid: charge - less, adjustments: [{ group: 'CO', reason: '45', amount: less }] };
};

const payClaim = ({ id, lines }: OpenClaim, at: number): ManualPayment['claims'][number] => ({
  id,
  icn: `2059${String(at + 1).padStart(9, '0')}`,
  takesBack: false,
  lines: lines.map(({ control, charge }, line) => ({ control, ...payLine(charge, line, at % 2 === 1) })),
});

/**
 * Shows a new user what claims look like: denied records are sent once, and the payer denies some lines and underpays others.
 * Without the settings of a payer there are no claims.
 */
export const addExampleClaims = async (scope: Scope, month: string): Promise<void> => {
  const made = await makeBatch(scope, {
    month,
    status: 'Denied',
    frequency: '1',
    unproven: 'send',
    reason: 'Example data',
  });
  if (!made.ok || made.data.batch === null) return;
  const { batch } = made.data;
  const open = await listOpenClaims(scope.ofPart(), { search: '' });
  if (!open.ok) return;
  const claims = open.data.filter(({ id }) => id.startsWith(`${batch}-`)).map(payClaim);
  await postManualPayment(scope.ofPart(), {
    number: 'EXAMPLE 1',
    date: scope.today().toString(),
    method: 'ACH',
    paid: sum(claims.flatMap(({ lines }) => lines.map(({ paid }) => paid))),
    claims,
    adjustments: [],
  });
};
