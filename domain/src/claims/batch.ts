import type { ClaimedDays } from '../billing/day-units.ts';
import type { CardStatus } from '../billing/schema.ts';
import { sum } from '../sum.ts';
import { type CardClaim, isVoided } from './billing-state.ts';
import { type CardToClaim, claimGroups, type DayLine, dayLines } from './day-lines.ts';
import { askedByCard, isDeniedWhole } from './expected.ts';
import { type ClaimedOfCard, NOTHING_CLAIMED } from './left-to-claim.ts';
import { type FirstPayers, insurersOf } from './second-payer.ts';
import { claimAgain, claimId, claimsToSend, type SentClaim } from './sent-claim.ts';

/** Decides which cards go into a file, and in which claims (docs/rules/claims.md, rule 2). */

/** What a claim contains of a card. A record that was deleted and saved again keeps its claims. */
export interface CardPart extends CardClaim {
  readonly cardId: number;
  readonly units: number;
  /** The payer's claim number. */
  readonly icn: string | null;
  readonly usage: 'T' | 'P';
}

export interface BatchCard extends CardToClaim {
  /** Cents that the card comes to now. */
  readonly amount: number;
  readonly parts: readonly CardPart[];
}

/** Once files are real, claims of test files no longer count. */
const counts = (claim: CardPart, usage: 'T' | 'P') => claim.usage === 'P' || usage === 'T';

/** Claims that currently ask for a card's money, or are on their way to void one that does. Refused or replaced claims are left out. */
export const alive = (parts: readonly CardPart[], usage: 'T' | 'P'): CardPart[] =>
  parts.filter(
    (claim) => counts(claim, usage) && !claim.superseded && !(claim.refused !== null && claim.paid === null),
  );
const isReplaced = ({ claimId: id }: CardPart, among: readonly CardPart[]) =>
  among.some(({ replaces }) => replaces === id);

/** The payer decided on it and gave it a number, and no other claim replaces it. */
const isReplaceable = (claim: CardPart, among: readonly CardPart[]) =>
  claim.paid !== null && claim.icn !== null && !isReplaced(claim, among);

/** The claims that ask for a card's money, each in its newest version, including denied ones. */
export const standingClaims = (parts: readonly CardPart[], usage: 'T' | 'P'): readonly CardPart[] => {
  const claims = alive(parts, usage).filter(({ frequency }) => frequency !== '8');
  return claims.filter((claim) => !isReplaced(claim, claims));
};

/** The amount that those claims ask for. */
export const askedFor = (parts: readonly CardPart[], usage: 'T' | 'P'): number =>
  sum(standingClaims(parts, usage).map(({ charge }) => charge));

/** One of its claims was voided, or a void is on its way. That may remove its days, so nothing else goes out meanwhile. */
const isTakenBack = (own: readonly CardPart[], usage: 'T' | 'P') =>
  isVoided(own) || alive(own, usage).some(({ frequency }) => frequency === '8');

/** What the claims of a record ask for. */
export const claimedOfParts = (parts: readonly CardPart[], usage: 'T' | 'P'): ClaimedOfCard => ({
  ...NOTHING_CLAIMED,
  charge: askedFor(parts, usage),
  isTakenBack: isTakenBack(
    parts.filter((claim) => counts(claim, usage)),
    usage,
  ),
});

/** The standing claims, or none if all of them were denied. */
export const askingClaims = (parts: readonly CardPart[], usage: 'T' | 'P'): readonly CardPart[] => {
  const claims = alive(parts, usage).filter(({ frequency }) => frequency !== '8');
  return claims.every(isDeniedWhole) ? [] : standingClaims(parts, usage);
};

/** The days of a plan's month that those claims ask for; `isOf` recognizes its records, including deleted ones. */
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
 * Whether only the unclaimed days of a record go out. Days of a denied claim are left out too; they go again when that claim
 * is corrected. A record with a voided claim only goes again when staff set it to Billed.
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
  /** Claimed for the first time, or again after a refusal or denial. */
  readonly fresh: readonly C[];
  /** Claims that a new one (frequency 7) replaces. */
  readonly replaced: readonly string[];
  readonly alreadySent: readonly C[];
  /** Already sent cards whose amount has changed since. */
  readonly changed: readonly C[];
}

/** Chooses what an upload sends. Frequency 7 replaces claims that the payer denied or that have changed since they were paid. */
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

/** The line without the shares that another claim has. */
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

/** Units by day that claims ask for, grouped by the plan and month of each record. */
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
  /** The payer's number of that claim. */
  readonly icn: string;
  readonly lines: readonly DayLine[];
}

/**
 * The lines that replacements have now: those of each claim's cards that no other claim has. A day that was in no claim
 * before goes with the first.
 */
export const linesToReplace = (
  earlier: readonly { readonly claim: SentClaim; readonly icn: string }[],
  cards: readonly CardToClaim[],
  around: {
    /** Identifies the plan and month of a card, which stay the same when the record is deleted and saved again. */
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

/** Days already claimed, plus those in the file's replacements, so that no other claim in the file contains them too. */
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

/** The first claim of a replacement keeps the number that it replaces. A second PAR, place or insurer needs a new claim. */
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

/** The numbered claims of a batch, in order of clients. */
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

/** Whether there is a correction (7) that the payer refused and that no other claim replaces. */
export const hasRefusedCorrection = (parts: readonly CardPart[], usage: 'T' | 'P'): boolean =>
  parts.some(
    (claim) =>
      counts(claim, usage) &&
      claim.frequency === '7' &&
      !claim.superseded &&
      claim.refused !== null &&
      claim.paid === null,
  );

/** A line's day and the records that it asks for. */
interface OfRecords {
  readonly day: string;
  readonly shares: readonly { readonly cardId: number }[];
}

const daysOfRecords = (lines: readonly OfRecords[]) =>
  lines.flatMap(({ day, shares }) => shares.map(({ cardId }) => `${cardId} ${day}`));

/** Our numbers of the claims whose days this claim asks for again. A new claim may cover the days of several denied ones. */
export const claimsAskedAgain = (
  { lines }: Pick<SentClaim, 'lines'>,
  replacements: readonly Pick<Replacement, 'earlier' | 'lines'>[],
): string[] => {
  const asked = new Set(daysOfRecords(lines));
  return replacements.flatMap(({ earlier, lines: own }) =>
    daysOfRecords(own).some((key) => asked.has(key)) ? [earlier.id] : [],
  );
};

/** A refused or denied claim, with the claims that ask for some of the same days. */
export interface OpenClaim extends Pick<SentClaim, 'id' | 'frequency' | 'lines'> {
  /** All claims that stand beside it, including those in the same file, except the one that it was to correct. */
  readonly beside: readonly Pick<SentClaim, 'lines'>[];
}

/**
 * Of a record's refused or denied claims, those that this claim takes the place of: it asks for one of their days, or the
 * record no longer has any of their days, so that nothing is left to ask for. A refused correction is still needed until all
 * of its days are in new claims, because they are still wrong in the claim that it was to correct.
 */
export const claimsInPlaceOf = (
  { lines, frequency }: Pick<SentClaim, 'frequency' | 'lines'>,
  earlier: readonly OpenClaim[],
  {
    keyOf,
    key,
    records,
  }: {
    /** Identifies the plan and month of a card, which stay the same when the record is deleted and saved again. */
    readonly keyOf: (cardId: number) => string;
    /** The key of the record in question. */
    readonly key: string;
    /** The current lines of the records. */
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

/** Voids claims exactly as they were sent. */
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

/** The totals of a file, as printed on its control sheet. */
export const totalsOf = (claims: readonly NumberedClaim[]) => {
  const lines = claims.flatMap(({ sent }) => sent.lines);
  return {
    claims: claims.length,
    lines: lines.length,
    units: sum(lines.map(({ units }) => units)),
    amount: sum(claims.map(({ sent }) => sent.charge)),
  };
};
