import type { Findings } from './findings.ts';
import { components, element, type Segment } from './segments.ts';
import { centsOf, dayOf, type Quantity, quantityOf } from './values.ts';

/** Reads elements as the type they must have. A wrong one becomes a fault that names it, and reading continues. */

export const textIn = (segment: Segment, place: number): string | null =>
  element(segment, place).trim() || null;

export const neededIn = (segment: Segment, place: number, name: string, findings: Findings): string => {
  const text = textIn(segment, place);
  if (text === null) findings.fault(segment, `the ${name} is missing.`);
  return text ?? '';
};

/** The digits of a counter or a control number. */
export const numberIn = (segment: Segment, place: number, name: string, findings: Findings): number => {
  const text = element(segment, place).trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  findings.fault(segment, `the ${name} is not a number.`);
  return 0;
};

/** An amount in cents. A missing one is 0 where the standard allows that. */
export const centsIn = (
  segment: Segment,
  place: number,
  name: string,
  findings: Findings,
  empty: 'zero' | 'fault' = 'fault',
): number => {
  const text = element(segment, place).trim();
  const cents = text === '' && empty === 'zero' ? 0 : centsOf(text);
  if (cents === undefined) findings.fault(segment, `the ${name} is not an amount.`);
  return cents ?? 0;
};

export const quantityIn = (
  segment: Segment,
  place: number,
  name: string,
  findings: Findings,
): Quantity | null => {
  const text = element(segment, place).trim();
  if (text === '') return null;
  const quantity = quantityOf(text);
  if (quantity === undefined) findings.fault(segment, `the ${name} is not a number.`);
  return quantity ?? null;
};

/** A required day. */
export const dayIn = (segment: Segment, place: number, name: string, findings: Findings): string => {
  const day = dayOf(element(segment, place).trim());
  if (day === undefined) findings.fault(segment, `the ${name} is not a date.`);
  return day ?? '';
};

/** An optional day. A wrong one is remarked on and left out. */
export const dayOrNull = (
  segment: Segment,
  place: number,
  name: string,
  findings: Findings,
): string | null => {
  const text = element(segment, place).trim();
  const day = dayOf(text);
  if (day === undefined && text !== '')
    findings.remark(segment, `the ${name} is not a date and was left out.`);
  return day ?? null;
};

/** A procedure code with its modifiers. */
export interface Procedure {
  /** HC is HCPCS, the only kind that home care bills. */
  readonly qualifier: string;
  readonly code: string;
  readonly modifiers: readonly string[];
}

export const procedureIn = (segment: Segment, place: number, findings: Findings): Procedure | null => {
  const text = element(segment, place);
  if (text === '') return null;
  // Some payers separate the code by another character than the one named in ISA.
  const other = /^[A-Z]{2}([>:^|<])/.exec(text)?.[1];
  const isOther = other !== undefined && other !== segment.by.component;
  if (isOther) findings.remark(segment, `the procedure code is parted by ${other}, which ISA does not name.`);
  const [qualifier = '', code = '', ...more] = isOther ? text.split(other) : components(segment, place);
  if (code === '') findings.fault(segment, 'the procedure code is missing.');
  return { qualifier, code, modifiers: more.slice(0, 4).filter((modifier) => modifier !== '') };
};

export const showProcedure = ({ qualifier, code, modifiers }: Procedure): readonly string[] => [
  qualifier,
  code,
  ...modifiers,
];
