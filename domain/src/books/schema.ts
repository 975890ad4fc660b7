import { z } from 'zod';
import { dateText, monthText, stampText } from '../wire.ts';

/** What the books' own check found (docs/rules/books.md). Money is cents, worked time minutes. */

export const BOOK_CHECKS = [
  'worked',
  'billed',
  'amounts',
  'units',
  'payments',
  'files',
  'invoices',
  'shares',
  'pay',
  'due',
] as const;
export type BookCheck = (typeof BOOK_CHECKS)[number];

/** Where a part of a total went. Those that need somebody's eyes are listed with their records (`LISTED`). */
export const BOOK_PARTS = [
  'onRecord',
  'noRecord',
  'outsidePeriod',
  'notBilled',
  'shorter',
  'tooLong',
  'proven',
  'noVisitNeeded',
  'aboveVisits',
  'claimed',
  'private',
  'notClaimed',
  'partlyClaimed',
  'changedSince',
  'deletedSince',
  'authorized',
  'abovePar',
  'withoutPar',
  'asSent',
  'paid',
  'insured',
  'adjusted',
  'paidAbove',
  'open',
  'rejected',
  'takenBack',
  'settled',
  'unpaid',
  'shareBilled',
  'shareNotBilled',
  'shareUndecided',
  'shareAbove',
  'inFiles',
  'exported',
  'toCorrect',
  'notExported',
] as const;
export type BookPart = (typeof BOOK_PARTS)[number];

export const RECORD_KINDS = [
  'visit',
  'card',
  'claim',
  'batch',
  'invoice',
  'payment',
  'account',
  'run',
  'pay',
  'client',
] as const;

/** A record that can be opened; names are looked up when it is shown. */
export const BookRecord = z.strictObject({
  kind: z.enum(RECORD_KINDS),
  /** The record's number as text: of a claim '12-3', of a visit that of its care plan, of pay that of the caregiver. */
  id: z.string(),
  /** What it is called where that is not its number: an invoice by its own. */
  name: z.string().optional(),
  clientId: z.int().nullable(),
  month: monthText.nullable(),
  day: dateText.nullable(),
});
export type BookRecord = z.output<typeof BookRecord>;

/** Whom a record is named by: its client, of pay the caregiver. */
export const personOfRecord = ({ kind, id, clientId }: BookRecord): number | null =>
  kind === 'pay' ? Number(id) : clientId;

const PartOfTotal = z.strictObject({
  part: z.enum(BOOK_PARTS),
  value: z.int(),
  count: z.int(),
  /** The first of them; empty where nobody needs to look. */
  records: z.array(BookRecord.extend({ value: z.int() })),
});
export type PartOfTotal = z.output<typeof PartOfTotal>;

export const Broken = z.strictObject({ text: z.string(), record: BookRecord });
export type Broken = z.output<typeof Broken>;

/** One check over everything: its total is the sum of its parts, always. */
export const CheckResult = z.strictObject({
  check: z.enum(BOOK_CHECKS),
  total: z.int(),
  /** Visits, billing records, claims, files or rows that were looked at. */
  looked: z.int(),
  parts: z.array(PartOfTotal),
  broken: z.array(Broken),
  /** All broken ones, more than are kept. */
  brokenCount: z.int(),
});
export type CheckResult = z.output<typeof CheckResult>;

/** One run of the check: by night, or when somebody asked. */
export const BookRun = z.strictObject({
  id: z.int(),
  askedBy: z.string().nullable(),
  asked: stampText,
  ended: stampText.nullable(),
  /** Months, files and runs that are done, of all. */
  done: z.int(),
  of: z.int(),
  brokenCount: z.int(),
  results: z.array(CheckResult),
});
export type BookRun = z.output<typeof BookRun>;

export const BooksPage = z.strictObject({
  /** The run that shows the books as they were last checked. */
  last: BookRun.nullable(),
  /** One that is under way. */
  running: BookRun.nullable(),
  /** Runs before, the latest first: when, and how many were broken. */
  earlier: z.array(BookRun.pick({ id: true, asked: true, ended: true, brokenCount: true })),
  /** Names of the clients and caregivers that its records are of. */
  clients: z.array(z.strictObject({ id: z.int(), name: z.string() })),
});
export type BooksPage = z.output<typeof BooksPage>;
