import type { ClaimedDay, LedgerCard, LedgerPar } from '../authorizations/ledger.ts';
import type { storedTotals } from '../billing/counting.ts';
import type { Card, EvvVisit } from '../billing/schema.ts';
import type { CardPart } from '../claims/batch.ts';
import type { Frequency } from '../claims/claim.ts';
import type { LinePosting } from '../claims/posting.ts';
import type { SentLine } from '../claims/sent-claim.ts';
import type { CategoryTerm } from '../payroll/categories.ts';
import type { OvertimeRule, PayPeriodRule } from '../payroll/pay-rules.ts';
import type { ProviderRates } from '../payroll/rates.ts';
import type { HalfPay, PayrollRun, RunRow } from '../payroll/run-schema.ts';
import type { IsWhole } from '../payroll/week-pay.ts';
import type { ShareFacts } from '../private-pay/share-of-cost.ts';

/** The records that the books are checked by, as they are stored. */

/** A live billing record with what was stored of it beside its days. */
export interface BookCard extends Card {
  /** Cents, and the totals that were counted when it was saved. */
  readonly amount: number;
  readonly totals: ReturnType<typeof storedTotals>;
  /** The people of its plan. */
  readonly plan: { readonly clientId: number; readonly providerId: number };
  /** Its time must be proven by visits. */
  readonly needsVisits: boolean;
  readonly isPrivate: boolean;
  /** When it was changed last. */
  readonly modifiedAt: string;
}

export type CardBeside = Pick<
  Card,
  'id' | 'planId' | 'clientId' | 'providerId' | 'date' | 'startPeriod' | 'endPeriod' | 'days'
>;

/** A visit that was checked out, with the plan it belongs to. */
export interface BookVisit extends EvvVisit {
  readonly planId: number;
  readonly clientId: number;
  /** Its plan is EVV-exempt or its type needs no visits: it is recorded all the same. */
  readonly needsVisits: boolean;
}

/** A plan's month: its live record, if there is one, and what all its records, deleted ones too, have in claims. */
export interface BookPlanMonth {
  readonly planId: number;
  readonly clientId: number;
  readonly card: BookCard | null;
  readonly parts: readonly CardPart[];
  /** When the newest of those claims was made. */
  readonly claimedAt: string | null;
}

/** Some clients in a month of service. */
export interface BookMonth {
  readonly month: string;
  readonly today: string;
  readonly zone: string;
  /** Whether files are tests or for real. */
  readonly usage: 'T' | 'P';
  readonly visits: readonly BookVisit[];
  readonly planMonths: readonly BookPlanMonth[];
  /**
   * Other live records of the same clients and caregivers: of this month, and of the one before, whose last night reaches into
   * this one.
   */
  readonly beside: readonly CardBeside[];
}

/** What the ledger of authorized units is counted from, of one client, with what was stored beside it. */
export interface BookUnits {
  readonly clientId: number;
  readonly today: string;
  readonly zone: string;
  readonly pars: readonly LedgerPar[];
  readonly cards: readonly StoredCard[];
  readonly claims: readonly ClaimedDay[];
  /** Claims that ask for money, by plan and month of service; null: not decided yet. */
  readonly asked: readonly {
    readonly planId: number;
    readonly month: string;
    readonly units: number;
    readonly isDecided: boolean;
  }[];
}

export interface StoredCard extends LedgerCard {
  readonly id: number;
  /** As it was stored when it was saved. */
  readonly units: number;
  /** It belongs to a private payer. */
  readonly isPrivate: boolean;
}

export interface BookAnswer {
  readonly outcome: 'accepted' | 'refused' | 'paid' | 'taken back';
  readonly paid: number | null;
  readonly key: string | null;
  readonly lines: readonly LinePosting[] | null;
}

export interface BookClaim {
  readonly id: string;
  readonly clientId: number;
  readonly frequency: Frequency;
  readonly charge: number;
  readonly units: number;
  readonly paid: number | null;
  readonly isRejected: boolean;
  /** What staff have given up or bill the client for, less what the payer paid all the same. */
  readonly settled: number;
  readonly lines: readonly SentLine[];
  readonly answers: readonly BookAnswer[];
  readonly parts: readonly Pick<CardPart, 'cardId' | 'units' | 'charge' | 'insured' | 'paid' | 'posted'>[];
}

/** A file of claims with its claims and its bytes. */
export interface BookBatch {
  readonly id: number;
  readonly interchange: number;
  readonly month: string;
  readonly claims: number;
  readonly lines: number;
  readonly units: number;
  readonly amount: number;
  readonly file: string;
  readonly sent: readonly BookClaim[];
}

/** A row of a payroll run with what was exported of its half before, and with it. */
export interface BookPayRow {
  readonly row: RunRow;
  readonly before: HalfPay | null;
  readonly state: HalfPay;
}

/** An invoice of a client who pays, with its lines and the parts of payments that pay it now. Cents. */
export interface BookInvoice {
  readonly id: number;
  readonly range: string;
  readonly number: number;
  readonly clientId: number;
  readonly month: string;
  readonly total: number;
  readonly isVoid: boolean;
  readonly lines: readonly { readonly amount: number; readonly isLive: boolean }[];
  readonly parts: readonly number[];
}

/** What a client paid, with the parts of it that pay invoices now. */
export interface BookReceipt {
  readonly id: number;
  readonly clientId: number;
  readonly month: string;
  readonly amount: number;
  readonly isReversed: boolean;
  readonly parts: readonly number[];
}

export interface BookInvoices {
  readonly invoices: readonly BookInvoice[];
  readonly payments: readonly BookReceipt[];
}

/** What Medicaid withheld for a client's share of cost, and what the client was billed of it. */
export interface BookShares extends ShareFacts {
  readonly clientId: number;
  readonly today: string;
}

export interface BookPayRun {
  readonly run: PayrollRun;
  readonly rows: readonly BookPayRow[];
}

/** A billing record as far as somebody is paid for it. */
export interface DueCard extends Pick<Card, 'startPeriod' | 'endPeriod' | 'days'> {
  /** YYYY-MM of calculation. */
  readonly calculation: string;
  /** Pay categories of its type. */
  readonly categories: readonly CategoryTerm[];
}

/** Hundredths of an hour and cents: all hours with their straight pay, overtime among them with its premium. */
export interface PaySums {
  readonly hours: number;
  readonly straight: number;
  readonly overtime: number;
  readonly premium: number;
}

/** A pay period of a month of calculation. */
export interface BookPayPart {
  readonly month: string;
  /** Its place in the month, and its name. */
  readonly half: number;
  readonly name: string;
  /** What runs have exported of it, all corrections included; null: no run has exported it yet. */
  readonly exported: PaySums | null;
  /** What the cards and rates come to, counted by the books themselves. */
  readonly due: PaySums;
  /** What payroll shows of it now; asked for where runs have not exported what is due. */
  readonly shown: PaySums | null;
  /** The next run works it out again. */
  readonly isWatched: boolean;
}

/** All that a caregiver is paid for, with what pay is counted by. */
export interface BookPayFacts {
  readonly zone: string;
  readonly cards: readonly DueCard[];
  readonly rates: ProviderRates;
  readonly overtime: readonly OvertimeRule[];
  readonly periods: readonly PayPeriodRule[];
  /** Workweeks whose nights are still counted whole, as they were exported. */
  readonly isWhole: IsWhole;
}

/** What is due to a caregiver and what was exported. */
export interface BookProviderPay {
  readonly providerId: number;
  readonly parts: readonly BookPayPart[];
}
