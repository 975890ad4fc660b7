/** What is known of a client's coverage. `Refused`: the payer did not answer the question; it says nothing about the coverage. */
export const ELIGIBILITY_STATUSES = ['Eligible', 'Not eligible', 'Unclear', 'Refused'] as const;
export type EligibilityStatus = (typeof ELIGIBILITY_STATUSES)[number];
