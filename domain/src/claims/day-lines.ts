import { type Par, parOn } from '../authorizations/pars.ts';
import { amountOf, rateOn, serviceDays } from '../billing/counting.ts';
import { type ClaimedDays, unitsOfDays } from '../billing/day-units.ts';
import { rateOfTerm } from '../billing/rates.ts';
import type { Card } from '../billing/schema.ts';
import { termsOn } from '../plan-types/rules.ts';
import type { Term } from '../plan-types/schema.ts';
import { MAX_LINES } from './claim.ts';

/** Turns billing cards into claim lines (docs/rules/claims.md, rules 3 and 4). */

/** A card's part of a line, by which payments are shared back. */
export interface CardShare {
  readonly cardId: number;
  readonly units: number;
  readonly amount: number;
}

export interface DayLine {
  readonly clientId: number;
  readonly day: string;
  /** The type of the first card, which decides the PAR. */
  readonly type: string;
  readonly place: string;
  readonly par: string | null;
  /** Null if the type has no code that day, which the preflight reports. */
  readonly procedureCode: string | null;
  readonly modifiers: readonly string[];
  readonly units: number;
  readonly charge: number;
  /** A dated rate was changed after its card was saved, so charge and code would not match. */
  readonly isRateOutdated: boolean;
  readonly shares: readonly CardShare[];
}

/** 12 is the client's home; 99 if the caregiver lives there and needs no EVV (docs/rules/claims.md, rule 5). */
export const placeOf = ({ excluded }: Pick<Card, 'excluded'>): '12' | '99' =>
  excluded === null ? '12' : '99';

export interface CardToClaim {
  readonly card: Card;
  /** The terms of its care plan type. */
  readonly terms: readonly Term[];
  /** The PARs of its client. */
  readonly pars: readonly Par[];
}

/** Days whose minutes complete no further unit have no line; neither have days that claims already ask for. */
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
  // Without a code nothing can be claimed yet; the type keeps such lines separate.
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

/** One line per client, day, procedure code, modifiers, place and PAR, added up over cards. */
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

/** The lines of each claim: at most 50 of the same client, place and PAR, and with the same result of `apart`. */
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

/** Leaves out the whole line if the share of any of its cards is left out. Returns both groups. */
export const withoutLines = (
  lines: readonly DayLine[],
  isLeftOut: (cardId: number, day: string) => boolean,
): { readonly remaining: readonly DayLine[]; readonly leftOut: readonly DayLine[] } => {
  const isOut = ({ day, shares }: DayLine) => shares.some(({ cardId }) => isLeftOut(cardId, day));
  return { remaining: lines.filter((line) => !isOut(line)), leftOut: lines.filter(isOut) };
};
