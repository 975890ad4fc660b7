import { type Par, parOn } from '../authorizations/pars.ts';
import { amountOf, rateOn, serviceDays } from '../billing/counting.ts';
import { type ClaimedDays, unitsOfDays } from '../billing/day-units.ts';
import { rateOfTerm } from '../billing/rates.ts';
import type { Card } from '../billing/schema.ts';
import { termsOn } from '../plan-types/rules.ts';
import type { Term } from '../plan-types/schema.ts';
import { MAX_LINES } from './claim.ts';

/** From billing cards to the lines of claims (docs/rules/claims.md, rules 3 and 4). */

/** What a card has in a line: payments are shared back by it. */
export interface CardShare {
  readonly cardId: number;
  readonly units: number;
  readonly amount: number;
}

export interface DayLine {
  readonly clientId: number;
  readonly day: string;
  /** Of the first card; PARs go by it. */
  readonly type: string;
  readonly place: string;
  readonly par: string | null;
  /** null: the type has none that day, which the preflight names. */
  readonly procedureCode: string | null;
  readonly modifiers: readonly string[];
  readonly units: number;
  readonly charge: number;
  /** A dated rate that was changed after its card was saved: charge and code would not belong together. */
  readonly isRateOutdated: boolean;
  readonly shares: readonly CardShare[];
}

/** 12 the client's home; 99 where the caregiver lives there and needs no EVV (docs/rules/claims.md, rule 5). */
export const placeOf = ({ excluded }: Pick<Card, 'excluded'>): '12' | '99' =>
  excluded === null ? '12' : '99';

export interface CardToClaim {
  readonly card: Card;
  /** Of its type. */
  readonly terms: readonly Term[];
  /** Of its client. */
  readonly pars: readonly Par[];
}

/** Days whose minutes fill no further unit have no line; days that claims ask for already have none either. */
const linesOfCard = ({ card, terms, pars }: CardToClaim, zone: string, claimed?: ClaimedDays): DayLine[] => {
  const days = serviceDays(card, zone).filter(({ billing }) => billing);
  return unitsOfDays(days, card.unitRule, claimed).flatMap(({ day, units, isClaimed }) => {
    if (isClaimed || units === 0) return [];
    const term = termsOn(terms, day);
    const rate = rateOn(card, day);
    const charge = amountOf(units, rate);
    return [
      {
        clientId: card.clientId,
        day,
        type: card.typeCode,
        place: placeOf(card),
        par: parOn(pars, card.typeCode, day)?.number ?? null,
        procedureCode: term?.procedureCode ?? null,
        modifiers: term?.modifiers ?? [],
        units,
        charge,
        isRateOutdated:
          card.rateKind !== null && term !== undefined && rateOfTerm(term, card.rateKind) !== rate,
        shares: [{ cardId: card.id, units, amount: charge }],
      },
    ];
  });
};

const claimKey = ({ clientId, place, par }: DayLine) => JSON.stringify([clientId, place, par]);
const lineKey = (line: DayLine) =>
  // Without a code nothing is claimed yet; its type keeps it apart.
  JSON.stringify([claimKey(line), line.day, line.procedureCode ?? `type ${line.type}`, ...line.modifiers]);

const together = (a: DayLine, b: DayLine): DayLine => ({
  ...a,
  units: a.units + b.units,
  charge: a.charge + b.charge,
  isRateOutdated: a.isRateOutdated || b.isRateOutdated,
  shares: [...a.shares, ...b.shares],
});

const orderOf = ({ day, procedureCode, modifiers, place, par }: DayLine) =>
  [day, procedureCode ?? '', ...modifiers, place, par ?? ''].join(' ');
const byOrder = (a: DayLine, b: DayLine) => {
  const [x, y] = [orderOf(a), orderOf(b)];
  return x < y ? -1 : x > y ? 1 : 0;
};

/** One line per client, day, procedure code and modifiers (and place and PAR, which a claim has one of), summed over cards. */
export const dayLines = (
  cards: readonly CardToClaim[],
  zone: string,
  claimedOf: (cardId: number) => ClaimedDays | undefined = () => undefined,
): DayLine[] => {
  const found = new Map<string, DayLine>();
  for (const line of cards.flatMap((card) => linesOfCard(card, zone, claimedOf(card.card.id)))) {
    const key = lineKey(line);
    const same = found.get(key);
    found.set(key, same ? together(same, line) : line);
  }
  return [...found.values()].toSorted((a, b) => a.clientId - b.clientId || byOrder(a, b));
};

/** Lines that go on one claim: at most 50 of a client, a place, a PAR and what else keeps them apart. */
export const claimGroups = (
  lines: readonly DayLine[],
  apart: (line: DayLine) => string = () => '',
): DayLine[][] => {
  const open = new Map<string, DayLine[]>();
  const groups: DayLine[][] = [];
  for (const line of lines) {
    const key = `${claimKey(line)} ${apart(line)}`;
    const group = open.get(key);
    if (group && group.length < MAX_LINES) group.push(line);
    else {
      const next = [line];
      open.set(key, next);
      groups.push(next);
    }
  }
  return groups;
};

/** Whole lines that are left out, because the share of a card in them is, and the rest. */
export const withoutLines = (
  lines: readonly DayLine[],
  isLeftOut: (cardId: number, day: string) => boolean,
): { readonly remaining: readonly DayLine[]; readonly leftOut: readonly DayLine[] } => {
  const isOut = ({ day, shares }: DayLine) => shares.some(({ cardId }) => isLeftOut(cardId, day));
  return { remaining: lines.filter((line) => !isOut(line)), leftOut: lines.filter(isOut) };
};
