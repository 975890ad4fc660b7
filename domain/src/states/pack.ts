import type { CapKind, Norm } from '../calculator/schema.ts';
import type { IncidentKind, Recipient } from '../incidents/schema.ts';
import type { BaseWage, OvertimeRule } from '../payroll/pay-rules.ts';
import type { UnitRule } from '../unit-rules.ts';

/**
 * What a state asks of an agency, as dated data (docs/rules/states.md). A rule is what a document at hand says, with its source
 * and the words it rests on; what no document says is 'unknown', never a guess.
 */

/** A value from a day on: the first day of which its source speaks. */
export interface Stated<Value> {
  readonly from: string;
  /** The last day of which it speaks; without it as long as no later one does. */
  readonly through?: string;
  readonly value: Value;
  readonly source: string;
  /** The words of the source. */
  readonly quote: string;
}

/** The oldest first. */
export type Rule<Value> = 'unknown' | readonly Stated<Value>[];

export interface UnitsRule {
  readonly minutes: 15;
  readonly rounding: UnitRule;
}

/** A service that the state pays for, as a care plan type of a new agency. */
export interface ServiceType {
  readonly code: string;
  readonly name: string;
  readonly procedureCode: string;
  readonly modifiers: readonly string[];
  readonly aggregatorCode: string | null;
  readonly isIhss: boolean;
  readonly isRelative: boolean;
  readonly payCategory: string | null;
  readonly personalTasks: readonly string[];
  readonly homeTasks: readonly string[];
}

export interface MemberId {
  /** Of the whole number, in capitals. */
  readonly pattern: string;
  /** 'one letter and six digits' */
  readonly shape: string;
}

/** By when the payer must have a claim: days from the day of service, or months after the end of its month. */
export type FilingLimit = { readonly days: number } | { readonly monthsAfterMonth: number };

export interface Resending {
  /** Days after a denial in which it may be sent again. */
  readonly days: number;
  /** A claim that was denied whole goes again as a new one (1), or in place of the denied one (7). */
  readonly denied: '1' | '7';
}

/** What the payer's fiscal agent wants where the standard of claims leaves a choice. */
export interface ClaimFileRules {
  readonly receiver: string;
  readonly payer: string;
  readonly payerId: string;
  /** Transactions are kept below the size that the standard advises. */
  readonly claimsPerSet: number;
}

/** The state's collector of visits. */
export interface AggregatorRules {
  readonly payerId: string;
  /** Service codes with their labels, by the program they belong to. */
  readonly programs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The only names of time zones that it takes, by ours. */
  readonly zones: Readonly<Record<string, string>>;
}

export type Within =
  | { readonly hours: number }
  | { readonly businessDays: number }
  /** Until the end of so many days after somebody else was told. */
  | { readonly days: number; readonly afterReportTo: Recipient };

/** Who has to be told of an incident by when. */
export interface ReportingRule {
  readonly whom: Recipient;
  /** Of critical incidents, of the others, or of both. */
  readonly critical?: boolean;
  /** Without it all kinds. */
  readonly kinds?: readonly IncidentKind[];
  /** null: the source does not say. */
  readonly within: Within | null;
  /** To whom it applies, where the record alone does not say so. */
  readonly applies: string;
}

/** How long a task of the calculator takes; no minutes: set individually. */
export type TaskNorm = Pick<Norm, 'code' | 'name' | 'minutes' | 'per'>;

export interface StateCap {
  readonly kind: CapKind;
  readonly minutes: number;
  readonly soft: boolean;
}

/** What the agency calls those who pay. */
export interface StateWords {
  /** Its Medicaid program. */
  readonly medicaid: string;
  /** Who takes the claims. */
  readonly office: string;
}

export interface StateRules {
  readonly units: Rule<UnitsRule>;
  readonly codes: Rule<readonly ServiceType[]>;
  readonly memberId: Rule<MemberId>;
  readonly filing: Rule<FilingLimit>;
  readonly resending: Rule<Resending>;
  readonly claimFile: Rule<ClaimFileRules>;
  /** What proves a visit to the payer: that the aggregator has accepted it, or the agency's own record. */
  readonly visitProof: Rule<'aggregator' | 'record'>;
  readonly aggregator: Rule<AggregatorRules>;
  readonly incidents: Rule<ReportingRule>;
  readonly overtime: Rule<Omit<OvertimeRule, 'validFrom' | 'source'>>;
  readonly wages: Rule<Pick<BaseWage, 'city' | 'cents'>>;
  readonly caps: Rule<StateCap>;
  readonly norms: Rule<readonly TaskNorm[]>;
  readonly words: Rule<StateWords>;
  /** Where the whole state has one. */
  readonly timeZone: Rule<string>;
}

export type RuleName = keyof StateRules;

export interface StatePack {
  /** As addresses name it: 'CO'. */
  readonly state: string;
  readonly name: string;
  readonly rules: StateRules;
}
