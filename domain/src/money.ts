const MINUS = '\u2212';

/** '1,234.56' for cents, with a typographic minus sign if negative. */
export const showAmount = (cents: number): string => {
  const whole = Math.trunc(Math.abs(cents) / 100).toString();
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 ? MINUS : ''}${grouped}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
};

/** '$1,234.56' or '−$205.58' for cents. All negative amounts are written this way. */
export const showMoney = (cents: number): string =>
  `${cents < 0 ? MINUS : ''}$${showAmount(Math.abs(cents))}`;
