const MINUS = '\u2212';

/** Cents → '1,234.56', below 0 with the minus sign of text. */
export const showAmount = (cents: number): string => {
  const whole = Math.trunc(Math.abs(cents) / 100).toString();
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${cents < 0 ? MINUS : ''}${grouped}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
};

/** Cents → '$1,234.56', '−$205.58': the one spelling of money below 0. */
export const showMoney = (cents: number): string =>
  `${cents < 0 ? MINUS : ''}$${showAmount(Math.abs(cents))}`;
