import { showStamp, visitInstants } from '@homecare/domain/calendar.ts';
import type { InputOf, ResultOf } from '@homecare/domain/call.ts';
import { done, refuse, refuseAll, refuseFields } from '@homecare/domain/errors.ts';
import { canText, smsNumber } from '@homecare/domain/messaging/rules.ts';
import type * as calls from '@homecare/domain/offers/contract.ts';
import {
  checkAutopilot,
  DEFAULT_AUTOPILOT,
  endedWords,
  isQuietEnd,
  NO_CALL_PHONE,
  templateFault,
  testText,
} from '@homecare/domain/offers/rules.ts';
import type { EndedOffer, OfferRound, VisitOffers } from '@homecare/domain/offers/schema.ts';
import type { CoverTimes, OpenVisit, VisitKey } from '@homecare/domain/staffing/schema.ts';
import { OFFICE, queueMessages } from '../messaging/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { refuseStale } from '../platform/auth/stale.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { lockOpenVisit, timesFor } from '../staffing/covering.ts';
import {
  findVisit,
  listNext,
  listOpen,
  listPlanned,
  listTypeNames,
  noteEvents,
  rankCandidates,
} from '../staffing/service.ts';
import { takeAnswer } from './answering.ts';
import { askMore, askNext, dayStart, isOfChosen, loadOfferLimit, settingsOf, startOf } from './asking.ts';
import { noteOpened } from './opened.ts';
import {
  closeProposalRow,
  type EndedRow,
  findOffer,
  findRound,
  listAnswerCounts,
  listEndedOf,
  listOpenProposals,
  listRoundsOf,
  listVisitOffers,
  listWaitingOf,
  type OfferRow,
  pauseRound,
  type RoundRow,
  readAutopilot,
  resumeRound,
  saveAutopilotRow,
  startRound,
} from './queries.ts';
import { inTurn } from './turns.ts';

const shownRound = (round: RoundRow, zone: string): OfferRound => ({
  wave: round.wave,
  waves: isOfChosen(round) ? 1 : round.settings.waves,
  people: round.settings.people,
  nextAt: round.nextAt,
  isAfterQuiet:
    round.nextAt !== null && isQuietEnd(Temporal.Instant.from(round.nextAt), round.settings, zone),
  isPaused: round.pausedAt !== null,
  isUnsent: round.isUnsent,
  ended: round.endedWhy,
  isAutomatic: round.isAutomatic,
});

export const listOffers: UseCase<typeof calls.listOffers> = async (
  scope,
  key,
): Promise<ResultOf<typeof calls.listOffers>> => {
  const { db } = scope.site;
  const [round, offers] = await Promise.all([findRound(db, key), listVisitOffers(db, key)]);
  const shown: VisitOffers = {
    round: round ? shownRound(round, scope.settings.timeZone) : null,
    offers: offers.map((one) => ({
      id: one.id,
      ProviderID: one.providerId,
      Provider: one.provider,
      wave: one.wave,
      channel: one.channel,
      sent: one.sent,
      opened: one.opened,
      state: one.state,
      answered: one.answered,
      cause: one.cause,
      words: one.words,
    })),
  };
  return done(shown);
};

const endOf = (scope: Scope, { date, start, end }: Pick<OpenVisit, 'date' | 'start' | 'end'>) =>
  visitInstants(date, start, end, scope.settings.timeZone).end.epochMilliseconds;

export const listAsked: UseCase<typeof calls.listAsked> = async (
  scope,
  { days: back = 1 },
): Promise<ResultOf<typeof calls.listAsked>> => {
  const today = scope.today();
  const first = today.subtract({ days: back - 1 });
  const since = dayStart(scope, first);
  const rounds = await listRoundsOf(scope.site.db, {
    since,
    from: first.subtract({ days: 1 }).toString(),
    through: today.toString(),
  });
  const days = rounds.map(({ day }) => day).sort();
  const [from, through] = [days[0], days.at(-1)];
  if (from === undefined || through === undefined) return done([]);
  // A cover that begins after midnight is on the day after its planned one.
  const last = today.toString();
  const visits = await listPlanned(scope, { from, through: through > last ? through : last });
  const byKey = new Map(visits.map((visit) => [`${visit.planId} ${visit.day}`, visit]));
  return done(
    rounds.flatMap((round) => {
      const { planId, day, started, asked, provider, coveredAt, calledOut } = round;
      const visit = byKey.get(`${planId} ${day}`);
      // A missing visit was canceled. A visit of the evening before may be a night shift that is still running.
      if (!visit || endOf(scope, visit) <= Date.parse(since)) return [];
      const { date, ClientID, Client, town, start, end } = visit;
      const covered = provider !== null && coveredAt !== null ? { Provider: provider, at: coveredAt } : null;
      const times = { start, end, started };
      return [
        {
          planId,
          day,
          date,
          ClientID,
          Client,
          town,
          ...times,
          asked,
          covered,
          calledOut,
          round: shownRound(round, scope.settings.timeZone),
        },
      ];
    }),
  );
};

type Named = Pick<InputOf<typeof calls.sendOffers>, 'isLimited'> & {
  readonly providerIds?: readonly number[] | undefined;
};

/** Refuses if the office named caregivers who cannot be asked. They may live farther away than they like to drive. */
const refuseNamed = async (tx: Tx, scope: Scope, key: VisitKey, { providerIds = [], isLimited }: Named) => {
  const ranked = await rankCandidates(scope, key, { db: tx, isFarther: true });
  const whyNoMore = isLimited ? await loadOfferLimit(tx, scope) : undefined;
  const known = providerIds.map((id) => ({
    id,
    one: ranked?.candidates.find(({ ProviderID }) => ProviderID === id),
  }));
  const refused = refuseAll(
    known.flatMap(({ id, one }) => {
      const why = one?.why ?? one?.whyNoOffer;
      if (!ranked || (one && why == null)) return [];
      return [
        {
          field: 'providerIds',
          message: one ? `${one.Provider}: ${why}` : `Caregiver ${id} is not known.`,
        },
      ];
    }),
  );
  if (refused) return refused;
  // Caregivers over the limit are left out without an error.
  const leftOut = known.flatMap(({ id, one }) => {
    const why = whyNoMore?.(id);
    return why === undefined ? [] : [{ id, words: `${one?.Provider}: ${why}` }];
  });
  return done({
    providerIds: providerIds.filter((id) => !leftOut.some((one) => one.id === id)),
    leftOut: leftOut.map(({ words }) => words).join(' '),
  });
};

const beginRound = async (
  tx: Tx,
  scope: Scope,
  key: VisitKey,
  { providerIds, isLimited = false }: Named,
  record: Recorder,
  /** The round that waits for the quiet hours to end; caregivers chosen during them are asked with its first wave. */
  waiting?: RoundRow,
) => {
  const chosen = providerIds ?? waiting?.chosen ?? null;
  const settings = {
    ...(await settingsOf(tx)),
    ...((isLimited || (!providerIds && waiting?.settings.isLimited)) && { isLimited: true }),
    ...(!providerIds && chosen && { isBeside: true }),
    ...(!providerIds && waiting?.settings.namedBy && { namedBy: waiting.settings.namedBy }),
  };
  const nextAt = scope.now().toString();
  await startRound(tx, { ...key, settings, chosen, isAutomatic: false, nextAt }, scope.stamp());
  record({ entity: 'offerRound', id: key.planId, action: 'insert', changes: { day: [null, key.day] } });
};

export const sendOffers: UseCase<typeof calls.sendOffers> = (scope, { planId, day, ...asked }) =>
  mutate(scope, 'offers.send', async (tx, record): Promise<ResultOf<typeof calls.sendOffers>> => {
    const key = { planId, day };
    if (!(await lockOpenVisit(tx, scope, key))) return refuse('notFound');
    const named = asked.providerIds && (await refuseNamed(tx, scope, key, asked));
    if (named && !named.ok) return named;
    const leftOut = named?.data.leftOut || undefined;
    if (named?.data.providerIds.length === 0) {
      record({ entity: 'offerRound', id: planId, action: 'run', changes: { asked: [null, 0] } });
      return done({ asked: 0, later: null, leftOut });
    }
    const sent = await askNow(tx, scope, key, { ...asked, providerIds: named?.data.providerIds }, record);
    if (!sent.ok) return sent;
    const { later } = sent.data;
    return done({
      asked: sent.data.asked,
      later: later && showStamp(later, scope.settings.timeZone),
      ...(leftOut !== undefined && { leftOut }),
    });
  });

/** Asks the named caregivers at once, in addition to running waves. Without names, starts a round with the best. */
const askNow = async (tx: Tx, scope: Scope, key: VisitKey, named: Named, record: Recorder) => {
  const { providerIds } = named;
  const running = await findRound(tx, key);
  const isLive = running !== undefined && running.endedAt === null;
  if (isLive && providerIds) return askMore(tx, scope, key, providerIds, record);
  const waiting = isLive && running.nextAt !== null ? running : undefined;
  if (waiting && !isOfChosen(waiting))
    return refuse('conflict', 'Caregivers are being asked already, a few at a time.');
  await beginRound(tx, scope, key, named, record, waiting);
  return askNext(tx, scope, key, record);
};

const setPause =
  (isPaused: boolean): UseCase<typeof calls.pauseOffers> =>
  (scope, key) =>
    mutate(scope, isPaused ? 'offers.pause' : 'offers.resume', async (tx, record) => {
      const round = await findRound(tx, key);
      if (!round || round.endedAt !== null)
        return refuse('notFound', 'Nobody is being asked for this visit.');
      const isChanged = isPaused ? await pauseRound(tx, key, scope.stamp()) : await resumeRound(tx, key);
      record({
        entity: 'offerRound',
        id: key.planId,
        action: 'update',
        changes: { paused: [round.pausedAt !== null, isPaused] },
      });
      if (isChanged)
        await noteEvents(tx, scope, [
          { ...key, kind: isPaused ? 'paused' : 'resumed', who: scope.user.initials },
        ]);
      return done({ isPaused });
    });
export const pauseOffers = setPause(true);
export const resumeOffers: UseCase<typeof calls.resumeOffers> = setPause(false);

type OpenVisits = ReadonlyMap<string, OpenVisit>;
const keyOf = ({ planId, day }: VisitKey) => `${planId} ${day}`;

/** When this caregiver would come, for an open visit whose planned start has passed. */
const timesNow = async (
  scope: Scope,
  offer: OfferRow,
  visit: OpenVisit,
): Promise<CoverTimes & Pick<OpenVisit, 'date'>> => {
  if (Temporal.Instant.compare(startOf(scope, visit), scope.now()) > 0) return visit;
  const { db } = scope.site;
  const found = await findVisit(db, scope, offer);
  return found?.opened ? timesFor(db, scope, found.opened, offer.providerId) : visit;
};

/** A waiting offer of an open visit, as the caregiver sees it. */
const waitingOffer = async (
  scope: Scope,
  open: OpenVisits,
  typeNames: ReadonlyMap<string, string>,
  offer: Awaited<ReturnType<typeof listWaitingOf>>[number],
) => {
  const visit = open.get(keyOf(offer));
  if (!visit) return [];
  const { id, miles, extraMinutes, from, visitsHere, payCents, overtimeMinutes } = offer;
  const { Type, town } = visit;
  // The app shows it on the day they would come.
  const { date: day, start, end } = await timesNow(scope, offer, visit);
  const answerBy = offer.nextWave ?? startOf(scope, { date: day, start }).toString();
  const place = { town, miles, extraMinutes, from, visitsHere };
  const isOpened = offer.opened !== null;
  const service = typeNames.get(Type) ?? Type;
  return [{ id, day, service, start, end, ...place, payCents, overtimeMinutes, answerBy, isOpened }];
};

/** A closed offer at the time it was sent for; offers from before times were kept are left out. */
const endedOffer = (scope: Scope, open: OpenVisits, offer: EndedRow): EndedOffer[] => {
  const { id, day, state, cause, times, isMoved, coveredBy, coveredAt } = offer;
  if (state === 'waiting' || times === null) return [];
  const cover = coveredAt === null ? null : { isOwn: coveredBy === offer.providerId, at: coveredAt };
  const facts = { state, cause, isMoved, isOpen: open.has(keyOf(offer)), cover };
  const words = endedWords(facts, Temporal.Instant.from(dayStart(scope)), scope.settings.timeZone);
  if (!words) return [];
  return [{ id, day, start: times.start, end: times.end, english: words[0], spanish: words[1] }];
};

export const listOwnOffers: UseCase<typeof calls.listOwnOffers> = async (scope) => {
  const { providerId } = scope.user;
  if (providerId === null) return done({ waiting: [], ended: [] });
  const { db } = scope.site;
  // A night shift that began yesterday may still be running.
  const since = { from: scope.today().subtract({ days: 1 }).toString(), since: dayStart(scope) };
  const [waiting, ended] = [await listWaitingOf(db, providerId), await listEndedOf(db, providerId, since)];
  const days = [...waiting, ...ended].map(({ day }) => day).sort();
  const [from, through] = [days[0], days.at(-1)];
  const visits = from && through ? await listOpen(scope, { from, through }) : [];
  const open = new Map(visits.map((visit) => [keyOf(visit), visit]));
  const typeNames = visits.length > 0 ? await listTypeNames(db) : new Map<string, string>();
  const shown = [];
  for (const offer of waiting) shown.push(...(await waitingOffer(scope, open, typeNames, offer)));
  return done({
    waiting: shown,
    ended: ended.flatMap((offer) => endedOffer(scope, open, offer)),
  });
};

export const openOffer: UseCase<typeof calls.openOffer> = async (scope, { id }) => {
  const offer = await findOffer(scope.site.db, id);
  if (!offer || offer.providerId !== scope.user.providerId) return refuse('notFound');
  const noted = await noteOpened(scope, offer);
  return noted.ok ? done({ id }) : noted;
};

export const answerOffer: UseCase<typeof calls.answerOffer> = (scope, { id, answer }) =>
  inTurn(scope, () =>
    mutate(scope, 'offers.answer', async (tx, record): Promise<ResultOf<typeof calls.answerOffer>> => {
      const offer = await findOffer(tx, id);
      if (!offer || offer.providerId !== scope.user.providerId) return refuse('notFound');
      const answered = await takeAnswer(tx, scope, id, { isYes: answer === 'yes', words: null }, record);
      return answered ? done(answered) : refuse('notFound');
    }),
  );

export const getAutopilot: UseCase<typeof calls.getAutopilot> = async (scope) => {
  const stored = await readAutopilot(scope.site.db);
  return done({ settings: { ...DEFAULT_AUTOPILOT, ...stored?.settings }, rev: stored?.rev ?? 0 });
};

export const saveAutopilot: UseCase<typeof calls.saveAutopilot> = (scope, { settings, rev }) =>
  mutate(scope, 'offers.saveAutopilot', async (tx, record): Promise<ResultOf<typeof calls.saveAutopilot>> => {
    const [first, ...more] = checkAutopilot(settings, scope.site.title);
    if (first) return refuseFields([first, ...more]);
    const stored = await readAutopilot(tx);
    if ((stored?.rev ?? 0) !== rev)
      return stored ? refuseStale(scope, { by: stored.by, at: stored.at }) : refuse('conflict');
    await saveAutopilotRow(tx, settings, rev + 1, scope.stamp());
    record({
      entity: 'autopilot',
      id: null,
      action: 'update',
      changes: { settings: [stored?.settings ?? null, settings] },
    });
    return done({ rev: rev + 1 });
  });

/** Sends a test text to a phone of the office. It counts toward the agency's daily message cap. */
export const sendTest: UseCase<typeof calls.sendTest> = (scope, { phone, language, text }) =>
  mutate(scope, 'offers.sendTest', async (tx, record): Promise<ResultOf<typeof calls.sendTest>> => {
    const { title } = scope.site;
    const fault = templateFault(text, title, language);
    const refused = refuseAll([
      ...(canText(phone) ? [] : [{ field: 'phone', message: NO_CALL_PHONE }]),
      ...(fault ? [{ field: 'text', message: fault }] : []),
    ]);
    if (refused) return refused;
    const recipient = smsNumber(phone);
    const message = { recipient, owner: OFFICE, subject: null, text: testText(text, title, language) };
    const queued = await queueMessages(tx, scope, [{ channel: 'SMS', ...message }], record);
    return queued.ok ? done({ queued: queued.data.length }) : queued;
  });

/** Texts waiting for the office, without the visits they may be about. */
export const listTexts = (scope: Scope) => listOpenProposals(scope.site.db);

/** For visits from a day on: how many were asked and how many said no. */
export const countAnswers = (scope: Scope, from: string) => listAnswerCounts(scope.site.db, from);

export const listProposals: UseCase<typeof calls.listProposals> = async (scope) => {
  const proposals = await listOpenProposals(scope.site.db);
  const people = proposals.flatMap(({ ProviderID, others }) => [
    ProviderID,
    ...others.map((other) => other.ProviderID),
  ]);
  const next = await listNext(scope, [...new Set(people)]);
  const withNext = <T extends { readonly ProviderID: number }>(person: T) => ({
    ...person,
    next: (next.get(person.ProviderID) ?? []).map(({ planId, day, date, Client, start, end }) => ({
      planId,
      day,
      date,
      Client,
      start,
      end,
    })),
  });
  return done(proposals.map(({ others, ...one }) => ({ ...withNext(one), others: others.map(withNext) })));
};

export const closeProposal: UseCase<typeof calls.closeProposal> = (scope, { id }) =>
  mutate(scope, 'offers.closeProposal', async (tx, record) => {
    if (!(await closeProposalRow(tx, id, scope.stamp()))) return refuse('notFound');
    record({ entity: 'callOutProposal', id, action: 'update', changes: { closed: [false, true] } });
    return done({ id });
  });
