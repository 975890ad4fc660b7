import type { ClaimedDays } from '../billing/day-units.ts';
import type { CardStatus } from '../billing/schema.ts';
import { sum } from '../sum.ts';
import { type CardClaim, isVoided } from './billing-state.ts';
import { type CardToClaim, claimGroups, type DayLine, dayLines } from './day-lines.ts';
import { askedByCard, isDeniedWhole } from './expected.ts';
import { type ClaimedOfCard, NOTHING_CLAIMED } from './left-to-claim.ts';
import { type FirstPayers, insurersOf } from './second-payer.ts';
import { claimAgain, claimId, claimsToSend, type SentClaim } from './sent-claim.ts';

/** Which cards go into a file, and as which claims (docs/rules/claims.md, rule 2). */

/** What a claim holds of a card. A record that was deleted and saved anew is on the same claims. */
export interface CardPart extends CardClaim {
  readonly cardId: number;
  readonly units: number;
  /** The payer's number. */
  readonly icn: string | null;
  readonly usage: 'T' | 'P';
}

export interface BatchCard extends CardToClaim {
  /** Cents that the card comes to now. */
  readonly amount: number;
  readonly parts: readonly CardPart[];
}

/** A claim of a test file holds nothing back once files are for real. */
const counts = (claim: CardPart, usage: 'T' | 'P') => claim.usage === 'P' || usage === 'T';

/** Claims that ask for a card's money now, and those on their way to take one back: refused or replaced ones do neither. */
export const alive = (parts: readonly CardPart[], usage: 'T' | 'P'): CardPart[] =>
  parts.filter(
    (claim) => counts(claim, usage) && !claim.superseded && !(claim.refused !== null && claim.paid === null),
  );
const isReplaced = ({ claimId: id }: CardPart, among: readonly CardPart[]) =>
  among.some(({ replaces }) => replaces === id);

/** The payer decided on it and knows it by a number, and no other claim takes its place. */
const isReplaceable = (claim: CardPart, among: readonly CardPart[]) =>
  claim.paid !== null && claim.icn !== null && !isReplaced(claim, among);

/** Claims that ask for a card's money, the newest of each, denied ones too. */
export const standingClaims = (parts: readonly CardPart[], usage: 'T' | 'P'): readonly CardPart[] => {
  const claims = alive(parts, usage).filter(({ frequency }) => frequency !== '8');
  return claims.filter((claim) => !isReplaced(claim, claims));
};

/** What the claims come to that ask for a card's money, the newest of each. */
export const askedFor = (parts: readonly CardPart[], usage: 'T' | 'P'): number =>
  sum(standingClaims(parts, usage).map(({ charge }) => charge));

/** A claim of it was taken back, or is on its way to be: that may take its days with it, and nothing goes out beside it. */
const isTakenBack = (own: readonly CardPart[], usage: 'T' | 'P') =>
  isVoided(own) || alive(own, usage).some(({ frequency }) => frequency === '8');

/** What they ask for of the record. */
export const claimedOfParts = (parts: readonly CardPart[], usage: 'T' | 'P'): ClaimedOfCard => ({
  ...NOTHING_CLAIMED,
  charge: askedFor(parts, usage),
  isTakenBack: isTakenBack(
    parts.filter((claim) => counts(claim, usage)),
    usage,
  ),
});

/** The same claims; none when all of them were denied. */
export const askingClaims = (parts: readonly CardPart[], usage: 'T' | 'P'): readonly CardPart[] => {
  const claims = alive(parts, usage).filter(({ frequency }) => frequency !== '8');
  return claims.every(isDeniedWhole) ? [] : standingClaims(parts, usage);
};

/** Days of a plan and month that those claims ask for; `isOf` finds its records, deleted ones too. */
export const claimedDays = (
  asking: readonly CardPart[],
  sent: ReadonlyMap<string, Pick<SentClaim, 'lines'>>,
  isOf: (cardId: number) => boolean,
): ClaimedDays => {
  const days = new Map<string, number>();
  for (const id of new Set(asking.map(({ claimId: one }) => one)))
    for (const { day, shares } of sent.get(id)?.lines ?? [])
      for (const { cardId, units } of shares) if (isOf(cardId)) days.set(day, (days.get(day) ?? 0) + units);
  return days;
};

/**
 * Of which records only the days go out that no claim asks for, a denied one neither: those days go again when that claim is
 * corrected. A record of which a claim was taken back goes again when staff set it to Billed, and not before.
 */
export const goesInPart = (
  { status, parts }: { readonly status: CardStatus; readonly parts: readonly CardPart[] },
  { usage, frequency }: { readonly usage: 'T' | 'P'; readonly frequency: '1' | '7' },
): boolean => {
  const own = parts.filter((claim) => counts(claim, usage));
  if (standingClaims(own, usage).length === 0 || isTakenBack(own, usage)) return false;
  const isRefusedBeside = own.some(
    ({ refused, paid, superseded }) => refused !== null && paid === null && !superseded,
  );
  return status === 'Adjust' || (status === 'Billed' && frequency === '1' && isRefusedBeside);
};

export interface Choice<C extends BatchCard> {
  /** Claimed the first time, or again after a refusal or a denial. */
  readonly fresh: readonly C[];
  /** Claims that a new one (frequency 7) takes the place of. */
  readonly replaced: readonly string[];
  readonly alreadySent: readonly C[];
  /** Of those: they came to something else when they were sent. */
  readonly changed: readonly C[];
}

/** Frequency 7 replaces what the payer denied, and what has changed since the payer paid it. */
export const chooseCards = <C extends BatchCard>(
  cards: readonly C[],
  { usage, frequency }: { readonly usage: 'T' | 'P'; readonly frequency: '1' | '7' },
): Choice<C> => {
  const fresh: C[] = [];
  const alreadySent: C[] = [];
  const changed: C[] = [];
  const replaced = new Set<string>();
  for (const card of cards) {
    const all = alive(card.parts, usage);
    const claims = all.filter((claim) => claim.frequency !== '8');
    const isDenied = claims.every(isDeniedWhole);
    const differs = claims.length > 0 && askedFor(claims, usage) !== card.amount;
    const replaceable = claims.filter((claim) => isReplaceable(claim, all));
    const isDecided = claims.every(({ paid }) => paid !== null);
    if (frequency === '7' && replaceable.length > 0 && isDecided && (isDenied || differs))
      for (const { claimId: id } of replaceable) replaced.add(id);
    else if (isDenied) fresh.push(card);
    else {
      alreadySent.push(card);
      if (differs) changed.push(card);
    }
  }
  return { fresh, replaced: [...replaced], alreadySent, changed };
};

export interface NumberedClaim {
  readonly sent: SentClaim;
  /** Our number of the claim that this one replaces or takes back. */
  readonly replaces: string | null;
}

/** A line without the parts of it that another claim holds. */
const without = (line: DayLine, isElsewhere: (cardId: number, day: string) => boolean): DayLine[] => {
  const shares = line.shares.filter(({ cardId }) => !isElsewhere(cardId, line.day));
  if (shares.length === 0) return [];
  return [
    {
      ...line,
      shares,
      units: sum(shares.map(({ units }) => units)),
      charge: sum(shares.map(({ amount }) => amount)),
    },
  ];
};

type WithLines = { readonly lines: readonly Pick<DayLine, 'day' | 'shares'>[] };

/** Units by day that claims ask for, of each record by its plan and month. */
const unitsByRecord = (
  claims: readonly WithLines[],
  keyOf: (cardId: number) => string,
): ReadonlyMap<string, ReadonlyMap<string, number>> => {
  const records = new Map<string, Map<string, number>>();
  for (const { lines } of claims)
    for (const { day, shares } of lines)
      for (const { cardId, units } of shares) {
        const days = records.get(keyOf(cardId)) ?? new Map<string, number>();
        records.set(keyOf(cardId), days.set(day, (days.get(day) ?? 0) + units));
      }
  return records;
};

export interface Replacement {
  readonly earlier: SentClaim;
  /** The payer's number of it. */
  readonly icn: string;
  readonly lines: readonly DayLine[];
}

/**
 * The lines that replacements have now: those of the cards of each claim that no other claim holds. A day that was on no
 * claim before goes with the first.
 */
export const linesToReplace = (
  earlier: readonly { readonly claim: SentClaim; readonly icn: string }[],
  cards: readonly CardToClaim[],
  around: {
    /** Plan and month of a card: they stay when the record is deleted and saved anew. */
    readonly keyOf: (cardId: number) => string;
    /** Other claims that ask for days of these cards. */
    readonly others: readonly SentClaim[];
    readonly zone: string;
  },
): Replacement[] => {
  const { keyOf, others, zone } = around;
  const daysOf = (claim: SentClaim) =>
    claim.lines.flatMap(({ day, shares }) => shares.map(({ cardId }) => `${keyOf(cardId)} ${day}`));
  const holders = new Map<string, string>();
  for (const claim of [...others, ...earlier.map((one) => one.claim)])
    for (const key of daysOf(claim)) if (!holders.has(key)) holders.set(key, claim.id);
  // What the other claims ask for stays as it was sent.
  const sentElsewhere = unitsByRecord(others, keyOf);
  return earlier.map(({ claim, icn }) => {
    const keys = new Set(claim.lines.flatMap(({ shares }) => shares.map(({ cardId }) => keyOf(cardId))));
    const lines = dayLines(
      cards.filter(({ card }) => keys.has(keyOf(card.id))),
      zone,
      (cardId) => sentElsewhere.get(keyOf(cardId)),
    ).flatMap((line) =>
      without(line, (cardId, day) => {
        const key = `${keyOf(cardId)} ${day}`;
        const holder = holders.get(key) ?? claim.id;
        holders.set(key, holder);
        return holder !== claim.id;
      }),
    );
    return { earlier: claim, icn, lines };
  });
};

/** Days that claims ask for already, and those that replacements of the same file ask for: no other claim of it has them too. */
export const claimedBeside = (
  replacements: readonly WithLines[],
  claimedOf: (cardId: number) => ClaimedDays | undefined,
  keyOf: (cardId: number) => string,
): ((cardId: number) => ClaimedDays | undefined) => {
  const replaced = unitsByRecord(replacements, keyOf);
  return (cardId) => {
    const [own, more] = [claimedOf(cardId), replaced.get(keyOf(cardId))];
    return more ? new Map([...(own ?? []), ...more]) : own;
  };
};

/** A replacement keeps the number that it stands for on its first claim; a second PAR, place or insurer begins a claim of its own. */
const numberAgain = (
  { earlier, icn, lines }: Replacement,
  batch: number,
  after: number,
  firstPayers: FirstPayers,
): NumberedClaim[] => {
  const [first, ...others] = claimGroups(lines, insurersOf(firstPayers));
  const [line] = first ?? [];
  if (!first || !line) return [];
  const id = claimId(batch, after + 1);
  const again = claimAgain(earlier, { id, icn, frequency: '7', lines: first, firstPayers });
  return [
    { sent: { ...again, place: line.place, par: line.par }, replaces: earlier.id },
    ...claimsToSend(others.flat(), batch, after + 1, firstPayers).map((sent) => ({ sent, replaces: null })),
  ];
};

/** Claims of a batch in the order of clients. */
export const numberClaims = (
  batch: number,
  fresh: readonly DayLine[],
  replacements: readonly Replacement[],
  firstPayers: FirstPayers,
): NumberedClaim[] => {
  const claims: NumberedClaim[] = claimsToSend(fresh, batch, 0, firstPayers).map((sent) => ({
    sent,
    replaces: null,
  }));
  for (const replacement of replacements)
    claims.push(...numberAgain(replacement, batch, claims.length, firstPayers));
  return claims;
};

/** A correction (7) that the payer refused, and in whose place no other claim is. */
export const hasRefusedCorrection = (parts: readonly CardPart[], usage: 'T' | 'P'): boolean =>
  parts.some(
    (claim) =>
      counts(claim, usage) &&
      claim.frequency === '7' &&
      !claim.superseded &&
      claim.refused !== null &&
      claim.paid === null,
  );

/** A line by its day and the records that it asks for. */
interface OfRecords {
  readonly day: string;
  readonly shares: readonly { readonly cardId: number }[];
}

const daysOfRecords = (lines: readonly OfRecords[]) =>
  lines.flatMap(({ day, shares }) => shares.map(({ cardId }) => `${cardId} ${day}`));

/** Our numbers of the claims that one asks for again: a new claim may ask for the days of several denied ones. */
export const claimsAskedAgain = (
  { lines }: Pick<SentClaim, 'lines'>,
  replacements: readonly Pick<Replacement, 'earlier' | 'lines'>[],
): string[] => {
  const asked = new Set(daysOfRecords(lines));
  return replacements.flatMap(({ earlier, lines: own }) =>
    daysOfRecords(own).some((key) => asked.has(key)) ? [earlier.id] : [],
  );
};

/** A claim that was refused or denied, with the days of other claims that ask for what it asked for. */
export interface OpenClaim extends Pick<SentClaim, 'id' | 'frequency' | 'lines'> {
  /** All that stand beside it, those of the same file too, but for the one that it was to correct. */
  readonly beside: readonly Pick<SentClaim, 'lines'>[];
}

/**
 * Of claims of a record that were refused or denied, those in whose place a new one is: it asks for a day of them, or the record
 * has no day of them any more, so that nothing is left to ask for. A correction that was refused is wanted as long as one of its
 * days is on no new claim: on the claim that it was to correct that day is still wrong.
 */
export const claimsInPlaceOf = (
  { lines, frequency }: Pick<SentClaim, 'frequency' | 'lines'>,
  earlier: readonly OpenClaim[],
  {
    keyOf,
    key,
    records,
  }: {
    /** Plan and month of a card: they stay when the record is deleted and saved anew. */
    readonly keyOf: (cardId: number) => string;
    /** Of the record that is asked about. */
    readonly key: string;
    /** What the records have now, day by day. */
    readonly records: readonly OfRecords[];
  },
): string[] => {
  const daysOf = (of: readonly OfRecords[]) =>
    new Set(
      of.flatMap(({ day, shares }) => (shares.some(({ cardId }) => keyOf(cardId) === key) ? [day] : [])),
    );
  const [asked, left] = [daysOf(lines), daysOf(records)];
  return earlier.flatMap((claim) => {
    const own = daysOf(claim.lines);
    if (own.size === 0) return [];
    const days = own.intersection(left);
    if (days.size === 0) return [claim.id];
    if (days.isDisjointFrom(asked)) return [];
    const isNewForCorrection = claim.frequency === '7' && frequency === '1';
    const elsewhere = daysOf(claim.beside.flatMap((one) => one.lines));
    return !isNewForCorrection || days.isSubsetOf(asked.union(elsewhere)) ? [claim.id] : [];
  });
};

/** Takes claims back as they were sent. */
export const numberVoids = (
  batch: number,
  earlier: readonly { readonly claim: SentClaim; readonly icn: string }[],
): NumberedClaim[] =>
  earlier.map(({ claim, icn }, index) => ({
    sent: claimAgain(claim, { id: claimId(batch, index + 1), icn, frequency: '8' }),
    replaces: claim.id,
  }));

/** What each card has in a claim. */
export const cardsOfClaim = ({
  lines,
}: Pick<SentClaim, 'lines'>): {
  readonly cardId: number;
  readonly units: number;
  readonly charge: number;
  readonly insured: number;
}[] => {
  const cards = new Map<number, { units: number; charge: number; insured: number }>();
  for (const line of lines)
    for (const { cardId, units, amount, insured } of askedByCard(line)) {
      const card = cards.get(cardId) ?? { units: 0, charge: 0, insured: 0 };
      card.units += units;
      card.charge += amount;
      card.insured += insured;
      cards.set(cardId, card);
    }
  return [...cards].map(([cardId, card]) => ({ cardId, ...card }));
};

/** Totals of a file: those of its control sheet. */
export const totalsOf = (claims: readonly NumberedClaim[]) => {
  const lines = claims.flatMap(({ sent }) => sent.lines);
  return {
    claims: claims.length,
    lines: lines.length,
    units: sum(lines.map(({ units }) => units)),
    amount: sum(claims.map(({ sent }) => sent.charge)),
  };
};
