import type { Par } from '../authorizations/pars.ts';
import { showDate } from '../calendar.ts';
import type { CardShare, DayLine } from './day-lines.ts';
import { fileBy, type PayerTerms } from './payer-terms.ts';

/**
 * Lines that the payer will deny, told before they are sent (docs/rules/claims.md, rule 31). The first reason in the order in
 * which a payer looks is the one that is told.
 */

/** Days on which a client is known to be covered; an end that is null is open. */
export interface CoverageSpan {
  readonly from: string;
  readonly through: string | null;
}

/** The modifier of the client's program from a day on. */
export interface ProgramFrom {
  readonly from: string;
  readonly modifier: string;
}

export interface PredictionFacts {
  readonly today: string;
  readonly terms: readonly PayerTerms[];
  /** By client; a client who is not here was never asked about. */
  readonly coverage: ReadonlyMap<number, readonly CoverageSpan[]>;
  /** By client, in the order of days. */
  readonly programs: ReadonlyMap<number, readonly ProgramFrom[]>;
  readonly pars: ReadonlyMap<number, readonly Par[]>;
  /** Why no visit proves a day of a card, by `card day`. */
  readonly unproven: ReadonlyMap<string, string>;
  /** `client day code modifiers` of lines that were paid and are not replaced. */
  readonly paid: ReadonlySet<string>;
}

export interface Prediction {
  readonly line: DayLine;
  /** The reason code that the remittance will give; 'visit' where the proof says it. */
  readonly code: string;
  readonly reason: string;
}

export const paidKey = (
  line: Pick<DayLine, 'clientId' | 'day' | 'modifiers'> & { readonly procedureCode: string | null },
): string => [line.clientId, line.day, line.procedureCode ?? '', ...line.modifiers].join(' ');

const isCovered = (spans: readonly CoverageSpan[], day: string) =>
  spans.some(({ from, through }) => from <= day && (through === null || day <= through));

const programOn = (programs: readonly ProgramFrom[], day: string) =>
  programs.filter(({ from }) => from <= day).at(-1);

const unprovenOf = (shares: readonly CardShare[], day: string, facts: PredictionFacts) =>
  shares.flatMap(({ cardId }) => facts.unproven.get(`${cardId} ${day}`) ?? [])[0];

const reasonOf = (
  line: DayLine,
  facts: PredictionFacts,
  used: ReadonlyMap<string, number>,
): Omit<Prediction, 'line'> | undefined => {
  const { clientId, day, modifiers, par: number, units } = line;
  // A claim without a PAR is not taken in at all: nothing else of it is looked at.
  if (number === null) return { code: '197', reason: 'No PAR covers this day.' };
  const by = fileBy(facts.terms, day);
  if (by !== null && by < facts.today)
    return { code: '29', reason: `The payer took this day until ${showDate(by)}.` };
  const spans = facts.coverage.get(clientId);
  if (spans && !isCovered(spans, day))
    return { code: '27', reason: 'The client is not covered on this day.' };
  if (facts.paid.has(paidKey(line)))
    return { code: '18', reason: 'The payer has paid this day and service already.' };
  const program = programOn(facts.programs.get(clientId) ?? [], day);
  if (program && !modifiers.includes(program.modifier))
    return {
      code: '4',
      reason: `The client’s program takes modifier ${program.modifier} on this day, the line has ${modifiers.join(' ') || 'none'}.`,
    };
  const unproven = unprovenOf(line.shares, day, facts);
  if (unproven !== undefined) return { code: 'visit', reason: unproven };
  const par = (facts.pars.get(clientId) ?? []).find((one) => one.number === number && one.type === line.type);
  if (!par) return { code: '197', reason: 'No PAR covers this day.' };
  const total = (used.get(par.number) ?? par.used) + units;
  return par.units !== null && total > par.units
    ? {
        code: '198',
        reason: `PAR ${par.number} allows ${par.units} units; with this day ${total} would be claimed.`,
      }
    : undefined;
};

/** The lines in the order in which they will stand in the file: a line that is denied uses up no units. */
export const predictDenials = (lines: readonly DayLine[], facts: PredictionFacts): Prediction[] => {
  const used = new Map<string, number>();
  return lines.flatMap((line) => {
    const found = reasonOf(line, facts, used);
    if (found) return [{ line, ...found }];
    if (line.par !== null) {
      const par = (facts.pars.get(line.clientId) ?? []).find(({ number }) => number === line.par);
      used.set(line.par, (used.get(line.par) ?? par?.used ?? 0) + line.units);
    }
    return [];
  });
};
