import { type Par, parOn } from '../authorizations/pars.ts';
import { showDate } from '../calendar.ts';
import { type ProgramFrom, programOn, termsOfClient } from '../plan-types/programs.ts';
import { termsOn } from '../plan-types/rules.ts';
import type { Term } from '../plan-types/schema.ts';
import type { CardShare, DayLine } from './day-lines.ts';
import { type FilingTerms, fileBy } from './payer-terms.ts';

/**
 * Predicts which lines the payer will deny, so that they are seen before they are sent (docs/rules/claims.md, rule 31). Only
 * the first reason is reported, in the order in which a payer checks.
 */

/** Days on which a client is known to be covered; a null end is open. */
export interface CoverageSpan {
  readonly from: string;
  readonly through: string | null;
}

export interface PredictionFacts {
  readonly today: string;
  readonly terms: readonly FilingTerms[];
  /** By client. A missing client was never asked about. */
  readonly coverage: ReadonlyMap<number, readonly CoverageSpan[]>;
  /** By client. A missing client has no recorded program. */
  readonly programs: ReadonlyMap<number, readonly ProgramFrom[]>;
  /** The terms of care plan types by code, with the codes of every program. */
  readonly types: ReadonlyMap<string, readonly Term[]>;
  readonly pars: ReadonlyMap<number, readonly Par[]>;
  /** Why no visit proves a day of a card, by `card day`. */
  readonly unproven: ReadonlyMap<string, string>;
  /** `client day code modifiers` of lines that were paid and are not replaced. */
  readonly paid: ReadonlySet<string>;
}

export interface Prediction {
  readonly line: DayLine;
  /** The reason code that the remittance will give; 'visit' if the visit's proof is missing. */
  readonly code: string;
  readonly reason: string;
}

export const paidKey = (
  line: Pick<DayLine, 'clientId' | 'day' | 'modifiers'> & { readonly procedureCode: string | null },
): string => [line.clientId, line.day, line.procedureCode ?? '', ...line.modifiers].join(' ');

const isCovered = (spans: readonly CoverageSpan[], day: string) =>
  spans.some(({ from, through }) => from <= day && (through === null || day <= through));

const sayCode = ({ procedureCode, modifiers }: Pick<DayLine, 'procedureCode' | 'modifiers'>) =>
  [procedureCode ?? 'no code', ...modifiers].join(' ');

/** Which code the client's program requires on the day, if the line has another one. */
const programFault = (
  line: DayLine,
  { programs: byClient, types }: PredictionFacts,
): Omit<Prediction, 'line'> | undefined => {
  const programs = byClient.get(line.clientId) ?? [];
  const program = programOn(programs, line.day)?.program;
  const term = termsOn(termsOfClient(types.get(line.type) ?? [], programs), line.day);
  if (!program || !term || sayCode(term) === sayCode(line)) return undefined;
  return {
    code: '4',
    reason: `${program} takes ${sayCode(term)} on this day, the line has ${sayCode(line)}.`,
  };
};

const unprovenOf = (shares: readonly CardShare[], day: string, facts: PredictionFacts) =>
  shares.flatMap(({ cardId }) => facts.unproven.get(`${cardId} ${day}`) ?? [])[0];

const reasonOf = (
  line: DayLine,
  facts: PredictionFacts,
  used: ReadonlyMap<Par, number>,
): Omit<Prediction, 'line'> | undefined => {
  const { clientId, day, par: number, units } = line;
  // A claim without a PAR is not accepted at all, so nothing else is checked.
  if (number === null) return { code: '197', reason: 'No PAR covers this day.' };
  const by = fileBy(facts.terms, day);
  if (by !== null && by < facts.today)
    return { code: '29', reason: `The payer took this day until ${showDate(by)}.` };
  const spans = facts.coverage.get(clientId);
  if (spans && !isCovered(spans, day))
    return { code: '27', reason: 'The client is not covered on this day.' };
  if (facts.paid.has(paidKey(line)))
    return { code: '18', reason: 'The payer has paid this day and service already.' };
  const wrongProgram = programFault(line, facts);
  if (wrongProgram) return wrongProgram;
  const unproven = unprovenOf(line.shares, day, facts);
  if (unproven !== undefined) return { code: 'visit', reason: unproven };
  const par = parOfLine(line, facts);
  if (!par) return { code: '197', reason: 'No PAR covers this day.' };
  const total = (used.get(par) ?? par.used) + units;
  return par.units !== null && total > par.units
    ? {
        code: '198',
        reason: `PAR ${par.number} allows ${par.units} units; with this day ${total} would be claimed.`,
      }
    : undefined;
};

/** A number may have several periods and several types. */
const parOfLine = ({ clientId, day, par: number, type }: DayLine, { pars }: PredictionFacts) => {
  const own = (pars.get(clientId) ?? []).filter((one) => one.number === number && one.type === type);
  return parOn(own, type, day) ?? own[0];
};

/** `lines` are in the order of the file, because a denied line leaves its units to later ones. */
export const predictDenials = (lines: readonly DayLine[], facts: PredictionFacts): Prediction[] => {
  const used = new Map<Par, number>();
  return lines.flatMap((line) => {
    const found = reasonOf(line, facts, used);
    if (found) return [{ line, ...found }];
    const par = parOfLine(line, facts);
    if (par) used.set(par, (used.get(par) ?? par.used) + line.units);
    return [];
  });
};
