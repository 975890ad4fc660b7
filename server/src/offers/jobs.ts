import { done, refuse } from '@homecare/domain/errors.ts';
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
    const { stopMinutes } = round.settings;
    const stopAt = startOf(scope, { day: found.opened.visit.date, start: found.opened.visit.start }).subtract(
      { minutes: stopMinutes },
    );
    if (Temporal.Instant.compare(scope.now(), stopAt) >= 0 && round.isAutomatic) {
      await endWaves(tx, scope, key, `Nobody yet, ${stopMinutes} minutes before the start.`, record);
      return done(null);
    }
    if (!isDue(scope, round)) return refuse('notFound');
    const asked = await askNext(tx, scope, key, record);
    return asked.ok ? done(null) : refuse('conflict', asked.info);
  });

const isDue = (scope: Scope, { nextAt, pausedAt }: RoundRow) =>
  nextAt !== null && pausedAt === null && nextAt <= scope.now().toString();

/** Asking that ended before somebody called out was for an earlier call-out: a cover whose caregiver cannot come either. */
const wasAsked = (round: Pick<RoundRow, 'endedAt'> | undefined, { since }: Pick<OpenVisit, 'since'>) =>
  round !== undefined && (round.endedAt === null || since === null || round.endedAt >= since);

/** Call-outs inside the window of the autopilot for which nobody was asked yet. */
const startByItself = async (scope: Scope): Promise<void> => {
  const settings = await settingsOf(scope.site.db);
  if (!settings.isOn) return;
  const until = scope.now().add({ hours: settings.withinHours });
  const today = scope.today();
  const last = until.toZonedDateTimeISO(scope.settings.timeZone).toPlainDate();
  const open = await listOpen(scope, { from: today.toString(), through: last.toString() });
  const rounds = await listRoundKeys(scope.site.db, today.toString());
  const known = new Map(rounds.map((round) => [keyOf(round), round]));
  for (const visit of open.filter(
    (one) => one.reason === 'calledOut' && !wasAsked(known.get(keyOf(one)), one),
  )) {
    const start = startOf(scope, visit);
    const stopAt = start.subtract({ minutes: settings.stopMinutes });
    if (Temporal.Instant.compare(start, until) > 0 || Temporal.Instant.compare(scope.now(), stopAt) >= 0)
      continue;
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

/** Answers, waves whose time has come, and what the autopilot begins. */
export const workOffers = async (scope: Scope, ending?: AbortSignal): Promise<void> => {
  await readTexts(scope, ending);
  for (const round of await listLiveRounds(scope.site.db)) {
    if (ending?.aborted) return;
    await goOn(scope, round);
  }
  if (!ending?.aborted) await startByItself(scope);
};

export const offersJob: Job = {
  name: 'offers',
  every: { minutes: 1, resting: 5 },
  run: (scope, _payload, ending) => workOffers(scope, ending),
};
