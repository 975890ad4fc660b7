import { z } from 'zod';
import { GROUPS } from '../billing/contract.ts';
import { WRONG_MONTH } from '../billing/rules.ts';
import { getCall } from '../call.ts';
import { MAX_ID, monthText, wireInt } from '../wire.ts';
import { PayMonth } from './schema.ts';

const admin = { roles: ['admin'] } as const;
/** A refinement, so that its message is shown exactly, without the field's name in front. */
const month = z.string().refine((text) => monthText.safeParse(text).success, WRONG_MONTH);

/** The table of the page: everybody who is paid for the month, or only the chosen provider. */
export const getPayMonth = getCall(['payroll/get-month'], {
  name: 'payroll.getMonth',
  ...admin,
  effect: 'read',
  input: z.strictObject({
    date: month,
    id: wireInt(1, MAX_ID).pipe(z.int()).optional(),
    private: z.enum(GROUPS).default('all'),
  }),
  output: PayMonth,
});
