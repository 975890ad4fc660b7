import type { DueForm } from '../agency-forms/schema.ts';
import type { FindingKind } from '../authorizations/findings.ts';
import type { TimeOffRow } from '../availability/schema.ts';
import { instantOf } from '../calendar.ts';
import type { OpenRequest } from '../care-plans/open-request.ts';
import type { IncidentRow } from '../incidents/schema.ts';
import type { UnreadThread } from '../messaging/delivery-contract.ts';
import type { Notice } from '../notices/schema.ts';
import type { CallOutProposal } from '../offers/schema.ts';
import type { StepOfSetUp } from '../set-up/steps.ts';
import type { Switches } from '../sites/rules.ts';
import type { CallOut } from '../staffing/open-visits.ts';
import type { Arrival, OpenVisit } from '../staffing/schema.ts';
import { type DayState, dayStateOf, openIds, type StateVisit } from '../visits/day-state.ts';
import type { RecordedAttempt } from '../visits/schema.ts';
import type { When } from './marks.ts';
import type { TodayRow } from './schema.ts';

/** What Today is made of, as its features have it. What is still being counted is undefined. */

/** What is missed, waits for acceptance or for the aggregator is looked for as far back as the exceptions view opens. */
export const DAYS_BACK = 13;

/** A visit of today with whom to call; or one of the days before it that was not begun or not ended. */
export interface DayVisit extends StateVisit {
  /** By which staffing knows it. */
  readonly planId: number;
  readonly day: string;
  readonly ClientID: number;
  readonly ClientName: string;
  readonly ProviderID: number;
  readonly ProviderName: string;
  readonly ProviderPhone: string | null;
  /** Not complete yet, and would be billed: the exceptions view has it. */
  readonly isToBill: boolean;
  readonly Attempts: readonly RecordedAttempt[];
}

/** How the asking for an open visit goes. */
export interface Answers {
  readonly planId: number;
  readonly day: string;
  readonly asked: number;
  readonly declined: number;
}

/** Complete visits that the aggregator does not have. */
export interface Unaccepted {
  readonly visits: readonly number[];
  readonly failed: number;
  readonly unsent: number;
  /** Why it rejected them, the most frequent first. */
  readonly reasons: readonly { readonly words: string; readonly count: number }[];
  readonly from: string;
  readonly to: string;
}

/** An authorization, or a type without one, with what is at stake first. */
export interface Stake {
  readonly id: number | null;
  readonly clientId: number;
  readonly client: string;
  readonly typeName: string;
  readonly kind: FindingKind;
  readonly day: string;
  readonly until: string;
  readonly units: number;
  readonly cents: number;
}

export interface Denied {
  readonly claims: readonly string[];
  readonly cents: number;
  /** The reason with the most dollars. */
  readonly reason: string | null;
}

/** A month of which something waits for the payer. */
export interface WaitingMonth {
  readonly month: string;
  readonly count: number;
  readonly cents: number;
}

interface ProposedCallOut extends Pick<CallOutProposal, 'id' | 'ProviderID' | 'Provider' | 'at' | 'words'> {
  readonly others: readonly Pick<CallOutProposal, 'ProviderID' | 'Provider'>[];
}

/** Clients who owe what was due before today. */
export interface Overdue {
  readonly count: number;
  readonly invoices: readonly number[];
  readonly cents: number;
  /** When the oldest of it was due. */
  readonly since: string;
}

/** What the books' own check found the last time. */
export interface CheckedBooks {
  readonly ended: string;
  readonly broken: number;
}

export interface TodayFacts {
  /** Of today and the days ahead of it. */
  readonly open: readonly OpenVisit[] | undefined;
  /** Clients whose care plan has nobody yet. */
  readonly requests: readonly OpenRequest[] | undefined;
  readonly visits: readonly DayVisit[] | undefined;
  readonly answers: readonly Answers[] | undefined;
  readonly arrivals: readonly Arrival[] | undefined;
  readonly proposals: readonly ProposedCallOut[] | undefined;
  /** Those that hold around today. */
  readonly callOuts:
    | readonly (Pick<CallOut, 'ProviderID' | 'from' | 'until'> & { readonly Provider: string })[]
    | undefined;
  readonly timeOff: readonly TimeOffRow[] | undefined;
  /** Those that are not closed. */
  readonly incidents: readonly IncidentRow[] | undefined;
  /** Forms of the agency that are asked for by now. */
  readonly forms: readonly DueForm[] | undefined;
  readonly unaccepted: Unaccepted | undefined;
  readonly notices: readonly Notice[] | undefined;
  readonly stakes: readonly Stake[] | undefined;
  /** Clients of the last month whose cards one press makes. */
  readonly ready: WaitingMonth | undefined;
  readonly neverClaimed: readonly (WaitingMonth & { readonly claimBy: string | null })[] | undefined;
  readonly denied: Denied | undefined;
  /** Unread, by phone. */
  readonly texts: readonly UnreadThread[] | undefined;
  readonly overdue: Overdue | undefined;
  readonly books: CheckedBooks | undefined;
  /** Steps of the set-up of the agency. */
  readonly setUp: readonly StepOfSetUp[] | undefined;
}

export const NO_FACTS: TodayFacts = {
  open: undefined,
  requests: undefined,
  visits: undefined,
  answers: undefined,
  arrivals: undefined,
  proposals: undefined,
  callOuts: undefined,
  timeOff: undefined,
  incidents: undefined,
  forms: undefined,
  unaccepted: undefined,
  notices: undefined,
  stakes: undefined,
  ready: undefined,
  neverClaimed: undefined,
  denied: undefined,
  texts: undefined,
  overdue: undefined,
  books: undefined,
  setUp: undefined,
};

export interface Around {
  readonly now: Temporal.Instant;
  readonly zone: string;
  readonly today: string;
  readonly switches: Switches;
}

/** A row before it is ranked: part, permission and marks come later. */
export type Draft = Omit<TodayRow, 'part' | 'visit' | 'snoozed' | 'assigned'> &
  Partial<Pick<TodayRow, 'visit'>> & {
    /** Of a row that is about several: what each of them is known by, as long as it is the same matter. */
    readonly of?: readonly string[];
    /** Of each of them, where the days that are looked at move on with today. */
    readonly when?: readonly When[];
  };

/** Open visits are looked for as far as visits exist. */
export const DAYS_AHEAD = 13;

/** The beginning of a day as a moment. */
export const startOfDay = (day: string, zone: string) => instantOf(day, '00:00', zone).toString();

export interface StatedVisit extends DayVisit {
  readonly state: DayState;
}

type Visits = Pick<TodayFacts, 'visits' | 'open'>;

const stateAll = ({ visits = [], open = [] }: Visits, { now, zone }: Around): readonly StatedVisit[] => {
  const needs = openIds(open);
  return visits.map((visit) => ({ ...visit, state: dayStateOf(visit, needs, now, zone) }));
};

interface Look extends Pick<Visits, 'open'> {
  readonly around: Around;
  readonly stated: readonly StatedVisit[];
}
/** By the visits, the last look at them: several rules ask, and thousands of moments are dear to compare. */
const looks = new WeakMap<readonly DayVisit[], Look>();

export const statedVisits = ({ visits = [], open }: Visits, around: Around): readonly StatedVisit[] => {
  const last = looks.get(visits);
  if (last?.around === around && last.open === open) return last.stated;
  const stated = stateAll({ visits, open }, around);
  looks.set(visits, { around, open, stated });
  return stated;
};
