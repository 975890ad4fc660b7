import { randomInt } from 'node:crypto';
import { instantOf } from '@homecare/domain/calendar.ts';
import { done, type GeneralReason, type Result, refuse } from '@homecare/domain/errors.ts';
import { canText, smsNumber } from '@homecare/domain/messaging/rules.ts';
import {
  afterQuiet,
  DEFAULT_AUTOPILOT,
  freeCode,
  isMoved,
  isQuietEnd,
  NO_LIMITS,
  nextToAsk,
  nextWave,
  offerMessage,
  whyNobodyAsked,
  whyNoMoreOffers,
  whyNotNamed,
} from '@homecare/domain/offers/rules.ts';
import type { AutopilotSettings, VisitTimes, WaveSettings } from '@homecare/domain/offers/schema.ts';
import { datedTimesOf } from '@homecare/domain/staffing/candidates.ts';
import { languageOf } from '@homecare/domain/staffing/notification-words.ts';
import type { Opened } from '@homecare/domain/staffing/open-visits.ts';
import type { Candidate, OpenVisit, VisitKey } from '@homecare/domain/staffing/schema.ts';
import { listOptedOut, queueMessages, refuseBeyondDay } from '../messaging/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { hashToken, newToken } from '../platform/auth/sessions.ts';
import type { Recorder, Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import { lockOpenVisit } from '../staffing/covering.ts';
import { type Addressee, AUTOMATIC, listAddressees } from '../staffing/notifying.ts';
import { noteEvents, rankCandidates, whyNotOpen } from '../staffing/service.ts';
import {
  countOffersPromised,
  countOffersSince,
  endRound,
  findRound,
  forgetChosen,
  insertOffer,
  listVisitOffers,
  lockCodes,
  type RoundRow,
  readAutopilot,
  storeChosen,
  storeWave,
} from './queries.ts';

/** Asks caregivers to take an open visit, a few at a time. */

export const settingsOf = async (db: Db): Promise<AutopilotSettings> => ({
  ...DEFAULT_AUTOPILOT,
  ...(await readAutopilot(db))?.settings,
});

export const startOf = (scope: Scope, { date, start }: Pick<OpenVisit, 'date' | 'start'>) =>
  instantOf(date, start, scope.settings.timeZone);

/** The visit starts so soon that the autopilot leaves it to the office. */
export const isTooLate = (
  scope: Scope,
  visit: Pick<OpenVisit, 'date' | 'start'>,
  { stopMinutes }: Pick<AutopilotSettings, 'stopMinutes'>,
) => {
  const stopAt = startOf(scope, visit).subtract({ minutes: stopMinutes });
  return Temporal.Instant.compare(scope.now(), stopAt) >= 0;
};

/** Some stamps have fractions of a second and some do not, so they cannot be compared as text. */
export const isNotBefore = (stamp: string, other: string) => Temporal.Instant.compare(stamp, other) >= 0;

/** When a day began in the site's time zone. */
export const dayStart = (scope: Scope, day = scope.today()) =>
  instantOf(day.toString(), '00:00', scope.settings.timeZone).toString();

/** Ends the waves of a visit. Caregivers who were asked can still say yes while it is open. Returns false if the waves had already ended. */
export const endWaves = async (
  tx: Tx,
  scope: Scope,
  key: VisitKey,
  why: string,
  record: Recorder,
  /** What the visit's story says about it. Only the story may name other clients. */
  story = why,
): Promise<boolean> => {
  if (!(await endRound(tx, key, why, scope.now().toString()))) return false;
  await noteEvents(tx, scope, [{ ...key, kind: 'stopped', who: AUTOMATIC, words: story }]);
  record({ entity: 'offerRound', id: key.planId, action: 'update', changes: { ended: [null, why] } });
  return true;
};

/** Notes that nobody could be texted, in the history and next to the list of who was asked. The job tries again. */
export const noteUnsent = async (tx: Tx, scope: Scope, key: VisitKey, record: Recorder): Promise<void> => {
  await noteEvents(tx, scope, [{ ...key, kind: 'notSent', who: AUTOMATIC }]);
  record({ entity: 'offerRound', id: key.planId, action: 'run', changes: { unsent: [null, key.day] } });
};

interface Wave {
  readonly key: VisitKey;
  readonly number: number;
  readonly visit: OpenVisit;
  /** The planned times; a late cover may start later than that. */
  readonly times: VisitTimes;
  readonly by: string;
}

interface Letter {
  readonly person: Addressee;
  readonly candidate: Candidate;
  readonly code: string;
}

const textFor = (
  scope: Scope,
  settings: AutopilotSettings,
  visit: OpenVisit,
  letter: Letter,
  token: string,
) => {
  const language = languageOf(letter.person.language);
  const { miles, from, cost } = letter.candidate;
  const times = datedTimesOf(letter.candidate, visit);
  const facts = {
    agency: scope.site.title,
    day: times.date,
    today: scope.today().toString(),
    start: times.start,
    end: times.end,
    town: visit.town,
    miles,
    from,
    payCents: cost?.payCents ?? null,
    code: letter.code,
  };
  const template = language === 'es' ? settings.spanish : settings.english;
  const linkLength = `${scope.site.publicUrl}/l/${token}`.length;
  return offerMessage(template, facts, { language, linkLength });
};

interface Known {
  readonly people: ReadonlyMap<number, Addressee>;
  readonly stopped: ReadonlySet<string>;
}

type NewMessage = Parameters<typeof queueMessages>[2][number];

const loadKnown = async (tx: Tx, candidates: readonly Candidate[]): Promise<Known> => {
  const found = await listAddressees(
    tx,
    candidates.map(({ ProviderID }) => ProviderID),
  );
  const numbers = found.map(({ phone }) => smsNumber(phone));
  return { people: new Map(found.map((one) => [one.id, one])), stopped: await listOptedOut(tx, numbers) };
};

/** Stores an offer. Returns the text that asks, if the caregiver's phone takes texts. */
const offerOne = async (
  tx: Tx,
  scope: Scope,
  wave: Wave,
  { letter, isText, settings }: { letter: Letter; isText: boolean; settings: AutopilotSettings },
  record: Recorder,
): Promise<{ readonly id: number; readonly messages: NewMessage[] }> => {
  const { candidate, person, code } = letter;
  const token = newToken();
  const offer = {
    ...wave.key,
    providerId: person.id,
    wave: wave.number,
    code,
    tokenHash: hashToken(token),
    channel: isText ? ('text' as const) : ('phone' as const),
    payCents: candidate.cost?.payCents ?? null,
    overtimeMinutes: candidate.cost?.overtimeMinutes ?? 0,
    miles: candidate.miles === null ? null : Math.round(candidate.miles * 10) / 10,
    extraMinutes: candidate.extraMinutes,
    visitsHere: candidate.visitsHere,
    from: candidate.from,
    times: wave.times,
  };
  const id = await insertOffer(tx, offer, { at: scope.now().toString(), by: wave.by });
  const asked = { day: wave.key.day, plan: wave.key.planId, provider: person.id };
  record({ entity: 'offer', id, action: 'insert', changes: { asked: [null, asked] } });
  if (!isText) return { id, messages: [] };
  const message: NewMessage = {
    channel: 'SMS',
    recipient: smsNumber(person.phone),
    owner: { personId: person.id, candidateId: null },
    subject: null,
    text: textFor(scope, settings, wave.visit, letter, token),
    sealedLink: scope.site.secrets.encrypt(token),
  };
  return { id, messages: [message] };
};

interface Question {
  readonly letter: Letter;
  readonly isText: boolean;
}

/** Each caregiver gets their own code. */
const questionsTo = async (
  tx: Tx,
  scope: Scope,
  people: readonly Candidate[],
): Promise<Result<Question[]>> => {
  const known = await loadKnown(tx, people);
  const taken = await lockCodes(tx);
  const { smsEnabled } = scope.settings.capabilities;
  const questions: Question[] = [];
  for (const candidate of people) {
    const person = known.people.get(candidate.ProviderID);
    const code = freeCode(taken, randomInt(10_000) / 10_000);
    if (!person || code === undefined) return refuse('conflict', 'Too many offers wait for an answer.');
    taken.add(code);
    const isText = smsEnabled && canText(person.phone) && !known.stopped.has(smsNumber(person.phone));
    questions.push({ letter: { person, candidate, code }, isText });
  }
  return done(questions);
};

/** Sends offers by text where the phone takes texts, and always in the phone app. Stores nothing if no more texts may go out. */
const offerTo = async (
  tx: Tx,
  scope: Scope,
  wave: Wave,
  people: readonly Candidate[],
  record: Recorder,
): Promise<Result<number>> => {
  const settings = await settingsOf(tx);
  const questions = await questionsTo(tx, scope, people);
  if (!questions.ok) return questions;
  const texts = questions.data.filter(({ isText }) => isText).length;
  const full = texts > 0 ? await refuseBeyondDay(tx, scope, texts) : undefined;
  if (full) return full;
  const messages: NewMessage[] = [];
  const offerIds: number[] = [];
  for (const question of questions.data) {
    const offer = await offerOne(tx, scope, wave, { ...question, settings }, record);
    offerIds.push(offer.id);
    messages.push(...offer.messages);
  }
  // The same caregivers may be asked again within a millisecond, after their cover was taken back or the visit was moved.
  const request = `offers ${offerIds.join(' ')}`;
  if (messages.length > 0) {
    const queued = await queueMessages(tx, scope, messages, record, request);
    if (!queued.ok) return queued;
  }
  const words = `Wave ${wave.number}`;
  await noteEvents(
    tx,
    scope,
    people.map(({ ProviderID }) => ({
      ...wave.key,
      kind: 'offered',
      providerId: ProviderID,
      who: wave.by,
      words,
    })),
  );
  return done(people.length);
};

/** Caregivers who are waiting or have said no are not asked again for the same visit, unless it has moved since. */
const listAsked = async (tx: Tx, key: VisitKey, now: VisitTimes): Promise<Set<number>> => {
  const earlier = await listVisitOffers(tx, key);
  return new Set(
    earlier
      .filter(({ state }) => state === 'waiting' || state === 'declined' || state === 'refused')
      // Someone whose cover was taken back did say yes, so the office may ask them again.
      .filter(({ times, cause }) => !isMoved(times, now) && cause !== 'takenBack')
      .map(({ providerId }) => providerId),
  );
};

/** A visit whose next wave is due, with the caregivers who can take it. */
interface Due {
  readonly round: RoundRow;
  readonly candidates: readonly Candidate[];
  readonly times: VisitTimes;
}

const loadAskedBefore = async (tx: Tx, scope: Scope, { round, times }: Due) => ({
  asked: await listAsked(tx, round, times),
  offersToday: await countOffersSince(tx, dayStart(scope)),
});

/** The caregivers the office chose, each with the reason for not asking them; undefined means that they are asked. */
const evaluateChosen = async (tx: Tx, scope: Scope, due: Due, chosen: readonly number[]) => {
  const named = { ...(await loadAskedBefore(tx, scope, due)), settings: due.round.settings };
  return due.candidates
    .filter(({ ProviderID }) => chosen.includes(ProviderID))
    .map((candidate) => ({ candidate, whyNot: whyNotNamed(candidate, named) }));
};

/** Chooses whom the next wave asks: the caregivers the office chose, otherwise the best ones. */
const chooseNext = async (
  tx: Tx,
  scope: Scope,
  due: Due,
  chosen: readonly number[] | null,
): Promise<Candidate[]> => {
  if (chosen)
    return (await evaluateChosen(tx, scope, due, chosen)).flatMap(({ candidate, whyNot }) =>
      whyNot === undefined ? [candidate] : [],
    );
  const { settings, isAutomatic } = due.round;
  const limits = isAutomatic ? await settingsOf(tx) : NO_LIMITS;
  return nextToAsk(due.candidates, { ...(await loadAskedBefore(tx, scope, due)), settings, limits });
};

/**
 * Returns a function that says why a caregiver can get no more offers today, for offers sent now or when the quiet hours end. It
 * locks the codes, as every wave does, so that offers being sent at the same time are counted.
 */
export const loadOfferLimit = async (tx: Tx, scope: Scope) => {
  await lockCodes(tx);
  const settings = await settingsOf(tx);
  const later = quietUntil(scope, settings)?.toZonedDateTimeISO(scope.settings.timeZone);
  const sent = await countOffersSince(tx, dayStart(scope, later?.toPlainDate()));
  const promised = await countOffersPromised(tx, scope.now().toString());
  return (id: number) => whyNoMoreOffers((sent.get(id) ?? 0) + (promised.get(id) ?? 0), settings, later);
};

/** The round asks only the caregivers the office chose. */
export const isOfChosen = ({ chosen, settings }: Pick<RoundRow, 'chosen' | 'settings'>): boolean =>
  chosen !== null && settings.isBeside !== true;

/** A caregiver chosen by the office is waiting for the quiet hours to end. */
export const isNamedWaiting = ({ chosen, nextAt }: Pick<RoundRow, 'chosen' | 'nextAt'>): boolean =>
  chosen !== null && nextAt !== null;

/** The best caregivers for the next wave, all living within the distance they like to drive. */
const chooseBest = async (tx: Tx, scope: Scope, key: VisitKey, due: Due): Promise<Candidate[]> => {
  if (isOfChosen(due.round)) return [];
  const near = due.round.chosen ? await rankCandidates(scope, key, { db: tx, isFarther: false }) : due;
  return chooseNext(tx, scope, { ...due, candidates: near?.candidates ?? [] }, null);
};

/**
 * Asks the caregivers the office chose, in the name of the person who chose them; they never count as asked by the autopilot.
 * Returns how many.
 */
const askChosen = async (
  tx: Tx,
  scope: Scope,
  due: Due,
  wave: Omit<Wave, 'by'>,
  record: Recorder,
): Promise<Result<number>> => {
  const { round } = due;
  const people = round.chosen ? await chooseNext(tx, scope, due, round.chosen) : [];
  const byNamer = Map.groupBy(
    people,
    ({ ProviderID }) => round.settings.namedBy?.[ProviderID] ?? byOf(round),
  );
  for (const [by, own] of byNamer) {
    const asked = await offerTo(tx, scope, { ...wave, by }, own, record);
    if (!asked.ok) return asked;
  }
  return done(people.length);
};

/** When the following wave goes out. */
const followingWave = (scope: Scope, round: RoundRow, wave: number, visit: OpenVisit): string | null => {
  if (isOfChosen(round)) return null;
  const { settings } = round;
  const start = startOf(scope, visit);
  const asked = { sent: scope.now(), wave, start, stopMinutes: settings.stopMinutes };
  return nextWave(settings, asked, scope.settings.timeZone)?.toString() ?? null;
};

type Asked = Result<{ asked: number; later: string | null }, GeneralReason | 'notOpen'>;

/** The open visit of a live round with the caregivers who can take it. Caregivers the office named may live any distance away. */
const rankFor = async (tx: Tx, scope: Scope, key: VisitKey, isNamed = false) => {
  const found = await lockOpenVisit(tx, scope, key);
  const round = await findRound(tx, key);
  if (!found || !round || round.endedAt !== null) return refuse('notFound');
  const isFarther = isNamed || round.chosen !== null;
  const ranked = found.opened && (await rankCandidates(scope, key, { db: tx, isFarther }));
  return found.opened && ranked
    ? done({ round, ranked, times: timesOf(found.opened) })
    : refuse('notOpen', whyNotOpen(found, key));
};

/** The planned times of an open visit. */
export const timesOf = ({ visit: { date, start, end } }: Opened): VisitTimes => ({ date, start, end });

const quietUntil = (scope: Scope, settings: WaveSettings): Temporal.Instant | undefined => {
  const now = scope.now();
  const at = afterQuiet(now, settings, scope.settings.timeZone);
  return Temporal.Instant.compare(at, now) > 0 ? at : undefined;
};

const byOf = ({ isAutomatic, startedBy }: RoundRow) => (isAutomatic ? AUTOMATIC : startedBy);

/** During quiet hours, adds the caregivers the office named to those already waiting and to the next wave. */
const waitWith = async (
  tx: Tx,
  scope: Scope,
  { planId, day, chosen, nextAt, pausedAt, settings }: RoundRow,
  named: readonly number[],
  later: string,
  record: Recorder,
): Promise<Asked> => {
  const before = nextAt === null ? [] : (chosen ?? []);
  const isBeside = settings.isBeside === true || (chosen === null && nextAt !== null);
  const all = [...new Set([...before, ...named])];
  const own = Object.fromEntries(named.map((id) => [id, scope.user.initials]));
  const namedBy = { ...settings.namedBy, ...own };
  const isDespitePause = pausedAt !== null;
  const waiting = { chosen: all, isBeside, namedBy, isDespitePause, nextAt: later };
  await storeChosen(tx, { planId, day }, waiting);
  record({ entity: 'offerRound', id: planId, action: 'update', changes: { next: [nextAt, later] } });
  return done({ asked: 0, later });
};

/** Asks more people for a visit; its waves continue unchanged. */
export const askMore = async (
  tx: Tx,
  scope: Scope,
  key: VisitKey,
  chosen: readonly number[],
  record: Recorder,
): Promise<Asked> => {
  const found = await rankFor(tx, scope, key, true);
  if (!found.ok) return found;
  const { round, ranked, times } = found.data;
  const { visit, candidates } = ranked;
  const people = await chooseNext(tx, scope, { round, candidates, times }, chosen);
  if (people.length === 0) return refuse('conflict', 'They were asked already.');
  const later = quietUntil(scope, round.settings)?.toString();
  if (later) return waitWith(tx, scope, round, chosen, later, record);
  const wave = { key, number: Math.max(1, round.wave), visit, times, by: scope.user.initials };
  const asked = await offerTo(tx, scope, wave, people, record);
  return asked.ok ? done({ asked: asked.data, later: null }) : asked;
};

/** The end of the quiet hours that the next wave waited for. */
const quietEndOf = (scope: Scope, { nextAt, settings }: RoundRow): Temporal.ZonedDateTime | undefined => {
  const { timeZone } = scope.settings;
  const at = nextAt === null ? undefined : Temporal.Instant.from(nextAt);
  return at && isQuietEnd(at, settings, timeZone) ? at.toZonedDateTimeISO(timeZone) : undefined;
};

/** Says why nobody was asked. If caregivers were chosen during quiet hours, it gives the reason for each of them. */
const sayNobodyAsked = async (tx: Tx, scope: Scope, due: Due) => {
  const quietEnd = quietEndOf(scope, due.round);
  const { chosen } = due.round;
  if (!quietEnd || !chosen) return whyNobodyAsked(quietEnd, []);
  const evaluated = await evaluateChosen(tx, scope, due, chosen);
  const reasons = evaluated.flatMap(({ candidate, whyNot }) =>
    whyNot === undefined ? [] : [`${candidate.Provider}: ${whyNot.replace(/\.$/, '')}.`],
  );
  return whyNobodyAsked(quietEnd, reasons);
};

const mayWavesGoOn = async (
  tx: Tx,
  scope: Scope,
  { round: { pausedAt, isAutomatic, settings }, times }: Due,
) =>
  pausedAt === null && !(isAutomatic && (isTooLate(scope, times, settings) || !(await settingsOf(tx)).isOn));

/** Sends the next wave of a visit, within the caller's transaction. Returns how many were asked. */
export const askNext = async (tx: Tx, scope: Scope, key: VisitKey, record: Recorder): Promise<Asked> => {
  const found = await rankFor(tx, scope, key);
  if (!found.ok) return found;
  const { round, ranked, times } = found.data;
  const later = quietUntil(scope, round.settings)?.toString();
  if (later) {
    await storeWave(tx, key, round.wave, later);
    record({ entity: 'offerRound', id: key.planId, action: 'update', changes: { next: [null, later] } });
    return done({ asked: 0, later });
  }
  const { visit, candidates } = ranked;
  const due = { round, candidates, times };
  const wave = { key, number: round.wave + 1, visit, times, by: byOf(round) };
  const named = await askChosen(tx, scope, due, wave, record);
  if (!named.ok) return named;
  // The caregivers named in addition to the waves were only waiting for the quiet hours to end.
  const endBeside = async () => {
    await forgetChosen(tx, key);
    record({ entity: 'offerRound', id: key.planId, action: 'run', changes: { asked: [null, named.data] } });
    return done({ asked: named.data, later: null });
  };
  if (round.settings.isBeside && !(await mayWavesGoOn(tx, scope, due))) return endBeside();
  const best = await chooseBest(tx, scope, key, due);
  if (named.data + best.length === 0) {
    const { ended, story } = await sayNobodyAsked(tx, scope, due);
    await endWaves(tx, scope, key, ended, record, story);
    record({ entity: 'offerRound', id: key.planId, action: 'run', changes: { asked: [null, 0] } });
    return done({ asked: 0, later: null });
  }
  const asked = best.length === 0 ? done(0) : await offerTo(tx, scope, wave, best, record);
  if (!asked.ok) return named.data > 0 ? endBeside() : asked;
  const next = followingWave(scope, round, wave.number, visit);
  await storeWave(tx, key, wave.number, next);
  if (round.settings.isBeside) await forgetChosen(tx, key);
  if (next === null) await noteLastWave(tx, scope, round, wave);
  return done({ asked: named.data + asked.data, later: null });
};

/** Waves of the office that end early say why. The autopilot's waves say so when they end. */
const noteLastWave = async (tx: Tx, scope: Scope, round: RoundRow, { key, number }: Wave): Promise<void> => {
  const { isAutomatic, settings } = round;
  if (isOfChosen(round) || isAutomatic || number >= settings.waves) return;
  const words = `The next wave would be less than ${settings.stopMinutes} minutes before the start.`;
  await noteEvents(tx, scope, [{ ...key, kind: 'stopped', who: AUTOMATIC, words }]);
};
