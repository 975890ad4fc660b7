import type { PayerClaim, PayerLine } from './payer-reader.ts';

/**
 * What a Medicaid payer looks up before it pays a line: its own records of members, authorizations, programs and verified
 * visits, read by its own code. It shares nothing with the product.
 */

interface Span {
  readonly from: string;
  readonly through: string;
}

/** Days are CCYYMMDD, as claims name them. */
export interface PayerRecords {
  /** Member → days of coverage. */
  readonly coverage: ReadonlyMap<string, readonly Span[]>;
  /** Number of the authorization → whom and what it is for. */
  readonly authorizations: ReadonlyMap<
    string,
    Span & { readonly member: string; readonly code: string; readonly units: number }
  >;
  /** Member → the modifier of the program it is in from a day on. */
  readonly programs: ReadonlyMap<string, readonly { readonly from: string; readonly modifier: string }[]>;
  /** Codes that need a verified visit. */
  readonly verifiedCodes: ReadonlySet<string>;
  /** 'member code day' → units that visits verify. */
  readonly verified: ReadonlyMap<string, number>;
  /** 'member code day' → paid before, on paper or to another agency. */
  readonly paidBefore: ReadonlySet<string>;
  readonly filingDays: number;
}

const DAY_MS = 86_400_000;
const timeOf = (day: string) =>
  Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6, 8)));

const covers = ({ from, through }: Span, day: string) => from <= day && day <= through;

/** Reason codes of a line in the order in which the payer looks; undefined: it pays. */
export const openPayerRules = (records: PayerRecords) => {
  const used = new Map<string, number>();

  const reasonOf = (claim: PayerClaim, line: PayerLine, today: string): string | undefined => {
    const [, code = '', ...modifiers] = line.service.split(':');
    const day = line.days.slice(0, 8);
    const key = `${claim.member} ${code} ${day}`;
    if (timeOf(today) - timeOf(day) > records.filingDays * DAY_MS) return '29';
    if (!(records.coverage.get(claim.member) ?? []).some((span) => covers(span, day))) return '27';
    if (records.paidBefore.has(key)) return '18';
    const program = (records.programs.get(claim.member) ?? []).filter(({ from }) => from <= day).at(-1);
    if (program && !modifiers.includes(program.modifier)) return '4';
    if (records.verifiedCodes.has(code)) {
      const verified = records.verified.get(key) ?? 0;
      if (verified === 0) return '112';
      if (line.units > verified) return '151';
    }
    const par = records.authorizations.get(claim.par ?? '');
    if (!par || par.member !== claim.member || par.code !== code || !covers(par, day)) return '197';
    return (used.get(claim.par ?? '') ?? 0) + line.units > par.units ? '198' : undefined;
  };

  return {
    /** Judges a line, and takes its units from the authorization when it is paid. */
    decide: (claim: PayerClaim, line: PayerLine, today: string): string | undefined => {
      const reason = reasonOf(claim, line, today);
      if (reason === undefined && claim.par !== undefined)
        used.set(claim.par, (used.get(claim.par) ?? 0) + line.units);
      return reason;
    },
    /** A payment that is taken back frees its units. */
    release: (claim: PayerClaim, line: PayerLine) => {
      if (claim.par !== undefined) used.set(claim.par, (used.get(claim.par) ?? 0) - line.units);
    },
  };
};
export type PayerRules = ReturnType<typeof openPayerRules>;
