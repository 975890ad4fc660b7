import { done, refuse } from '@homecare/domain/errors.ts';
import type { AutopilotSettings } from '@homecare/domain/offers/schema.ts';
import type { OpenVisit, VisitKey } from '@homecare/domain/staffing/schema.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { Job } from '../platform/jobs/job.ts';
import { lockOpenVisit } from '../staffing/covering.ts';
import { coveredBy, listOpen, whyNotOpen } from '../staffing/service.ts';
import { endAsking } from './answering.ts';
import { askNext, endWaves, settingsOf, startOf } from './asking.ts';
import {
  findCallOutVia,
  findRound,
  listLiveRounds,
  listRoundKeys,
  type RoundRow,
  startRound,
} from './queries.ts';
import { readTexts } from './texts.ts';

const keyOf = ({ planId, day }: VisitKey) => `${planId} ${day}`;

/** Ends the asking for a visit that needs nobody any more, and the waves of one that begins too soon; else the next wave, when it is due. */
const goOn = (scope: Scope, key: VisitKey) =>
  mutate(scope, 'offers.goOn', async (tx, record) => {
    const found = await lockOpenVisit(tx, scope, key);
    const round = await findRound(tx, key);
    if (!found || !round) return refuse('notFound');
    if (!found.opened) {
      const closing = { why: whyNotOpen(found, key), takenBy: coveredBy(found, key) };
      await endAsking(tx, scope, key, closing, record);
      return done(null);
    }
    if (round.endedAt !== null) return refuse('notFound');
    const { date: day, start } = found.opened.visit;
    if (round.isAutomatic && isTooLate(scope, { day, start }, round.settings)) {
      const { stopMinutes } = round.settings;
      await endWaves(tx, scope, key, `Nobody yet, ${stopMinutes} minutes before the start.`, record);
      return done(null);
    }
    if (!isDue(scope, round)) return refuse('notFound');
    const asked = await askNext(tx, scope, key, record);
    return asked.ok ? done(null) : refuse('conflict', asked.info);
  });

/** Stamps have fractions of a second or none: as texts they do not compare. */
const isNotBefore = (stamp: string, other: string) => Temporal.Instant.compare(stamp, other) >= 0;

/** So near the start the autopilot leaves the visit to the office. */
const isTooLate = (
  scope: Scope,
  visit: Pick<OpenVisit, 'day' | 'start'>,
  { stopMinutes }: Pick<AutopilotSettings, 'stopMinutes'>,
) => {
  const stopAt = startOf(scope, visit).subtract({ minutes: stopMinutes });
  return Temporal.Instant.compare(scope.now(), stopAt) >= 0;
};

const isDue = (scope: Scope, { nextAt, pausedAt }: RoundRow) =>
  nextAt !== null && pausedAt === null && isNotBefore(scope.now().toString(), nextAt);

/** Asking that ended before somebody called out was for an earlier call-out: a cover whose caregiver cannot come either. */
const wasAsked = (round: Pick<RoundRow, 'endedAt'> | undefined, { since }: Pick<OpenVisit, 'since'>) =>
  round !== undefined && (round.endedAt === null || since === null || isNotBefore(round.endedAt, since));

/** Call-outs inside the window of the autopilot for which nobody was asked yet. */
const startByItself = async (
  scope: Scope,
  settings: AutopilotSettings,
  open: readonly OpenVisit[],
): Promise<void> => {
  if (!settings.isOn) return;
  const until = scope.now().add({ hours: settings.withinHours });
  const rounds = await listRoundKeys(scope.site.db, scope.today().toString());
  const known = new Map(rounds.map((round) => [keyOf(round), round]));
  for (const visit of open.filter(
    (one) => one.reason === 'calledOut' && !wasAsked(known.get(keyOf(one)), one),
  )) {
    const start = startOf(scope, visit);
    if (Temporal.Instant.compare(start, until) > 0 || isTooLate(scope, visit, settings)) continue;
    const source = await findCallOutVia(scope.site.db, visit.ProviderID, start.toString());
    if (settings.callOuts !== 'any' && source?.via !== settings.callOuts) continue;
    await startOne(scope, visit);
  }
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
    return asked.ok ? done(null) : refuse('conflict', asked.info);
  });

/** The days of all that is asked for, and of what the autopilot would ask for. */
const daysOf = (scope: Scope, rounds: readonly RoundRow[], { isOn, withinHours }: AutopilotSettings) => {
  const from = scope.today().toString();
  const ahead = scope.now().add({ hours: isOn ? withinHours : 0 });
  const last = ahead.toZonedDateTimeISO(scope.settings.timeZone).toPlainDate().toString();
  const through = rounds.reduce((latest, { day }) => (day > latest ? day : latest), last);
  return { from, through };
};

/** Nothing of most rounds has changed since the last look: only the others are held and judged. */
const hasWork = (scope: Scope, round: RoundRow, visit: OpenVisit | undefined): boolean =>
  visit === undefined ||
  (round.endedAt === null &&
    (isDue(scope, round) || (round.isAutomatic && isTooLate(scope, visit, round.settings))));

/** Answers, waves whose time has come, and what the autopilot begins. */
export const workOffers = async (scope: Scope, ending?: AbortSignal): Promise<void> => {
  await readTexts(scope, ending);
  const { db } = scope.site;
  const [rounds, settings] = await Promise.all([listLiveRounds(db), settingsOf(db)]);
  if (rounds.length === 0 && !settings.isOn) return;
  const open = await listOpen(scope, daysOf(scope, rounds, settings));
  const openByKey = new Map(open.map((visit) => [keyOf(visit), visit]));
  for (const round of rounds) {
    if (ending?.aborted) return;
    if (hasWork(scope, round, openByKey.get(keyOf(round)))) await goOn(scope, round);
  }
  if (!ending?.aborted) await startByItself(scope, settings, open);
};

export const offersJob: Job = {
  name: 'offers',
  every: { minutes: 1, resting: 5 },
  run: (scope, _payload, ending) => workOffers(scope, ending),
};
