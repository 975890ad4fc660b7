import type { FieldError } from '../errors.ts';
import type { PlanType, Term, TypeFacts } from './schema.ts';

/** Sentences that older clients know (docs/rules/plan-types.md, rule 7). RATES_NOT_SAVED is shown with success styling. */
export const SELECT_TYPE = 'Error: Select Care Plan Type';
export const SELECT_TYPE_FIRST = 'Error: Select Care Plan Type first';
export const NO_TYPES = "Error: Can't get types";
export const NO_PROCEDURE_CODES = "Error: Can't get Sandata Procedure Code";
export const NO_POSTCODES = "Error: Can't get Postcodes List";
export const RATES_NOT_SAVED = "Error: Can't update pay rate";
export const RATES_SAVED = 'Success: Pay Rates saved';
export const SAVED = 'Success: Saved';

// ---- rates

/** $99,999.99 a unit: more is a slip of the keys. */
const MAX_CENTS = 9_999_999;
export const BAD_RATE = 'Enter a pay rate of 0 or more, with at most two decimals.';

/** Dollars as typed or sent → cents; undefined when it is no rate (docs/rules/plan-types.md, rule 4). */
export const centsOf = (dollars: string | number): number | undefined => {
  const m = /^\$?(\d{1,7})(?:\.(\d{0,2}))?$/.exec(String(dollars).replaceAll(',', '').trim());
  if (!m) return undefined;
  const cents = Number(m[1]) * 100 + Number((m[2] ?? '').padEnd(2, '0'));
  return cents <= MAX_CENTS ? cents : undefined;
};

// ---- terms

/** The terms with the latest day that is not in the future count; undefined: the type is not offered yet. */
export const termsOn = <T extends Pick<Term, 'validFrom'>>(terms: readonly T[], day: string): T | undefined =>
  terms.reduce<T | undefined>(
    (found, term) => (term.validFrom <= day && (!found || term.validFrom > found.validFrom) ? term : found),
    undefined,
  );

export type Standing = 'past' | 'now' | 'future';
export const standingOf = (term: Term, terms: readonly Term[], today: string): Standing =>
  term.validFrom > today ? 'future' : termsOn(terms, today)?.validFrom === term.validFrom ? 'now' : 'past';

const EARLIEST = '2000-01-01';
const YEARS_AHEAD = 5;
const MAX_SOURCE = 300;
/** Four modifiers fit into a service line of a claim. */
const MAX_MODIFIERS = 4;

/** Codes as they are on a claim: capitals, no blanks around. */
export const tidyTerm = ({ cfcCode, cfcModifiers, ...term }: Term): Term => {
  const ofCfc = tidyModifiers(cfcModifiers ?? []);
  return {
    ...term,
    procedureCode: tidyCode(term.procedureCode ?? ''),
    modifiers: tidyModifiers(term.modifiers),
    source: term.source.trim(),
    ...(tidyCode(cfcCode ?? '') !== null || ofCfc.length > 0
      ? { cfcCode: tidyCode(cfcCode ?? '') ?? '', cfcModifiers: ofCfc }
      : {}),
  };
};
const tidyCode = (code: string): string | null => code.trim().toUpperCase() || null;
const tidyModifiers = (modifiers: readonly string[]) =>
  modifiers.map((modifier) => modifier.trim().toUpperCase()).filter(Boolean);

const dayFault = (day: string, today: string) => {
  const latest = Temporal.PlainDate.from(today).add({ years: YEARS_AHEAD }).toString();
  return day < EARLIEST || day > latest
    ? `Rates are valid from 01-01-2000 on, at most ${YEARS_AHEAD} years ahead.`
    : undefined;
};

const procedureFault = (code: string | null) =>
  code === null || /^[A-Z0-9]{5}$/.test(code)
    ? undefined
    : 'A procedure code is five letters or digits, such as T1019.';

const modifierFault = ({ procedureCode, modifiers }: Pick<Term, 'procedureCode' | 'modifiers'>) => {
  if (modifiers.length > MAX_MODIFIERS) return `At most ${MAX_MODIFIERS} modifiers.`;
  if (!modifiers.every((modifier) => /^[A-Z0-9]{2}$/.test(modifier)))
    return 'A modifier is two letters or digits, such as U1.';
  if (new Set(modifiers).size < modifiers.length) return 'Use each modifier once.';
  return modifiers.length > 0 && procedureCode === null ? 'Modifiers need a procedure code.' : undefined;
};

const sourceFault = (source: string) =>
  source.length > MAX_SOURCE ? `At most ${MAX_SOURCE} characters.` : undefined;

/** The only terms of a type that was just added: no rate is entered yet. */
export const isFirstRateMissing = (terms: readonly Term[]): boolean =>
  terms.every(({ rateCents, addrateCents }) => rateCents === null && addrateCents === null);

const rateFault = (cents: number | null) =>
  cents === null || (cents >= 0 && cents <= MAX_CENTS) ? undefined : BAD_RATE;

const faults = (list: readonly (readonly [field: string, message: string | undefined])[]): FieldError[] =>
  list.flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));

/** Terms as tidied, on their own. */
export const checkTerm = (term: Term, today: string): FieldError[] =>
  faults([
    ['validFrom', dayFault(term.validFrom, today)],
    ['rateCents', rateFault(term.rateCents)],
    ['addrateCents', rateFault(term.addrateCents)],
    ['procedureCode', procedureFault(term.procedureCode)],
    ['modifiers', modifierFault(term)],
    ['cfcCode', procedureFault(term.cfcCode || null)],
    [
      'cfcModifiers',
      modifierFault({ procedureCode: term.cfcCode || null, modifiers: term.cfcModifiers ?? [] }),
    ],
    ['source', sourceFault(term.source)],
  ]);

export const TERM_EXISTS =
  'Rates of this type already start on that day. Correct them, or choose another day.';
/** Past ones are kept; the type always keeps one that counts. */
export const TERM_KEPT = 'Only rates of a future day can be removed.';

// ---- what a type is

/** As many rows as a care plan takes. */
const MAX_OPTIONS = 60;
const MAX_OPTION_NAME = 100;
const MAX_NAME = 80;

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** What is wrong with the option at a place of its table. */
export const optionFault = (names: readonly string[], at: number): string | undefined => {
  const name = names[at] ?? '';
  if (name === '') return 'An option needs a name.';
  if (name.length > MAX_OPTION_NAME) return `A name has at most ${MAX_OPTION_NAME} characters.`;
  return names.some((other, place) => place < at && sameName(other, name))
    ? `${name} is already in the list.`
    : undefined;
};

const optionFaults = (field: 'pcItems' | 'hmItems', names: readonly string[]): FieldError[] =>
  names.length > MAX_OPTIONS
    ? [{ field, message: `At most ${MAX_OPTIONS} options.` }]
    : faults(names.map((_, at) => [`${field}.${at}`, optionFault(names, at)]));

export const tidyFacts = (facts: TypeFacts): TypeFacts => ({
  ...facts,
  Name: facts.Name.trim(),
  Code: facts.Code.trim(),
  aggregatorCode: facts.aggregatorCode?.trim() || null,
  pcItems: facts.pcItems.map((name) => name.trim()),
  hmItems: facts.hmItems.map((name) => name.trim()),
});

const nameFault = (name: string, others: readonly PlanType[]) => {
  if (name === '') return 'A type needs a name.';
  if (name.length > MAX_NAME) return `A name has at most ${MAX_NAME} characters.`;
  return others.some(({ Name }) => sameName(Name, name))
    ? 'A type with this name exists already.'
    : undefined;
};

/** The code travels as Type of a plan, where a sign in front would read as an operator. */
const codeFault = (code: string, others: readonly PlanType[], stored: PlanType | undefined) => {
  if (stored && stored.Code !== code && stored.plans > 0) return codeReason(stored.plans);
  if (!/^[A-Za-z0-9][A-Za-z0-9 ()/&.-]{0,39}$/.test(code))
    return 'A code is 1 to 40 letters, digits and - . / & ( ), such as PCP.';
  return others.some(({ Code }) => sameName(Code, code))
    ? 'A type with this code exists already.'
    : undefined;
};

/** Printed plans and saved billing name the code. */
export const codeReason = (plans: number) =>
  plans === 1 ? 'A care plan uses it: the code stays.' : `${plans} care plans use it: the code stays.`;

/** A type as tidied, beside the others; `stored` is what it was before. */
export const checkFacts = (
  facts: Pick<TypeFacts, 'Name' | 'Code' | 'pcItems' | 'hmItems'>,
  others: readonly PlanType[],
  stored?: PlanType,
): FieldError[] => [
  ...faults([
    ['Name', nameFault(facts.Name, others)],
    ['Code', codeFault(facts.Code, others, stored)],
  ]),
  ...optionFaults('pcItems', facts.pcItems),
  ...optionFaults('hmItems', facts.hmItems),
];

// ---- the outside area

/** Postcodes out of a pasted list, whatever separates them: five digits, or ZIP+4 cut to five; the rest is named. */
export const readPostcodes = (text: string): { readonly codes: string[]; readonly bad: string[] } => {
  const words = text
    .replaceAll(/[\u2010-\u2015]/g, '-')
    .split(/[^\p{L}\p{N}-]+/u)
    .map((word) => word.replaceAll(/^-+|-+$/g, ''))
    .filter(Boolean);
  const isCode = (word: string) => /^\d{5}(-?\d{4})?$/.test(word);
  const codes = words.filter(isCode).map((word) => word.slice(0, 5));
  return { codes: [...new Set(codes)].sort(), bad: [...new Set(words.filter((word) => !isCode(word)))] };
};

const NAMED = 10;
/** 'Not understood: Aurora, 8001.' */
export const badPostcodes = (bad: readonly string[]) => {
  const rest = bad.length - NAMED;
  const named = bad.slice(0, NAMED).map((word) => word.slice(0, 20));
  return `Not understood: ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}. A ZIP code has 5 digits.`;
};
