import { done, type Result, refuse } from '@homecare/domain/errors.ts';
import type { AutopilotSettings } from '@homecare/domain/offers/schema.ts';
import { whyMoved } from '@homecare/domain/staffing/candidates.ts';
import type { OpenVisit, VisitKey } from '@homecare/domain/staffing/schema.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { LeaseLost, mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { Job } from '../platform/jobs/job.ts';
import { lockOpenVisit } from '../staffing/covering.ts';
import { OFFERS_JOB } from '../staffing/offers-job.ts';
import { coveredBy, listOpen, whenOfficeNotified, whyNotOpen } from '../staffing/service.ts';
import { closeMoved, endAsking } from './answering.ts';
import {
  askNext,
  endWaves,
  isNamedWaiting,
  isNotBefore,
  isOfChosen,
  isTooLate,
  noteUnsent,
  settingsOf,
  startOf,
  timesOf,
} from './asking.ts';
import { isSince, notifyOffice } from './calling.ts';
import {
  findCallOutVia,
  findRound,
  type LiveRound,
  listLiveRounds,
  listRoundKeys,
  type RoundRow,
  startRound,
  storeWave,
} from './queries.ts';
import { readTexts } from './texts.ts';

const keyOf = ({ planId, day }: VisitKey) => `${planId} ${day}`;

/**
 * Takes the next step for one visit: stops asking if it no longer needs anyone, ends its waves if it starts too soon, or sends the
 * next wave when it is due.
 */
const goOn = (scope: Scope, key: VisitKey) =>
  mutate(scope, 'offers.goOn', async (tx, record) => {
    const found = await lockOpenVisit(tx, scope, key);
    const round = await findRound(tx, key);
    if (!round) return refuse('notFound');
    if (!found?.opened) {
      const closing = { why: whyNotOpen(found, key), takenBy: found && coveredBy(found, key) };
      // Another process may have done it first.
      return (await endAsking(tx, scope, key, closing, record)) ? done(null) : refuse('notFound');
    }
    const moved = whyMoved(found.opened.visit, found.today);
    const closed = await closeMoved(tx, scope, key, timesOf(found.opened), record);
    const rest = closed > 0 ? done(null) : refuse('notFound');
    if (round.endedAt !== null) return rest;
    if (moved) {
      await endWaves(tx, scope, key, moved, record);
      return done(null);
    }
    const stops = await whyStops(tx, scope, found.opened.visit, round);
    if (stops) {
      // Caregivers the office named are asked even if the visit starts soon.
      if (isNamedWaiting(round) && !isOnPause(round)) {
        if (!isDue(scope, round)) return rest;
        const named = await askDue(tx, scope, round, rest, record);
        if (!named.isAsked) return named.answer;
      }
      await endWaves(tx, scope, key, stops, record);
      return done(null);
    }
    // A moved visit starts again with the first wave. Its pause was for the old time.
    const isRestart = closed > 0 && !isOfChosen(round);
    if (isRestart) await storeWave(tx, key, 0, scope.now().toString());
    if (isRestart ? round.pausedAt !== null : !isDue(scope, round)) return rest;
    return (await askDue(tx, scope, round, rest, record)).answer;
  });

/** Why the autopilot stops asking; undefined if it continues, or if the office is asking. */
const whyStops = async (
  tx: Tx,
  scope: Scope,
  visit: Pick<OpenVisit, 'date' | 'start'>,
  { isAutomatic, settings }: RoundRow,
): Promise<string | undefined> => {
  if (!isAutomatic) return undefined;
  if (!(await settingsOf(tx)).isOn) return 'The autopilot was switched off.';
  return isTooLate(scope, visit, settings)
    ? `Nobody yet, ${settings.stopMinutes} minutes before the start.`
    : undefined;
};

/** Sends the next wave. If no more texts may go out, the office sees that once. */
const askDue = async (
  tx: Tx,
  scope: Scope,
  round: RoundRow,
  rest: Result<null>,
  record: Recorder,
): Promise<{ readonly isAsked: boolean; readonly answer: Result<null> }> => {
  const { planId, day } = round;
  const asked = await askNext(tx, scope, { planId, day }, record);
  if (asked.ok) return { isAsked: true, answer: done(null) };
  if (asked.reason !== 'tooMany') return { isAsked: false, answer: refuse('conflict', asked.info) };
  if (round.isUnsent) return { isAsked: false, answer: rest };
  await noteUnsent(tx, scope, { planId, day }, record);
  return { isAsked: false, answer: done(null) };
};

/** The waves are paused and nobody has been named since. */
const isOnPause = ({ pausedAt, settings }: RoundRow) => pausedAt !== null && settings.isDespitePause !== true;

const isDue = (scope: Scope, round: RoundRow) =>
  round.nextAt !== null && !isOnPause(round) && isNotBefore(scope.now().toString(), round.nextAt);

/** A round that ended before the latest call-out belongs to an earlier one: the cover's caregiver has called out too. */
const wasAsked = (round: Pick<RoundRow, 'endedAt'> | undefined, visit: Pick<OpenVisit, 'since'>) =>
  round !== undefined && (round.endedAt === null || isSince(round.endedAt, visit));

/** The call-out is within the autopilot's window. */
const isInWindow = async (scope: Scope, { withinHours, callOuts }: AutopilotSettings, visit: OpenVisit) => {
  const start = startOf(scope, visit);
  if (Temporal.Instant.compare(start, scope.now().add({ hours: withinHours })) > 0) return false;
  if (callOuts === 'any') return true;
  return (await findCallOutVia(scope.site.db, visit.ProviderID, start.toString()))?.via === callOuts;
};

/**
 * Starts asking for call-outs for which nobody has been asked. If the visit starts too soon, it notifies the office instead, as it
 * also does when its own asking gets that close. Visits for which the office is asking are left to the office.
 */
const startAutomatically = async (
  scope: Scope,
  settings: AutopilotSettings,
  open: readonly OpenVisit[],
): Promise<unknown[]> => {
  if (!settings.isOn) return [];
  const { db } = scope.site;
  const calledOut = open.filter(({ reason }) => reason === 'calledOut');
  // Nights began before today, and moved visits are known by their planned day.
  const first = calledOut.map(({ day }) => day).toSorted()[0];
  if (first === undefined) return [];
  const known = new Map((await listRoundKeys(db, first)).map((round) => [keyOf(round), round]));
  const notified = await whenOfficeNotified(db, first);
  return tryEach(calledOut, async (visit) => {
    const round = known.get(keyOf(visit));
    const isAsked = wasAsked(round, visit);
    if (isAsked ? !round?.isAutomatic : !(await isInWindow(scope, settings, visit))) return;
    if (!isTooLate(scope, visit, settings)) {
      if (!isAsked) await startOne(scope, visit);
    } else if (settings.callPhone !== '' && !isSince(notified.get(keyOf(visit)), visit))
      await notifyOffice(scope, visit);
  });
};

/**
 * Works through all items, so that one failure does not stop the others, and returns the failures. If this process is no longer to
 * do the work, it stops at once.
 */
const tryEach = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<unknown[]> => {
  const failures: unknown[] = [];
  for (const one of all)
    try {
      await work(one);
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      failures.push(error);
    }
  return failures;
};

const startOne = (scope: Scope, { planId, day }: OpenVisit) =>
  mutate(scope, 'offers.autopilot', async (tx, record) => {
    const key = { planId, day };
    const found = await lockOpenVisit(tx, scope, key);
    if (!found?.opened || wasAsked(await findRound(tx, key), found.opened)) return refuse('notFound');
    const round = {
      ...key,
      settings: await settingsOf(tx),
      chosen: null,
      isAutomatic: true,
      nextAt: scope.now().toString(),
    };
    await startRound(tx, round, scope.stamp());
    record({ entity: 'offerRound', id: planId, action: 'insert', changes: { day: [null, day] } });
    const asked = await askNext(tx, scope, key, record);
    if (!asked.ok && asked.reason !== 'tooMany') return refuse('conflict', asked.info);
    if (!asked.ok) await noteUnsent(tx, scope, key, record);
    return done(null);
  });

/** The days to load: those of all live rounds, wherever their visits were moved, and those the autopilot would ask for. */
const daysOf = (scope: Scope, rounds: readonly LiveRound[], { isOn, withinHours }: AutopilotSettings) => {
  const from = scope.today().toString();
  const ahead = scope.now().add({ hours: isOn ? withinHours : 0 });
  const last = ahead.toZonedDateTimeISO(scope.settings.timeZone).toPlainDate().toString();
  const through = rounds.reduce((latest, { date }) => (date > latest ? date : latest), last);
  return { from, through };
};

/** Most rounds have not changed since the last run. Only the others are locked and checked. */
const hasWork = (
  scope: Scope,
  round: LiveRound,
  visit: OpenVisit | undefined,
  { isOn }: AutopilotSettings,
): boolean =>
  visit === undefined ||
  round.isMoved ||
  (round.endedAt === null &&
    (isDue(scope, round) || (round.isAutomatic && (!isOn || isTooLate(scope, visit, round.settings)))));

/** Reads answers, sends the waves that are due and starts what the autopilot is to ask for. */
export const workOffers = async (scope: Scope, ending?: AbortSignal): Promise<void> => {
  await readTexts(scope, ending);
  const { db } = scope.site;
  const [rounds, settings] = await Promise.all([listLiveRounds(db), settingsOf(db)]);
  if (rounds.length === 0 && !settings.isOn) return;
  const open = await listOpen(scope, daysOf(scope, rounds, settings));
  const openByKey = new Map(open.map((visit) => [keyOf(visit), visit]));
  const failures = await tryEach(rounds, async (round) => {
    if (!ending?.aborted && hasWork(scope, round, openByKey.get(keyOf(round)), settings))
      await goOn(scope, round);
  });
  if (!ending?.aborted) failures.push(...(await startAutomatically(scope, settings, open)));
  // The job reports failures once every visit has had its turn.
  const [first] = failures;
  if (first !== undefined) throw first;
};

export const offersJob: Job = {
  name: OFFERS_JOB,
  every: { minutes: 1, resting: 5 },
  run: (scope, _payload, ending) => workOffers(scope, ending),
};
