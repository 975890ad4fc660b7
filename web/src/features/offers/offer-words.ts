import { dayOfStamp, sayClock, sayStamp, todayIn } from '@homecare/domain/calendar.ts';
import { counted } from '@homecare/domain/counted.ts';
import { sayStarts } from '@homecare/domain/offers/rules.ts';
import {
  type AskedVisit,
  LIMIT_CAUSES,
  type Offer,
  type OfferRound,
  type RefusalCause,
  VISIT_CAUSES,
  type VisitOffers,
} from '@homecare/domain/offers/schema.ts';
import { NO_TEXTS } from '@homecare/domain/staffing/notification-words.ts';
import { OBSTACLE_WORDS } from '@homecare/domain/staffing/obstacles.ts';
import { plannedInstants } from '@homecare/domain/visits/rules.ts';

/** '10:34 AM' of the site's clock; 'Nov 16, 10:34 AM' of another day. */
export const sayMoment = (stamp: string, zone: string, now: Temporal.Instant): string => {
  const isToday = dayOfStamp(stamp, zone) === todayIn(zone, now).toString();
  return isToday ? sayClock(stamp, zone) : sayStamp(stamp, zone);
};

interface Around {
  readonly zone: string;
  readonly now: Temporal.Instant;
}

export interface OfferWords {
  readonly words: string;
  readonly tone: 'ok' | 'danger' | 'info' | 'mute';
}

/** Why somebody cannot come, or what had become of the visit. */
const CAUSE_WORDS: Record<RefusalCause, string> = {
  ...OBSTACLE_WORDS,
  archived: 'archived',
  planRules: 'against the rules of care plans',
  beyondOvertime: 'more overtime than the autopilot may add',
  beyondMiles: 'farther than the autopilot may ask',
  onlyKnown: 'does not know the client',
  moved: 'before the visit was moved',
  takenBack: 'after their cover was undone',
  taken: 'too late',
  gone: 'no longer needed',
};
/** What follows 'Yes at 10:33 AM, ' where the yes did not count. */
const sayCause = (cause: RefusalCause) =>
  [...LIMIT_CAUSES, ...VISIT_CAUSES].some((one) => one === cause)
    ? CAUSE_WORDS[cause]
    : `cannot come: ${CAUSE_WORDS[cause]}`;

/** How far the offer to one caregiver is. */
export const sayOffer = (
  { state, sent, opened, answered, cause, channel }: Offer,
  { zone, now }: Around,
): OfferWords => {
  const at = (stamp: string | null) => (stamp === null ? '' : ` ${sayMoment(stamp, zone, now)}`);
  switch (state) {
    case 'waiting':
      return opened === null
        ? { words: `Asked${at(sent)}${channel === 'phone' ? ', in the app only' : ''}`, tone: 'mute' }
        : { words: `Opened${at(opened)}`, tone: 'info' };
    case 'declined':
      return { words: `No at${at(answered)}`, tone: 'danger' };
    case 'covered':
      return { words: `Yes at${at(answered)}`, tone: 'ok' };
    case 'taken':
      return { words: `Yes at${at(answered)}, ${sayCause(cause ?? 'taken')}`, tone: 'mute' };
    case 'refused':
      return {
        words: `Yes at${at(answered)}, ${cause === null ? 'cannot come' : sayCause(cause)}`,
        tone: 'danger',
      };
    case 'closed':
      // The office sent them before they said so.
      return answered === null
        ? { words: 'No longer asked', tone: 'mute' }
        : { words: `Yes at${at(answered)}, assigned before`, tone: 'ok' };
  }
};

/** The person who was asked last is first; of each caregiver the last offer counts. */
export const latestOffers = (offers: readonly Offer[]): Offer[] => {
  const byCaregiver = new Map(offers.toSorted((a, b) => a.id - b.id).map((one) => [one.ProviderID, one]));
  return [...byCaregiver.values()].toSorted((a, b) => b.wave - a.wave || a.id - b.id);
};

const askedWords = (offers: readonly Offer[], ended: string | null) => {
  if (offers.length === 0) return 'nobody asked yet';
  const isCovered = offers.some(({ state }) => state === 'covered');
  // Where the asking has ended and nobody can say yes any more, why it ended says who comes.
  const isOver = ended !== null && offers.every(({ state }) => state !== 'waiting');
  return `${offers.length} asked${isCovered || isOver ? '' : ', nobody yet'}`;
};

/** 'Wave 1 of 3', '4 asked, nobody yet'. */
export const sayRound = ({ wave, waves, ended }: OfferRound, offers: VisitOffers['offers']) => ({
  title: waves > 1 ? `Wave ${Math.max(1, wave)} of ${waves}` : 'Offers',
  asked: askedWords(latestOffers(offers), ended),
});

const pad = (part: number) => String(part).padStart(2, '0');

/** '8:46' until a moment; '0:00' once it has come. */
export const sayCountdown = (until: string, now: Temporal.Instant): string => {
  const seconds = Math.max(
    0,
    Math.ceil((Temporal.Instant.from(until).epochMilliseconds - now.epochMilliseconds) / 1000),
  );
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes}:${pad(seconds % 60)}`;
};

/** '4 asked, next 4 at 10:51 AM', or that nobody has taken it yet. */
export const sayAsking = (
  { asked, round }: Pick<AskedVisit, 'asked' | 'round'>,
  { zone, now }: Around,
): string => {
  const next = round.ended === null && !round.isPaused ? round.nextAt : null;
  if (round.isUnsent) return `${asked} asked, no texts went out`;
  if (next !== null && round.isAfterQuiet)
    return `${asked} asked, next when quiet hours end at ${sayMoment(next, zone, now)}`;
  return `${asked} asked, ${next === null ? 'nobody yet' : `next ${round.people} at ${sayMoment(next, zone, now)}`}`;
};

/** 'Quiet hours end at 5:00 AM, in 3 h 10 min: then the first 4 are asked', by what goes out then. */
const sayQuiet = (
  { wave, waves, people, isUnsent }: OfferRound,
  nextAt: string,
  { zone, now }: Around,
): string => {
  const ends = `Quiet hours end at ${sayMoment(nextAt, zone, now)}, in ${sayCountdown(nextAt, now)}:`;
  if (isUnsent) return `${ends} then the texts go out, if the limit allows it`;
  if (waves === 1) return `${ends} then the offers go out`;
  return `${ends} then the ${wave === 0 ? 'first' : 'next'} ${people} are asked`;
};

/** What follows: the next wave and when, that it is paused, or why it ended. */
export const sayNext = (round: OfferRound, { zone, now }: Around): string => {
  if (round.ended !== null) return round.ended;
  if (round.isPaused) return 'Paused';
  if (round.isAfterQuiet && round.nextAt !== null) return sayQuiet(round, round.nextAt, { zone, now });
  if (round.isUnsent) return 'They go out as soon as the limit allows it';
  if (round.nextAt === null) return round.waves > 1 ? 'This was the last wave' : '';
  return `next ${round.people} at ${sayMoment(round.nextAt, zone, now)}, in ${sayCountdown(round.nextAt, now)}`;
};

/** 'Offers sent to 4 caregivers', or when they go out. */
export const saySent = ({ asked, later }: { readonly asked: number; readonly later: string | null }) =>
  later === null
    ? asked === 0
      ? 'Nobody else can be asked.'
      : `Offered to ${counted(asked, 'caregiver')}. The first yes takes the visit.`
    : `Quiet hours: offers go out ${later}.`;

/** '41 of 52 visits covered' */
export const sayCovers = (visits: readonly Pick<AskedVisit, 'covered'>[]): string =>
  `${visits.filter(({ covered }) => covered).length} of ${counted(visits.length, 'visit')} covered`;

/** How far a visit is from its start, and whether it would be over. */
export const aheadOf = (
  { date, start, end }: Pick<AskedVisit, 'date' | 'start' | 'end'>,
  { zone, now }: Around,
) => {
  const at = plannedInstants({ Date: date, PlanStartTime: start, PlanEndTime: end }, zone);
  return {
    minutesToStart: Math.ceil((at.start.epochMilliseconds - now.epochMilliseconds) / 60_000),
    isOver: Temporal.Instant.compare(at.end, now) <= 0,
  };
};

/** 'Covered by Archuleta, Ana at 5:12 AM, 4 asked', or that nobody comes yet and when it starts. */
export const sayAsked = (
  { covered, asked, round }: AskedVisit,
  { zone, now }: Around,
  { minutesToStart, isOver }: ReturnType<typeof aheadOf>,
): string => {
  if (isOver && !covered) return `Nobody covered it, ${asked} asked`;
  if (covered) return `Covered by ${covered.Provider} at ${sayMoment(covered.at, zone, now)}, ${asked} asked`;
  const nobody = `Nobody yet, ${asked} asked, ${sayStarts(minutesToStart)}`;
  return round.isUnsent ? `${nobody}. ${NO_TEXTS}` : nobody;
};
