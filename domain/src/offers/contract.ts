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

/** The most people who are asked by one press. */
export const MOST_ASKED = 50;

/** How the asking for one visit goes. */
export const listOffers = getCall(['offers/list'], {
  name: 'offers.list',
  ...office,
  effect: 'poll',
  input: z.strictObject({ planId: idText, day: dateText }),
  output: VisitOffers,
});

/** Lists of what was asked go back so many days. */
export const MOST_ASKED_DAYS = 30;

/** Visits of today, or of the last so many days, for which was asked, and those for which the asking went on since then; the last one to begin is first. */
export const listAsked = getCall(['offers/list-asked'], {
  name: 'offers.listAsked',
  ...office,
  effect: 'poll',
  input: z.strictObject({ days: wireInt(1, MOST_ASKED_DAYS).pipe(z.int()).optional() }),
  output: z.array(AskedVisit),
});

/** Asks caregivers for an open visit: those that are named at once, otherwise the best, wave by wave. */
export const sendOffers = postCall(['offers/send'], {
  name: 'offers.send',
  ...office,
  effect: 'write',
  refusals: ['notOpen'],
  input: z.strictObject({
    ...VisitKey.shape,
    providerIds: z.array(id).min(1, 'Choose at least one caregiver.').max(MOST_ASKED).optional(),
    /** They come from a proposal, nobody chose them one by one: the agency's limit of offers a day to one person holds for them. */
    isLimited: z.boolean().optional(),
  }),
  output: z.strictObject({
    asked: z.int(),
    /** Quiet hours: when they are asked. */
    later: z.string().nullable(),
    /** Who of those that were named was not asked, for they have had as many offers as the agency sends one person a day. */
    leftOut: z.string().optional(),
  }),
});

const Done = z.strictObject({ isPaused: z.boolean() });

/** No further wave goes out until it is resumed; answers still count. */
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

/** Offers that wait for the caregiver's own answer, and what became of the others of today. */
export const listOwnOffers = getCall(['offers/list-own'], {
  name: 'offers.listOwn',
  ...caregiver,
  effect: 'poll',
  input: z.strictObject({}),
  output: z.strictObject({ waiting: z.array(OwnOffer), ended: z.array(EndedOffer) }),
});

/** The caregiver has seen the offer on the phone. */
export const openOffer = postCall(['offers/open'], {
  name: 'offers.open',
  ...caregiver,
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.strictObject({ id }),
});

/** The first yes takes the visit; every answer gets a sentence back. */
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

/** How far back settings are tried. */
export const TRIED_DAYS = 90;
/** The latest ones of these days. */
export const MOST_TRIED = 300;

/** A visit on which settings were tried. */
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
  /** What the best of those who could have been asked would have added in overtime; null: nobody could be asked. */
  overtimeCents: z.int().min(0).nullable(),
});
export type TriedVisit = z.output<typeof TriedVisit>;

/**
 * Of the visits out of which somebody called in the last days, before they began: for how many these settings would have had
 * somebody to ask in time. Judged are the visits, covers, time off, checks, hours, rates and pairs of the time, by what is on
 * record now: who was active then and is not now counts as nobody, and units of authorizations and phone logins are those of
 * today. How often somebody was asked that day, and whether they would have said yes, is not counted.
 *
 * `minutes` is the median from a call-out to a cover: what the quiet hours would have taken, and what it took on these days from
 * the first offer to the yes; null where no offer was accepted. `overtimeCents` is what the best of those who could be asked
 * would have added in overtime, of all visits together.
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
    /** The visits, the latest first. */
    tried: z.array(TriedVisit).max(MOST_TRIED),
  }),
});

/** One sample of the text, as it is on the screen, to the phone that is there; it says that it is a test. */
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

/** Texts of caregivers who seem unable to come, until the office has looked at them. */
export const listProposals = getCall(['offers/list-proposals'], {
  name: 'offers.listProposals',
  ...office,
  effect: 'poll',
  input: z.strictObject({}),
  output: z.array(CallOutProposal),
});

/** The office has seen to it. */
export const closeProposal = postCall(['offers/close-proposal'], {
  name: 'offers.closeProposal',
  ...office,
  effect: 'write',
  input: z.strictObject({ id }),
  output: z.strictObject({ id }),
});
