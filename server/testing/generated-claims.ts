import type { ClaimedDay } from '@homecare/domain/authorizations/ledger.ts';
import type { BookBatch, BookCard, BookClaim, BookUnits } from '@homecare/domain/books/facts.ts';
import type { ClaimPayment } from '@homecare/domain/claims/835.ts';
import { writeClaims } from '@homecare/domain/claims/837p-write.ts';
import { type AskedClaim, askedDays } from '@homecare/domain/claims/asked-days.ts';
import {
  type CardPart,
  cardsOfClaim,
  chooseCards,
  claimsInPlaceOf,
  linesToReplace,
  type NumberedClaim,
  numberClaims,
  numberVoids,
  standingClaims,
  totalsOf,
} from '@homecare/domain/claims/batch.ts';
import { type BillingEvent, isOpenAgain } from '@homecare/domain/claims/billing-state.ts';
import { afterEvent, type CardBook } from '@homecare/domain/claims/card-book.ts';
import { type DayLine, dayLines } from '@homecare/domain/claims/day-lines.ts';
import { expectedOf } from '@homecare/domain/claims/expected.ts';
import { postPayment } from '@homecare/domain/claims/posting.ts';
import type { FirstPayer, PayerDecision } from '@homecare/domain/claims/second-payer.ts';
import type { SentClaim } from '@homecare/domain/claims/sent-claim.ts';
import { coloradoFile } from '@homecare/domain/claims/testing/colorado-file.ts';
import { AGENCY, CLIENT, PAR, TERM } from '@homecare/domain/claims/testing/example-month.ts';
import type { Random } from '../src/operations/example-random.ts';

/** Claims of a generated year, with corrections, voids, earlier insurers, and the payer's answers; made by the product's rules. */

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** Every fifth client has an insurer that pays before Medicaid. */
export const isInsured = (clientId: number) => clientId % 5 === 2;

const INSURER: Omit<FirstPayer, 'memberId' | 'decisions'> = {
  name: 'First Insurance',
  number: '60054',
  from: '2026-01-01',
  through: null,
  groupNumber: '',
};

/** The insurer pays part of most lines, and occasionally all or nothing. */
const decisionsOn = (random: Random, lines: readonly DayLine[], decided: string): PayerDecision[] =>
  lines.map(({ day, procedureCode, modifiers, charge }) => {
    const paid = Math.floor(charge * random.pick([0, 0.4, 0.4, 0.75, 1]));
    return {
      day,
      procedureCode: procedureCode ?? '',
      modifiers,
      charge,
      paid,
      adjustments: [{ group: 'PR', reason: '2', amount: charge - paid, quantity: null }],
      decided,
    };
  });

const paymentOf = (random: Random, claim: SentClaim): ClaimPayment => {
  const isDenied = random.chance(0.08);
  const lines = claim.lines.map((line, at) => {
    const expected = expectedOf(line);
    const paid = isDenied ? 0 : random.chance(0.07) ? Math.floor(expected / 2) : expected;
    const insured = line.charge - expected;
    return {
      at,
      procedure: { qualifier: 'HC', code: line.procedureCode, modifiers: [...line.modifiers] },
      charge: line.charge,
      paid,
      units: null,
      from: line.day,
      through: line.day,
      control: line.control,
      adjustments: [
        ...(insured > 0 ? [{ group: 'OA', reason: '23', amount: insured, quantity: null }] : []),
        ...(paid < expected ? [{ group: 'CO', reason: '45', amount: expected - paid, quantity: null }] : []),
      ],
      remarks: [],
    };
  });
  return {
    at: 1,
    id: claim.id,
    status: '1',
    charge: claim.charge,
    paid: sum(lines.map(({ paid }) => paid)),
    patientShare: 0,
    icn: `ICN${claim.id}`,
    frequency: null,
    patient: null,
    memberId: null,
    adjustments: [],
    remarks: [],
    lines,
    unreadable: [],
  };
};

const takenBack = (payment: ClaimPayment): ClaimPayment => ({
  ...payment,
  status: '22',
  charge: -payment.charge,
  paid: -payment.paid,
  lines: payment.lines.map((line) => ({ ...line, charge: -line.charge, paid: -line.paid })),
});

interface MadeClaim {
  readonly sent: SentClaim;
  readonly answers: BookClaim['answers'][number][];
  /** Until it is taken back. */
  payment: ClaimPayment | undefined;
  settled: number;
}

interface MadeBatch {
  readonly head: Omit<BookBatch, 'sent'>;
  readonly at: string;
  readonly ids: readonly string[];
}

const planMonth = ({ planId, date }: Pick<BookCard, 'planId' | 'date'>) => `${planId} ${date}`;

/** What has been sent and answered so far. */
class ClaimBooks {
  readonly claims = new Map<string, MadeClaim>();
  readonly made: MadeBatch[] = [];
  /** By plan and month; a record keeps its number, whatever changes in it. */
  private readonly books = new Map<string, CardBook>();
  private readonly keys = new Map<number, { key: string; card: BookCard }>();
  private readonly insurers = new Map<number, FirstPayer>();

  private readonly random: Random;
  private readonly zone: string;

  constructor(random: Random, zone: string) {
    this.random = random;
    this.zone = zone;
  }

  know(cards: readonly BookCard[]): void {
    for (const card of cards) this.keys.set(card.id, { key: planMonth(card), card });
  }

  keyOf(cardId: number): string {
    return this.keys.get(cardId)?.key ?? '';
  }

  partsOf(key: string): readonly CardPart[] {
    return this.books.get(key)?.claims ?? [];
  }

  /** A record's standing claims, each with the payer's number. */
  standing(card: BookCard): readonly CardPart[] {
    return standingClaims(this.partsOf(planMonth(card)), 'P');
  }

  insure(lines: readonly DayLine[], decided: string): ReadonlyMap<number, readonly FirstPayer[]> {
    for (const [clientId, own] of Map.groupBy(lines, (line) => line.clientId)) {
      if (!isInsured(clientId)) continue;
      const known = this.insurers.get(clientId) ?? { ...INSURER, memberId: `W${clientId}`, decisions: [] };
      const decisions = [...known.decisions, ...decisionsOn(this.random, own, decided)];
      this.insurers.set(clientId, { ...known, decisions });
    }
    return new Map([...this.insurers].map(([clientId, insurer]) => [clientId, [insurer]]));
  }

  private apply(key: string, event: BillingEvent, part?: Parameters<typeof afterEvent>[2]): void {
    const book = this.books.get(key) ?? { key, card: null, claims: [] };
    this.books.set(key, afterEvent(book, event, part));
  }

  /** Posts a payment, or one that is taken back. */
  post({ sent, answers }: MadeClaim, payment: ClaimPayment, key: string): void {
    const posting = postPayment(sent, payment, key);
    answers.push({
      outcome: posting.reversal ? 'taken back' : 'paid',
      paid: posting.paid,
      key,
      lines: posting.lines,
    });
    for (const card of posting.cards) this.apply(this.keyOf(card.cardId), { kind: 'posted', posting, card });
    // The payer's number of the claim is known from its payment on.
    for (const { cardId } of posting.cards) {
      const own = this.keyOf(cardId);
      const book = this.books.get(own);
      if (!book) continue;
      const claims = book.claims.map((one) => (one.claimId === sent.id ? { ...one, icn: posting.icn } : one));
      this.books.set(own, { ...book, claims });
    }
  }

  takeBack(claim: MadeClaim): void {
    if (!claim.payment) return;
    this.post(claim, takenBack(claim.payment), `back ${claim.sent.id}`);
    claim.payment = undefined;
  }

  pay(claim: MadeClaim): void {
    const payment = paymentOf(this.random, claim.sent);
    claim.payment = payment;
    this.post(claim, payment, `paid ${claim.sent.id}`);
    if (this.random.chance(0.04)) this.takeBack(claim);
  }

  accept({ sent, answers }: MadeClaim): void {
    answers.push({ outcome: 'accepted', paid: null, key: null, lines: null });
    for (const { cardId } of cardsOfClaim(sent)) {
      const answer = {
        claimId: sent.id,
        outcome: 'accepted' as const,
        source: '277CA' as const,
        reason: null,
        icn: null,
      };
      this.apply(this.keyOf(cardId), { kind: 'answered', answer });
    }
  }

  /** Refused and denied claims of a record that are replaced by a new one. */
  private inPlaceOf(claim: SentClaim, key: string, ofFile: readonly SentClaim[]): string[] {
    const open = this.partsOf(key).filter(isOpenAgain);
    const standing = standingClaims(this.partsOf(key), 'P');
    const earlier = open.flatMap(({ claimId: id, replaces }) => {
      const sent = this.claims.get(id)?.sent;
      const others = standing.filter(({ claimId }) => claimId !== id && claimId !== replaces);
      const beside = [...ofFile, ...others.flatMap(({ claimId }) => this.claims.get(claimId)?.sent ?? [])];
      return sent ? [{ ...sent, beside }] : [];
    });
    const cards = [...this.keys.values()].filter((one) => one.key === key).map(({ card }) => card);
    const records = earlier.length === 0 ? [] : this.lines(cards);
    return claimsInPlaceOf(claim, earlier, { keyOf: (cardId) => this.keyOf(cardId), key, records });
  }

  /** Sends claims in a separate file. */
  send(
    numbered: (batch: number) => readonly NumberedClaim[],
    {
      month,
      at,
      firstPayers,
    }: { month: string; at: string; firstPayers: ReadonlyMap<number, readonly FirstPayer[]> },
  ): MadeClaim[] {
    const id = this.made.length + 1;
    const claims = numbered(id);
    if (claims.length === 0) return [];
    const clients = new Map(claims.map(({ sent }) => [sent.clientId, { ...CLIENT, id: sent.clientId }]));
    const numbers = {
      interchange: 100 + id,
      group: 100 + id,
      batch: id,
      date: at.slice(0, 10),
      time: '1200',
    };
    const sent = claims.map((one) => one.sent);
    const file = writeClaims(coloradoFile(AGENCY, clients, sent, numbers, firstPayers));
    const head = { id, interchange: numbers.interchange, month, ...totalsOf(claims), file };
    this.made.push({ head, at, ids: sent.map((one) => one.id) });
    return claims.map(({ sent: one, replaces }) => {
      for (const { cardId, units, charge, insured } of cardsOfClaim(one)) {
        const key = this.keyOf(cardId);
        const askedAgain = this.inPlaceOf(one, key, sent);
        this.apply(
          key,
          { kind: 'sent', claimId: one.id, charge, insured, frequency: one.frequency, replaces, askedAgain },
          { cardId, units, usage: 'P' },
        );
      }
      const claim: MadeClaim = { sent: one, answers: [], payment: undefined, settled: 0 };
      this.claims.set(one.id, claim);
      return claim;
    });
  }

  toClaim(card: BookCard) {
    return { card, terms: [TERM], pars: [PAR] };
  }

  lines(cards: readonly BookCard[]): DayLine[] {
    return dayLines(cards.map(this.toClaim), this.zone);
  }

  /** Claims of these records that a new one replaces, with their present lines. */
  replacements(cards: readonly BookCard[]) {
    const choices = cards.map((card) => ({
      ...this.toClaim(card),
      amount: card.amount,
      parts: this.partsOf(planMonth(card)),
    }));
    const { replaced } = chooseCards(choices, { usage: 'P', frequency: '7' });
    const earlier = replaced.flatMap((id) => {
      const claim = this.claims.get(id);
      return claim ? [{ claim: claim.sent, icn: `ICN${id}` }] : [];
    });
    const standing = new Set(cards.flatMap((card) => this.standing(card).map(({ claimId }) => claimId)));
    const others = [...standing].flatMap((id) =>
      replaced.includes(id) ? [] : (this.claims.get(id)?.sent ?? []),
    );
    const around = { keyOf: (cardId: number) => this.keyOf(cardId), others, zone: this.zone };
    return linesToReplace(earlier, cards.map(this.toClaim), around).filter(({ lines }) => lines.length > 0);
  }

  claimOf({ sent, answers, settled }: MadeClaim): BookClaim {
    const keys = new Set(cardsOfClaim(sent).map(({ cardId }) => this.keyOf(cardId)));
    const parts = [...keys].flatMap((key) => this.partsOf(key).filter(({ claimId }) => claimId === sent.id));
    const isPaid = answers.some(({ outcome }) => outcome !== 'accepted');
    return {
      ...sent,
      units: sum(sent.lines.map(({ units }) => units)),
      paid: isPaid ? sum(parts.map(({ paid }) => paid ?? 0)) : null,
      isRejected: false,
      settled,
      answers,
      parts,
    };
  }

  /** When the newest claim of a plan's month was made. */
  claimedAt(parts: readonly CardPart[]): string | null {
    const own = new Set(parts.map(({ claimId }) => claimId));
    return this.made.findLast(({ ids }) => ids.some((id) => own.has(id)))?.at ?? null;
  }

  unitsOf(clientId: number): Pick<BookUnits, 'claims' | 'asked'> {
    const asked = new Map<string, AskedClaim>(
      [...this.claims].map(([id, { sent, answers }]) => [
        id,
        { sent, paidLines: answers.findLast(({ outcome }) => outcome === 'paid')?.lines ?? null },
      ]),
    );
    const own = Map.groupBy(
      [...this.keys.values()].filter(({ card }) => card.clientId === clientId),
      ({ key }) => key,
    );
    const claims: ClaimedDay[] = [];
    const stored: BookUnits['asked'][number][] = [];
    for (const [key, cards] of own) {
      const [first] = cards;
      const parts = this.partsOf(key);
      if (!first) continue;
      const { planId, typeCode: type, date: month } = first.card;
      claims.push(
        ...askedDays({ planId, type, cardIds: cards.map(({ card }) => card.id), parts }, asked, 'P'),
      );
      for (const { units, paid } of standingClaims(parts, 'P'))
        stored.push({ planId, month, units, isDecided: paid !== null });
    }
    return { claims, asked: stored };
  }
}

/** One of these claims that can be voided. */
const voidable = (books: ClaimBooks, card: BookCard): MadeClaim | undefined =>
  books
    .standing(card)
    .map(({ claimId }) => books.claims.get(claimId))
    .find((claim) => claim?.payment !== undefined);

/** A year's claims, month by month. */
export const makeClaimBooks = (random: Random, zone: string) => {
  const books = new ClaimBooks(random, zone);
  return {
    /** The payer has decided all of its claims. */
    isDecided: (card: BookCard): boolean => {
      const standing = books.standing(card);
      return standing.length > 0 && standing.every(({ paid }) => paid !== null);
    },
    upload: (cards: readonly BookCard[], month: string, at: string): void => {
      books.know(cards);
      const ready = cards.filter(({ isPrivate }) => !isPrivate && !random.chance(0.1));
      const lines = books.lines(ready);
      const firstPayers = books.insure(lines, at.slice(0, 10));
      const sent = books.send((batch) => numberClaims(batch, lines, [], firstPayers), {
        month,
        at,
        firstPayers,
      });
      for (const claim of sent) if (!random.chance(0.15)) books.pay(claim);
      // Occasionally a whole denial is written off.
      for (const claim of sent)
        if (claim.answers.length > 0 && books.claimOf(claim).paid === 0 && random.chance(0.3))
          claim.settled = sum(claim.sent.lines.map(expectedOf));
    },
    /** For changed and denied records: the payer takes the earlier payment back and pays again. */
    replace: (cards: readonly BookCard[], month: string, at: string): void => {
      books.know(cards);
      const replacements = books
        .replacements(cards)
        .filter(({ earlier }) => books.claims.get(earlier.id)?.settled === 0);
      const firstPayers = books.insure(
        replacements.flatMap(({ lines }) => lines),
        at.slice(0, 10),
      );
      const sent = books.send((batch) => numberClaims(batch, [], replacements, firstPayers), {
        month,
        at,
        firstPayers,
      });
      for (const { earlier } of sent.length > 0 ? replacements : []) {
        const before = books.claims.get(earlier.id);
        if (before) books.takeBack(before);
      }
      for (const claim of sent) books.pay(claim);
    },
    /** Voids a claim for one of its records, which was entirely a mistake. */
    voidOne: (cards: readonly BookCard[]): BookCard | undefined => {
      const card = cards.find((one) => voidable(books, one) !== undefined);
      const claim = card && voidable(books, card);
      if (!claim) return undefined;
      const [made] = books.send(
        (batch) => numberVoids(batch, [{ claim: claim.sent, icn: `ICN${claim.sent.id}` }]),
        { month: card.date, at: `${card.date}-28T20:00:00Z`, firstPayers: new Map() },
      );
      if (made) books.accept(made);
      books.takeBack(claim);
      return card;
    },
    batches: (): BookBatch[] =>
      books.made.map(({ head, ids }) => ({
        ...head,
        sent: ids.flatMap((id) => {
          const claim = books.claims.get(id);
          return claim ? [books.claimOf(claim)] : [];
        }),
      })),
    ofPlanMonth: (planId: number, month: string) => {
      const parts = books.partsOf(`${planId} ${month}`);
      return { parts, claimedAt: books.claimedAt(parts) };
    },
    ofClient: (clientId: number) => books.unitsOf(clientId),
  };
};
