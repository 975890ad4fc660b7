/** The kind of a payment that a person entered. It also replaces the payer's number, which paper does not have. */
export const BY_HAND = 'By hand';
