import { withDollars } from '../authorizations/findings.ts';
import { isAwayDuring, isWithinHours, sayTimeOff } from '../availability/rules.ts';
import type { PairKind, PairSide, TimeOff, WeekWindows } from '../availability/schema.ts';
import { billableLength, unitsOf } from '../billing/counting.ts';
import type { Limit, LimitRule } from '../calculator/limit-rules.ts';
import {
  addDays,
  DAY_MINUTES,
  hoursOf,
  hoursText,
  perDay,
  sayTime,
  showDate,
  toClock,
  weekdayOf,
} from '../calendar.ts';
import { capital } from '../capital.ts';
import { type ComparedPlan, findConflicts, GAP_MINUTES } from '../care-plans/rules.ts';
import type { WeekRows } from '../care-plans/schema.ts';
import { compareKeys } from '../compare.ts';
import { counted } from '../counted.ts';
import { asReason } from '../errors.ts';
import { fold } from '../fold.ts';
import { type Coordinates, milesBetween } from '../geo.ts';
import { type CategoryTerm, categoryOn } from '../payroll/categories.ts';
import { type ProviderRates, termOn } from '../payroll/rates.ts';
import { payOfWeeks, type Shift } from '../payroll/week-pay.ts';
import type { WeekOf } from '../payroll/workweeks.ts';
import { FAR_MILES, FULL_WEEK, languagesOf } from '../possible-providers/rules.ts';
import { remembering } from '../remembering.ts';
import { sum } from '../sum.ts';
import { driveMinutes } from '../travel/rules.ts';
import type { UnitRule } from '../unit-rules.ts';
import { type CaregiverCap, type CaregiverCapKind, capOn, mostMinutes, ruleBeyond } from './caps.ts';
import { type Exemption, exemptionOn, nextQuarter, timesFrom, timesOnDay } from './cover.ts';
import { type DayPart, dayParts, minutesOn, weekParts } from './day-parts.ts';
import {
  type Checks,
  overlap,
  stoppedOn,
  type WallSpan,
  wallMinute,
  wallSpan,
  whyMayNotWork,
} from './open-visits.ts';
import type {
  CameFrom,
  Candidate,
  CoverTimes,
  Obstacle,
  ScorePart,
  ScorePartName,
  VisitCost,
} from './schema.ts';
import type { StaffedVisit } from './staffed-visits.ts';
import { sayVisitsHere, type VisitsHere } from './visits-here.ts';

/** Ranks who can take an open visit and says why the others cannot. All of staffing asks this one function. */

/** What is known about a caregiver around the day of a visit. */
export interface Caregiver {
  readonly id: number;
  readonly name: string;
  readonly town: string | null;
  readonly place: Coordinates | null;
  readonly language: string | null;
  readonly startIhss: string | null;
  readonly checks: Checks;
  /** Hours in which they can work; null if any. */
  readonly windows: WeekWindows | null;
  readonly wishedMinutes: number | null;
  readonly mostMinutes: number | null;
  readonly farthestMiles: number | null;
  readonly skills: readonly string[];
  /** Approved time off only. */
  readonly timeOff: readonly TimeOff[];
  readonly calledOut: readonly WallSpan[];
  /** Planned and completed visits of the week, and of the surrounding days that overtime depends on. */
  readonly visits: readonly StaffedVisit[];
  readonly plans: readonly ComparedPlan[];
  readonly rates: ProviderRates;
  readonly hasLogin: boolean;
  /** Whether the aggregator has accepted the caregiver's record; null if none is sent. */
  readonly isAccepted: boolean | null;
  /** Whether the agency's texts reach their phone: it can receive texts, and they have not replied STOP. */
  readonly takesTexts: boolean;
  /** The last 90 days: visits with this client, all visits, and late or missed ones. */
  readonly visitsHere: number;
  readonly visitsDone: number;
  readonly visitsLate: number;
  /** A relative of the client, who may give care that only relatives can. */
  readonly isRelative: boolean;
  /** The wish or refusal that the client or the caregiver has stated about the other; a refusal wins over a wish. */
  readonly pair: { readonly kind: PairKind; readonly side: PairSide } | null;
  /** Their own plans with this client that exempt a cover from EVV. */
  readonly exemptions: readonly Exemption[];
}

/** The care plan type under which the visit would be worked. */
export interface VisitType {
  readonly Code: string;
  readonly Name: string;
  readonly ihss: boolean;
  readonly relative: boolean;
  readonly categories: readonly CategoryTerm[];
  /** How the payer rounds units on that day; null if it is not known. */
  readonly unitRule: UnitRule | null;
  /** Units that the authorization still has for the visit; null if units are not counted. */
  readonly unitsLeft: number | null;
  /** The billing rate in cents per unit on that day; null if there is none. */
  readonly unitCents: number | null;
}

/** The plan under which a visit would be worked, whoever comes. */
export type PlanFor = Omit<ComparedPlan, 'ProviderID' | 'Provider'>;

export interface AskedVisit {
  readonly visit: StaffedVisit;
  readonly plan: PlanFor;
  readonly place: Coordinates | null;
  readonly language: string | null;
  readonly requiredSkills: readonly string[];
  readonly requiredLanguages: readonly string[];
  readonly wishedLanguages: readonly string[];
  readonly type: VisitType;
  /** If the visit's type is for relatives only, the type that others would work under. */
  readonly otherType: VisitType | null;
  /** All visits to the client in the last 90 days, by any caregiver. */
  readonly visitsOfClient: number;
  /** A sentence naming the holiday, if the visit is on one. */
  readonly holiday: string | null;
  /** Why care plan rules let nobody take over the visit; null if they do. */
  readonly whyNobody: string | null;
}

export interface StaffingRules {
  readonly weekOf: WeekOf;
  readonly zone: string;
  /** The current minute by the agency's clock, before which nobody can arrive. */
  readonly now?: number;
  readonly caps: readonly CaregiverCap[];
  /** What the agency does if the authorization has too few units left. The default blocks. */
  readonly beyondUnits?: LimitRule;
  /** Pay categories by the code of a care plan type. */
  readonly categoriesOf: (type: string) => readonly CategoryTerm[];
  /** Ignores each caregiver's own limit in miles. */
  readonly isFarther: boolean;
  /** Reasons show the dollar value of units, because the reader may see the amounts of authorizations. */
  readonly seesMoney?: boolean;
}

/** Names, towns and locations of the clients whom caregivers visit around the day. */
export type ClientPlaces = ReadonlyMap<
  number,
  { readonly name: string; readonly town: string | null; readonly place: Coordinates | null }
>;

interface Context {
  readonly asked: AskedVisit;
  readonly clients: ClientPlaces;
  readonly rules: StaffingRules;
  readonly span: WallSpan;
}

interface Stop {
  readonly obstacle: Obstacle;
  readonly why: string;
}
const stop = (obstacle: Obstacle, why: string): Stop => ({ obstacle, why });

/** The units that a visit uses of an authorization, as the billing card of its cover will count them; none if the unit rule is not known. */
export const unitsNeeded = (
  { minutes, travel }: Pick<StaffedVisit, 'minutes' | 'travel'>,
  { unitRule }: Pick<VisitType, 'unitRule'>,
) => (unitRule ? unitsOf(billableLength({ work: minutes, travel }, unitRule), unitRule) : 0);

/** A minute of the day as '2:00 PM'. */
const clockOf = (minute: number) => sayTime(toClock(minute));

/**
 * The type under which this caregiver would work: the visit's own, or the client's other type if that is for relatives only
 * and the caregiver is none.
 */
export const typeFor = (
  { type, otherType }: Pick<AskedVisit, 'type' | 'otherType'>,
  { isRelative }: Pick<Caregiver, 'isRelative'>,
): VisitType | null => (!type.relative || isRelative ? type : otherType);

/** The type under which they would work many visits with one temporary plan: the type for the first visit. */
export const typeForAll = ([first]: readonly AskedVisit[], person: Caregiver): VisitType | null =>
  first ? typeFor(first, person) : null;

/** Tells the office that somebody covers under a type other than the plan's; undefined if the type is the same. */
export const sayOtherType = (
  { type }: Pick<AskedVisit, 'type'>,
  own: Pick<VisitType, 'Code' | 'Name'> | null,
): string | undefined =>
  own && own.Code !== type.Code ? `Covered as ${own.Name}: not a relative` : undefined;

/** Care plan types with the agency's settings and the client's authorizations. */
export interface OtherTypes {
  readonly types: readonly Omit<VisitType, 'unitsLeft'>[];
  /** Units left for the visit, by type code, for types authorized in units. */
  readonly left: ReadonlyMap<string, number>;
  readonly visit: Pick<StaffedVisit, 'minutes' | 'travel'>;
}

/**
 * The type that others can use in place of one for relatives: the first with the same pay for which the client has enough
 * units left. If the client has no authorization in units, the first with the same pay.
 */
export const otherTypeFor = (
  type: Omit<VisitType, 'unitsLeft'>,
  { types, left, visit }: OtherTypes,
): VisitType | null => {
  if (!type.relative) return null;
  const payOf = ({ categories }: Pick<VisitType, 'categories'>) => categories.at(-1)?.category;
  const found = types.find(
    (other) =>
      !other.relative &&
      other.ihss === type.ihss &&
      payOf(other) === payOf(type) &&
      (left.size === 0 || (left.get(other.Code) ?? 0) >= unitsNeeded(visit, other)),
  );
  return found ? { ...found, unitsLeft: left.get(found.Code) ?? null } : null;
};

// --- What rules a caregiver out ---------------------------------------------------------------------------------------

type Check = (person: Caregiver, context: Context) => Stop | undefined;

const refusedPair: Check = ({ pair }) => {
  if (pair?.kind !== 'never') return undefined;
  const why = pair.side === 'client' ? 'The client asked not to send them' : 'Asked not to go to this client';
  return stop('preference', why);
};

const missingDocument: Check = ({ checks }, { asked }) => {
  const why = whyMayNotWork(checks, asked.visit.date);
  return why === undefined ? undefined : stop('documents', why);
};

const isAway: Check = ({ id, timeOff, calledOut, windows }, { asked, span }) => {
  const { ProviderID, date: day, start, end } = asked.visit;
  if (id === ProviderID) return stop('timeOff', 'Is the caregiver who cannot come');
  const off = timeOff.find((one) => isAwayDuring(one, { day, start, end }));
  if (off) return stop('timeOff', `Time off ${sayTimeOff(off)}`);
  if (calledOut.some((one) => overlap(span, one))) return stop('timeOff', 'Called out');
  const can = isWithinHours(windows, { day, start, end });
  return can ? undefined : stop('notAvailable', 'Not available at that time');
};

const isWorking: Check = ({ visits }, { asked, clients, span }) => {
  const busy = visits.find((one) => !isSame(one, asked.visit) && overlap(span, wallSpan(one)));
  if (!busy) return undefined;
  const client = clients.get(busy.ClientID)?.name ?? 'another client';
  return stop('working', `With ${client} until ${clockOf(wallSpan(busy).end)}`);
};

export const isSame = (a: StaffedVisit, b: StaffedVisit) => a.planId === b.planId && a.day === b.day;

/** Why a visit that was moved to another day cannot be taken over; undefined if it was not moved, or only begins after midnight. */
export const whyMoved = (
  { day, date, plannedStart }: Pick<StaffedVisit, 'day' | 'date' | 'plannedStart'>,
  today: string,
): string | undefined => {
  if (day === date || plannedStart !== undefined) return undefined;
  const moved = `This visit was moved from ${showDate(day)} to ${showDate(date)}.`;
  return day < today
    ? `${moved} Cancel it and add a care plan for ${showDate(date)} if another caregiver comes.`
    : `${moved} Move it back before another caregiver takes it.`;
};

/** The temporary plan of one day, in the form that the conflict rule compares. */
export const coverPlan = (visit: StaffedVisit, Client: string): PlanFor => ({
  id: null,
  ClientID: visit.ClientID,
  Client,
  StartDate: visit.day,
  EndDate: visit.day,
  Status: 'Archive',
  coversPlanId: visit.planId,
  week: { time: weekOfOneDay(visit) },
});

const weekOfOneDay = (visit: StaffedVisit): WeekRows => {
  const on = weekdayOf(Temporal.PlainDate.from(visit.day));
  const { start, end } = timesOnDay(visit);
  return [
    { Name: 'Time In', ...perDay((each) => (each === on ? start : null)) },
    { Name: 'Time Out', ...perDay((each) => (each === on ? end : null)) },
    { Name: 'Travel Time', ...perDay(() => 0) },
  ];
};

/** The conflict rule of the care plan form. A plan keeps its planned time even if the visit was moved away from it. */
const conflicts: Check = ({ id, name, plans }, { asked }) => {
  const [found] = findConflicts({ ...asked.plan, ProviderID: id, Provider: name }, plans, []);
  return found && stop('working', asReason(found.message));
};

/** What the authorization of the visit's own type still has for it; null if units are not counted. */
export const ownUnits = ({ type: { Name, unitsLeft } }: AskedVisit) =>
  unitsLeft === null ? null : { type: Name, left: unitsLeft };

/** The same visit after other visits have used units of its types. */
export const afterUnits = (asked: AskedVisit, others: readonly AskedVisit[]): AskedVisit => {
  const less = (type: VisitType): VisitType => {
    if (type.unitsLeft === null) return type;
    const taken = sum(others.map(({ visit }) => unitsNeeded(visit, type)));
    return { ...type, unitsLeft: Math.max(0, type.unitsLeft - taken) };
  };
  return { ...asked, type: less(asked.type), otherType: asked.otherType && less(asked.otherType) };
};

/** A limit that the visit would exceed with this caregiver. */
interface Beyond {
  readonly limit: Limit;
  readonly rule: LimitRule;
  /** Units for an authorization, minutes for a cap on hours. */
  readonly amount: number;
  /** The value of the units; null for a cap on hours, or if the units have no rate. */
  readonly cents: number | null;
  /** The excess in words, as units or hours. */
  readonly why: string;
}

const sayBeyond = ({ why, cents }: Beyond, { seesMoney }: StaffingRules) =>
  seesMoney ? withDollars(why, cents) : why;

/** '12 units short: Personal Care has 38 left, this visit takes 50'. Empty if there are enough units or they are not counted. */
const unitsBeyond = (type: VisitType, { asked: { visit }, rules }: Context): Beyond[] => {
  const [left, needed] = [type.unitsLeft, unitsNeeded(visit, type)];
  if (left === null || left >= needed) return [];
  const amount = needed - left;
  const why = `${counted(amount, 'unit')} short: ${type.Name} has ${left === 0 ? 'none' : left} left, this visit takes ${needed}`;
  const cents = type.unitCents === null ? null : amount * type.unitCents;
  return [{ limit: 'coverUnits', rule: rules.beyondUnits ?? 'block', amount, cents, why }];
};

const isBlocking = ({ rule }: Beyond) => rule === 'block';

const RELATIVES_ONLY = 'Only a relative can give this service';

const isNoRelative: Check = (person, context) => {
  const type = typeFor(context.asked, person);
  if (!type) return stop('relation', RELATIVES_ONLY);
  if (type.ihss && person.startIhss === null) return stop('documents', 'No Start IHSS date on record');
  const found = unitsBeyond(type, context).find(isBlocking);
  return found && stop('authorization', sayBeyond(found, context.rules));
};

const isMissingSkills: Check = ({ skills, language }, { asked }) => {
  const missing = asked.requiredSkills.filter((skill) => !skills.some((own) => fold(own) === fold(skill)));
  if (missing.length > 0) return stop('skills', `Without ${missing.join(', ')}`);
  const spoken = languagesOf(language);
  const required = asked.requiredLanguages;
  const speaks = required.length === 0 || required.some((one) => spoken.includes(fold(one)));
  return speaks ? undefined : stop('skills', `Does not speak ${required.join(' or ')}`);
};

const rateOf = (person: Caregiver, { asked }: Context) => {
  const type = typeFor(asked, person);
  const category = type && categoryOn(type.categories, asked.visit.date);
  const term = category ? termOn(person.rates, category, asked.visit.date) : undefined;
  return { category: category ?? null, rate: term?.rate };
};

const isUnpaid: Check = (person, context) => {
  const { category, rate } = rateOf(person, context);
  if (category === null) return stop('pay', 'This service has no pay category');
  return rate === undefined ? stop('pay', `No pay rate for ${category}`) : undefined;
};

/** The hourly rate in cents that this caregiver would get for the visit; undefined if they have no rate. */
export const rateFor = (person: Caregiver, asked: AskedVisit): number | undefined => {
  const category = categoryOn(typeFor(asked, person)?.categories ?? [], asked.visit.date);
  return category === null ? undefined : termOn(person.rates, category, asked.visit.date)?.rate;
};

export const minutesOf = (visits: readonly StaffedVisit[]) => sum(visits.map(({ minutes }) => minutes));

const isInWeek =
  ({ weekOf }: Pick<StaffingRules, 'weekOf'>, day: string) =>
  (date: string): boolean => {
    const { from, through } = weekOf(day);
    return from <= date && date <= through;
  };
/** Minutes that the caregiver already works in the week of the visit. */
const weekMinutes = ({ visits }: Caregiver, { asked, rules }: Context): number =>
  minutesOn(visits, isInWeek(rules, asked.visit.date));

/** 'that day' for the day of the visit, 'the next day' for the part of a night visit after midnight. */
const when = (at: number, what: 'day' | 'week') => `${at === 0 ? 'that' : 'the next'} ${what}`;

/**
 * Caps on hours that the visit would exceed. A night visit is checked on both of its days, and in both weeks if it crosses
 * from one into the next.
 */
const hoursBeyond = (person: Caregiver, { asked, rules }: Context): Beyond[] => {
  const { visits } = person;
  const days = dayParts(asked.visit);
  const weeks = weekParts(days, rules.weekOf);
  const beyond = (kind: CaregiverCapKind, { date, minutes }: DayPart, own: number, words: string) => {
    const cap = capOn(rules.caps, date);
    const [all, most] = [own + minutes, mostMinutes(cap, kind)];
    if (all <= most) return [];
    const why = `${hoursText(all)} ${words}, at most ${hoursText(most)}`;
    return [{ limit: kind, rule: ruleBeyond(cap, kind), amount: all - most, cents: null, why }];
  };
  const isOwn = typeFor(asked, person)?.relative === true;
  const here = isOwn ? visits.filter(({ ClientID }) => ClientID === asked.visit.ClientID) : [];
  return [
    ...weeks.flatMap((part, at) =>
      beyond('providerWeek', part, minutesOn(visits, isInWeek(rules, part.date)), when(at, 'week')),
    ),
    ...days.flatMap((part, at) =>
      beyond(
        'providerDay',
        part,
        minutesOn(visits, (date) => date === part.date),
        when(at, 'day'),
      ),
    ),
    ...(isOwn ? weeks : []).flatMap((part, at) =>
      beyond(
        'relativeWeek',
        part,
        minutesOn(here, isInWeek(rules, part.date)),
        `with this client ${when(at, 'week')}`,
      ),
    ),
  ];
};

const hasTooManyHours: Check = (person, context) => {
  const { asked, rules } = context;
  const found = hoursBeyond(person, context).find(isBlocking);
  const most = person.mostMinutes ?? Number.POSITIVE_INFINITY;
  for (const [at, { date, minutes }] of weekParts(dayParts(asked.visit), rules.weekOf).entries()) {
    const cap = capOn(rules.caps, date);
    const ofWeek =
      ruleBeyond(cap, 'providerWeek') === 'block'
        ? mostMinutes(cap, 'providerWeek')
        : Number.POSITIVE_INFINITY;
    const after = minutesOn(person.visits, isInWeek(rules, date)) + minutes;
    // This is the caregiver's own limit, so no agency setting lifts it.
    if (after > most && most <= ofWeek)
      return stop('tooManyHours', `${hoursText(after)} ${when(at, 'week')}, at most ${hoursText(most)}`);
  }
  return found && stop('tooManyHours', found.why);
};

/** Exceeded limits that do not block the assignment. */
const softBeyond = (person: Caregiver, type: VisitType | null, context: Context): Beyond[] => {
  const all = [...(type ? unitsBeyond(type, context) : []), ...hoursBeyond(person, context)];
  return all.filter((one) => !isBlocking(one));
};

// --- The drive --------------------------------------------------------------------------------------------------------

/** Up to this many minutes after another visit, a caregiver comes straight from there; after that, from home. */
export const FROM_VISIT = 240;

interface Way {
  /** Extra minutes of driving that the visit causes; null if a location is unknown. */
  readonly extraMinutes: number | null;
  readonly miles: number | null;
  /** The visit they come from; null if they come from home. */
  readonly from: CameFrom | null;
  readonly stop: Stop | undefined;
  readonly warning: string | undefined;
}

const drive = (from: Coordinates | null, to: Coordinates | null) =>
  from && to ? driveMinutes(from, to) : null;

/** Miles between two places, rounded to a tenth; null if one is unknown. */
export const milesFrom = (from: Coordinates | null, to: Coordinates | null): number | null =>
  from && to ? Math.round(milesBetween(from, to) * 10) / 10 : null;

const mostMilesOf = ({ farthestMiles }: Pick<Caregiver, 'farthestMiles'>) => farthestMiles ?? FAR_MILES;
/** Whether the distance is farther than the caregiver goes. An unknown distance is not. */
export const isBeyondMiles = (person: Pick<Caregiver, 'farthestMiles'>, miles: number | null): boolean =>
  miles !== null && miles > mostMilesOf(person);

const nearest = (person: Caregiver, { asked, span }: Context) => {
  const others = person.visits
    .filter((one) => !isSame(one, asked.visit))
    .map((visit) => ({ visit, span: wallSpan(visit) }));
  const before = others
    .filter((one) => one.span.end <= span.start && span.start - one.span.end <= FROM_VISIT)
    .reduce<(typeof others)[number] | undefined>(
      (last, one) => (last && last.span.end >= one.span.end ? last : one),
      undefined,
    );
  const after = others
    .filter((one) => one.span.start >= span.end && one.span.start - span.end <= FROM_VISIT)
    .reduce<(typeof others)[number] | undefined>(
      (next, one) => (next && next.span.start <= one.span.start ? next : one),
      undefined,
    );
  return { before, after };
};

/**
 * The visit that somebody is still at when a late visit could begin. One that ends only when the late visit would be over
 * does not count: they cannot come from it.
 */
const underWay = (person: Caregiver, { asked, span }: Context) =>
  person.visits
    .filter((one) => !isSame(one, asked.visit))
    .map((visit) => ({ visit, span: wallSpan(visit) }))
    .find((one) => one.span.start < span.start && span.start < one.span.end && one.span.end < span.end);

/** The drive to the visit and from it to the next, and whether it fits between the two neighbors. */
const wayOf = (person: Caregiver, context: Context): Way => {
  const { asked, clients, span } = context;
  const { before, after } = nearest(person, context);
  const placeOf = (one: typeof before) =>
    one ? (clients.get(one.visit.ClientID)?.place ?? null) : person.place;
  const [from, to] = [placeOf(before), placeOf(after)];
  const [there, on, straight] = [drive(from, asked.place), drive(asked.place, to), drive(from, to)];
  const fits = [
    { way: there, free: before && span.start - before.span.end },
    { way: on, free: after && after.span.start - span.end },
  ];
  const tight = fits.find(({ way, free }) => way !== null && free !== undefined && way > free);
  const gap = fits.find(({ free }) => free !== undefined && free < GAP_MINUTES)?.free;
  return {
    extraMinutes:
      there === null || on === null || straight === null ? null : Math.max(0, there + on - straight),
    miles: milesFrom(from, asked.place),
    from: before
      ? { start: before.visit.start, town: clients.get(before.visit.ClientID)?.town ?? null }
      : null,
    stop: tight && stop('tooFar', `${tight.way} min drive, ${tight.free} free`),
    warning: gap === undefined ? undefined : `Only ${gap} minutes between two visits`,
  };
};

const isTooFar = (person: Caregiver, { miles }: Way, { rules }: Context): Stop | undefined =>
  isBeyondMiles(person, miles) && !rules.isFarther
    ? stop('tooFar', `${miles} miles, at most ${mostMilesOf(person)}`)
    : undefined;

/** The days of the plan under which a visit is worked. */
type PlanDays = Parameters<typeof exemptionOn>[1];

/** A caregiver needs no phone login for a cover that is exempt from EVV on all of its days. */
const hasNoLogin = ({ hasLogin, exemptions }: Caregiver, { asked: { plan } }: Context, days: PlanDays) =>
  hasLogin || (plan.coversPlanId !== null && exemptionOn(exemptions, days) !== null)
    ? undefined
    : stop('noLogin', 'Has no phone login to check in with');

/** The checks that come after everything else: the drive and the phone login. */
const lastStop = (person: Caregiver, context: Context, days: PlanDays, way = wayOf(person, context)) =>
  way.stop ?? isTooFar(person, way, context) ?? hasNoLogin(person, context, days);

const CHECKS: readonly Check[] = [
  refusedPair,
  missingDocument,
  isAway,
  isWorking,
  conflicts,
  isNoRelative,
  isMissingSkills,
  isUnpaid,
  hasTooManyHours,
];

// --- Many visits with one plan ----------------------------------------------------------------------------------------

/** What is checked for each visit before its type when one temporary plan takes over many visits. Documents are checked separately. */
const OF_EACH_VISIT: readonly Check[] = [refusedPair, isAway, isWorking, isMissingSkills];

/** What one of many visits exceeds, in sentences that name the visit. */
export interface VisitBeyond {
  readonly visit: StaffedVisit;
  /** Why the visit cannot be taken; null if nothing blocks it. */
  readonly refused: string | null;
  /** Exceeded limits that warn or need a reason. */
  readonly beyond: readonly Beyond[];
}

/**
 * Units of a type that are left for a visit after others were taken over before it. Only visits planned under another type
 * use more of it; the rest are already counted in what is left.
 */
export const leftAfter = (type: VisitType, before: readonly StaffedVisit[]): VisitType => {
  if (type.unitsLeft === null) return type;
  const taken = before.filter((visit) => visit.Type !== type.Code);
  const units = sum(taken.map((visit) => unitsNeeded(visit, type)));
  return { ...type, unitsLeft: Math.max(0, type.unitsLeft - units) };
};

/** The days of a plan that somebody takes over with one temporary plan. */
interface TakenOver {
  readonly from: string;
  readonly through: string;
  /** Visits of the client that were given to other caregivers under the same type before. */
  readonly taken: readonly StaffedVisit[];
}

/**
 * What would keep somebody from each of these visits as a single cover, and the limits that each exceeds, when one temporary
 * plan takes them all over. Visits taken earlier count for the later ones. One plan has one type, that of the first visit.
 */
export const limitsOfVisits = (
  visits: readonly AskedVisit[],
  person: Caregiver,
  { taken, ...days }: TakenOver,
  clients: ClientPlaces,
  rules: StaffingRules,
): VisitBeyond[] => {
  const own = typeForAll(visits, person);
  // Hundreds of caregivers are checked over months, so each visit looks only at its own week.
  const known = visitsByWeek(person.visits, rules);
  const dates = visits.map(({ visit }) => visit.date);
  const isStopped = stoppedOn(dates, new Map([[person.id, person.checks]])).has(person.id);
  const checks = isStopped ? [missingDocument, ...OF_EACH_VISIT] : OF_EACH_VISIT;
  return visits.map((asked, at): VisitBeyond => {
    const { visit } = asked;
    const before = visits.slice(0, at).map((one) => one.visit);
    const self = { ...person, visits: known.near(visit.date) };
    known.add(visit);
    const context = { asked, clients, rules, span: wallSpan(visit) };
    const named = (why: string) => `${showDate(visit.date)}, ${sayTime(visit.start)}: ${why}`;
    const refused = (why: string): VisitBeyond => ({ visit, refused: named(why), beyond: [] });
    const found = typeFor(asked, self);
    const stopped = first(checks, self, context);
    if (stopped) return refused(stopped.why);
    if (!own || !found) return refused(RELATIVES_ONLY);
    if (found.Code !== own.Code) return refused(`${own.Name} has too few units left`);
    const type = leftAfter(found, [...taken, ...before]);
    const short = unitsBeyond(type, context).find(isBlocking);
    if (short) return refused(sayBeyond(short, rules));
    const last = first([isUnpaid, hasTooManyHours], self, context) ?? lastStop(self, context, days);
    if (last) return refused(last.why);
    const beyond = softBeyond(self, type, context).map((one) => ({ ...one, why: named(one.why) }));
    return { visit, refused: null, beyond };
  });
};

const daysBeside = remembering((date) => [addDays(date, -1), date, addDays(date, 1)]);

/** A caregiver's visits in the week of a day. The first and last day of a week also get the neighboring week, for drives and nights. */
const visitsByWeek = (visits: readonly StaffedVisit[], { weekOf }: Pick<StaffingRules, 'weekOf'>) => {
  const weeks = Map.groupBy(visits, ({ date }) => weekOf(date).from);
  const near = (date: string) =>
    [...new Set(daysBeside(date).map((day) => weekOf(day).from))].flatMap((week) => weeks.get(week) ?? []);
  const add = (visit: StaffedVisit) => {
    const week = weekOf(visit.date).from;
    weeks.set(week, [...(weeks.get(week) ?? []), visit]);
  };
  return { near, add };
};

// --- Cost and score --------------------------------------------------------------------------------------------------

export const shiftOf = (
  { rates }: Pick<Caregiver, 'rates'>,
  { date, start, minutes, travel }: StaffedVisit,
  categories: readonly CategoryTerm[],
): Shift => {
  const category = categoryOn(categories, date);
  const rate = category === null ? undefined : termOn(rates, category, date)?.rate;
  const card = { calculation: date.slice(0, 7) };
  return { date, start, work: minutes, travel, category, rate: rate ?? null, card };
};

/** Minutes of overtime in these shifts as payroll counts them, and the cents that it adds. */
export const overtimeOf = (
  shifts: readonly Shift[],
  { weekOf, zone }: Pick<StaffingRules, 'weekOf' | 'zone'>,
): { readonly minutes: number; readonly cents: number } => {
  const weeks = [...payOfWeeks(shifts, weekOf, zone).values()];
  return {
    minutes: sum(weeks.map((week) => week.overtime)),
    cents: sum(weeks.map(({ premium }) => premium)),
  };
};

interface Cost {
  readonly cents: number;
  readonly overtimeCents: number;
  readonly overtimeMinutes: number;
}

/** The overtime that a visit adds to the others of its week, as payroll counts it. */
const overtimeBy = (
  person: Pick<Caregiver, 'rates' | 'visits'>,
  own: Shift,
  visit: StaffedVisit,
  rules: StaffingRules,
) => {
  const before = person.visits
    .filter((one) => !isSame(one, visit))
    .map((one) => shiftOf(person, one, rules.categoriesOf(one.Type)));
  const [was, is] = [overtimeOf(before, rules), overtimeOf([...before, own], rules)];
  return { cents: Math.max(0, is.cents - was.cents), minutes: Math.max(0, is.minutes - was.minutes) };
};

/** Minutes of overtime that a visit adds to the caregiver's week. */
export const overtimeOfVisit = (
  person: Pick<Caregiver, 'rates' | 'visits'>,
  visit: StaffedVisit,
  rules: StaffingRules,
): number => overtimeBy(person, shiftOf(person, visit, rules.categoriesOf(visit.Type)), visit, rules).minutes;

/** What the visit costs: straight pay, plus the overtime that it adds in its week. */
const costOf = (person: Caregiver, { asked, rules }: Context): Cost => {
  const own = shiftOf(person, asked.visit, typeFor(asked, person)?.categories ?? []);
  const added = overtimeBy(person, own, asked.visit, rules);
  return {
    cents: Math.round(((own.work + own.travel) * (own.rate ?? 0)) / 60),
    overtimeCents: added.cents,
    overtimeMinutes: added.minutes,
  };
};

/** The most points that each part of the score can give; together 100. */
export const MOST_POINTS: Record<ScorePartName, number> = {
  knows: 24,
  driving: 20,
  cost: 24,
  preferred: 14,
  hours: 9,
  reliable: 9,
};
const part = (name: ScorePartName, share: number, why: string): ScorePart => ({
  name,
  points: Math.round(MOST_POINTS[name] * Math.min(1, Math.max(0, share))),
  most: MOST_POINTS[name],
  why,
});

/** After this many visits in 90 days, a caregiver knows the client as well as can be. */
const KNOWS_WELL = 12;
/** From this many extra minutes on, driving gives no points. */
const LONG_DRIVE = 60;
/** Late or missed visits count fivefold: a tenth of them takes half of the points. */
const LATE_WEIGHT = 5;

const preferredPart = ({ pair, language }: Caregiver, { asked }: Context): ScorePart => {
  const wished = asked.wishedLanguages.length > 0 ? asked.wishedLanguages : languagesOf(asked.language);
  const spoken = languagesOf(language);
  const shared = wished.find((one) => spoken.includes(fold(one)));
  const isPreferred = pair?.kind === 'preferred';
  const words = [
    ...(isPreferred ? ['preferred'] : []),
    ...(shared
      ? [`speaks ${capital(shared)}`]
      : wished.length > 0
        ? [`does not speak ${wished.map(capital).join(' or ')}`]
        : []),
  ];
  const speaks = shared !== undefined || wished.length === 0;
  return part(
    'preferred',
    (isPreferred ? 0.5 : 0) + (speaks ? 0.5 : 0),
    words.join(', ') || 'no wishes on record',
  );
};

const hereOf = ({ visitsHere }: Caregiver, { visitsOfClient }: AskedVisit): VisitsHere => ({
  visitsHere,
  visitsOfClient,
});

const overtimeWords = (minutes: number) =>
  minutes === 0 ? 'no overtime' : `+${hoursText(minutes)} overtime`;

const scoreParts = (
  person: Caregiver,
  way: Way,
  cost: Cost,
  least: number,
  context: Context,
): ScorePart[] => {
  const total = cost.cents + cost.overtimeCents;
  const wished = person.wishedMinutes ?? FULL_WEEK * 60;
  const free = wished - weekMinutes(person, context);
  const late = person.visitsDone === 0 ? 0 : person.visitsLate / person.visitsDone;
  const known = sayVisitsHere(hereOf(person, context.asked));
  const driven = way.extraMinutes === null ? 'no location on record' : `${way.extraMinutes} min more driving`;
  return [
    part('knows', person.visitsHere / KNOWS_WELL, known),
    part('driving', way.extraMinutes === null ? 0 : 1 - way.extraMinutes / LONG_DRIVE, driven),
    part('cost', least === 0 ? 1 : 1 - (total - least) / least, overtimeWords(cost.overtimeMinutes)),
    preferredPart(person, context),
    part(
      'hours',
      wished === 0 ? 0 : free / wished,
      free > 0 ? `${hoursOf(free)} of ${hoursText(wished)} free` : 'no wished hours free',
    ),
    part(
      'reliable',
      1 - late * LATE_WEIGHT,
      person.visitsDone === 0
        ? 'no visits in 90 days'
        : `${person.visitsLate} late or missed of ${person.visitsDone}`,
    ),
  ];
};

interface Known {
  readonly way: Way;
  readonly beyond: readonly Beyond[];
  /** This caregiver would come later than others could. */
  readonly isLater: boolean;
}

interface Warning {
  readonly words: string;
  /** Nothing in the assignment itself asks about this, so the office is asked before. */
  readonly asksFirst: boolean;
}

const warningsOf = (
  person: Caregiver,
  { asked, rules }: Context,
  { way, beyond, isLater }: Known,
): readonly Warning[] => {
  const otherType = sayOtherType(asked, typeFor(asked, person));
  const first = (words: string) => ({ words, asksFirst: true });
  return [
    ...(isLater ? [first(`Can be there at ${sayTime(asked.visit.start)}`)] : []),
    ...beyond.map((one) => ({ words: sayBeyond(one, rules), asksFirst: one.rule !== 'justify' })),
    ...(asked.holiday === null ? [] : [first(asked.holiday)]),
    ...(way.warning ? [{ words: way.warning, asksFirst: false }] : []),
    ...(person.isAccepted === false ? [first('Not accepted by Sandata yet')] : []),
    ...(otherType === undefined ? [] : [first(otherType)]),
  ];
};

/**
 * For a late cover, the times at which this caregiver can arrive, from home or from the visit before. Everything that could
 * rule them out is checked at these times.
 */
const arriving = (person: Caregiver, context: Context): Context => {
  const { asked, clients, rules, span } = context;
  const { visit, plan } = asked;
  if (!visit.isLate || rules.now === undefined) return context;
  const before = underWay(person, context) ?? nearest(person, context).before;
  const from = before ? (clients.get(before.visit.ClientID)?.place ?? null) : person.place;
  const leaves = Math.max(rules.now, before?.span.end ?? rules.now);
  const start = nextQuarter(leaves + (drive(from, asked.place) ?? 0));
  if (start <= span.start) return context;
  const ofDate = start - wallMinute(visit.date, '00:00');
  const date = addDays(visit.date, Math.floor(ofDate / DAY_MINUTES));
  const later = { ...visit, date, ...timesFrom(ofDate, visit.minutes) };
  const laterPlan = plan.coversPlanId === null ? plan : coverPlan(later, plan.Client);
  return { ...context, asked: { ...asked, visit: later, plan: laterPlan }, span: wallSpan(later) };
};

/** The visit as this caregiver would work it: a late one begins only when they can be there. */
export const visitTakenBy = (
  asked: AskedVisit,
  person: Caregiver,
  clients: ClientPlaces,
  rules: StaffingRules,
): StaffedVisit => ({
  ...arriving(person, { asked, clients, rules, span: wallSpan(asked.visit) }).asked.visit,
  ProviderID: person.id,
});

// --- The answer ------------------------------------------------------------------------------------------------------

interface Checked {
  readonly person: Caregiver;
  /** The visit at the times at which they would come. */
  readonly context: Context;
  readonly way: Way;
  readonly stop: Stop | undefined;
  readonly cost: Cost | undefined;
}

/** What rules a caregiver out before the drive and the phone login are checked. */
const firstStop = (person: Caregiver, context: Context): Stop | undefined => {
  const nobody = context.asked.whyNobody;
  return nobody === null ? first(CHECKS, person, context) : stop('sameClient', nobody);
};

const check = (person: Caregiver, asked: Context): Checked => {
  const context = arriving(person, asked);
  const stopped = firstStop(person, context);
  const way = wayOf(person, context);
  const { day } = context.asked.visit;
  const found = stopped ?? lastStop(person, context, { from: day, through: day }, way);
  return { person, context, way, stop: found, cost: found ? undefined : costOf(person, context) };
};

const first = (checks: readonly Check[], person: Caregiver, context: Context): Stop | undefined => {
  for (const check of checks) {
    const found = check(person, context);
    if (found) return found;
  }
  return undefined;
};

/**
 * All caregivers: those who can come first, best score first, then the others with the one reason why not. Amounts in cents
 * are always included; readers who may not see them get `withoutDollars`.
 */
export const candidatesFor = (
  asked: AskedVisit,
  caregivers: readonly Caregiver[],
  clients: ClientPlaces,
  rules: StaffingRules,
): Candidate[] => {
  const context = { asked, clients, rules, span: wallSpan(asked.visit) };
  const checked = caregivers.map((person) => check(person, context));
  const totals = checked.flatMap(({ cost }) => (cost ? [cost.cents + cost.overtimeCents] : []));
  const least = totals.length === 0 ? 0 : Math.min(...totals);
  return checked.map((one) => candidateOf(one, least, asked.visit)).sort(byScore);
};

/** Only the caregivers who can come. For all others, only the first obstacle is worked out. */
export const whoCanCome: typeof candidatesFor = (asked, caregivers, clients, rules) => {
  const context = { asked, clients, rules, span: wallSpan(asked.visit) };
  const may = caregivers.filter((person) => firstStop(person, arriving(person, context)) === undefined);
  return candidatesFor(asked, may, clients, rules).filter(({ obstacle }) => obstacle === null);
};

/**
 * A caregiver without a phone login can take a cover that is exempt from EVV, but if they also get no texts, an offer cannot
 * reach them.
 */
const whyNoOffer = ({ hasLogin, takesTexts }: Caregiver, toJustify: readonly Beyond[]) => {
  if (toJustify.length > 0) return 'Beyond a limit: assign them and write why';
  return hasLogin || takesTexts ? null : 'No phone login and no texts: assign them';
};

const candidateOf = (
  { person, context, way, stop: found, cost }: Checked,
  least: number,
  proposed: StaffedVisit,
): Candidate => {
  const { start, end } = context.asked.visit;
  const isLater = start !== proposed.start;
  const parts = cost ? scoreParts(person, way, cost, least, context) : [];
  const beyond = cost ? softBeyond(person, typeFor(context.asked, person), context) : [];
  const toJustify = beyond.filter(({ rule }) => rule === 'justify');
  const warnings = cost ? warningsOf(person, context, { way, beyond, isLater }) : [];
  const asksFirst = warnings.flatMap((one) => (one.asksFirst ? [one.words] : []));
  return {
    ProviderID: person.id,
    Provider: person.name,
    town: person.town,
    obstacle: found?.obstacle ?? null,
    why: found?.why ?? null,
    score: cost ? sum(parts.map(({ points }) => points)) : null,
    parts,
    cost: cost
      ? { payCents: cost.cents, overtimeCents: cost.overtimeCents, overtimeMinutes: cost.overtimeMinutes }
      : null,
    extraMinutes: way.extraMinutes,
    miles: way.miles,
    from: way.from,
    ...hereOf(person, context.asked),
    warnings: warnings.map(({ words }) => words),
    ...(asksFirst.length > 0 && { asksFirst }),
    toJustify: toJustify.map(({ limit, amount, cents, why }) => ({
      ...{ limit, amount, why },
      cents: context.rules.seesMoney ? cents : null,
    })),
    weekMinutes: weekMinutes(person, context),
    wishedMinutes: person.wishedMinutes,
    whyNoOffer: whyNoOffer(person, toJustify),
    times: isLater ? { start, end } : null,
  };
};

/** When somebody would come to a visit: at its own times, or at the candidate's times if they cannot be there by then. */
export const timesOfCandidate = (
  candidate: Pick<Candidate, 'times'> | undefined,
  { start, end }: CoverTimes,
): CoverTimes => candidate?.times ?? { start, end };

/** The same times with their date. Nobody comes before the visit's own start, so an earlier clock time is after midnight. */
export const datedTimesOf = (
  candidate: Pick<Candidate, 'times'> | undefined,
  visit: CoverTimes & Pick<StaffedVisit, 'date'>,
): CoverTimes & Pick<StaffedVisit, 'date'> => {
  const times = timesOfCandidate(candidate, visit);
  return { ...times, date: times.start < visit.start ? addDays(visit.date, 1) : visit.date };
};

/** Caregivers who cannot come are sorted by name. Hundreds are compared again and again, so their sort keys are cached. */
const nameKey = remembering(fold);
const byScore = (a: Candidate, b: Candidate) =>
  (b.score ?? -1) - (a.score ?? -1) ||
  compareKeys(nameKey(a.Provider), nameKey(b.Provider)) ||
  a.ProviderID - b.ProviderID;

/** For readers who may not see pay: overtime stays in hours only. */
export const withoutDollars = <C extends { readonly cost: VisitCost | null }>(candidate: C): C => ({
  ...candidate,
  cost: candidate.cost && hideCents(candidate.cost),
});
const hideCents = ({ overtimeMinutes }: VisitCost): VisitCost => ({
  payCents: null,
  overtimeCents: null,
  overtimeMinutes,
});
