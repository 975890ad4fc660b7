import { recordFieldOf } from '../aggregator/record-field.ts';
import { denialWords } from '../claims/denial-groups.ts';
import { type FilingTerms, fileBy } from '../claims/payer-terms.ts';
import type { DenialReason } from '../claims/schema.ts';
import { daysBetween, urgencyOf, YEAR } from '../claims/unpaid.ts';
import { fieldOf } from '../people/dictionary.ts';
import { sum } from '../sum.ts';
import { type Cause, factsOf, rankOf, STAGES, type Stage } from './causes.ts';
import type { Item } from './items.ts';
import { sayUpload } from './upload-part.ts';

/** The eight stages of a month, what is lost between them, and what holds up payment (docs/rules/month-close.md, rules 1 to 4 and 12). */

const VALUE = {
  planned: 'planned',
  worked: 'worked',
  verified: 'worked',
  card: 'card',
  proven: 'card',
  claimed: 'claimed',
  accepted: 'claimed',
  paid: 'paid',
} as const satisfies Readonly<Record<Stage, keyof Item['cents']>>;

/** What a day is worth at a stage. */
export const centsAt = (item: Item, stage: Stage): number => item.cents[VALUE[stage]];

export interface Loss {
  readonly cause: Cause;
  readonly count: number;
  readonly cents: number;
}
export interface StageTotal {
  readonly stage: Stage;
  readonly count: number;
  readonly cents: number;
  /** What did not come from the stage before, the dearest first. */
  readonly losses: readonly Loss[];
  /** What the days that came are worth less here than in the stage before; negative: more. */
  readonly less: number;
}

const hasReached = ({ stage }: Item, rank: number) => rankOf(stage) >= rank;

/** Every count is that of the stage before less its losses, and so are the dollars, less `less`. */
export const stagesOf = (items: readonly Item[]): StageTotal[] =>
  STAGES.map((stage, rank) => {
    const reached = items.filter((item) => hasReached(item, rank));
    const before = STAGES[rank - 1];
    const lost = before ? items.filter((item) => item.stage === before) : [];
    const losses = before
      ? [...Map.groupBy(lost, ({ cause }) => cause)].flatMap(([cause, own]) =>
          cause === null
            ? []
            : [{ cause, count: own.length, cents: sum(own.map((item) => centsAt(item, before))) }],
        )
      : [];
    return {
      stage,
      count: reached.length,
      cents: sum(reached.map((item) => centsAt(item, stage))),
      losses: losses.toSorted((a, b) => b.cents - a.cents || b.count - a.count),
      less: before ? sum(reached.map((item) => centsAt(item, before) - centsAt(item, stage))) : 0,
    };
  });

/** What waits at the stage it has reached, in cents. */
export const stakeOf = (item: Item): number => centsAt(item, item.stage);

/** How money that waits is ranked. */
export interface Ranking {
  readonly today: string;
  /** Of the payer, by day; none: the age of a visit counts alone. */
  readonly terms: readonly FilingTerms[];
}

/** The last day on which the payer takes a claim for a day of service, and the days until then; null: nothing is claimed. */
interface Limit {
  readonly by: string | null;
  readonly daysLeft: number;
}

const limits = new WeakMap<Ranking, Map<string, Limit>>();
/** A month has few days, each of them visits by the hundred, and these are compared many times: the calendar is asked once. */
const limitOf = ({ asksMedicaid, stage, day }: Item, ranking: Ranking): Limit => {
  const isClaimed = asksMedicaid && rankOf(stage) < rankOf('claimed');
  const known = limits.get(ranking) ?? new Map<string, Limit>();
  limits.set(ranking, known);
  const key = `${isClaimed} ${day}`;
  const found = known.get(key) ?? limitOn(day, isClaimed, ranking);
  known.set(key, found);
  return found;
};

/** Where nothing is claimed, what is left of a year since the visit counts. */
const limitOn = (day: string, isClaimed: boolean, { today, terms }: Ranking): Limit => {
  const by = isClaimed ? fileBy(terms, day) : null;
  return {
    by,
    daysLeft: by === null ? Math.max(0, YEAR - daysBetween(day, today)) : daysBetween(today, by),
  };
};

/** By the ranking of all money that waits (docs/rules/claims.md, rule 33). */
const urgencyAt = (item: Item, ranking: Ranking): number =>
  urgencyOf(stakeOf(item), limitOf(item, ranking).daysLeft);

/** What is dear and due soon comes first, of the same the oldest. */
export const byUrgency =
  (ranking: Ranking) =>
  (a: Item, b: Item): number =>
    urgencyAt(b, ranking) - urgencyAt(a, ranking) ||
    (a.day < b.day ? -1 : a.day > b.day ? 1 : a.planId - b.planId);

interface Blockage {
  readonly cents: number;
  readonly oldest: string;
  /** The first day after which a claim for one of them comes too late; null: none is claimed. */
  readonly claimBy: string | null;
  /** In the order of what each has at stake. */
  readonly clients: readonly { readonly id: number; readonly name: string }[];
  readonly urgency: number;
}

export interface Holdup extends Blockage {
  readonly cause: Cause;
  /** Which of its cause: denials have one row for each reason, rejections one for each wrong field, claims one for each upload. */
  readonly part: string;
  /** What was said of all of them; where it differs, what they have in common. */
  readonly said: string;
  readonly count: number;
  /** Verified days of the same clients that wait for it; `cents` are of both. */
  readonly waiting: number;
  /** The most urgent of its days: where mending begins. */
  readonly first: Pick<Item, 'clientId' | 'planId' | 'providerId' | 'day' | 'part'>;
  /** Of the days that are at fault. */
  readonly caregiverCount: number;
  /** Who can say what is missing of a visit, or owes its timesheet; nobody is asked about other causes. */
  readonly askedIds: readonly number[];
}

/** Of these the caregiver knows when the visit ended, or has the timesheet. */
const ASKED: ReadonlySet<Cause> = new Set<Cause>(['noCheckOut', 'noTimes', 'noScan']);

const blockageOf = (all: readonly Item[], ranking: Ranking): Blockage => {
  const ranked = all.toSorted(byUrgency(ranking));
  const clients = new Map(ranked.map(({ clientId, client }) => [clientId, client]));
  return {
    cents: sum(all.map(stakeOf)),
    oldest: all.reduce((first, { day }) => (day < first ? day : first), '9999-12-31'),
    claimBy: all
      .map((item) => limitOf(item, ranking).by)
      .reduce((first, by) => (by !== null && (first === null || by < first) ? by : first), null),
    clients: [...clients].map(([id, name]) => ({ id, name })),
    urgency: sum(all.map((item) => urgencyAt(item, ranking))),
  };
};

/** What of an earlier month was worked and never claimed (docs/rules/month-close.md, rule 14). */
export interface EarlierMonth extends Blockage {
  /** YYYY-MM */
  readonly month: string;
  readonly count: number;
  /** All of it is on cards and proven: it waits for the claim file of the month alone. */
  readonly isReady: boolean;
}

/** Undefined: all of it is claimed. */
export const earlierMonth = (
  month: string,
  items: readonly Item[],
  ranking: Ranking,
): EarlierMonth | undefined => {
  const open = items.filter(isUnclaimed);
  const isReady = open.every(({ cause, part }) => cause === 'notClaimed' && part === '');
  return open.length > 0 ? { month, count: open.length, isReady, ...blockageOf(open, ranking) } : undefined;
};

/** Rejections whose words differ by a number alone are of one kind; a title has room for so much. */
const NUMBER = /\d+(?:[-./:]\d+)*/g;
const TITLE = 80;

/**
 * What days of one cause are one row by: the reason of a denial, or what the aggregator rejects, which is the field of the record
 * where its words name one, and else the words without the numbers in them.
 */
export const partKey = ({ cause, part }: Pick<Item, 'cause' | 'part'>): string =>
  part === '' || cause === 'denied' || cause === 'notClaimed'
    ? part
    : (recordFieldOf(part) ?? cut(part.replace(NUMBER, '…')));

const cut = (words: string) => (words.length > TITLE ? `${words.slice(0, TITLE - 1).trimEnd()}…` : words);

const saidOf = ({ cause, part }: Item, all: readonly Item[]): string => {
  if (cause === 'denied' || all.every((one) => one.part === part)) return part;
  const field = recordFieldOf(part);
  return field ? fieldOf(field).label : partKey({ cause, part });
};

/** Why money waits, the most urgent first. */
export const holdupsOf = (items: readonly Item[], ranking: Ranking): Holdup[] => {
  const blockerOf = ({ cause, blockedBy }: Item) =>
    cause === 'waits' ? blockedBy : cause !== null && factsOf(cause).isBlocking ? cause : null;
  return [...Map.groupBy(items, (item) => `${blockerOf(item)} ${partKey(item)}`).values()]
    .flatMap((all): Holdup[] => {
      const cause = all[0] ? blockerOf(all[0]) : null;
      if (cause === null) return [];
      const own = all.filter((item) => item.cause === cause).toSorted(byUrgency(ranking));
      // What stops them may be another payer's, which is not shown.
      const item = own[0] ?? all[0];
      if (!item) return [];
      const { part, clientId, planId, providerId, day } = item;
      const first = { clientId, planId, providerId, day, part };
      const caregivers = [...new Set(own.map((one) => one.providerId))];
      const askedIds = ASKED.has(cause) ? caregivers : [];
      const counted = {
        count: own.length,
        waiting: all.length - own.length,
        caregiverCount: caregivers.length,
      };
      const kind = { cause, part: partKey(item), said: saidOf(item, all) };
      return [{ ...kind, ...counted, first, askedIds, ...blockageOf(all, ranking) }];
    })
    .toSorted((a, b) => b.urgency - a.urgency || b.cents - a.cents);
};

/** Days with a card that wait for no claim file. */
const NOT_CLAIMED: ReadonlySet<Cause | null> = new Set<Cause>(['private', 'insurer', 'notAsked']);

/** Worked, and nobody has claimed it yet though it could be. */
export const isUnclaimed = ({ stage, cause }: Item): boolean =>
  rankOf(stage) >= rankOf('worked') && rankOf(stage) < rankOf('claimed') && !NOT_CLAIMED.has(cause);

/** Behind a colon; an abbreviation stays as it is. */
const lowered = (words: string) =>
  /^[A-Z][a-z ]/.test(words) ? `${words.charAt(0).toLowerCase()}${words.slice(1)}` : words;

/** What a row of what holds up payment is called: a reason of the payer by its own data, a rejection by what was said. */
export const sayHoldup = (
  { cause, part, said }: Pick<Holdup, 'cause' | 'part' | 'said'>,
  reasons: readonly DenialReason[],
  today: string,
): string => {
  const { title } = factsOf(cause);
  if (cause === 'denied') return `${title}: ${lowered(denialWords(part, reasons, today).title)}`;
  if (cause === 'notClaimed') return [title, sayUpload(said)].filter(Boolean).join(': ');
  return said === '' ? title : `${title}: ${cut(said.replace(/\.$/, ''))}`;
};

/** The month is closed when it is 0. */
export const waitingCents = (items: readonly Item[]): number => sum(items.filter(isUnclaimed).map(stakeOf));

export interface ListedDay {
  readonly item: Item;
  readonly cents: number;
}

/**
 * The days behind a number: of a stage, of one cause or a part of it, or of a cause with what waits for it; oldest and dearest first, but what is
 * to be mended before what waits for it.
 */
export const listedDays = (
  items: readonly Item[],
  of: {
    readonly stage?: Stage | undefined;
    readonly cause?: Cause | undefined;
    readonly part?: string | undefined;
    readonly waiting: boolean;
  },
  ranking: Ranking,
): ListedDay[] => {
  const { stage, cause, part, waiting } = of;
  const isListed = (item: Item) =>
    (part === undefined || partKey(item) === part) &&
    (stage === undefined || rankOf(item.stage) >= rankOf(stage)) &&
    (cause === undefined ||
      item.cause === cause ||
      (waiting && item.cause === 'waits' && item.blockedBy === cause));
  const ranked = items.filter(isListed).toSorted(byUrgency(ranking));
  const waits = ({ cause: own }: Item) => waiting && own !== cause;
  return [...ranked.filter((item) => !waits(item)), ...ranked.filter(waits)].map((item) => ({
    item,
    cents: centsAt(item, stage ?? item.stage),
  }));
};
