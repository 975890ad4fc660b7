import { readDate } from '../calendar.ts';
import { counted } from '../counted.ts';
import type { FieldError } from '../errors.ts';
import type { Deposit, DepositMatch } from './schema.ts';

/** Matches bank deposits with payments of remittances (docs/rules/claims.md, rule 37). */

/** A payment can reach the account this many days after its date, or one day before. */
export const DAYS_AFTER = 5;
const DAYS_BEFORE = 1;

export interface DepositDraft {
  readonly day: string;
  /** Cents. */
  readonly amount: number;
  readonly reference: string;
}

export const checkDeposit = ({ day, amount }: DepositDraft, today: string): FieldError[] => [
  ...(amount > 0 ? [] : [{ field: 'amount', message: 'Enter an amount above 0, such as 1,250.00.' }]),
  ...(day > today ? [{ field: 'day', message: 'A deposit cannot be in the future.' }] : []),
];

export interface TracedPayment {
  /** The number of the check or transfer. */
  readonly trace: string;
  readonly day: string;
  readonly paid: number;
}

const daysApart = (payment: string, deposit: string) =>
  Temporal.PlainDate.from(payment).until(Temporal.PlainDate.from(deposit)).days;

/** Matches each deposit with the payment of the same amount and nearest day. What is left over on either side is reported. */
export const matchDeposits = (
  deposits: readonly Deposit[],
  payments: readonly TracedPayment[],
): {
  readonly matched: readonly DepositMatch[];
  readonly deposits: readonly Deposit[];
  readonly payments: readonly TracedPayment[];
} => {
  const pairs = deposits
    .flatMap((deposit) =>
      payments.flatMap((payment) => {
        const days = daysApart(payment.day, deposit.day);
        const fits = payment.paid === deposit.amount && days >= -DAYS_BEFORE && days <= DAYS_AFTER;
        return fits ? [{ deposit, payment, days: Math.abs(days) }] : [];
      }),
    )
    .toSorted((a, b) => a.days - b.days);
  const taken = new Set<Deposit | TracedPayment>();
  const matched = pairs.flatMap(({ deposit, payment }) => {
    if (taken.has(deposit) || taken.has(payment)) return [];
    taken.add(deposit).add(payment);
    return [{ deposit, trace: payment.trace, day: payment.day }];
  });
  return {
    matched,
    deposits: deposits.filter((deposit) => !taken.has(deposit)),
    payments: payments.filter((payment) => !taken.has(payment)),
  };
};

export interface NumberedDeposit extends DepositDraft {
  /** Its position among deposits with the same day, amount and reference. */
  readonly occurrence: number;
}

/**
 * Identifies deposits by day, amount and reference, and equal ones by their order. So both of two equal deposits count, and
 * loading the same file again, or one for a longer period, adds none twice.
 */
export const numberDeposits = (drafts: readonly DepositDraft[]): NumberedDeposit[] => {
  const seen = new Map<string, number>();
  return drafts.map((draft) => {
    const key = JSON.stringify([draft.day, draft.amount, draft.reference]);
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    return { ...draft, occurrence };
  });
};

const HEADS = {
  day: /^(date|day|posted|posting date|post date)$/i,
  amount: /^(amount|credit|deposit|deposits)$/i,
  reference: /^(reference|description|memo|details|check number)$/i,
} as const;

export interface DepositRows {
  readonly drafts: readonly DepositDraft[];
  /** Why the file is refused, one sentence each. */
  readonly faults: readonly string[];
  /** How many rows of outgoing money were skipped. */
  readonly skipped: number;
}

/** '1250', '1250.5' and '1250.00' in cents. */
const centsOf = (typed: string): number | undefined => {
  const [, whole, part = ''] = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(typed) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'));
};

const NO_HEADS =
  'The first row must name the columns: Date, Amount and, where there is one, Reference or Description.';

/** Reads the rows of a bank's file, the first of which names the columns. Outgoing money is skipped. */
export const readDepositRows = (
  rows: readonly { readonly at: number; readonly cells: readonly string[] }[],
  today: string,
): DepositRows => {
  const [head, ...body] = rows;
  const placeOf = (name: RegExp) => head?.cells.findIndex((cell) => name.test(cell.trim())) ?? -1;
  const [day, amount, reference] = [placeOf(HEADS.day), placeOf(HEADS.amount), placeOf(HEADS.reference)];
  if (day < 0 || amount < 0) return { drafts: [], faults: [NO_HEADS], skipped: 0 };
  const drafts: DepositDraft[] = [];
  const faults: string[] = [];
  let skipped = 0;
  for (const { at, cells } of body) {
    const typed = (cells[amount] ?? '').replace(/[$,\s]/g, '');
    const isOut = /^[-\u2212(]/.test(typed) || typed === '';
    const cents = centsOf(typed);
    const date = readDate((cells[day] ?? '').trim(), Temporal.PlainDate.from(today), 'past');
    if (isOut) skipped += 1;
    else if (date === undefined) faults.push(`Row ${at}: enter the date as MM-DD-YYYY.`);
    else if (cents === undefined) faults.push(`Row ${at}: enter the amount as 1250.00.`);
    else {
      const draft = {
        day: date,
        amount: cents,
        reference: reference < 0 ? '' : (cells[reference] ?? '').trim().slice(0, 100),
      };
      faults.push(...checkDeposit(draft, today).map(({ message }) => `Row ${at}: ${message}`));
      drafts.push(draft);
    }
  }
  return { drafts, faults, skipped };
};

export const DEPOSIT_SAVED = 'Success: Deposit saved';
export const DEPOSIT_DELETED = 'Success: Deposit deleted';
export const DEPOSIT_EXISTS =
  'This deposit is entered already: same day, amount and reference. If it came twice, enter a reference that tells them apart.';
export const NO_DEPOSIT_FILE = 'Choose a CSV file of your bank with the columns Date and Amount.';
export const importedInfo = (added: number, known: number, skipped: number): string =>
  [
    `${counted(added, 'deposit')} imported.`,
    known > 0 && `${counted(known, 'deposit was', 'deposits were')} entered before.`,
    skipped > 0 && `${counted(skipped, 'row')} of money that went out left out.`,
  ]
    .filter(Boolean)
    .join(' ');
