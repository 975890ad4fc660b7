import { showDate } from '../calendar.ts';
import type { FieldError } from '../errors.ts';
import { halfName, SCAN_ERRORS } from '../timesheets/rules.ts';
import type { UnitRule } from '../unit-rules.ts';
import { monthText } from '../wire.ts';
import {
  billedMinutes,
  type CardRates,
  cardAmount,
  cardUnits,
  type DayRange,
  type DaysOfCard,
  type Hours,
  halfOf,
  hoursOfCard,
  hoursOfHalf,
  paidMinutes,
  serviceDays,
  workedMinutes,
} from './counting.ts';
import { CHOOSE_RATE } from './rates.ts';
import type { CardDay, CardScan, DatedRate } from './schema.ts';

/** What a card needs in order to be saved, and what it comes to (docs/rules/billing.md, rule 22). */

export const CARD_EXISTS = 'Error: Billing for this careplan already exists';
export const WRONG_PERIOD = 'Error: Start/End Period is incorrect';
export const NO_CALCULATION_MONTH = 'Error: Month of calculation is empty. Please select correct date';
export const WRONG_MONTH = 'Error: Wrong date, date format (YYYY-MM)';
export const NO_VISIT_DATA = "Error: Can't load Visit Data";
export const SELECT_MONTH = 'Please select month';

export const CARD_REMARKS_MAX = 285;
export const PLAN_DELETED = 'This care plan is deleted: nothing is billed by it.';

export interface CardDraft {
  /** Null if not entered. */
  readonly startPeriod: string | null;
  readonly endPeriod: string | null;
  readonly days: readonly CardDay[];
  /** Cents per unit: of the whole card, or of the first billed day if a dated rate is chosen. */
  readonly payRate: number | null;
  readonly rateKind: DatedRate | null;
  /** The switch for another month of calculation, and that month ('' if empty). */
  readonly isCalculatedLater: boolean;
  readonly customDate: string;
  readonly remarks: string | null;
}

export interface CardFacts {
  readonly month: string;
  /** Days that a card of this month may hold; undefined if none. */
  readonly possible: DayRange | undefined;
  /** In the site's time zone. */
  readonly today: string;
}

const wrong = (field: string, message: string): FieldError[] => [{ field, message }];

const checkPeriod = ({ startPeriod, endPeriod }: CardDraft, { possible }: CardFacts): FieldError[] => {
  const isRight =
    startPeriod !== null &&
    endPeriod !== null &&
    possible !== undefined &&
    startPeriod <= endPeriod &&
    possible.from <= startPeriod &&
    endPeriod <= possible.through;
  return isRight ? [] : wrong('startPeriod', WRONG_PERIOD);
};

const checkCalculation = ({ isCalculatedLater, customDate }: CardDraft): FieldError[] => {
  if (!isCalculatedLater) return [];
  if (customDate === '') return wrong('customDate', NO_CALCULATION_MONTH);
  return monthText.safeParse(customDate).success ? [] : wrong('customDate', WRONG_MONTH);
};

/** A row has both times or neither, and they differ. */
export const rowFault = ({ start, end }: Pick<CardDay, 'start' | 'end'>): string | undefined => {
  if ((start === null) !== (end === null)) return 'Enter both times of a day, or neither.';
  return start !== null && start === end ? 'A day must end at a different time than it starts.' : undefined;
};

const checkRows = ({ days }: CardDraft, month: string): FieldError[] => {
  const seen = new Set<string>();
  return days.flatMap((row) => {
    if (!row.date.startsWith(month)) return wrong('days', `${showDate(row.date)} is not in ${month}.`);
    if (seen.has(row.date)) return wrong('days', `${showDate(row.date)} is in the grid twice.`);
    seen.add(row.date);
    const fault = rowFault(row);
    return fault ? wrong('days', `${showDate(row.date)}: ${fault}`) : [];
  });
};

const MOST_NAMED = 3;

/** Nothing may be billed or paid for future days. One sentence covers them all. */
const checkDaysToCome = ({ days }: CardDraft, today: string): FieldError[] => {
  const early = rowsToStore(days).filter(
    ({ date, billing, payroll }) => date > today && (billing || payroll),
  );
  if (early.length === 0) return [];
  const rest = early.length - MOST_NAMED;
  const named = early.slice(0, MOST_NAMED).map(({ date }) => showDate(date));
  const words = `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
  const verb = early.length === 1 ? 'is' : 'are';
  return wrong('days', `${words} ${verb} still to come: uncheck Billing and Payroll.`);
};

/** Checks everything that the card itself says. Scans and other cards are checked separately. */
export const checkCard = (draft: CardDraft, facts: CardFacts): FieldError[] => [
  ...checkPeriod(draft, facts),
  ...checkCalculation(draft),
  ...checkRows(draft, facts.month),
  ...checkDaysToCome(draft, facts.today),
  ...(draft.payRate === null ? wrong('payRate', CHOOSE_RATE) : []),
  ...((draft.remarks?.length ?? 0) > CARD_REMARKS_MAX
    ? wrong('remarks', `Remarks can have at most ${CARD_REMARKS_MAX} characters.`)
    : []),
];

/** The rows to store. Rows without times are days without service and are left out. */
export const rowsToStore = (rows: readonly CardDay[]): CardDay[] =>
  rows
    .filter(({ start, end }) => start !== null || end !== null)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));

// --- Scans ---------------------------------------------------------------------------------------------------------

const SIGNATURE = 1;

/** `errors`: the scan came, with errors that do not block. */
export type HalfState = 'fine' | 'errors' | 'noScan' | 'someSheets' | 'noSignature';

export const halfState = ({ received, incomplete, errors }: CardScan): HalfState => {
  if (errors.includes(SIGNATURE)) return 'noSignature';
  if (!received) return incomplete ? 'someSheets' : 'noScan';
  return errors.length > 0 ? 'errors' : 'fine';
};

/** 'Scan', 'No scan', 'Sheet missing', or the names of the errors. */
export const halfStateText = (scan: CardScan): string => {
  const state = halfState(scan);
  if (state === 'fine') return 'Scan';
  if (state === 'someSheets') return 'Sheet missing';
  return state === 'noScan' ? 'No scan' : scan.errors.map((code) => SCAN_ERRORS[code] ?? code).join(', ');
};

const BLOCKS = {
  noScan: 'has no scan',
  someSheets: 'has a sheet that was not scanned',
  noSignature: `has a scan with ${SCAN_ERRORS[SIGNATURE]}`,
} as const satisfies Partial<Record<HalfState, string>>;
type Block = keyof typeof BLOCKS;
const isBlock = (state: HalfState): state is Block => Object.hasOwn(BLOCKS, state);

/** Why scans keep a half from being billed. */
export interface SheetFault {
  readonly period: number;
  readonly state: Block;
}

/** The halves overlapping the period that cannot be billed, in order. */
export const sheetFaults = (
  { startPeriod, endPeriod }: { readonly startPeriod: string | null; readonly endPeriod: string | null },
  scans: readonly CardScan[],
): SheetFault[] =>
  startPeriod === null || endPeriod === null
    ? []
    : scans
        .filter((scan) => (scan.period === 0 ? halfOf(startPeriod) === 0 : halfOf(endPeriod) === 1))
        .toSorted((a, b) => a.period - b.period)
        .flatMap((scan) => {
          const state = halfState(scan);
          return isBlock(state) ? [{ period: scan.period, state }] : [];
        });

/**
 * Why the scans forbid saving: a half that overlaps the period has no scan, or one without a signature
 * (docs/rules/billing.md, rule 26). `scans` is empty if the agency does not use scans.
 */
export const scanBlock = (
  period: { readonly startPeriod: string | null; readonly endPeriod: string | null },
  scans: readonly CardScan[],
): string | undefined => {
  const reasons = sheetFaults(period, scans).map(
    (fault) => `${halfName(fault.period)} ${BLOCKS[fault.state]}`,
  );
  return reasons.length > 0 ? `${reasons.join(', ')}.` : undefined;
};

// --- Totals --------------------------------------------------------------------------------------------------------

export interface HalfTotals {
  readonly billed: Hours;
  readonly paid: Hours;
}

export interface CardTotals {
  readonly worked: Hours;
  readonly billed: Hours;
  readonly paid: Hours;
  /** Billed minutes of work, without travel. */
  readonly billedWork: number;
  /** null: nobody says how time becomes units. */
  readonly units: number | null;
  /** Cents; null without a rate or units. */
  readonly amount: number | null;
  readonly halves: readonly [HalfTotals, HalfTotals];
}

/** What a card comes to, counted by counting.ts so that screens, reports and claims agree. */
export const cardTotals = (
  card: DaysOfCard & {
    readonly payRate: number | null;
    readonly rates: CardRates['rates'];
    /** null: nobody says how time becomes units. */
    readonly unitRule: UnitRule | null;
  },
  zone: string,
): CardTotals => {
  const days = serviceDays(card, zone);
  const half = (period: 0 | 1): HalfTotals => ({
    billed: hoursOfHalf(days, period, billedMinutes),
    paid: hoursOfHalf(days, period, paidMinutes),
  });
  const billed = billedMinutes(days);
  const { payRate, rates, unitRule } = card;
  return {
    worked: hoursOfCard(workedMinutes(days)),
    billed: hoursOfCard(billed),
    paid: hoursOfCard(paidMinutes(days)),
    billedWork: billed.work,
    units: unitRule && cardUnits(days, unitRule),
    amount: payRate === null || unitRule === null ? null : cardAmount(days, { payRate, rates, unitRule }),
    halves: [half(0), half(1)],
  };
};
