import { z } from 'zod';
import { fileOutput, getCall, postCall } from '../call.ts';
import { OpenRequest } from '../care-plans/open-request.ts';
import { weekdayName } from '../care-plans/schema.ts';
import { dateText, MAX_ID, stampText, timeText, wireInt } from '../wire.ts';
import { FIGURE_KEYS, GROUPS } from './figure-words.ts';
import { STAFFINGS } from './figures.ts';
import { Arrival, Candidate, CoverTimes, OpenVisit, RequestCandidate, VisitKey } from './schema.ts';
import { STAGES } from './week-problem.ts';

const id = z.int().min(1).max(MAX_ID);
/** An id in an address. */
const idText = wireInt(1, MAX_ID).pipe(z.int());
const keyText = { planId: idText, day: dateText } as const;

/** The most days of one list. */
export const MOST_DAYS = 31;

/** Open visits of some days, the first to start first. */
export const listOpenVisits = getCall(['staffing/list-open'], {
  name: 'staffing.listOpen',
  roles: ['admin', 'user'],
  effect: 'poll',
  input: z.strictObject({ from: dateText, through: dateText }),
  output: z.array(OpenVisit),
});

/** Everybody for one open visit: who can come, best first, and why the others cannot. */
export const listCandidates = getCall(['staffing/list-candidates'], {
  name: 'staffing.listCandidates',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({
    ...keyText,
    /** 1: looks beyond the miles of each caregiver. */
    farther: wireInt(0, 1).optional(),
  }),
  output: z.strictObject({
    visit: OpenVisit,
    /** What the authorization of its type has left for it; null: units are not counted. */
    units: z.strictObject({ type: z.string(), left: z.int().min(0) }).nullable(),
    candidates: z.array(Candidate),
  }),
});

/** Everybody for the week of an open request: who can take all of its visits first, best first. */
export const listRequestCandidates = getCall(['staffing/list-request-candidates'], {
  name: 'staffing.listRequestCandidates',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({
    id: idText,
    /** 1: looks beyond the miles of each caregiver. */
    farther: wireInt(0, 1).optional(),
  }),
  output: z.strictObject({ request: OpenRequest, candidates: z.array(RequestCandidate) }),
});

/** Another time of its day at which somebody could come, the nearest one, and who; null: there is none. */
export const getOtherTime = getCall(['staffing/other-time'], {
  name: 'staffing.otherTime',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject(keyText),
  output: z
    .strictObject({ start: timeText, end: timeText, count: z.int().min(1), Providers: z.array(z.string()) })
    .nullable(),
});
export type OtherTime = z.output<typeof getOtherTime.output>;

/** Times of a cover that begins after the planned start. */
/**
 * Another caregiver takes an open visit: a temporary plan of that day. Refused for `timesTaken` and the like as a plan is, for
 * `notOpen` when nobody is missed, for `cannotCome` with the reason of the candidates.
 */
export const coverVisit = postCall(['staffing/cover'], {
  name: 'staffing.cover',
  roles: ['admin', 'user'],
  effect: 'write',
  refusals: ['weekRejected', 'timesTaken', 'shortGaps', 'notOpen', 'cannotCome', 'justificationMissing'],
  input: z.strictObject({
    ...VisitKey.shape,
    providerId: id,
    /** Why the client needs this caregiver beyond a limit. */
    justification: z.string().max(4000).optional(),
    times: CoverTimes.optional(),
    /** Days whose short gaps the user approved. */
    approvedDays: z.array(weekdayName).max(7).optional(),
  }),
  /** With the times of the cover: its own ones once the planned start has passed. */
  output: z.strictObject({ id, visits: z.int(), times: CoverTimes.optional() }),
});

/** Takes a cover back: its temporary plan is deleted, by the guards that plans have. */
export const uncoverVisit = postCall(['staffing/uncover'], {
  name: 'staffing.uncover',
  roles: ['admin', 'user'],
  effect: 'write',
  refusals: ['notOpen'],
  input: VisitKey,
  output: z.strictObject({ id }),
});

const note = z.string().trim().max(500);

export const CalledOut = z.strictObject({
  id,
  /** Visits that it opens. */
  opened: z.array(VisitKey),
});

/** The office notes that a caregiver cannot come; the visits that start in the span are open. */
export const callOut = postCall(['staffing/call-out'], {
  name: 'staffing.callOut',
  roles: ['admin', 'user'],
  effect: 'write',
  creates: true,
  input: z.strictObject({ ProviderID: id, from: stampText, until: stampText, note }),
  output: CalledOut,
});

/** A caregiver cannot come to a visit, or to all of theirs through a day. */
export const cannotCome = postCall(['staffing/cannot-come'], {
  name: 'staffing.cannotCome',
  roles: ['evv'],
  effect: 'write',
  creates: true,
  input: z.strictObject({ visitId: id, through: dateText.optional(), note }),
  output: CalledOut,
});

/** What the caregiver themselves said, from today on: the phone shows it at the visits. */
export const OwnCallOut = z.strictObject({ id, from: stampText, until: stampText });
export type OwnCallOut = z.output<typeof OwnCallOut>;
export const listOwnCallOuts = getCall(['staffing/list-own-call-outs'], {
  name: 'staffing.listOwnCallOuts',
  roles: ['evv'],
  effect: 'poll',
  input: z.strictObject({}),
  output: z.array(OwnCallOut),
});

/** It was not so: the visits that nobody covered are the caregiver's again. */
export const withdrawCallOut = postCall(['staffing/withdraw-call-out'], {
  name: 'staffing.withdrawCallOut',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.strictObject({ id, rev: z.int() }),
  output: z.strictObject({ id }),
});

export const CallOutRow = z.strictObject({
  id,
  ProviderID: id,
  Provider: z.string(),
  from: stampText,
  until: stampText,
  note: z.string().nullable(),
  at: stampText,
  /** Initials of who noted it. */
  by: z.string(),
  rev: z.int(),
});
export type CallOutRow = z.output<typeof CallOutRow>;

/** Call-outs that reach into some days. */
export const listCallOuts = getCall(['staffing/list-call-outs'], {
  name: 'staffing.listCallOuts',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ from: dateText, through: dateText }),
  output: z.array(CallOutRow),
});

/** Caregivers who checked in for visits of some days that are no longer theirs, until the office has seen it. */
export const listArrivals = getCall(['staffing/list-arrivals'], {
  name: 'staffing.listArrivals',
  roles: ['admin', 'user'],
  effect: 'poll',
  input: z.strictObject({ from: dateText, through: dateText }),
  output: z.array(Arrival),
});

/** The office has seen it: the recorded time is rejected, and stays in the log of the visit. */
export const closeArrival = postCall(['staffing/close-arrival'], {
  name: 'staffing.closeArrival',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.strictObject({ id }),
});

/** The most open visits of one proposal. */
export const MOST_LINES = 60;

/** A visit whose caregiver the office chose; null: it stays open. */
export const FixedVisit = z.strictObject({ ...VisitKey.shape, providerId: id.nullable() });

const cents = z.int().nullable();
/** What a proposal comes to. Cents are null for other roles than admin. */
export const ProposalTotals = z.strictObject({
  visits: z.int(),
  covered: z.int(),
  minutes: z.int(),
  coveredMinutes: z.int(),
  caregivers: z.int(),
  mostAtOneClient: z.int(),
  overtimeMinutes: z.int(),
  overtimeCents: cents,
  payCents: cents,
  extraMinutes: z.int(),
});
export type ProposalTotals = z.output<typeof ProposalTotals>;

export const ProposalLine = z.strictObject({
  visit: OpenVisit,
  ProviderID: id.nullable(),
  Provider: z.string().nullable(),
  /** Why this caregiver, or how many cannot for which reason. */
  why: z.string(),
  /** What the office should know of them, beside all else that is proposed: the same that one cover says. */
  notes: z.array(z.string()),
  /** Why they cannot take it beside what else they are to take, where the office chose them; null: they can. */
  whyNot: z.string().nullable(),
  /** Visits with this client in 90 days. */
  visitsHere: z.int().min(0),
  /** The same by everybody. */
  visitsOfClient: z.int().min(0),
  /** What the line adds to those before it; the lines add up to the totals. Cents are null for other roles than admin. */
  extraMinutes: z.int().nullable(),
  overtimeMinutes: z.int(),
  overtimeCents: cents,
  isFixed: z.boolean(),
  /** Who else can take it, best first. */
  others: z.array(z.strictObject({ ProviderID: id, Provider: z.string(), score: z.int() })),
});
export type ProposalLine = z.output<typeof ProposalLine>;

/** A caregiver of the proposal in one workweek to which it adds something: who gets visits in two weeks has two of these. */
export const ProposalHours = z.strictObject({
  ProviderID: id,
  Provider: z.string(),
  /** First day of the workweek. */
  week: dateText,
  /** Without the proposal. */
  weekMinutes: z.int(),
  addedMinutes: z.int(),
  wishedMinutes: z.int().nullable(),
  /** What the proposal adds to the overtime of the week. */
  overtimeMinutes: z.int(),
});

export const Proposal = z.strictObject({
  lines: z.array(ProposalLine),
  totals: ProposalTotals,
  /** Picked one by one, best rank first. */
  oneByOne: ProposalTotals,
  hours: z.array(ProposalHours),
  /** The first goal that may be reached better, and by how many percent at most; null: it is the best there is. */
  unproven: z.strictObject({ stage: z.enum(STAGES), percent: z.int() }).nullable(),
  /** Who approved the time off for which all of these visits need somebody, and when; null: they need it for other reasons. */
  approval: z.strictObject({ at: stampText, by: z.string() }).nullable(),
  /** Caregivers that were compared. */
  compared: z.int(),
  /** How long that took, until the proposal was found. */
  milliseconds: z.int(),
});
export type Proposal = z.output<typeof Proposal>;

/** One proposal for the open visits of some days; nothing is changed. */
export const planOpenVisits = postCall(['staffing/plan-open-visits'], {
  name: 'staffing.planOpenVisits',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({
    from: dateText,
    through: dateText,
    /** Of this caregiver alone: they are away. */
    ProviderID: id.optional(),
    /** Of these visits alone. */
    only: z.array(VisitKey).max(MOST_LINES).optional(),
    fixed: z.array(FixedVisit).max(MOST_LINES).default([]),
    farther: z.boolean().default(false),
    /** The same question again while it is calculated: it ends soon, with the best that is found by then. */
    isQuick: z.boolean().default(false),
  }),
  output: Proposal,
});

/** What became of one visit: the temporary plan, or why there is none. */
export const CoverOutcome = z.strictObject({
  ...VisitKey.shape,
  coverId: id.nullable(),
  refused: z.string().nullable(),
});
export type CoverOutcome = z.output<typeof CoverOutcome>;

/** Covers several visits, each by itself: one that is refused stops no other. */
export const coverVisits = postCall(['staffing/cover-visits'], {
  name: 'staffing.coverVisits',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.strictObject({
    covers: z
      .array(z.strictObject({ ...VisitKey.shape, providerId: id }))
      .min(1, 'Choose a caregiver for at least one visit.')
      .max(MOST_LINES),
  }),
  output: z.array(CoverOutcome),
});

/** Takes back several covers, each by itself, as `staffing/uncover` does one; whoever it concerns hears of all at once. */
export const uncoverVisits = postCall(['staffing/uncover-visits'], {
  name: 'staffing.uncoverVisits',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.strictObject({ visits: z.array(VisitKey).min(1).max(MOST_LINES) }),
  output: z.array(z.strictObject({ ...VisitKey.shape, refused: z.string().nullable() })),
});

/** The most days of figures: a quarter and a week. */
export const MOST_FIGURE_DAYS = 98;

const count = z.int().min(0);
const figures = {
  planned: count,
  filled: count,
  openMinutes: count,
  usual: count,
  covers: count,
  withoutOvertime: count,
  medianMinutes: count.nullable(),
};
const FigureRows = z.array(z.strictObject({ name: z.string(), ...figures }));

/** How well visits are staffed, by week, by town and by who covered. */
export const getFigures = getCall(['staffing/figures'], {
  name: 'staffing.figures',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ from: dateText, through: dateText }),
  output: z.strictObject({
    total: z.strictObject(figures),
    weeks: FigureRows,
    towns: FigureRows,
    schedulers: FigureRows,
  }),
});

/** A visit of which a figure is one, or a cover of it. */
export const FigureVisit = z.strictObject({
  ...VisitKey.shape,
  date: dateText,
  /** Null: of a cover whose visit is planned no more. */
  start: timeText.nullable(),
  end: timeText.nullable(),
  ClientID: id,
  Client: z.string(),
  town: z.string().nullable(),
  /** Who came or is to come. */
  ProviderID: id.nullable(),
  Provider: z.string().nullable(),
  /** What became of the visit; null: it is a cover that is counted. */
  staffing: z.enum(STAFFINGS).nullable(),
  /** Of a cover: from the call-out to it, what it added in overtime, and who covered. */
  cover: z
    .strictObject({ minutes: z.int().nullable(), overtimeMinutes: z.int().nullable(), by: z.string() })
    .nullable(),
  /** The figure counts it; otherwise it is the rest of a share. */
  counts: z.boolean(),
});
export type FigureVisit = z.output<typeof FigureVisit>;

/** The most rows of one list behind a figure. */
export const MOST_BEHIND = 500;

/** The visits or covers of which one figure is one: of all, or of one week, town or scheduler. */
export const listFigureVisits = getCall(['staffing/figure-visits'], {
  name: 'staffing.figureVisits',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({
    from: dateText,
    through: dateText,
    figure: z.enum(FIGURE_KEYS),
    group: z.enum(GROUPS).optional(),
    /** A row of that group. */
    name: z.string().max(200).optional(),
  }),
  output: z.strictObject({
    total: count,
    /** Of the total. */
    counted: count,
    /** The first ones: those that a share does not count, then by day. */
    rows: z.array(FigureVisit).max(MOST_BEHIND),
  }),
});

/** The same figures on paper. */
export const printFigures = getCall(['staffing/print-figures'], {
  name: 'staffing.printFigures',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ from: dateText, through: dateText }),
  output: fileOutput,
});
