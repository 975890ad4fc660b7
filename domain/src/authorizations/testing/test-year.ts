import type { CardDay, EvvVisit } from '../../billing/schema.ts';
import { addDays, monthOf, WEEKDAYS, weekdayOf } from '../../calendar.ts';
import type { WeekRows } from '../../care-plans/schema.ts';
import { type AskedBook, type AskedClaim, askedDays } from '../../claims/asked-days.ts';
import type { CardPart } from '../../claims/batch.ts';
import type { Term } from '../../plan-types/schema.ts';
import { FIRST_PACK } from '../../states/registry.ts';
import type { UnitRule } from '../../unit-rules.ts';
import type { LedgerCard, LedgerFacts, LedgerPar } from '../ledger.ts';
import { type LedgerPlan, monthsIn, planMonths } from '../plan-months.ts';

/**
 * A year of a client, and what is true of it, counted a second time by a list of days that the ledger does not see. Cards, claims
 * and visits are made from the same year as the product would make them.
 */

export const ZONE = 'America/Denver';
export const YEAR = { from: '2026-01-01', through: '2026-12-31' };

/** A small generator with a seed, so that a failed year can be made again. */
export const randomOf = (seed: number) => {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4_294_967_296;
  };
  const int = (from: number, through: number) => from + Math.floor(next() * (through - from + 1));
  return { next, int, chance: (share: number) => next() < share };
};
export type Random = ReturnType<typeof randomOf>;

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const weekOf = (days: ReadonlySet<number>, start: number, minutes: number): WeekRows => {
  const row = (minute: number) => {
    const at = (day: number) => (days.has(day) ? clock(minute) : null);
    return { Mon: at(0), Tue: at(1), Wed: at(2), Thu: at(3), Fri: at(4), Sat: at(5), Sun: at(6) };
  };
  return [
    { Name: 'Time In', ...row(start) },
    { Name: 'Time Out', ...row(start + minutes) },
    { Name: 'Travel Time', Mon: 0, Tue: 0, Wed: 0, Thu: 0, Fri: 0, Sat: 0, Sun: 0 },
  ];
};

export const termOf = (unitRule: UnitRule, rateCents = 692, hasCfcCode = false): Term => ({
  validFrom: '2025-01-01',
  procedureCode: 'T1019',
  modifiers: [],
  ...(hasCfcCode && { cfcCode: 'T1019', cfcModifiers: ['U9'] }),
  unitRule,
  rateCents,
  addrateCents: null,
  payCategory: null,
  source: 'test',
});

/** What happened on a day of a plan: the truth. */
export interface TrueDay {
  readonly planId: number;
  readonly type: string;
  readonly rule: UnitRule;
  readonly date: string;
  readonly minutes: number;
  readonly state: 'done' | 'planned';
  readonly isOnCard: boolean;
}

export interface TrueClaim {
  readonly type: string;
  readonly date: string;
  readonly units: number;
  readonly fate: 'waits' | 'paid' | 'denied';
}

export interface GeneratedYear {
  readonly today: string;
  readonly facts: LedgerFacts;
  readonly plans: readonly LedgerPlan[];
  readonly days: readonly TrueDay[];
  readonly claims: readonly TrueClaim[];
  readonly move: Move | null;
}

/** The client moves from a waiver to Community First Choice. */
export interface Move {
  /** First day in the new program. */
  readonly on: string;
  /** Types that have a code in it; days of the others cannot be claimed from then on. */
  readonly coded: ReadonlySet<string>;
}

/** Drawn apart, so that a year is the same with its move and without. */
const moveOf = (seed: number): Move | null => {
  const random = randomOf(seed + 1_000_003);
  if (random.chance(0.3)) return null;
  const on = random.chance(0.3)
    ? `2026-${String(random.int(2, 11)).padStart(2, '0')}-01`
    : addDays(YEAR.from, random.int(30, 340));
  return { on, coded: new Set(TYPES.filter(() => random.chance(0.7))) };
};

const programsOf = (move: Move | null): LedgerPlan['programs'] =>
  move
    ? [
        { from: '2025-01-01', program: 'Waiver' },
        { from: move.on, program: 'CFC' },
      ]
    : [];

/** Whether a claim can be made of a day of a type. */
export const hasTrueCode = (move: Move | null, type: string, date: string): boolean =>
  move === null || date < move.on || move.coded.has(type);

interface Shape {
  readonly today: string;
  readonly missed: number;
  readonly moved: number;
  /** Chance that a month has a saved card, and that a saved card is claimed. */
  readonly carded: number;
  readonly claimed: number;
  /** At most so many plans and authorizations a type. */
  readonly plans: number;
  readonly changes: boolean;
}

const TYPES = ['PCP', 'HMA'];
const RULES: readonly UnitRule[] = ['up', 'nearest', 'down'];

const visitOf = (
  plannedDay: string,
  date: string,
  start: number,
  minutes: number,
  isDone: boolean,
): EvvVisit => {
  const at = Temporal.PlainDateTime.from(`${date}T${clock(start)}`)
    .toZonedDateTime(ZONE)
    .toInstant();
  return {
    date,
    plannedDay,
    Status: isDone ? 'Complete' : 'Planned',
    startedAt: isDone ? at.toString() : null,
    endedAt: isDone ? at.add({ minutes }).toString() : null,
    ClosedCode: null,
    ClosedMemo: null,
  };
};

interface MadePlan {
  readonly plan: LedgerPlan;
  /** Planned day, where it is now, minutes, and whether somebody came. */
  readonly days: readonly { day: string; date: string; minutes: number; isDone: boolean }[];
}

interface Weekly {
  readonly from: string;
  readonly last: string;
  /** Weekdays from 0, Monday. */
  readonly days: ReadonlySet<number>;
  readonly start: number;
}

/** The visits of a plan: done, missed, moved, or not there yet. */
const makeVisits = (
  random: Random,
  { from, last, days, start }: Weekly,
  lengthOn: (day: string) => number,
  shape: Shape,
) => {
  const taken = new Set<string>();
  const made: { day: string; date: string; minutes: number; isDone: boolean }[] = [];
  const visits: EvvVisit[] = [];
  const isPlanned = (date: string) =>
    from <= date && date <= last && days.has(WEEKDAYS.indexOf(weekdayOf(Temporal.PlainDate.from(date))));
  for (let day = from; day <= last; day = addDays(day, 1)) {
    if (!isPlanned(day)) continue;
    const length = lengthOn(day);
    const target = addDays(day, random.int(1, 3));
    const isMoved =
      random.chance(shape.moved) &&
      !isPlanned(target) &&
      !taken.has(target) &&
      target <= last &&
      // Visits exist for two weeks ahead; only those can be moved.
      day <= addDays(shape.today, 10) &&
      !(day < shape.today && target >= shape.today);
    const date = isMoved ? target : day;
    taken.add(date);
    const isPast = date < shape.today;
    const isDone = isPast && !random.chance(shape.missed);
    if (isPast || isMoved) visits.push(visitOf(day, date, start, length, isDone));
    made.push({ day, date, minutes: length, isDone });
  }
  return { visits, made };
};

/** Plans of one type follow one another; each changes its week once, if weeks change. */
const makePlans = (
  random: Random,
  type: string,
  firstId: number,
  shape: Shape,
  move: Move | null,
): MadePlan[] => {
  const rule = RULES[random.int(0, 2)] ?? 'up';
  const count = random.int(1, shape.plans);
  const cuts = [YEAR.from, ...(count > 1 ? [addDays(YEAR.from, random.int(60, 300))] : [])];
  return cuts.map((from, at) => {
    const start = 8 * 60 + random.int(0, 20) * 5;
    const days = new Set(WEEKDAYS.map((_, n) => n).filter(() => random.chance(0.7)));
    if (days.size === 0) days.add(random.int(0, 6));
    const week = (minutes: number) => ({ time: weekOf(days, start, minutes) });
    const minutes = random.int(6, 48) * 5;
    const later = random.int(6, 48) * 5;
    const changed = addDays(from, random.int(20, 90));
    const isChanged = shape.changes && random.chance(0.5);
    const end = cuts[at + 1] ?? null;
    const plan = {
      id: firstId + at,
      StartDate: from,
      EndDate: end,
      Status: 'Active' as const,
      coversPlanId: null,
      excluded: null,
      evvNeeded: true,
      week: week(isChanged ? later : minutes),
      weeks: isChanged
        ? [
            { from, week: week(minutes) },
            { from: changed, week: week(later) },
          ]
        : [],
      type,
      terms: [termOf(rule, 692, move?.coded.has(type))],
      programs: programsOf(move),
      isOutside: false,
      limits: { archived: [null], temporary: [] },
    };
    const last = end === null ? YEAR.through : addDays(end, -1);
    const { visits, made } = makeVisits(
      random,
      { from, last, days, start },
      (day) => (isChanged && day >= changed ? later : minutes),
      shape,
    );
    return { plan: { ...plan, visits }, days: made };
  });
};

/** A card as billing opens it, with days that somebody has taken off or shortened since. */
const makeCard = (random: Random, { plan, days }: MadePlan, month: string, shape: Shape): LedgerCard => {
  const rows = days
    .filter(({ date, isDone }) => monthOf(date) === month && isDone)
    .map(({ date, minutes }): CardDay => {
      const isCorrected = shape.changes && random.chance(0.05);
      const billed = isCorrected ? Math.max(5, minutes - random.int(1, 6) * 5) : minutes;
      return {
        date,
        start: '08:00',
        end: clock(8 * 60 + billed),
        travel: random.chance(0.2) ? 10 : 0,
        billing: !(shape.changes && random.chance(0.05)),
        payroll: true,
      };
    });
  const first = Temporal.PlainYearMonth.from(month);
  return {
    planId: plan.id,
    date: month,
    typeCode: plan.type,
    startPeriod: `${month}-01`,
    endPeriod: first.toPlainDate({ day: first.daysInMonth }).toString(),
    payRate: 692,
    rates: [],
    unitRule: plan.terms[0]?.unitRule ?? 'up',
    days: rows,
  };
};

const lengthOf = ({ start, end, travel }: CardDay) => {
  const minute = (text: string | null) => Number(text?.slice(0, 2)) * 60 + Number(text?.slice(3));
  return minute(end) - minute(start) + travel;
};

const wholeUnits = (minutes: number, rule: UnitRule) =>
  rule === 'up'
    ? Math.floor((minutes + 14) / 15)
    : rule === 'down'
      ? Math.floor(minutes / 15)
      : Math.floor((minutes * 2 + 15) / 30);

/** Units of days by running totals, counted from zero anew for each day. */
export const naiveUnits = (
  days: readonly { readonly date: string; readonly minutes: number }[],
  rule: UnitRule,
): Map<string, number> => {
  const sorted = days.toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const before = (count: number) =>
    wholeUnits(
      sorted.slice(0, count).reduce((all, { minutes }) => all + minutes, 0),
      rule,
    );
  return new Map(sorted.map(({ date }, at) => [date, before(at + 1) - before(at)]));
};

const partOf = (claimId: string, cardId: number, more: Partial<CardPart>): CardPart => ({
  claimId,
  cardId,
  frequency: '1',
  replaces: null,
  superseded: false,
  charge: 0,
  units: 0,
  paid: null,
  reversed: false,
  refused: null,
  reason: null,
  problem: null,
  posted: [],
  icn: null,
  usage: 'P',
  ...more,
});

interface Claimed {
  readonly asked: AskedBook;
  readonly claims: ReadonlyMap<string, AskedClaim>;
  readonly truth: readonly TrueClaim[];
}

/** What may become of a claim of a card, and which of its days it asks for then. */
const storiesOf = (
  {
    id,
    later,
    cardId,
    paid,
  }: { readonly id: string; readonly later: string; readonly cardId: number; readonly paid: number },
  standing: (fate?: 'waits') => TrueClaim[],
): readonly (readonly [parts: CardPart[], truth: TrueClaim[]])[] => {
  const refused = { source: '277CA', reason: 'no' } as const;
  return [
    [[partOf(id, cardId, {})], standing('waits')],
    [[partOf(id, cardId, { paid })], standing()],
    [[partOf(id, cardId, { refused })], []],
    // Refused, and sent again.
    [[partOf(id, cardId, { refused, superseded: true }), partOf(later, cardId, { paid })], standing()],
    // Paid, and a correction is on its way: it asks in the place of the first.
    [
      [partOf(id, cardId, { paid: 0, icn: 'x' }), partOf(later, cardId, { frequency: '7', replaces: id })],
      standing('waits'),
    ],
    // Corrected and paid.
    [
      [
        partOf(id, cardId, { paid, superseded: true }),
        partOf(later, cardId, { frequency: '7', replaces: id, paid }),
      ],
      standing(),
    ],
    // Taken back.
    [
      [
        partOf(id, cardId, { paid, superseded: true }),
        partOf(later, cardId, { frequency: '8', replaces: id, paid: 0 }),
      ],
      [],
    ],
  ];
};

/** One claim of a card, and what became of it: it may be refused, corrected or voided later. */
const makeClaim = (
  random: Random,
  card: LedgerCard,
  cardId: number,
  pars: readonly LedgerPar[],
  move: Move | null,
): Claimed => {
  const rows = card.days
    .filter(({ billing }) => billing)
    .map((row) => ({ date: row.date, minutes: lengthOf(row) }));
  const units = [...naiveUnits(rows, card.unitRule)].filter(
    ([date, count]) => count > 0 && hasTrueCode(move, card.typeCode, date),
  );
  const id = `1-${cardId}`;
  const later = `2-${cardId}`;
  const fates = units.map(([, count]) => ({
    count,
    fate: random.chance(0.1) ? ('denied' as const) : ('paid' as const),
  }));
  const line = (claim: string, [day, count]: readonly [string, number], at: number) => ({
    control: `${claim}-${at + 1}`,
    day,
    procedureCode: 'T1019',
    modifiers: move && move.on <= day ? ['U9'] : [],
    units: count,
    charge: count * 692,
    shares: [{ cardId, units: count, amount: count * 692 }],
  });
  const numberOn = (day: string) =>
    pars.find(({ type, from, through }) => type === card.typeCode && from <= day && day <= through)?.number ??
    null;
  const sentOf = (claim: string): AskedClaim => ({
    sent: {
      par: units[0] ? numberOn(units[0][0]) : null,
      lines: units.map((one, at) => line(claim, one, at)),
    },
    paidLines: fates.map(({ count, fate }, at) => ({
      control: `${claim}-${at + 1}`,
      paid: fate === 'paid' ? count * 692 : 0,
    })),
  });
  const paid = fates.reduce((all, { count, fate }) => all + (fate === 'paid' ? count * 692 : 0), 0);
  const standing = (fate?: 'waits'): TrueClaim[] =>
    units.map(([date, count], at) => ({
      type: card.typeCode,
      date,
      units: count,
      fate: fate ?? fates[at]?.fate ?? 'waits',
    }));
  const [parts, truth] = storiesOf({ id, later, cardId, paid }, standing)[random.int(0, 6)] ?? [[], []];
  return {
    asked: { planId: card.planId, type: card.typeCode, cardIds: [cardId], parts },
    claims: new Map([
      [id, sentOf(id)],
      [later, sentOf(later)],
    ]),
    truth,
  };
};

/** Authorizations of a type follow one another, some with days between them; a new program often begins with a new one. */
const makePars = (
  random: Random,
  type: string,
  firstId: number,
  shape: Shape,
  move: Move | null,
): LedgerPar[] => {
  const count = random.int(1, shape.plans + 1);
  const drawn = addDays(YEAR.from, random.int(80, 280));
  const cut = move?.coded.has(type) && YEAR.from < move.on ? move.on : drawn;
  const gap = shape.changes && random.chance(0.3) ? random.int(1, 25) : 0;
  const spans =
    count === 1
      ? [YEAR]
      : [
          { from: YEAR.from, through: addDays(cut, -1 - gap) },
          { from: cut, through: YEAR.through },
        ];
  return spans.map((span, at) => ({
    id: firstId + at,
    type,
    number: `P${firstId + at}`,
    ...span,
    units: random.chance(0.1) ? null : random.int(50, 4_000),
  }));
};

export const generateYear = (seed: number, given: Partial<Shape> = {}): GeneratedYear => {
  const random = randomOf(seed);
  const shape: Shape = {
    today: addDays(YEAR.from, random.int(30, 340)),
    missed: 0.1,
    moved: 0.1,
    carded: 0.85,
    claimed: 0.8,
    plans: 2,
    changes: true,
    ...given,
  };
  const move = moveOf(seed);
  const types = TYPES.slice(0, random.int(1, 2));
  const made = types.flatMap((type, at) => makePlans(random, type, 10 + at * 10, shape, move));
  const pars = types.flatMap((type, at) => makePars(random, type, 100 + at * 10, shape, move));
  const cards: LedgerCard[] = [];
  const claimed: Claimed[] = [];
  const days: TrueDay[] = [];
  for (const one of made) {
    const rule = one.plan.terms[0]?.unitRule ?? 'up';
    const of = { planId: one.plan.id, type: one.plan.type, rule };
    for (const month of monthsIn(YEAR)) {
      const own = one.days.filter(({ date }) => monthOf(date) === month);
      const isPast = month < monthOf(shape.today);
      const card = isPast && own.some(({ isDone }) => isDone) && random.chance(shape.carded);
      if (!card) {
        for (const { date, minutes, isDone } of own)
          if (isDone || date >= shape.today)
            days.push({ ...of, date, minutes, state: isDone ? 'done' : 'planned', isOnCard: false });
        continue;
      }
      const saved = makeCard(random, one, month, shape);
      cards.push(saved);
      for (const row of saved.days.filter(({ billing }) => billing))
        days.push({ ...of, date: row.date, minutes: lengthOf(row), state: 'done', isOnCard: true });
      if (random.chance(shape.claimed)) claimed.push(makeClaim(random, saved, cards.length, pars, move));
    }
  }
  return {
    today: shape.today,
    plans: made.map(({ plan }) => plan),
    facts: {
      pars,
      cards,
      visits: made.flatMap(({ plan }) =>
        planMonths(plan, YEAR, { today: shape.today, zone: ZONE, pack: FIRST_PACK }),
      ),
      claims: claimed.flatMap(({ asked, claims }) => askedDays(asked, claims, 'P')),
    },
    days,
    claims: claimed.flatMap(({ truth }) => truth),
    move,
  };
};
