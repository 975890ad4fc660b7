import { z } from 'zod';
import { dateText } from '../wire.ts';

/** What a request for eligibility was answered, or what was entered by hand (specification part 1, section 3). */
export const EligibilityEntry = z.strictObject({
  id: z.int(),
  clientId: z.int(),
  /** LastName, FirstName of the client. */
  name: z.string(),
  status: z.string(),
  /** Day of the request. */
  date: dateText,
  start: dateText.nullable(),
  /** Without an end it holds until further notice. */
  end: dateText.nullable(),
  /** Further values of the answer by their names, e.g. the plan. */
  data: z.record(z.string(), z.string()),
});
export type EligibilityEntry = z.output<typeof EligibilityEntry>;
