import { type Ledger, ledgersOf } from '../authorizations/ledger.ts';
import { sum } from '../sum.ts';
import type { BookUnits, StoredCard } from './facts.ts';
import type { BookPart, BookRecord, CheckResult } from './schema.ts';
import { newTally, type Tally } from './tally.ts';

/** The ledger of authorized units against what is stored of billing records and claims (docs/rules/books.md, rule 11). */

const keyOf = (planId: number, month: string) => `${planId} ${month}`;
/** The live billing record of a plan's month; where there is none, the client. */
const recordOf = ({ clientId, cards }: BookUnits, key: string): BookRecord => {
  const card = cards.find(({ planId, date }) => keyOf(planId, date) === key);
  return card
    ? { kind: 'card', id: String(card.id), clientId, month: card.date, day: null }
    : { kind: 'client', id: String(clientId), clientId, month: key.split(' ')[1] ?? null, day: null };
};

interface Counted {
  readonly units: Map<string, number>;
  readonly add: (part: BookPart, key: string, units: number) => void;
}

/** Units of one line of the ledger by plan and month: inside the authorization, above it, or without one. */
const addLine = (
  { par, authorized, days }: Ledger,
  privates: ReadonlySet<string>,
  { units, add }: Counted,
) => {
  let used = 0;
  for (const day of days) {
    const key = keyOf(day.planId, day.date.slice(0, 7));
    units.set(key, (units.get(key) ?? 0) + day.units);
    if (privates.has(key)) {
      add('private', key, day.units);
      continue;
    }
    const inside = par === null ? 0 : Math.min(day.units, Math.max(0, (authorized ?? Infinity) - used));
    used += day.units;
    add('authorized', key, inside);
    add(par === null ? 'withoutPar' : 'abovePar', key, day.units - inside);
  }
};

/** What the lines count of a plan's month is what its one record has stored. */
const breakCards = (tally: Tally, facts: BookUnits, counted: ReadonlyMap<string, number>) => {
  const { cards, claims } = facts;
  const sent = new Set(claims.map(({ planId, day }) => keyOf(planId, day.slice(0, 7))));
  for (const [key, own] of Map.groupBy(cards, ({ planId, date }) => keyOf(planId, date))) {
    const stored = sum(own.map(({ units }) => units));
    const inLines = counted.get(key) ?? 0;
    const record = recordOf(facts, key);
    tally.look();
    // Days that a claim asks for keep the units that were sent.
    tally.add('asSent', stored - inLines, record);
    if (own.length > 1)
      tally.break(`${own.length} live billing records are of one care plan and month.`, record);
    else if (stored !== inLines && !sent.has(key))
      tally.break(`The ledger counts ${inLines} units of it, ${stored} are stored.`, record);
  }
};

/** What its claims ask for is the same in their lines, day by day, and in what is stored of the record. */
const breakClaims = (tally: Tally, facts: BookUnits) => {
  const { claims, asked } = facts;
  const inLines = Map.groupBy(claims, ({ planId, day }) => keyOf(planId, day.slice(0, 7)));
  const stored = Map.groupBy(asked, ({ planId, month }) => keyOf(planId, month));
  for (const key of new Set([...inLines.keys(), ...stored.keys()])) {
    const [lines, parts] = [inLines.get(key) ?? [], stored.get(key) ?? []];
    const record = recordOf(facts, key);
    const ofLines = sum(lines.map(({ units }) => units));
    const ofParts = sum(parts.map(({ units }) => units));
    if (ofLines !== ofParts)
      tally.break(
        `Its claims ask for ${ofLines} units in their lines, ${ofParts} are stored with it.`,
        record,
      );
    const decidedLines = sum(lines.filter(({ paidCents }) => paidCents !== null).map(({ units }) => units));
    const decidedParts = sum(parts.filter(({ isDecided }) => isDecided).map(({ units }) => units));
    if (decidedLines !== decidedParts)
      tally.break(
        `Of its claims ${decidedLines} units are decided by line, ${decidedParts} as a whole.`,
        record,
      );
  }
};

const SUMS = ['worked', 'onCards', 'claimed', 'paid', 'denied', 'planned'] as const;

/** Every unit is in exactly one line, and a line is its months. */
const breakLines = (tally: Tally, { clientId, claims, cards }: BookUnits, ledgers: readonly Ledger[]) => {
  const record: BookRecord = { kind: 'client', id: String(clientId), clientId, month: null, day: null };
  for (const { months, par, authorized, left, worked, ...line } of ledgers) {
    const own = { ...line, worked };
    const isSum = SUMS.every((name) => sum(months.map((month) => month[name])) === own[name]);
    const isLeft = authorized === null ? left === null : left === authorized - worked;
    if (!isSum || !isLeft)
      tally.break(
        `The ledger of ${par ? `authorization ${par.number}` : line.type} is not the sum of its months.`,
        record,
      );
  }
  const claimed = sum(ledgers.map((ledger) => ledger.claimed));
  const asked = sum(claims.map(({ units }) => units));
  if (claimed !== asked)
    tally.break(
      `The lines of the ledger have ${claimed} claimed units, the claims ask for ${asked}.`,
      record,
    );
  const [paid, denied] = [sum(ledgers.map((one) => one.paid)), sum(ledgers.map((one) => one.denied))];
  const decided = sum(claims.filter(({ paidCents }) => paidCents !== null).map(({ units }) => units));
  if (paid + denied !== decided)
    tally.break(
      `The lines of the ledger have ${paid + denied} decided units, the claims ${decided}.`,
      record,
    );
  if (cards.length === 0 && ledgers.some(({ worked }) => worked > 0))
    tally.break('The ledger counts units of a client without billing records.', record);
};

const privateMonths = (cards: readonly StoredCard[]) =>
  new Set(cards.flatMap(({ isPrivate, planId, date }) => (isPrivate ? [keyOf(planId, date)] : [])));

/** The total is what billing records have stored: the lines of the ledger, and what claims keep otherwise. */
export const checkUnits = (facts: BookUnits): CheckResult => {
  const tally = newTally('units');
  const ledgers = ledgersOf({ ...facts, visits: [] }, facts.today, facts.zone);
  const units = new Map<string, number>();
  const parts = new Map<string, { part: BookPart; key: string; units: number }>();
  const add = (part: BookPart, key: string, more: number) => {
    const known = parts.get(`${part} ${key}`);
    parts.set(`${part} ${key}`, { part, key, units: (known?.units ?? 0) + more });
  };
  const privates = privateMonths(facts.cards);
  for (const ledger of ledgers) addLine(ledger, privates, { units, add });
  for (const { part, key, units: own } of parts.values()) tally.add(part, own, recordOf(facts, key));
  breakCards(tally, facts, units);
  breakClaims(tally, facts);
  breakLines(tally, facts, ledgers);
  return tally.result();
};
