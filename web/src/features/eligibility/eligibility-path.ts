/** The page of eligibility, and its parts for who asks the payer. */
export const ELIGIBILITY = '/eligibility';
export const ELIGIBILITY_PARTS = ['entries', 'requests', 'answers'] as const;
