import {
  chosenRule,
  type Limit,
  type LimitRule,
  type LimitRules,
  ruleOfCap,
} from '../calculator/limit-rules.ts';
import { CAP_WORDS } from '../calculator/schema.ts';
import { sum } from '../sum.ts';
import { sayFinding, withDollars } from './findings.ts';
import type { Ledger, UsedDay } from './ledger.ts';
import { type LimitUse, warnOfLimit } from './limits.ts';

/** Limits that care exceeds, and whether that is justified (docs/rules/authorizations.md, rules 24 to 27). */

export interface Exceeded {
  readonly limit: Limit;
  readonly rule: LimitRule;
  /** The authorization whose units do not last; null for a cap. */
  readonly parId: number | null;
  /** The first day. */
  readonly day: string;
  readonly until: string;
  /** How much is beyond the limit: units for an authorization, minutes for a cap. */
  readonly amount: number;
  /** Null for a cap, which is not worth money. */
  readonly cents: number | null;
  readonly text: string;
}

/** Authorizations ending on or after a day whose units will not last to their end if the plan is kept. */
export const exceededPars = (
  ledgers: readonly Ledger[],
  rules: LimitRules,
  today: string,
  since = today,
): Exceeded[] =>
  ledgers.flatMap(({ par, runsOut, short, shortCents }): Exceeded[] => {
    if (!par || !runsOut || short === 0 || par.through < since) return [];
    const one = { day: runsOut, until: par.through, amount: short, cents: shortCents };
    const [title, text] = sayFinding(
      { kind: 'runningOut', day: runsOut, until: par.through, units: short },
      today,
    );
    const head = `PAR ${par.number} ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
    return [
      {
        limit: 'planUnits',
        rule: chosenRule(rules, 'planUnits'),
        parId: par.id,
        ...one,
        text: `${head}: ${text}`,
      },
    ];
  });

/** Days of a type from a day on that cannot be claimed, because there is no authorization and none about to be renewed, or no code. */
export const unclaimableDays = (
  ledgers: readonly Ledger[],
  rules: LimitRules,
  today: string,
  isCounted: (date: string) => boolean,
): Exceeded[] => {
  const ends = ledgers.flatMap(({ par }) => (par && par.through >= today ? [par.through] : []));
  const days = ledgers.flatMap((one) =>
    one.days.flatMap((day) => (isCounted(day.date) ? [{ ...day, hasPar: one.par !== null }] : [])),
  );
  // Days after an authorization that is still to end wait for its renewal.
  const without = days.filter(({ hasPar, date }) => !hasPar && !ends.some((end) => end < date));
  const uncoded = days.filter(({ hasCode }) => !hasCode);
  return [
    ...unclaimableOf('noPar', 'missing', without, rules, today),
    ...unclaimableOf('noCode', 'uncoded', uncoded, rules, today),
  ];
};

const unclaimableOf = (
  limit: 'noPar' | 'noCode',
  kind: 'missing' | 'uncoded',
  days: readonly UsedDay[],
  rules: LimitRules,
  today: string,
): Exceeded[] => {
  const dates = days.map(({ date }) => date).toSorted();
  const [day, until] = [dates[0], dates.at(-1)];
  if (day === undefined || until === undefined) return [];
  const amount = sum(days.map(({ units }) => units));
  const [title, text] = sayFinding({ kind, day, until, units: amount }, today);
  const cents = sum(days.map((one) => one.cents));
  return [
    {
      limit,
      rule: chosenRule(rules, limit),
      parId: null,
      day,
      until,
      amount,
      cents,
      text: `${title}: ${text}`,
    },
  ];
};

/** The caps that are exceeded. */
export const exceededCaps = (uses: readonly LimitUse[], rules: LimitRules): Exceeded[] =>
  uses.flatMap((use): Exceeded[] => {
    const text = warnOfLimit(use);
    if (use.beyondFrom === null || text === undefined) return [];
    return [
      {
        limit: use.kind,
        rule: ruleOfCap(rules, { kind: use.kind, soft: use.isSoft }),
        parId: null,
        day: use.beyondFrom,
        until: use.until,
        amount: use.minutes - use.mostMinutes,
        cents: null,
        text: `${CAP_WORDS[use.kind]}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
      },
    ];
  });

const isSame = (a: Pick<Exceeded, 'limit' | 'parId'>, b: Pick<Exceeded, 'limit' | 'parId'>) =>
  a.limit === b.limit && a.parId === b.parId;

const isReached = (one: Exceeded, others: readonly Exceeded[]) =>
  others.some((other) => isSame(one, other) && other.amount >= one.amount);

/**
 * What a decision makes worse: limits that were kept before in the same period, or that it exceeds by more. A later period
 * of the same limit counts only if it exceeds the limit by more.
 */
export const madeWorse = (before: readonly Exceeded[], after: readonly Exceeded[]): Exceeded[] =>
  after
    .filter(
      (one) =>
        !isReached(
          one,
          before.filter(({ until }) => until === one.until),
        ),
    )
    .filter((one, at, worse) => !isReached(one, worse.slice(0, at)));

/** A justification: which limit may be exceeded, by how much and until when. */
export interface Justified {
  readonly limit: Limit;
  readonly parId: number | null;
  readonly amount: number;
  readonly until: string;
}

/** A justification is valid up to the amount and the day that it was written for. */
export const isJustified = (one: Exceeded, justified: readonly Justified[]): boolean =>
  justified.some((other) => isSame(one, other) && one.amount <= other.amount && one.until <= other.until);

/** What a decision must deal with: what blocks it, and what still needs a justification. */
export const toAnswerFor = (
  exceeded: readonly Exceeded[],
  justified: readonly Justified[],
): { readonly blocking: Exceeded[]; readonly unjustified: Exceeded[] } => ({
  blocking: exceeded.filter(({ rule }) => rule === 'block'),
  unjustified: exceeded.filter((one) => one.rule === 'justify' && !isJustified(one, justified)),
});

/** The sentence, with its dollars if the reader may see money. */
export const sayExceeded = ({ text, cents }: Pick<Exceeded, 'text' | 'cents'>, seesMoney: boolean): string =>
  seesMoney ? withDollars(text, cents) : text;

const MAX_TEXT = 1_000;
/** What is wrong with a justification; undefined if nothing is. */
export const faultOfJustification = (text: string): string | undefined => {
  if (text.trim() === '') return 'Write why this care is needed beyond the limit.';
  return text.trim().length > MAX_TEXT ? `Use at most ${MAX_TEXT} characters.` : undefined;
};

export const JUSTIFIED = 'Success: Justification saved';
