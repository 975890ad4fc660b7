import { z } from 'zod';
import { getCall, postCall } from '../call.ts';
import { VisitKey } from '../staffing/schema.ts';
import { dateText, MAX_ID, timeText, wireInt } from '../wire.ts';
import {
  AskedVisit,
  AskingSettings,
  AutopilotSettings,
  CallOutProposal,
  EndedOffer,
  LANGUAGES,
  OFFER_STATES,
  OwnOffer,
  VisitOffers,
} from './schema.ts';

const office = { roles: ['admin', 'user'] } as const;
const admin = { roles: ['admin'] } as const;
const caregiver = { roles: ['evv'] } as const;
const id = z.int().min(1).max(MAX_ID);
const idText = wireInt(1, MAX_ID).pipe(z.int());

/** The most caregivers that one request can ask. */
export const MOST_ASKED = 50;

/** The state of the search for a caregiver for one visit: its waves and who was asked. */
export const listOffers = getCall(['offers/list'], {
  name: 'offers.list',
  ...office,
  effect: 'poll',
  input: z.strictObject({ planId: idText, day: dateText }),
  output: VisitOffers,
});

/** How many days back these lists can reach. */
export const MOST_ASKED_DAYS = 30;

/**
 * Visits for which caregivers were asked today or in the last `days` days, and visits whose search was still running
 * then. The search that began last comes first.
 */
export const listAsked = getCall(['offers/list-asked'], {
  name: 'offers.listAsked',
  ...office,
  effect: 'poll',
  input: z.strictObject({ days: wireInt(1, MOST_ASKED_DAYS).pipe(z.int()).optional() }),
  output: z.array(AskedVisit),
});

/** Asks caregivers to take an open visit: the named ones at once, or without names the best candidates, wave by wave. */
export const sendOffers = postCall(['offers/send'], {
  name: 'offers.send',
  ...office,
  effect: 'write',
  refusals: ['notOpen'],
  input: z.strictObject({
    ...VisitKey.shape,
    providerIds: z.array(id).min(1, 'Choose at least one caregiver.').max(MOST_ASKED).optional(),
    /** The names come from a proposal and were not chosen one by one, so the daily limit of offers per person applies to them. */
    isLimited: z.boolean().optional(),
  }),
  output: z.strictObject({
    asked: z.int(),
    /** When they will be asked, if quiet hours delay it. */
    later: z.string().nullable(),
    /** The named caregivers who were not asked because they have reached the daily limit of offers per person. */
    leftOut: z.string().optional(),
  }),
});

const Done = z.strictObject({ isPaused: z.boolean() });

/** Stops further waves until the search is resumed. Answers still count. */
export const pauseOffers = postCall(['offers/pause'], {
  name: 'offers.pause',
  ...office,
  effect: 'write',
  input: VisitKey,
  output: Done,
});
export const resumeOffers = postCall(['offers/resume'], {
  name: 'offers.resume',
  ...office,
  effect: 'write',
  input: VisitKey,
  output: Done,
});

/** The offers that wait for this caregiver's answer, and what became of today's other offers. */
export const listOwnOffers = getCall(['offers/list-own'], {
  name: 'offers.listOwn',
  ...caregiver,
  effect: 'poll',
  input: z.strictObject({}),
  output: z.strictObject({ waiting: z.array(OwnOffer), ended: z.array(EndedOffer) }),
});

/** Records that the caregiver has seen the offer on the phone. */
export const openOffer = postCall(['offers/open'], {
  name: 'offers.open',
  ...caregiver,
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.strictObject({ id }),
});

/** The first yes takes the visit. Every answer gets a sentence back. */
export const answerOffer = postCall(['offers/answer'], {
  name: 'offers.answer',
  ...caregiver,
  effect: 'write',
  input: z.strictObject({ id, answer: z.enum(['yes', 'no']) }),
  output: z.strictObject({ state: z.enum(OFFER_STATES), english: z.string(), spanish: z.string() }),
});

export const getAutopilot = getCall(['offers/get-autopilot'], {
  name: 'offers.getAutopilot',
  ...admin,
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({ settings: AutopilotSettings, rev: z.int() }),
});

export const saveAutopilot = postCall(['offers/save-autopilot'], {
  name: 'offers.saveAutopilot',
  ...admin,
  effect: 'write',
  input: z.strictObject({ settings: AutopilotSettings, rev: z.int().min(0).max(MAX_ID) }),
  output: z.strictObject({ rev: z.int() }),
});

/** How many days back settings are tried out. */
export const TRIED_DAYS = 90;
/** If there are more visits, only the latest are tried. */
export const MOST_TRIED = 300;

/** A past visit on which the settings were tried. */
export const TriedVisit = z.strictObject({
  ...VisitKey.shape,
  date: dateText,
  start: timeText,
  end: timeText,
  ClientID: z.int().min(1),
  Client: z.string(),
  /** Who called out. */
  ProviderID: z.int().min(1),
  Provider: z.string(),
  /** The overtime that the best available candidate would have added; null if nobody could be asked. */
  overtimeCents: z.int().min(0).nullable(),
});
export type TriedVisit = z.output<typeof TriedVisit>;

/**
 * Tries the settings on the visits of the last days whose caregiver called out before the start, and counts for how many
 * there would have been somebody to ask in time. The visits, covers, time off, checks, hours, rates and pairs of that time
 * count, as far as they are on record now: a caregiver who has been archived since then counts as unavailable, and units of
 * authorizations and phone logins are today's. The daily limit of offers is ignored, and so is whether anyone would have
 * said yes.
 *
 * `minutes` is the median time from call-out to cover: the quiet hours, plus what the step from first offer to yes has taken
 * in these days; null if no offer was accepted. `overtimeCents` is the sum over all visits of what the best available
 * candidate would have added in overtime.
 */
export const tryAutopilot = postCall(['offers/try-autopilot'], {
  name: 'offers.tryAutopilot',
  ...admin,
  effect: 'read',
  input: z.strictObject({ settings: AskingSettings }),
  output: z.strictObject({
    visits: z.int().min(0),
    asked: z.int().min(0),
    minutes: z.int().min(0).nullable(),
    overtimeCents: z.int().min(0),
    /** Latest first. */
    tried: z.array(TriedVisit).max(MOST_TRIED),
  }),
});

/** Texts a sample of the template on the screen to the given phone, marked as a test. */
export const sendTest = postCall(['offers/send-test'], {
  name: 'offers.sendTest',
  ...admin,
  needs: ['smsEnabled'],
  effect: 'write',
  input: z.strictObject({
    phone: AutopilotSettings.shape.callPhone,
    language: z.enum(LANGUAGES),
    text: AutopilotSettings.shape.english,
  }),
  output: z.strictObject({ queued: z.int() }),
});

/** Texts from caregivers who seem unable to come, until the office has dealt with them. */
export const listProposals = getCall(['offers/list-proposals'], {
  name: 'offers.listProposals',
  ...office,
  effect: 'poll',
  input: z.strictObject({}),
  output: z.array(CallOutProposal),
});

/** The office has dealt with the text. */
export const closeProposal = postCall(['offers/close-proposal'], {
  name: 'offers.closeProposal',
  ...office,
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.strictObject({ id }),
});
