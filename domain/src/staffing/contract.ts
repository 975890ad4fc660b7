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
/** An id in a URL. */
const idText = wireInt(1, MAX_ID).pipe(z.int());
const keyText = { planId: idText, day: dateText } as const;

/** The most days in one list. */
export const MOST_DAYS = 31;

/** Open visits of some days, earliest start first. */
export const listOpenVisits = getCall(['staffing/list-open'], {
  name: 'staffing.listOpen',
  roles: ['admin', 'user'],
  effect: 'poll',
  input: z.strictObject({ from: dateText, through: dateText }),
  output: z.array(OpenVisit),
});

/** All caregivers for one open visit: those who can come, best first, and why the others cannot. */
export const listCandidates = getCall(['staffing/list-candidates'], {
  name: 'staffing.listCandidates',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({
    ...keyText,
    /** 1 ignores each caregiver's own limit in miles. */
    farther: wireInt(0, 1).optional(),
    /** Both or neither: the office's own times for a cover after the planned start has passed. */
    start: timeText.optional(),
    end: timeText.optional(),
  }),
  output: z.strictObject({
    visit: OpenVisit,
    /** What the authorization of the visit's type still has for it; null if units are not counted. */
    units: z.strictObject({ type: z.string(), left: z.int().min(0) }).nullable(),
    candidates: z.array(Candidate),
  }),
});

/** All caregivers for the week of an open request: those who can take all of its visits first, best first. */
export const listRequestCandidates = getCall(['staffing/list-request-candidates'], {
  name: 'staffing.listRequestCandidates',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({
    id: idText,
    /** 1 ignores each caregiver's own limit in miles. */
    farther: wireInt(0, 1).optional(),
  }),
  output: z.strictObject({ request: OpenRequest, candidates: z.array(RequestCandidate) }),
});

/** The nearest other time on the same day at which somebody could come, and who; null if there is none. */
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

/**
 * Assigns another caregiver to an open visit with a temporary plan for that day. Refused with `timesTaken` and the like as
 * any plan is, with `notOpen` if the visit does not need anybody, and with `cannotCome` and the candidate's reason.
 */
export const coverVisit = postCall(['staffing/cover'], {
  name: 'staffing.cover',
  roles: ['admin', 'user'],
  effect: 'write',
  refusals: ['weekRejected', 'timesTaken', 'shortGaps', 'notOpen', 'cannotCome', 'justificationMissing'],
  input: z.strictObject({
    ...VisitKey.shape,
    providerId: id,
    /** Why the client needs this caregiver despite an exceeded limit. */
    justification: z.string().max(4000).optional(),
    times: CoverTimes.optional(),
    /** The days whose short gaps the user has approved. */
    approvedDays: z.array(weekdayName).max(7).optional(),
  }),
  /** The times of the cover, which differ from the planned ones once the planned start has passed. */
  output: z.strictObject({ id, visits: z.int(), times: CoverTimes.optional() }),
});

/** Takes a cover back: deletes its temporary plan, under the same guards as for any plan. */
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
  /** The visits that the call-out opens. */
  opened: z.array(VisitKey),
});

/** The office records that a caregiver cannot come, which opens their visits that start in the span. */
export const callOut = postCall(['staffing/call-out'], {
  name: 'staffing.callOut',
  roles: ['admin', 'user'],
  effect: 'write',
  creates: true,
  input: z.strictObject({ ProviderID: id, from: stampText, until: stampText, note }),
  output: CalledOut,
});

/** A caregiver calls out of one visit, or of all of theirs through a day. */
export const cannotCome = postCall(['staffing/cannot-come'], {
  name: 'staffing.cannotCome',
  roles: ['evv'],
  effect: 'write',
  creates: true,
  input: z.strictObject({ visitId: id, through: dateText.optional(), note }),
  output: CalledOut,
});

/** The caregiver's own call-outs from today on, which the phone shows at the visits. */
export const OwnCallOut = z.strictObject({ id, from: stampText, until: stampText });
export type OwnCallOut = z.output<typeof OwnCallOut>;
export const listOwnCallOuts = getCall(['staffing/list-own-call-outs'], {
  name: 'staffing.listOwnCallOuts',
  roles: ['evv'],
  effect: 'poll',
  input: z.strictObject({}),
  output: z.array(OwnCallOut),
});

/** Withdraws a mistaken call-out: visits that nobody has covered return to the caregiver. */
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
  /** Initials of the user who recorded it. */
  by: z.string(),
  rev: z.int(),
});
export type CallOutRow = z.output<typeof CallOutRow>;

/** Call-outs that overlap some days. */
export const listCallOuts = getCall(['staffing/list-call-outs'], {
  name: 'staffing.listCallOuts',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ from: dateText, through: dateText }),
  output: z.array(CallOutRow),
});

/** Caregivers who checked in for visits that are no longer theirs, until the office has dealt with them. */
export const listArrivals = getCall(['staffing/list-arrivals'], {
  name: 'staffing.listArrivals',
  roles: ['admin', 'user'],
  effect: 'poll',
  input: z.strictObject({ from: dateText, through: dateText }),
  output: z.array(Arrival),
});

/** The office has dealt with it: the recorded time is rejected but stays in the visit's log. */
export const closeArrival = postCall(['staffing/close-arrival'], {
  name: 'staffing.closeArrival',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.strictObject({ id }),
});

/** The most open visits in one proposal. */
export const MOST_LINES = 60;

/** The office's choice of a caregiver for a visit; null keeps it open. */
export const FixedVisit = z.strictObject({ ...VisitKey.shape, providerId: id.nullable() });

const cents = z.int().nullable();
/** The sums of a proposal. Only admins get cents; other roles get null. */
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
  /** Why this caregiver, or if nobody can come, how many are ruled out for which reason. */
  why: z.string(),
  /** How many caregivers are ruled out because they live too far away. */
  tooFar: z.int().min(0),
  /** What the office should know, given everything else in the proposal; the same notes as for a single cover. */
  notes: z.array(z.string()),
  /** Why the office's choice cannot take the visit beside their other visits; null if they can. */
  whyNot: z.string().nullable(),
  /** Visits with this client in the last 90 days. */
  visitsHere: z.int().min(0),
  /** The same for all caregivers together. */
  visitsOfClient: z.int().min(0),
  /** What the line adds to the lines before it, so that all lines add up to the totals. Only admins get cents; other roles get null. */
  extraMinutes: z.int().nullable(),
  overtimeMinutes: z.int(),
  overtimeCents: cents,
  isFixed: z.boolean(),
  /** Other caregivers who can take it, best first. */
  others: z.array(z.strictObject({ ProviderID: id, Provider: z.string(), score: z.int() })),
});
export type ProposalLine = z.output<typeof ProposalLine>;

/** A caregiver's hours in one workweek to which the proposal adds something. Visits in two weeks make two of these. */
export const ProposalHours = z.strictObject({
  ProviderID: id,
  Provider: z.string(),
  /** The first day of the workweek. */
  week: dateText,
  /** Minutes without the proposal. */
  weekMinutes: z.int(),
  addedMinutes: z.int(),
  wishedMinutes: z.int().nullable(),
  /** Minutes of overtime that the proposal adds to the week. */
  overtimeMinutes: z.int(),
});

export const Proposal = z.strictObject({
  lines: z.array(ProposalLine),
  totals: ProposalTotals,
  /** The result of picking the best candidate for one visit after another, for comparison. */
  oneByOne: ProposalTotals,
  hours: z.array(ProposalHours),
  /** The first goal that might be improved, and by how many percent at most; null if the proposal is proven best. */
  unproven: z.strictObject({ stage: z.enum(STAGES), percent: z.int() }).nullable(),
  /** If all of these visits are open because of one time off, who approved it and when; otherwise null. */
  approval: z.strictObject({ at: stampText, by: z.string() }).nullable(),
  /** How many caregivers were compared. */
  compared: z.int(),
  /** How long the search took. */
  milliseconds: z.int(),
});
export type Proposal = z.output<typeof Proposal>;

/** Proposes caregivers for the open visits of some days. Changes nothing. */
export const planOpenVisits = postCall(['staffing/plan-open-visits'], {
  name: 'staffing.planOpenVisits',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({
    from: dateText,
    through: dateText,
    /** Only the visits of this caregiver, who is away. */
    ProviderID: id.optional(),
    /** Only these visits. */
    only: z.array(VisitKey).max(MOST_LINES).optional(),
    fixed: z.array(FixedVisit).max(MOST_LINES).default([]),
    farther: z.boolean().default(false),
    /** Asks a running calculation of the same question to finish soon with the best proposal found so far. */
    isQuick: z.boolean().default(false),
  }),
  output: Proposal,
});

/** The temporary plan of one visit, or why there is none. */
export const CoverOutcome = z.strictObject({
  ...VisitKey.shape,
  coverId: id.nullable(),
  refused: z.string().nullable(),
});
export type CoverOutcome = z.output<typeof CoverOutcome>;

/** Covers several visits independently: a refused one does not stop the others. */
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

/** Takes back several covers independently, each as `staffing/uncover` does. Everyone concerned gets one message about all of them. */
export const uncoverVisits = postCall(['staffing/uncover-visits'], {
  name: 'staffing.uncoverVisits',
  roles: ['admin', 'user'],
  effect: 'write',
  input: z.strictObject({ visits: z.array(VisitKey).min(1).max(MOST_LINES) }),
  output: z.array(z.strictObject({ ...VisitKey.shape, refused: z.string().nullable() })),
});

/** The most days that figures can span: a quarter and a week. */
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

/** How well visits are staffed, by week, by town, and by who found the cover. */
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

/** A visit that a figure counts or refers to, or the cover of one. */
export const FigureVisit = z.strictObject({
  ...VisitKey.shape,
  date: dateText,
  /** Null for a cover whose visit is no longer planned. */
  start: timeText.nullable(),
  end: timeText.nullable(),
  ClientID: id,
  Client: z.string(),
  town: z.string().nullable(),
  /** Who came or is due to come. */
  ProviderID: id.nullable(),
  Provider: z.string().nullable(),
  /** What became of the visit; null for a counted cover. */
  staffing: z.enum(STAFFINGS).nullable(),
  /** For a cover: the minutes from call-out to cover, the overtime that it added, and who found it. */
  cover: z
    .strictObject({ minutes: z.int().nullable(), overtimeMinutes: z.int().nullable(), by: z.string() })
    .nullable(),
  /** Whether the figure counts it. If not, it belongs to the rest of a share. */
  counts: z.boolean(),
});
export type FigureVisit = z.output<typeof FigureVisit>;

/** The most rows in one list behind a figure. */
export const MOST_BEHIND = 500;

/** The visits or covers behind one figure, in total or for one week, town or scheduler. */
export const listFigureVisits = getCall(['staffing/figure-visits'], {
  name: 'staffing.figureVisits',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({
    from: dateText,
    through: dateText,
    figure: z.enum(FIGURE_KEYS),
    group: z.enum(GROUPS).optional(),
    /** The name of the row in that group. */
    name: z.string().max(200).optional(),
  }),
  output: z.strictObject({
    total: count,
    /** How many of the total the figure counts. */
    counted: count,
    /** Those that a share does not count come first, then by day. */
    rows: z.array(FigureVisit).max(MOST_BEHIND),
  }),
});

/** The same figures as a document to print. */
export const printFigures = getCall(['staffing/print-figures'], {
  name: 'staffing.printFigures',
  roles: ['admin', 'user'],
  effect: 'read',
  input: z.strictObject({ from: dateText, through: dateText }),
  output: fileOutput,
});
