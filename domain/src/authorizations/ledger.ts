import { amountOf, type CardRates, daysOfMonth, rateOn, serviceDays } from '../billing/counting.ts';
import { unitsOfDays } from '../billing/day-units.ts';
import type { Card, CardDay } from '../billing/schema.ts';
import { addDays, monthOf } from '../calendar.ts';
import { sum } from '../sum.ts';
import type { UnitRule } from '../unit-rules.ts';
import { type Par, parOn } from './pars.ts';

/**
 * The ledger of authorized units: what of each authorization was worked, claimed, paid and denied, what is planned, and when it
 * runs out (docs/rules/authorizations.md, rules 3 to 9). It counts what billing counts, by the rounding of claims.
 */

export interface LedgerPar extends Pick<Par, 'type' | 'number' | 'from' | 'through' | 'units'> {
  readonly id: number;
  /** Cents a unit of its type on the day: what its units are worth while none is worked or planned. */
  readonly unitCents?: number;
}

/** A saved billing record. */
export type LedgerCard = Pick<
  Card,
  'planId' | 'date' | 'typeCode' | 'startPeriod' | 'endPeriod' | 'payRate' | 'rates' | 'unitRule' | 'days'
>;

/** A plan's month by its visits, as billing estimates it: what a card that is not saved yet will hold. */
export interface EstimatedMonth extends CardRates {
  readonly planId: number;
  /** YYYY-MM */
  readonly month: string;
  /** Code of the care plan type. */
  readonly type: string;
  /** null: nobody says how its time becomes units. */
  readonly unitRule: UnitRule | null;
  /** The days of the plan, whatever became of them. */
  readonly planned: readonly CardDay[];
  readonly worked: readonly CardDay[];
  readonly toCome: readonly CardDay[];
  /** Days for which the type has no code in the client's program. */
  readonly uncoded: readonly string[];
}

/** What a claim that asks for money asks for one day of a plan. */
export interface ClaimedDay {
  readonly claimId: string;
  readonly planId: number;
  readonly type: string;
  /** The number that the claim was sent with. */
  readonly par: string | null;
  readonly day: string;
  readonly units: number;
  readonly chargeCents: number;
  /** Cents that were paid for it; null: not decided yet. */
  readonly paidCents: number | null;
}

/** Of one client. */
export interface LedgerFacts {
  readonly pars: readonly LedgerPar[];
  readonly cards: readonly LedgerCard[];
  readonly visits: readonly EstimatedMonth[];
  readonly claims: readonly ClaimedDay[];
}

/** Units of one day of a plan: worked (on a card, or by its visit) or still to come. */
export interface UsedDay {
  readonly planId: number;
  readonly type: string;
  readonly date: string;
  readonly units: number;
  readonly cents: number;
  readonly minutes: number;
  readonly from: 'card' | 'visit' | 'plan';
  /** False: the type has no code in the client's program, so that nothing can be claimed. */
  readonly hasCode: boolean;
}

/** The numbers of a ledger that are sums of days. */
export const LEDGER_PARTS = ['worked', 'claimed', 'paid', 'denied', 'planned', 'open', 'short'] as const;
export type LedgerPart = (typeof LEDGER_PARTS)[number];

/** What one day of a plan adds to a number. */
export interface CountedDay extends Pick<UsedDay, 'planId' | 'date' | 'units'> {
  /** Null: of the visit only a part counts, or what a claim asks for. */
  readonly minutes: number | null;
  /** The claim that asks for it. */
  readonly claimId: string | null;
}

interface Sums {
  readonly worked: number;
  /** Of the worked ones: in saved billing records. */
  readonly onCards: number;
  readonly claimed: number;
  readonly paid: number;
  readonly denied: number;
  readonly planned: number;
}

export interface LedgerMonth extends Sums {
  /** YYYY-MM */
  readonly month: string;
  /** Worked and not paid. */
  readonly open: number;
}

export interface Ledger extends Sums {
  /** Null: units of days on which no authorization is valid. */
  readonly par: LedgerPar | null;
  readonly type: string;
  /** Null: its units are not entered. */
  readonly authorized: number | null;
  /** Null as well where not all of its days are counted. */
  readonly left: number | null;
  /** Worked and planned beyond the authorization. */
  readonly short: number;
  readonly shortCents: number;
  /** Neither worked nor planned. */
  readonly unused: number;
  readonly unusedCents: number;
  /** Neither worked nor planned, and what of the planned ones is not worked at the present pace. */
  readonly unusedAtPace: number;
  readonly unusedAtPaceCents: number;
  readonly workedCents: number;
  readonly plannedCents: number;
  readonly paidCents: number;
  readonly deniedCents: number;
  /** The first day that is not wholly covered, if the plan is kept. */
  readonly runsOut: string | null;
  /** The same if as much of the plan takes place as did so far. */
  readonly runsOutAtPace: string | null;
  /** Claims with a denied line of it. */
  readonly deniedClaims: readonly string[];
  readonly months: readonly LedgerMonth[];
  /** In the order of days. */
  readonly days: readonly UsedDay[];
  readonly claims: readonly ClaimedDay[];
}

/** The pace is that of the authorization so far, of a year at most. */
const PACE_DAYS = 366;

const byDate = (a: { readonly date: string }, b: { readonly date: string }) =>
  a.date < b.date ? -1 : a.date > b.date ? 1 : 0;

const keyOf = (planId: number, month: string) => `${planId} ${month}`;

interface Book {
  readonly card: LedgerCard | undefined;
  readonly visits: EstimatedMonth | undefined;
}

/** The last day that a saved card speaks for: its month when that is over, else the last day that it holds. */
const decidedThrough = (
  { days, date: month }: LedgerCard,
  served: readonly { readonly date: string }[],
  day: string,
) => {
  const { through } = daysOfMonth(month);
  return through < day && days.length > 0 ? through : (served.at(-1)?.date ?? '');
};

/** The days of a plan's month, each from one place: its card, its visits, or the plan. */
const daysOfBook = ({ card, visits }: Book, day: string, zone: string) => {
  const served = card ? serviceDays(card, zone).filter(({ date, billing }) => billing && date <= day) : [];
  const decided = card ? decidedThrough(card, served, day) : '';
  if (!visits) return served.map((row) => ({ ...row, from: 'card' as const }));
  const { from: startPeriod, through: endPeriod } = daysOfMonth(visits.month);
  const rowsOf = (days: readonly CardDay[]) => serviceDays({ startPeriod, endPeriod, days }, zone);
  const worked = rowsOf(visits.worked).filter(
    ({ date, billing }) => billing && decided < date && date <= day,
  );
  const done = new Set([...served, ...worked].map(({ date }) => date));
  const ahead = rowsOf(visits.toCome).filter(({ date }) => day <= date && !done.has(date));
  return [
    ...served.map((row) => ({ ...row, from: 'card' as const })),
    ...worked.map((row) => ({ ...row, from: 'visit' as const })),
    ...ahead.map((row) => ({ ...row, from: 'plan' as const })),
  ].toSorted(byDate);
};

const usedOfBook = (
  book: Book,
  rates: CardRates | undefined,
  claimed: ReadonlyMap<string, number> | undefined,
  day: string,
  zone: string,
): UsedDay[] => {
  const { card, visits } = book;
  const planId = card?.planId ?? visits?.planId ?? 0;
  const type = card?.typeCode ?? visits?.type ?? '';
  const rows = daysOfBook(book, day, zone);
  const byDay = Map.groupBy(rows, ({ date }) => date);
  const unitRule = card?.unitRule ?? visits?.unitRule;
  if (!unitRule) return [];
  return unitsOfDays(rows, unitRule, claimed).map(({ day: date, units }) => {
    const own = byDay.get(date) ?? [];
    return {
      planId,
      type,
      date,
      units,
      cents: rates ? amountOf(units, rateOn(rates, date)) : 0,
      minutes: sum(own.map(({ work, travel }) => work + travel)),
      from: own[0]?.from ?? 'plan',
      hasCode: !visits?.uncoded.includes(date),
    };
  });
};

/** Every day of a client that uses units, in order. */
export const usedDays = (
  { cards, visits, claims }: Pick<LedgerFacts, 'cards' | 'visits' | 'claims'>,
  day: string,
  zone: string,
): UsedDay[] => {
  const cardOf = new Map(cards.map((card) => [keyOf(card.planId, card.date), card]));
  const visitsOf = new Map(visits.map((one) => [keyOf(one.planId, one.month), one]));
  const sent = new Map<string, Map<string, number>>();
  for (const claim of claims) {
    const key = keyOf(claim.planId, monthOf(claim.day));
    const days = sent.get(key) ?? new Map<string, number>();
    sent.set(key, days.set(claim.day, (days.get(claim.day) ?? 0) + claim.units));
  }
  return [...new Set([...cardOf.keys(), ...visitsOf.keys()])]
    .flatMap((key) => {
      const book = { card: cardOf.get(key), visits: visitsOf.get(key) };
      return usedOfBook(book, ratesOf(book, cards), sent.get(key), day, zone);
    })
    .filter(({ units }) => units > 0)
    .toSorted(byDate);
};

/** The used days once the visits of some plans change: only days of these plans are counted again. */
export const recountDays = (
  used: readonly UsedDay[],
  { cards, claims }: Pick<LedgerFacts, 'cards' | 'claims'>,
  changed: { readonly planIds: readonly number[]; readonly visits: readonly EstimatedMonth[] },
  day: string,
  zone: string,
): UsedDay[] => {
  const isChanged = ({ planId }: { readonly planId: number }) => changed.planIds.includes(planId);
  const counted = {
    cards: cards.filter(isChanged),
    claims: claims.filter(isChanged),
    visits: changed.visits,
  };
  return [...used.filter((one) => !isChanged(one)), ...usedDays(counted, day, zone)].toSorted(byDate);
};

/** Those of the card, else of the type; where the type has none, the ones that the plan was billed by last. */
const ratesOf = ({ card, visits }: Book, cards: readonly LedgerCard[]): CardRates | undefined => {
  if (card) return card;
  if (!visits || visits.rates.length > 0 || visits.payRate > 0) return visits;
  return cards
    .filter(({ planId, date }) => planId === visits.planId && date < visits.month)
    .reduce<LedgerCard | undefined>((last, one) => (last && last.date >= one.date ? last : one), undefined);
};

/** A claim counts for the authorization that it was sent with; without one of that number, for the one of the day. */
const parOfClaim = (pars: readonly LedgerPar[], { par, type, day }: ClaimedDay) =>
  parOn(
    pars.filter(({ number }) => number === par),
    type,
    day,
  ) ?? parOn(pars, type, day);

const isDenied = ({ paidCents, chargeCents }: ClaimedDay) =>
  paidCents !== null && paidCents <= 0 && chargeCents > 0;
const isPaid = (claimed: ClaimedDay) => claimed.paidCents !== null && !isDenied(claimed);
const unitsIn = (list: readonly { readonly units: number }[]) => sum(list.map(({ units }) => units));
const centsIn = (list: readonly { readonly cents: number }[]) => sum(list.map(({ cents }) => cents));

const sumsOf = (days: readonly UsedDay[], claims: readonly ClaimedDay[]): Sums => ({
  worked: unitsIn(days.filter(({ from }) => from !== 'plan')),
  onCards: unitsIn(days.filter(({ from }) => from === 'card')),
  claimed: unitsIn(claims),
  paid: unitsIn(claims.filter(isPaid)),
  denied: unitsIn(claims.filter(isDenied)),
  planned: unitsIn(days.filter(({ from }) => from === 'plan')),
});

const monthsOf = (
  par: LedgerPar | null,
  days: readonly UsedDay[],
  claims: readonly ClaimedDay[],
): LedgerMonth[] => {
  const seen = [...days.map(({ date }) => date), ...claims.map(({ day }) => day)].map(monthOf);
  const months = [...new Set([...seen, ...(par ? [monthOf(par.from)] : [])])].sort();
  return months.map((month) => {
    const sums = sumsOf(
      days.filter(({ date }) => monthOf(date) === month),
      claims.filter(({ day }) => monthOf(day) === month),
    );
    return { month, ...sums, open: sums.worked - sums.paid };
  });
};

/** The first day on which more was used than is authorized. `share` says how much of what is planned takes place. */
const firstBeyond = (days: readonly UsedDay[], authorized: number, share: Share): string | null => {
  let [worked, planned] = [0, 0];
  for (const { date, units, from } of days) {
    if (from === 'plan') planned += units;
    else worked += units;
    if (worked * share.planned + planned * share.worked > authorized * share.planned) return date;
  }
  return null;
};

interface Share {
  readonly worked: number;
  readonly planned: number;
}
const ALL: Share = { worked: 1, planned: 1 };

/** Minutes of the plan that were worked so far, of those that were planned; undefined: nothing was planned. */
const paceOf = (
  days: readonly UsedDay[],
  visits: readonly EstimatedMonth[],
  isOwn: (date: string) => boolean,
  day: string,
  zone: string,
): Share | undefined => {
  const first = addDays(day, -PACE_DAYS);
  const isCounted = (date: string) => first <= date && date < day;
  const plannedDays = visits.flatMap(({ month, planned: rows }) => {
    const { from: startPeriod, through: endPeriod } = daysOfMonth(month);
    const own = rows.filter(({ date }) => isCounted(date) && isOwn(date));
    return serviceDays({ startPeriod, endPeriod, days: own }, zone);
  });
  const planned = sum(plannedDays.map(({ work, travel }) => work + travel));
  const worked = sum(
    days.filter(({ from, date }) => from !== 'plan' && isCounted(date)).map(({ minutes }) => minutes),
  );
  return planned > 0 ? { worked, planned } : undefined;
};

/** What of the days is beyond what is authorized; without a number of units nothing is. */
export const daysBeyond = (days: readonly UsedDay[], authorized: number | null): UsedDay[] => {
  if (authorized === null) return [];
  let used = 0;
  return days.flatMap((day) => {
    const units = Math.min(day.units, Math.max(0, used + day.units - authorized));
    used += day.units;
    // Cents are units times a rate, so what remains is whole.
    return units > 0 ? [{ ...day, units, cents: (day.cents / day.units) * units }] : [];
  });
};

interface Own {
  readonly par: LedgerPar | null;
  readonly type: string;
  /** Nobody says how the time of some of its days becomes units: they are not counted. */
  readonly isPartial: boolean;
  readonly days: readonly UsedDay[];
  readonly claims: readonly ClaimedDay[];
}

const ledger = ({ par, type, isPartial, days, claims }: Own, pace: Share | undefined): Ledger => {
  const sums = sumsOf(days, claims);
  const authorized = par?.units ?? null;
  // Of what is not all known nothing can be left.
  const limit = isPartial ? null : authorized;
  const used = sums.worked + sums.planned;
  const lastDay = days.at(-1);
  const rate = lastDay ? lastDay.cents / lastDay.units : (par?.unitCents ?? 0);
  const unused = limit === null ? 0 : Math.max(0, limit - used);
  const kept = pace ? Math.floor((sums.planned * pace.worked) / pace.planned) : sums.planned;
  const unusedAtPace = limit === null ? 0 : Math.max(0, limit - sums.worked - kept);
  return {
    par,
    type,
    authorized,
    ...sums,
    left: limit === null ? null : limit - sums.worked,
    short: limit === null ? 0 : Math.max(0, used - limit),
    shortCents: centsIn(daysBeyond(days, limit)),
    unused,
    unusedCents: unused * rate,
    unusedAtPace,
    unusedAtPaceCents: unusedAtPace * rate,
    workedCents: centsIn(days.filter(({ from }) => from !== 'plan')),
    plannedCents: centsIn(days.filter(({ from }) => from === 'plan')),
    paidCents: sum(claims.map(({ paidCents }) => paidCents ?? 0)),
    deniedCents: sum(claims.filter(isDenied).map(({ chargeCents }) => chargeCents)),
    runsOut: limit === null ? null : firstBeyond(days, limit, ALL),
    runsOutAtPace: limit === null || !pace ? null : firstBeyond(days, limit, pace),
    deniedClaims: [...new Set(claims.filter(isDenied).map(({ claimId }) => claimId))],
    months: monthsOf(par, days, claims),
    days,
    claims,
  };
};

export const asUsed = ({ planId, date, units, minutes }: UsedDay): CountedDay => ({
  ...{ planId, date, units, minutes },
  claimId: null,
});
const asAsked = ({ planId, day, units, claimId }: ClaimedDay): CountedDay => ({
  ...{ planId, date: day, units, claimId },
  minutes: null,
});

/** Of each day what was worked and is not paid; below zero where more was paid than was worked. */
const openDays = (days: readonly UsedDay[], claims: readonly ClaimedDay[]): CountedDay[] => {
  const open = new Map<string, CountedDay>();
  const add = (day: CountedDay) => {
    const key = `${day.planId} ${day.date}`;
    open.set(key, { ...day, minutes: null, units: day.units + (open.get(key)?.units ?? 0) });
  };
  for (const day of days) if (day.from !== 'plan') add(asUsed(day));
  for (const claim of claims.filter(isPaid)) add({ ...asAsked(claim), units: -claim.units, claimId: null });
  return [...open.values()].filter(({ units }) => units !== 0);
};

/** The days whose units add up to a number of a ledger; without one all days that use it. */
export const daysBehind = ({ days, claims, authorized }: Ledger, part?: LedgerPart): CountedDay[] => {
  if (part === 'claimed') return claims.map(asAsked);
  if (part === 'paid') return claims.filter(isPaid).map(asAsked);
  if (part === 'denied') return claims.filter(isDenied).map(asAsked);
  if (part === 'open') return openDays(days, claims);
  if (part === 'short') return daysBeyond(days, authorized).map((day) => ({ ...asUsed(day), minutes: null }));
  return days
    .filter(({ from }) => part === undefined || (part === 'planned') === (from === 'plan'))
    .map(asUsed);
};

/** Whether an authorization has days without a card of which nobody says how time becomes units. */
export const hasUnknownUnits = (
  par: LedgerPar,
  { pars, cards, visits }: Pick<LedgerFacts, 'pars' | 'cards' | 'visits'>,
): boolean =>
  visits.some(
    ({ planId, month, type, unitRule, worked, toCome }) =>
      unitRule === null &&
      type === par.type &&
      !cards.some((card) => card.planId === planId && card.date === month) &&
      [...worked, ...toCome].some(({ date }) => parOn(pars, type, date) === par),
  );

/**
 * The ledgers of a client on a day: one for each authorization in the order given, then one for each type with units on days
 * that no authorization covers. Every unit is in exactly one of them. Who knows the used days already gives them.
 */
export const ledgersOf = (
  facts: LedgerFacts,
  day: string,
  zone: string,
  used: readonly UsedDay[] = usedDays(facts, day, zone),
): Ledger[] => {
  const { pars, claims, visits } = facts;
  const daysOf = Map.groupBy(used, ({ type, date }) => parOn(pars, type, date));
  const claimsOf = Map.groupBy(claims, (claim) => parOfClaim(pars, claim));
  const ofPars = pars.map((par) => {
    const days = daysOf.get(par) ?? [];
    const isOwn = (date: string) => parOn(pars, par.type, date) === par;
    const months = visits.filter(({ type }) => type === par.type);
    const isPartial = hasUnknownUnits(par, facts);
    const own = { par, type: par.type, isPartial, days, claims: claimsOf.get(par) ?? [] };
    return ledger(own, paceOf(days, months, isOwn, day, zone));
  });
  const without = { days: daysOf.get(undefined) ?? [], claims: claimsOf.get(undefined) ?? [] };
  const types = [...new Set([...without.days, ...without.claims].map(({ type }) => type))].sort();
  const outside = types.map((type) =>
    ledger(
      {
        par: null,
        type,
        isPartial: false,
        days: without.days.filter((one) => one.type === type),
        claims: without.claims.filter((one) => one.type === type),
      },
      undefined,
    ),
  );
  return [...ofPars, ...outside];
};

/** The ledger of one authorization. */
export const ledgerOf = (par: LedgerPar, facts: LedgerFacts, day: string, zone: string): Ledger | undefined =>
  ledgersOf(facts, day, zone).find((one) => one.par?.id === par.id);
