import type { Par } from '@homecare/domain/authorizations/pars.ts';
import type { ClaimedDays } from '@homecare/domain/billing/day-units.ts';
import type { CardStatus } from '@homecare/domain/billing/schema.ts';
import { writeClaims } from '@homecare/domain/claims/837p-write.ts';
import {
  alive,
  askedFor,
  askingClaims,
  type BatchCard,
  type CardPart,
  cardsOfClaim,
  chooseCards,
  claimedBeside,
  claimedDays,
  claimedOfParts,
  claimsInPlaceOf,
  goesInPart,
  hasRefusedCorrection,
  linesToReplace,
  type NumberedClaim,
  numberClaims,
  numberVoids,
  type Replacement,
  standingClaims,
  totalsOf,
} from '@homecare/domain/claims/batch.ts';
import { isOpenAgain } from '@homecare/domain/claims/billing-state.ts';
import { afterEvent, type CardBook, withoutTests } from '@homecare/domain/claims/card-book.ts';
import { type ClaimFile, claimsOf } from '@homecare/domain/claims/claim.ts';
import { type ClaimClient, claimFile, claimFileName } from '@homecare/domain/claims/claim-file.ts';
import type { correctClaim, previewClaims } from '@homecare/domain/claims/contract.ts';
import { type CardToClaim, type DayLine, dayLines, withoutLines } from '@homecare/domain/claims/day-lines.ts';
import { isDeniedWhole } from '@homecare/domain/claims/expected.ts';
import { claimingOfRest } from '@homecare/domain/claims/left-to-claim.ts';
import { resendFrequency } from '@homecare/domain/claims/payer-terms.ts';
import { predictDenials } from '@homecare/domain/claims/prediction.ts';
import { type MissingData, type Preflight, preflight } from '@homecare/domain/claims/preflight.ts';
import type { Proof } from '@homecare/domain/claims/proof.ts';
import { proofWords } from '@homecare/domain/claims/proof-words.ts';
import { NOT_DECIDED, SENT_AS_NEW, VOID_INSTEAD } from '@homecare/domain/claims/rules.ts';
import type {
  BatchKind,
  MissingOfClient,
  UnprovenChoice,
  UnprovenLine,
  UploadResult,
} from '@homecare/domain/claims/schema.ts';
import { type FirstPayers, missingDecisions } from '@homecare/domain/claims/second-payer.ts';
import type { SentClaim } from '@homecare/domain/claims/sent-claim.ts';
import type { UploadStatus } from '@homecare/domain/claims/uploads.ts';
import { done, type Result, refuse, refuseFields } from '@homecare/domain/errors.ts';
import { joinName } from '@homecare/domain/person-name.ts';
import type { ClaimFileRules } from '@homecare/domain/states/pack.ts';
import { sum } from '@homecare/domain/sum.ts';
import { listParsOf } from '../authorizations/service.ts';
import { type ClaimableCard, cardsOfMonth, liveCardsOf, storeOutcomes } from '../billing/claiming.ts';
import { listFirstPayers } from '../payers/service.ts';
import type { Scope } from '../platform/auth/scope.ts';
import { mutate, type Recorder, type Tx } from '../platform/db/mutate.ts';
import type { Db } from '../platform/db/rows.ts';
import type { UseCase } from '../platform/http/bind.ts';
import { readClientTerms } from './client-terms.ts';
import { storeSentCorrection } from './correction-queries.ts';
import { listClaimTerms } from './payer-data.ts';
import { readPredictionFacts } from './prediction.ts';
import { proveCards, provenByOf } from './proof.ts';
import {
  insertBatch,
  insertClaims,
  listBooks,
  listClients,
  listSentClaims,
  lockNumbers,
  type Numbers,
  storeNumbers,
  storeParts,
} from './queries.ts';
import { listSettledClaims } from './settlement-queries.ts';
import { claimRulesOf, memberIdOf, sayUpload } from './state-rules.ts';
import { listClientDays } from './unpaid-lines.ts';

/** Makes a file of claims from cards and numbers it, in one transaction. */

/** The record log's name for claims, their files and answers. */
export const CLAIMS_ENTITY = 'claims';

type Card = ClaimableCard & BatchCard;
type Books = ReadonlyMap<number, CardBook>;

interface Upload {
  readonly month: string;
  readonly status: UploadStatus;
  readonly frequency: '1' | '7';
  readonly unproven: UnprovenChoice;
}

const withBooks = (cards: readonly ClaimableCard[], books: Books): Card[] =>
  cards.map((card) => ({ ...card, card, terms: [], pars: [], parts: books.get(card.id)?.claims ?? [] }));

interface Drafted {
  /** Lines that will be denied; if they are left out, they are in none of the other lists. */
  readonly unproven: readonly DayLine[];
  /** Lines that were billed to the client. */
  readonly billed: readonly DayLine[];
  readonly reasons: ReadonlyMap<string, string>;
  readonly agency: readonly MissingData[];
  readonly refused: readonly MissingData[];
  readonly fresh: readonly DayLine[];
  readonly replacements: readonly Replacement[];
  readonly clients: ReadonlyMap<number, ClaimClient>;
  readonly pars: ReadonlyMap<number, readonly Par[]>;
  readonly books: Books;
  readonly firstPayers: FirstPayers;
  /** All records that lines may come from, as they are now. */
  readonly records: readonly CardToClaim[];
}

export interface Earlier {
  readonly claim: SentClaim;
  readonly icn: string;
}

const idsOf = (claims: readonly SentClaim[]) => [
  ...new Set(
    claims.flatMap(({ lines }) => lines.flatMap(({ shares }) => shares.map(({ cardId }) => cardId))),
  ),
];

export const findEarlier = async (db: Db, ids: readonly string[]): Promise<Earlier[]> =>
  ids.length === 0
    ? []
    : [...(await listSentClaims(db, ids)).values()].flatMap(({ sent, icn }) =>
        icn === null ? [] : [{ claim: sent, icn }],
      );

/** Why the payer will deny cards' days. */
const deniedDays = (proofs: ReadonlyMap<number, readonly Proof[]>): ReadonlyMap<string, string> =>
  new Map(
    [...proofs].flatMap(([cardId, own]) =>
      own.flatMap(({ day, verdict: result, reason }) =>
        result === 'deny' ? [[`${cardId} ${day}`, reason ?? ''] as const] : [],
      ),
    ),
  );

interface DraftChoice {
  /** Lock the cards of earlier claims, because they will be written. */
  readonly lock: boolean;
  readonly unproven: UnprovenChoice;
  /** The days of a card that are on claims already. */
  readonly claimedOf?: (cardId: number) => ClaimedDays | undefined;
}

/** Loads what a draft is made from: the cards of earlier claims, and what is known about all cards and their clients. */
export const readDraftFacts = async (
  db: Db,
  scope: Scope,
  fresh: readonly ClaimableCard[],
  earlier: readonly Earlier[],
  lock: boolean,
) => {
  const replaced = new Set(earlier.map(({ claim }) => claim.id));
  const more =
    earlier.length === 0 ? [] : await liveCardsOf(db, idsOf(earlier.map(({ claim }) => claim)), lock);
  const cards = [...fresh, ...more];
  const books = await listBooks(
    db,
    cards.map(({ id }) => id),
  );
  const clientIds = [
    ...new Set([...fresh.map(({ clientId }) => clientId), ...earlier.map(({ claim }) => claim.clientId)]),
  ];
  const [clients, termsFor, pars, firstPayers] = await Promise.all([
    listClients(db, clientIds),
    readClientTerms(db, clientIds),
    listParsOf(db, clientIds, [...replaced]),
    listFirstPayers(db, clientIds),
  ]);
  // A refused claim reserves no days: the claim that replaces it asks for them again.
  const others = more
    .flatMap(({ id }) => alive(books.get(id)?.claims ?? [], scope.settings.claims.usage))
    .filter(({ claimId }) => !replaced.has(claimId));
  const elsewhere = await listSentClaims(db, [...new Set(others.map(({ claimId }) => claimId))]);
  // A deleted record that was saved again shares the claims of the earlier one.
  const records = new Set([...books].flatMap(([id, book]) => [id, ...book.claims.map((one) => one.cardId)]));
  const toClaim = (card: ClaimableCard) => ({
    card,
    terms: termsFor(card),
    pars: pars.get(card.clientId) ?? [],
  });
  return {
    books,
    clients,
    pars,
    firstPayers,
    fresh: fresh.map(toClaim),
    more: more.map(toClaim),
    others: [...elsewhere.values()].map(({ sent }) => sent),
    ofClients: await listClientDays(db, scope, [...records]),
    reasons: deniedDays(await proveCards(db, scope, cards)),
  };
};

type DraftFacts = Awaited<ReturnType<typeof readDraftFacts>>;

/** The lines of new and replacing claims, and those without proof. */
export const draftLines = (
  { books, fresh, more, others, ofClients, reasons }: DraftFacts,
  earlier: readonly Earlier[],
  { unproven, claimedOf = () => undefined }: DraftChoice,
  zone: string,
) => {
  const keyOf = (cardId: number) => books.get(cardId)?.key ?? `card ${cardId}`;
  const isDenied = (cardId: number, day: string) => reasons.has(`${cardId} ${day}`);
  // Whatever an earlier claim asked for stays in its replacement; leaving it out would return money.
  const before = new Set(
    earlier.flatMap(({ claim }) =>
      claim.lines.flatMap(({ day, shares }) => shares.map(({ cardId }) => `${keyOf(cardId)} ${day}`)),
    ),
  );
  const isAddedDenied = (cardId: number, day: string) =>
    isDenied(cardId, day) && !before.has(`${keyOf(cardId)} ${day}`);
  const clientDays = new Set(ofClients.map(({ cardId, day }) => `${keyOf(cardId)} ${day}`));
  const isOfClient = (cardId: number, day: string) => clientDays.has(`${keyOf(cardId)} ${day}`);
  const replaced = linesToReplace(earlier, more, { keyOf, others, zone });
  const left = dayLines(fresh, zone, claimedBeside(replaced, claimedOf, keyOf));
  const { remaining: all, leftOut: billed } = withoutLines(left, isOfClient);
  const asked = withoutLines(all, isDenied);
  const replacing = replaced.map((one) => {
    const { remaining } = withoutLines(one.lines, isOfClient);
    return { one: { ...one, lines: remaining }, ...withoutLines(remaining, isAddedDenied) };
  });
  const isSent = unproven === 'send';
  return {
    /** Lines billed to the client since, which Medicaid is not asked to pay again. */
    billed,
    lines: isSent ? all : asked.remaining,
    replacements: replacing.map(({ one, remaining }) => (isSent ? one : { ...one, lines: remaining })),
    unproven: [...asked.leftOut, ...replacing.flatMap(({ leftOut }) => leftOut)],
  };
};

/** What is missing before lines can be sent, including answers of insurers that pay first. */
export const checkLines = (
  scope: Scope,
  { clients, pars, firstPayers }: Pick<DraftFacts, 'clients' | 'pars' | 'firstPayers'>,
  lines: readonly DayLine[],
): Preflight => {
  const people = new Map(
    [...clients].map(([id, client]) => [id, { client, pars: pars.get(id) ?? [] }] as const),
  );
  const checked = preflight(scope.settings.claims, people, lines, {
    today: scope.today().toString(),
    memberId: memberIdOf(
      scope,
      lines.map(({ day }) => day),
    ),
  });
  const waiting = missingDecisions(lines, firstPayers);
  const left = new Set(waiting.map(({ clientId }) => clientId));
  return {
    ...checked,
    clients: [...checked.clients, ...waiting],
    ready: checked.ready.filter(({ clientId }) => !left.has(clientId)),
  };
};

/** Checks what would be sent, without numbering anything. */
const draft = async (
  db: Db,
  scope: Scope,
  fresh: readonly ClaimableCard[],
  earlier: readonly Earlier[],
  choice: DraftChoice,
): Promise<Drafted> => {
  const { timeZone: zone } = scope.settings;
  const facts = await readDraftFacts(db, scope, fresh, earlier, choice.lock);
  const { lines, replacements, unproven, billed } = draftLines(facts, earlier, choice, zone);
  const { clients, books, reasons, firstPayers } = facts;
  const all = [...lines, ...replacements.flatMap((one) => one.lines)];
  const checked = checkLines(scope, facts, all);
  const left = new Set(checked.clients.map(({ clientId }) => clientId));
  const empty = replacements.filter((one) => one.lines.length === 0);
  return {
    unproven,
    billed,
    reasons,
    agency: checked.agency,
    refused: [
      ...checked.clients,
      ...empty.map(({ earlier: { clientId, id } }) => ({
        clientId,
        field: 'Claim',
        message: VOID_INSTEAD(id),
      })),
    ],
    fresh: lines.filter(({ clientId }) => !left.has(clientId)),
    replacements: replacements.filter((one) => one.lines.length > 0 && !left.has(one.earlier.clientId)),
    clients,
    pars: facts.pars,
    books,
    firstPayers,
    records: [...facts.fresh, ...facts.more],
  };
};

/** The days of cards that are on claims already. */
const findClaimed = async (db: Db, cards: readonly Card[], askingOf: (card: Card) => readonly CardPart[]) => {
  const kept = await listSentClaims(
    db,
    cards.flatMap((card) => askingOf(card).map(({ claimId }) => claimId)),
  );
  const sent = new Map([...kept].map(([id, one]) => [id, one.sent] as const));
  return new Map(
    cards.map((card) => {
      const ids = new Set([card.id, ...card.parts.map(({ cardId }) => cardId)]);
      return [card.id, claimedDays(askingOf(card), sent, (cardId) => ids.has(cardId))] as const;
    }),
  );
};

type Settled = ReadonlyMap<number, ReadonlySet<string>>;

/**
 * Days settled with a claim that was replaced by one of other days: earlier uploads replaced a record's denied claims by each new
 * one. Days that a later claim asked for again are not among them.
 */
const findLeft = async (db: Db, cards: readonly Card[], settled: Settled) => {
  const isLeft = (card: Card) => (part: CardPart) =>
    part.superseded && settled.get(card.id)?.has(part.claimId) === true;
  const own = cards.filter((card) => card.parts.some(isLeft(card)));
  if (own.length === 0) return new Map<number, readonly (readonly [string, number])[]>();
  const left = await findClaimed(db, own, (card) => card.parts.filter(isLeft(card)));
  const later = await findClaimed(db, own, (card) =>
    card.parts.filter((part) => part.frequency !== '8' && !settled.get(card.id)?.has(part.claimId)),
  );
  return new Map(
    [...left].map(([id, days]) => [id, [...days].filter(([day]) => !later.get(id)?.has(day))] as const),
  );
};

/** Partly claimed cards are included in later uploads until everything has been claimed. */
const STATUSES: Readonly<Record<UploadStatus, readonly CardStatus[]>> = {
  Billed: ['Billed', 'PartPaid', 'Adjust'],
  Denied: ['Denied'],
};

const collectUpload = async (db: Db, scope: Scope, upload: Upload, lock: boolean) => {
  const { month, status, frequency, unproven } = upload;
  const { usage } = scope.settings.claims;
  const cards = await cardsOfMonth(db, month, STATUSES[status], lock);
  const books = await listBooks(
    db,
    cards.map(({ id }) => id),
  );
  const settled = await listSettledClaims(
    db,
    cards.map(({ id }) => id),
  );
  const isInPart = (card: Card) => goesInPart(card, { usage, frequency });
  const all = withBooks(cards, books).filter(
    ({ status: now, parts }) => claimingOfRest(now, claimedOfParts(parts, usage)) === 'upload',
  );
  const isSettled = ({ id, parts }: Card) =>
    parts.some(({ claimId, superseded }) => !superseded && settled.get(id)?.has(claimId));
  const isRest = (card: Card) => isSettled(card) || isInPart(card);
  const own = all.filter((card) => !isRest(card));
  // A refused correction is sent again as a correction, even if its record has been partly paid since.
  const isPart = ({ status, parts }: Card) =>
    status === 'PartPaid' && !(frequency === '7' && hasRefusedCorrection(parts, usage));
  const chosen = chooseCards(
    own.filter((card) => !isPart(card)),
    { usage, frequency },
  );
  const paidInPart = chooseCards(own.filter(isPart), { usage, frequency: '1' });
  const partial = status === 'Billed' ? [...chosen.changed, ...paidInPart.changed] : [];
  // Amounts written off or billed to the client are not expected; the other days are sent.
  const rests = all.filter(isRest);
  const claimed = new Map([
    ...(await findClaimed(db, partial, ({ parts }) => askingClaims(parts, usage))),
    ...(await findClaimed(db, rests, ({ parts }) => standingClaims(parts, usage))),
  ]);
  const fresh = [...chosen.fresh, ...partial, ...rests];
  const left = await findLeft(db, fresh, settled);
  const earlier = await findEarlier(db, chosen.replaced);
  const drafted = await draft(db, scope, fresh, earlier, {
    lock,
    unproven,
    claimedOf: (cardId) => new Map([...(left.get(cardId) ?? []), ...(claimed.get(cardId) ?? [])]),
  });
  // A card's difference is explained by what is sent now, what is left out without proof, and what the client pays.
  const rest = new Map<number, number>();
  const leftOut = [...(unproven === 'send' ? [] : drafted.unproven), ...drafted.billed];
  for (const { shares } of [...drafted.fresh, ...leftOut])
    for (const { cardId, amount } of shares) rest.set(cardId, (rest.get(cardId) ?? 0) + amount);
  // Billed records with nothing left to ask for are named too.
  const named = rests.filter((card) => card.status === 'Billed' && !isSettled(card));
  return {
    drafted,
    choice: {
      alreadySent: [...chosen.alreadySent, ...named].filter(({ id }) => !rest.has(id)),
      changed: [...chosen.changed, ...named].filter(
        (card) => askedFor(card.parts, usage) + (rest.get(card.id) ?? 0) !== card.amount,
      ),
    },
  };
};

export const nameOf = (client: ClaimClient | undefined) => joinName(client?.lastName, client?.firstName);

export const nameClients = (
  missing: readonly MissingData[],
  clients: Drafted['clients'],
): MissingOfClient[] =>
  missing.flatMap(({ clientId, field, message }) =>
    clientId === null ? [] : [{ clientId, client: nameOf(clients.get(clientId)), field, message }],
  );

/** Each line that will be denied, with its first reason. */
const unprovenLines = ({ unproven, reasons, clients }: Drafted): UnprovenLine[] =>
  unproven.map(({ clientId, day, procedureCode, modifiers, units, charge, shares }) => ({
    clientId,
    client: nameOf(clients.get(clientId)),
    day,
    code: [procedureCode, ...modifiers].filter(Boolean).join(' ') || null,
    units,
    amount: charge,
    reason: shares.flatMap(({ cardId }) => reasons.get(`${cardId} ${day}`) ?? [])[0] ?? '',
  }));

/** Lines of the file that will be denied although their visits prove them. */
const predictLines = async (db: Db, scope: Scope, drafted: Drafted): Promise<UnprovenLine[]> => {
  const lines = [...drafted.fresh, ...drafted.replacements.flatMap((one) => one.lines)];
  const facts = await readPredictionFacts(db, scope, lines, [
    ...drafted.replacements.map(({ earlier }) => earlier.id),
  ]);
  return predictDenials(lines, { ...facts, pars: drafted.pars }).map(({ line, reason }) => ({
    clientId: line.clientId,
    client: nameOf(drafted.clients.get(line.clientId)),
    day: line.day,
    code: [line.procedureCode, ...line.modifiers].filter(Boolean).join(' ') || null,
    units: line.units,
    amount: line.charge,
    reason,
  }));
};

export const preview: UseCase<typeof previewClaims> = async (
  scope,
  { from, status, frequency, unproven },
) => {
  const { db } = scope.site;
  const rules = await claimRulesOf(db, scope, [from.slice(0, 7)]);
  if (!rules.ok) return rules;
  const { usage } = scope.settings.claims;
  const upload = { month: from.slice(0, 7), status, frequency, unproven };
  const { choice, drafted } = await collectUpload(db, scope, upload, false);
  const names = await listClients(
    db,
    choice.changed.map(({ clientId }) => clientId),
  );
  return done({
    ...totalsOf(numberClaims(0, drafted.fresh, drafted.replacements, drafted.firstPayers)),
    provenBy: provenByOf(scope),
    unproven: unprovenLines(drafted),
    predicted: await predictLines(db, scope, drafted),
    agency: drafted.agency.map(({ field, message }) => ({ field, message })),
    refused: nameClients(drafted.refused, drafted.clients),
    alreadySent: choice.alreadySent.length,
    changed: choice.changed.map((card) => ({
      cardId: card.id,
      clientId: card.clientId,
      client: nameOf(names.get(card.clientId)),
      type: card.typeCode,
      sent: askedFor(card.parts, usage),
      amount: card.amount,
    })),
    usage,
  });
};

/** The refused and denied claims that a newly numbered claim replaces in a record. */
type InPlaceOf = (sent: SentClaim, book: CardBook) => readonly string[];

const findInPlaceOf = async (
  tx: Tx,
  { timeZone: zone, claims: { usage } }: Scope['settings'],
  { books, records }: Pick<Sending, 'books' | 'records'>,
  claims: readonly NumberedClaim[],
): Promise<InPlaceOf> => {
  const all = [...books.values()];
  const open = new Set(all.flatMap((book) => book.claims.filter(isOpenAgain).map(({ claimId }) => claimId)));
  if (open.size === 0) return () => [];
  const standing = (book: CardBook) => standingClaims(book.claims, usage).map(({ claimId }) => claimId);
  // Other standing claims matter only if a correction was refused.
  const beside = all.filter((book) => hasRefusedCorrection(book.claims, usage)).flatMap(standing);
  const kept = await listSentClaims(tx, [...new Set([...open, ...beside])]);
  const earlier = Map.groupBy(
    [...kept.values()].flatMap(({ sent }) => (open.has(sent.id) ? [sent] : [])),
    ({ clientId }) => clientId,
  );
  const left = dayLines(
    records.filter(({ card }) => earlier.has(card.clientId)),
    zone,
  );
  const linesOf = Map.groupBy(left, ({ clientId }) => clientId);
  const keyOf = (cardId: number) => books.get(cardId)?.key ?? `card ${cardId}`;
  const ofFile = Map.groupBy(
    claims.map(({ sent }) => sent),
    ({ clientId }) => clientId,
  );
  return (sent, book) => {
    const besideOf = (id: string) => {
      const corrected = book.claims.find(({ claimId }) => claimId === id)?.replaces;
      const others = standing(book).filter((other) => other !== id && other !== corrected);
      return [
        ...(ofFile.get(sent.clientId) ?? []),
        ...others.flatMap((other) => kept.get(other)?.sent ?? []),
      ];
    };
    const own = (earlier.get(sent.clientId) ?? []).map((one) => ({ ...one, beside: besideOf(one.id) }));
    return claimsInPlaceOf(sent, own, { keyOf, key: book.key, records: linesOf.get(sent.clientId) ?? [] });
  };
};

/** What cards have in the newly numbered claims, and their resulting status. */
const enter = (books: Books, claims: readonly NumberedClaim[], inPlaceOf: InPlaceOf, usage: 'T' | 'P') => {
  const after = new Map<string, { before: CardBook; now: CardBook }>();
  for (const { sent, replaces } of claims)
    for (const { cardId, units, charge, insured } of cardsOfClaim(sent)) {
      const before = books.get(cardId);
      if (!before) continue;
      const known = after.get(before.key);
      const book = known?.now ?? (usage === 'P' ? withoutTests(before) : before);
      const { id: claimId, frequency } = sent;
      const askedAgain = inPlaceOf(sent, before);
      const event = { kind: 'sent', claimId, charge, insured, frequency, replaces, askedAgain } as const;
      const now = afterEvent(book, event, { cardId, units, usage });
      after.set(before.key, { before: known?.before ?? before, now });
    }
  return [...after.values()];
};

/** Stores the changes of books: their parts, and the status of their live cards. */
export const storeBooks = async (
  tx: Tx,
  scope: Scope,
  changes: readonly { readonly before: CardBook; readonly now: CardBook }[],
  record: Recorder,
): Promise<void> => {
  await storeParts(
    tx,
    changes.flatMap(({ before, now }) => now.claims.filter((claim) => !before.claims.includes(claim))),
  );
  await storeOutcomes(
    tx,
    scope,
    changes.flatMap(({ before, now }) =>
      before.card &&
      now.card &&
      (before.card.status !== now.card.status || before.card.deniedReason !== now.card.deniedReason)
        ? [{ ...now.card, before: before.card }]
        : [],
    ),
    record,
  );
};

interface Sending {
  readonly rules: ClaimFileRules;
  readonly kind: BatchKind;
  readonly month: string;
  readonly claims: (batch: number) => readonly NumberedClaim[];
  readonly refused: readonly MissingOfClient[];
  readonly clients: Drafted['clients'];
  readonly books: Books;
  readonly records: readonly CardToClaim[];
  readonly firstPayers: FirstPayers;
}

const setsOf = (file: ClaimFile) =>
  file.sets.map((set) => ({
    control: set.control,
    reference: set.reference,
    claims: claimsOf({ ...file, sets: [set] }).map(({ id }) => id),
  }));

const nextNumbers = (scope: Scope, last: Pick<Numbers, 'interchange' | 'group'>) => {
  const { afterInterchange } = scope.settings.claims;
  return {
    interchange: Math.max(last.interchange, afterInterchange) + 1,
    group: Math.max(last.group, afterInterchange) + 1,
  };
};

const writtenAt = (scope: Scope) => {
  const written = scope.now().toZonedDateTimeISO(scope.settings.timeZone);
  return {
    date: written.toPlainDate().toString(),
    time: written.toPlainTime().toString().slice(0, 5).replace(':', ''),
  };
};

/** Takes numbers for a file without claims: a payer numbers all files of a sender in one series, whatever is in them. */
export const takeNumbers = async (tx: Tx, scope: Scope) => {
  const last = await lockNumbers(tx);
  const numbers = nextNumbers(scope, last);
  await storeNumbers(tx, { batch: last.batch, ...numbers });
  return { ...numbers, ...writtenAt(scope) };
};

/** Numbers, writes and stores a file. The caller has locked the numbers' row and the cards. */
export const send = async (tx: Tx, scope: Scope, sending: Sending, record: Recorder) => {
  const agency = scope.settings.claims;
  const last = await lockNumbers(tx);
  const numbers = { batch: last.batch + 1, ...nextNumbers(scope, last) };
  const claims = sending.claims(numbers.batch);
  const totals = totalsOf(claims);
  if (totals.claims === 0) return undefined;
  const file = claimFile(
    { agency, rules: sending.rules },
    sending.clients,
    claims.map(({ sent }) => sent),
    { ...numbers, ...writtenAt(scope) },
    sending.firstPayers,
  );
  const fileName = claimFileName(agency, sending.month, numbers.interchange);
  await storeNumbers(tx, numbers);
  await insertBatch(tx, {
    ...numbers,
    ...totals,
    kind: sending.kind,
    month: sending.month,
    usage: agency.usage,
    fileName,
    file: Buffer.from(writeClaims(file), 'latin1'),
    sets: setsOf(file),
    refused: sending.refused,
    ...scope.stamp(),
  });
  await insertClaims(tx, numbers.batch, claims);
  const inPlaceOf = await findInPlaceOf(tx, scope.settings, sending, claims);
  await storeBooks(tx, scope, enter(sending.books, claims, inPlaceOf, agency.usage), record);
  record({
    entity: CLAIMS_ENTITY,
    id: numbers.batch,
    action: 'insert',
    changes: { file: [null, fileName], claims: [null, totals.claims], amount: [null, totals.amount] },
  });
  return { batch: numbers.batch, file: fileName, ...totals };
};

const NOTHING = { batch: null, file: null, claims: 0, lines: 0, units: 0, amount: 0 } as const;

export const missingOfAgency = (missing: readonly MissingData[]) =>
  refuse(
    'conflict',
    `No file can be made: ${missing.map(({ message }) => message).join(' ')}`,
    missing.map(({ field, message }) => ({ field, message })),
  );

export const shortly = (refused: readonly MissingOfClient[]) =>
  refused.map(({ client, field }) => ({ client, field }));
const clientsIn = (refused: readonly MissingOfClient[]) =>
  new Set(refused.map(({ clientId }) => clientId)).size;

interface NewUpload extends Upload {
  readonly reason: string;
}

export const makeBatch = (scope: Scope, upload: NewUpload): Promise<Result<UploadResult>> =>
  mutate(scope, 'claims.generate', (tx, record) => makeBatchIn(tx, scope, upload, record));

/** Makes a batch within the caller's transaction, so that the month close can record its file with its run. */
export const makeBatchIn = async (
  tx: Tx,
  scope: Scope,
  { reason, ...upload }: NewUpload,
  record: Recorder,
): Promise<Result<UploadResult>> => {
  const rules = await claimRulesOf(tx, scope, [upload.month]);
  if (!rules.ok) return rules;
  const by = provenByOf(scope);
  await lockNumbers(tx);
  const { choice, drafted } = await collectUpload(tx, scope, upload, true);
  const isSending = upload.unproven === 'send' && drafted.unproven.length > 0;
  if (isSending && reason === '') return refuseFields([{ field: 'reason', message: proofWords(by).sayWhy }]);
  const out = upload.unproven === 'send' ? [] : drafted.unproven;
  const leftOut = out.length;
  const leftOutAmount = sum(out.map(({ charge }) => charge));
  const refused = nameClients(drafted.refused, drafted.clients);
  const isEmpty = drafted.fresh.length === 0 && drafted.replacements.length === 0;
  if (drafted.agency.length > 0 && !isEmpty) return missingOfAgency(drafted.agency);
  const made = await send(
    tx,
    scope,
    {
      rules: rules.data,
      kind: upload.status,
      month: upload.month,
      claims: (batch) => numberClaims(batch, drafted.fresh, drafted.replacements, drafted.firstPayers),
      refused,
      clients: drafted.clients,
      books: drafted.books,
      records: drafted.records,
      firstPayers: drafted.firstPayers,
    },
    record,
  );
  const alreadySent = choice.alreadySent.length;
  if (!made)
    record({
      entity: CLAIMS_ENTITY,
      id: null,
      action: 'run',
      changes: {
        'already sent': [null, alreadySent],
        refused: [null, refused.length],
        'left out': [null, leftOut],
      },
    });
  if (made && isSending)
    record({
      entity: CLAIMS_ENTITY,
      id: made.batch,
      action: 'run',
      changes: { 'sent without proof': [null, drafted.unproven.length], reason: [null, reason] },
    });
  const result = { ...(made ?? NOTHING), alreadySent, leftOut, leftOutAmount, refused: shortly(refused) };
  const info = sayUpload(scope, { ...result, provenBy: by, refused: clientsIn(refused) });
  return done(result, { info });
};

/** What can be missing on a line. It does not stop a void, which repeats the claim as it was sent. */
const OF_LINES: ReadonlySet<string> = new Set([
  'Claim',
  'Procedure code',
  'PAR',
  'Rate',
  'Date',
  'Other payer',
]);

/** Sends one claim again: with its cards as they are now, in the way the payer's terms require, or as a void. */
export const correct: UseCase<typeof correctClaim> = (scope, { id, how }) =>
  mutate(scope, 'claims.correct', async (tx, record) => {
    await lockNumbers(tx);
    const kept = (await listSentClaims(tx, [id])).get(id);
    if (!kept) return refuse('notFound');
    const rules = await claimRulesOf(tx, scope, [kept.month]);
    if (!rules.ok) return rules;
    const books = await listBooks(tx, idsOf([kept.sent]));
    const parts = [...books.values()].flatMap(({ claims }) => claims);
    const own = parts.filter(({ claimId }) => claimId === id);
    const icn = kept.icn;
    if (icn === null || own.every(({ paid }) => paid === null)) return refuse('conflict', NOT_DECIDED);
    const again = parts.find(
      (claim) => claim.replaces === id && !(claim.refused !== null && claim.paid === null),
    );
    if (again) return refuse('conflict', `Claim ${again.claimId} was sent in its place before.`);
    if (own.some(({ superseded }) => superseded)) return refuse('conflict', SENT_AS_NEW);
    const terms = await listClaimTerms(tx, scope.settings);
    const isNew =
      resendFrequency(terms, scope.today().toString(), { isDeniedWhole: own.every(isDeniedWhole) }) === '1';
    const earlier = [{ claim: kept.sent, icn }];
    const drafted = await draft(tx, scope, [], earlier, { lock: true, unproven: 'leaveOut' });
    if (drafted.agency.length > 0) return missingOfAgency(drafted.agency);
    const missing = drafted.refused.filter(({ field }) => how === 'replace' || !OF_LINES.has(field));
    if (missing.length > 0) return refuse('conflict', missing.map(({ message }) => message).join(' '));
    const made = await send(
      tx,
      scope,
      {
        rules: rules.data,
        kind: how === 'void' ? 'Void' : 'Corrected',
        month: kept.month,
        claims: (batch) => {
          if (how === 'void') return numberVoids(batch, earlier);
          const { replacements, firstPayers } = drafted;
          return isNew
            ? numberClaims(
                batch,
                replacements.flatMap(({ lines }) => lines),
                [],
                firstPayers,
              )
            : numberClaims(batch, [], replacements, firstPayers);
        },
        refused: [],
        clients: drafted.clients,
        books: drafted.books.size > 0 ? drafted.books : books,
        records: drafted.records,
        firstPayers: drafted.firstPayers,
      },
      record,
    );
    if (!made) return refuse('conflict', VOID_INSTEAD(id));
    if (how === 'replace') await storeSentCorrection(tx, id, made.batch, scope.stamp());
    const result = { ...made, alreadySent: 0, leftOut: 0, leftOutAmount: 0, refused: [] };
    return done(result, { info: sayUpload(scope, { ...result, provenBy: null, refused: 0 }) });
  });
