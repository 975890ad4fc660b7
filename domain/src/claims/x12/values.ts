/** Amounts, quantities and dates as X12 writes them, without floating point. */

const MAX_CENTS = 1_000_000_000_00;

/** '145.9' → 14590; undefined if it is not an amount, or has fractions of a cent. */
export const centsOf = (text: string): number | undefined => {
  const [, sign, whole = '', part = ''] = /^(-?)(\d{0,12})(?:\.(\d*))?$/.exec(text) ?? [];
  if (sign === undefined || whole + part === '' || !/^\d{0,2}0*$/.test(part)) return undefined;
  const cents = Number(whole) * 100 + Number(part.slice(0, 2).padEnd(2, '0'));
  if (cents > MAX_CENTS) return undefined;
  return sign === '-' && cents !== 0 ? -cents : cents;
};

/** 14592 → '145.92' */
export const showX12Cents = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/** A decimal number exactly as written: 1.00 is { digits: 100, places: 2 }. */
export interface Quantity {
  readonly digits: number;
  readonly places: number;
}

export const whole = (digits: number): Quantity => ({ digits, places: 0 });

export const quantityOf = (text: string): Quantity | undefined => {
  const [, sign, before = '', after = ''] = /^(-?)(\d{0,9})(?:\.(\d{0,6}))?$/.exec(text) ?? [];
  if (sign === undefined || before + after === '') return undefined;
  const digits = Number(before + after);
  return { digits: sign === '-' && digits !== 0 ? -digits : digits, places: after.length };
};

export const showQuantity = ({ digits, places }: Quantity): string => {
  const sign = digits < 0 ? '-' : '';
  if (places === 0) return `${sign}${Math.abs(digits)}`;
  const text = String(Math.abs(digits)).padStart(places + 1, '0');
  return `${sign}${text.slice(0, -places)}.${text.slice(-places)}`;
};

/** '20261102' → '2026-11-02'; undefined if the calendar has no such day. */
export const dayOf = (text: string): string | undefined => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  try {
    const date = Temporal.PlainDate.from(
      { year: Number(year), month: Number(month), day: Number(day) },
      { overflow: 'reject' },
    );
    return date.toString();
  } catch {
    return undefined;
  }
};

/** '2026-11-02' → '20261102' */
export const showDay = (day: string): string => day.replaceAll('-', '');

/** A single day, or a range like '20261102-20261105'. */
export const rangeOf = (text: string): { readonly from: string; readonly through: string } | undefined => {
  const [first = '', last = first, more] = text.split('-');
  const [from, through] = [dayOf(first), dayOf(last)];
  return from !== undefined && through !== undefined && from <= through && more === undefined
    ? { from, through }
    : undefined;
};
