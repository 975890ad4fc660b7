/** What is known about a client's coverage. `Refused` means that the payer did not answer, which says nothing about the coverage. */
export const ELIGIBILITY_STATUSES = ['Eligible', 'Not eligible', 'Unclear', 'Refused'] as const;
export type EligibilityStatus = (typeof ELIGIBILITY_STATUSES)[number];
