/**
 * Explains what the figures of reports mean. A name means the same in all reports. If worked hours are next to billed units,
 * or a month could be meant in two ways, one of these sentences clarifies it.
 */

/** For billing documents. */
export const WORKED_BESIDE_BILLED =
  'Work, Working, Travel and Total are hours worked, billed or not. Units and Amount are of billed days.';
export const WORKED_BESIDE_PAID =
  'Work, Travel and Total are hours worked, billed or not. Paid has the hours of days with payroll checked.';
export const PLANNED_BESIDE_BILLED =
  'Planned hours are hours of the care plan without travel. Units have travel and are of billed days and of estimated days without a card.';

export const ESTIMATED =
  'Worked, no card: days up to today with a Complete visit and no billing record; where no visits are needed, each planned day. Rest by plan: days to come. A missed day is in neither and is not estimated.';

export const ESTIMATED_BILLING =
  'Est. amount has days up to today with a Complete visit (where no visits are needed, each planned day) and days to come as planned. A missed day is not estimated.';

/** For payroll documents. */
export const HOURS_ARE_PAID =
  'Hours are paid hours: those of days with payroll checked, billed or not. They are not what a payer is billed.';

/** For the reports page. */
export const VISITS_BESIDE_BILLED =
  'Worked has the hours of Complete visits. Billed has the units of billing records, 4 to an hour. Paid has the hours of days with payroll checked.';
export const CARDS_BESIDE_BILLED =
  'Worked by cards has all hours of billing records, billed or not. Billed and Denied hours have their units, 4 to an hour. Paid has the hours of days with payroll checked.';
export const BILLED_IS_UNITS = 'Billed hours are units, 4 to an hour.';

/** Which month records are counted in. */
export const BY_CALCULATION =
  'Records count in their month of calculation: a late one in the month it was moved to.';
export const BY_SERVICE = 'Records count in their month of service: a late one in the month it was worked.';
