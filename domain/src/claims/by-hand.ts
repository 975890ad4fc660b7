/** Kind of a payment that a person entered, and what is in the place of the payer's number: paper names none. */
export const BY_HAND = 'By hand';
