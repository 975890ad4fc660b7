import { type Adjustment, readAdjustments } from './x12/adjustments.ts';
import type { TransactionSet } from './x12/envelope.ts';
import {
  centsIn,
  dayOrNull,
  neededIn,
  type Procedure,
  procedureIn,
  quantityIn,
  textIn,
} from './x12/fields.ts';
import { collectFindings, type Findings } from './x12/findings.ts';
import {
  type Cursor,
  cursorOf,
  element,
  findSegment,
  type Segment,
  takeAll,
  takeEach,
} from './x12/segments.ts';
import type { Quantity } from './x12/values.ts';

/** Reads remittances (835, 005010X221A1): what a payer paid, by claim and by line. Money is in cents. */

export interface LinePayment {
  /** The number of the segment in the file. */
  readonly at: number;
  readonly procedure: Procedure;
  readonly charge: number;
  readonly paid: number;
  readonly units: Quantity | null;
  readonly from: string | null;
  readonly through: string | null;
  /** Our line control number (REF*6R). */
  readonly control: string | null;
  readonly adjustments: readonly Adjustment[];
  /** Remark codes (RARC). */
  readonly remarks: readonly string[];
}

export interface ClaimPayment {
  readonly at: number;
  /** Our claim number (CLP01). */
  readonly id: string;
  /** CLP02; 22 takes an earlier payment back. The status does not say whether anything was paid. */
  readonly status: string;
  readonly charge: number;
  readonly paid: number;
  readonly patientShare: number;
  /** The payer's number (ICN). */
  readonly icn: string;
  /** 7 replaced an earlier claim, 8 took one back. */
  readonly frequency: string | null;
  readonly patient: string | null;
  readonly memberId: string | null;
  readonly adjustments: readonly Adjustment[];
  readonly remarks: readonly string[];
  readonly lines: readonly LinePayment[];
  /** What could not be read, one sentence each. Amounts affected by it may be 0. */
  readonly unreadable: readonly string[];
}

/** PLB: money between payer and agency that belongs to no claim in this payment. A positive amount lowers the payment. */
export interface ProviderAdjustment {
  readonly at: number;
  /** For example WO overpayment taken back, FB carried forward, L6 interest, 72 refund received. */
  readonly reason: string;
  readonly reference: string | null;
  readonly amount: number;
}

export interface Remittance {
  readonly control: string;
  /** The number of the payment's segment in the file. */
  readonly at: number;
  readonly paid: number;
  /** ACH, CHK or NON. */
  readonly method: string | null;
  readonly date: string | null;
  /** The number of the check or transfer (TRN02). */
  readonly trace: string;
  readonly payer: { readonly name: string | null; readonly id: string | null };
  readonly payee: { readonly name: string | null; readonly id: string | null };
  readonly claims: readonly ClaimPayment[];
  readonly adjustments: readonly ProviderAdjustment[];
  /** What could not be read in the payment and its provider adjustments. */
  readonly unreadable: readonly string[];
}

export const REVERSAL = '22';

const HEAD = ['BPR', 'TRN', 'CUR', 'REF', 'DTM', 'N1', 'N2', 'N3', 'N4', 'PER', 'RDM'];
const CLAIM = ['CAS', 'NM1', 'MIA', 'MOA', 'REF', 'DTM', 'PER', 'AMT', 'QTY'];
const LINE = ['DTM', 'CAS', 'REF', 'AMT', 'QTY', 'LQ'];

const adjustmentsIn = (segments: readonly Segment[], findings: Findings): Adjustment[] =>
  segments.filter(({ id }) => id === 'CAS').flatMap((cas) => readAdjustments(cas, findings));

const readLine = (svc: Segment, cursor: Cursor, findings: Findings): LinePayment => {
  const more = takeAll(cursor, LINE);
  const day = (...kinds: readonly string[]) => {
    const dtm = findSegment(more, 'DTM', ...kinds);
    return dtm ? dayOrNull(dtm, 2, 'day of service', findings) : null;
  };
  const from = day('472', '150');
  const control = findSegment(more, 'REF', '6R');
  return {
    at: svc.at,
    procedure: procedureIn(svc, 1, findings) ?? { qualifier: '', code: '', modifiers: [] },
    charge: centsIn(svc, 2, 'charge', findings),
    paid: centsIn(svc, 3, 'amount paid', findings, 'zero'),
    units: quantityIn(svc, 5, 'number of units', findings),
    from,
    through: day('151') ?? from,
    control: control ? textIn(control, 2) : null,
    adjustments: adjustmentsIn(more, findings),
    remarks: more.filter(({ id }) => id === 'LQ').map((lq) => element(lq, 2)),
  };
};

/** Remark codes are in MOA03 to 07, MIA05 and MIA20 to 23. */
const claimRemarks = (segments: readonly Segment[]): string[] =>
  segments.flatMap((one) => {
    const places = one.id === 'MOA' ? [3, 4, 5, 6, 7] : one.id === 'MIA' ? [5, 20, 21, 22, 23] : [];
    return places.map((place) => element(one, place)).filter((code) => code !== '');
  });

/** Faults of a part stay with that part, so that the rest of the file can be used. Remarks go to the whole file. */
const findingsOfPart = ({ remarks, remark }: Findings): Findings => ({
  ...collectFindings(),
  remarks,
  remark,
});
/** What staff call the parts of a payment. The exact segment is given as a detail. */
const PARTS: Readonly<Record<string, string>> = {
  BPR: 'The payment',
  TRN: 'The payment',
  CLP: 'The claim',
  NM1: 'The name of the client',
  SVC: 'A service line',
  CAS: 'An adjustment',
  DTM: 'A date',
  PLB: 'A provider adjustment',
};
const sentencesOf = ({ faults }: Findings) =>
  faults.map(({ bare, id, segment }) => {
    const part = PARTS[id ?? ''];
    return part
      ? `${part}: ${bare}`
      : segment === null
        ? bare
        : `A part of the claim (segment ${segment}): ${bare}`;
  });

const NOT_EXPECTED = 'it is not expected here, or not supported.';
/** Segments that may follow a claim. */
const AFTER_CLAIM = new Set(['LX', 'TS3', 'TS2', 'CLP', 'PLB']);

const readClaimPayment = (clp: Segment, cursor: Cursor, file: Findings): ClaimPayment => {
  const findings = findingsOfPart(file);
  const more = takeAll(cursor, CLAIM);
  const patient = findSegment(more, 'NM1', 'QC');
  const lines = Array.from(takeEach(cursor, 'SVC'), (svc) => readLine(svc, cursor, findings));
  const rest = cursor.peek();
  if (rest && !AFTER_CLAIM.has(rest.id)) findings.fault(rest, NOT_EXPECTED);
  // The rest of this claim cannot be told apart any more, but the next one can.
  for (let next = rest; next && !AFTER_CLAIM.has(next.id); next = cursor.peek()) cursor.take(next.id);
  const name = patient ? [element(patient, 3), element(patient, 4)].filter((part) => part !== '') : [];
  const claim = {
    at: clp.at,
    id: neededIn(clp, 1, 'claim number', findings),
    status: neededIn(clp, 2, 'status', findings),
    charge: centsIn(clp, 3, 'charge', findings),
    paid: centsIn(clp, 4, 'amount paid', findings),
    patientShare: centsIn(clp, 5, 'share of the patient', findings, 'zero'),
    icn: neededIn(clp, 7, "payer's claim number", findings),
    frequency: textIn(clp, 9),
    patient: name.join(', ') || null,
    memberId: patient ? textIn(patient, 9) : null,
    adjustments: adjustmentsIn(more, findings),
    remarks: claimRemarks(more),
    lines,
  };
  return { ...claim, unreadable: sentencesOf(findings) };
};

const readProviderAdjustments = (plb: Segment, findings: Findings): ProviderAdjustment[] => {
  const found: ProviderAdjustment[] = [];
  for (let place = 3; place <= 13; place += 2) {
    if (element(plb, place) === '' && element(plb, place + 1) === '') continue;
    const [reason = '', ...reference] = element(plb, place).split(plb.by.component);
    found.push({
      at: plb.at,
      reason,
      reference: reference.join(' ') || null,
      amount: centsIn(plb, place + 1, 'amount of a provider adjustment', findings),
    });
  }
  return found;
};

const partyIn = (head: readonly Segment[], role: string) => {
  const n1 = findSegment(head, 'N1', role);
  return { name: n1 ? textIn(n1, 2) : null, id: n1 ? textIn(n1, 4) : null };
};

/** BPR16, or if that is not a date, the day on which the payer created the file (DTM*405). */
const dateOfPayment = (bpr: Segment | undefined, head: readonly Segment[], findings: Findings) => {
  const date = bpr ? dayOrNull(bpr, 16, 'date of payment', findings) : null;
  const made = findSegment(head, 'DTM', '405');
  return date ?? (made ? dayOrNull(made, 2, 'date of the file', findings) : null);
};

/** Claims may be under any number of headers (LX). Summaries for institutions (TS3, TS2) are not needed. */
const readAllClaims = (cursor: Cursor, findings: Findings): ClaimPayment[] => {
  const claims: ClaimPayment[] = [];
  for (;;) {
    takeAll(cursor, ['LX', 'TS3', 'TS2']);
    const clp = cursor.take('CLP');
    if (!clp) return claims;
    claims.push(readClaimPayment(clp, cursor, findings));
  }
};

/** Reads one payment with its claims, whether or not they balance. */
export const readRemittance = (
  { control, head: st, segments }: TransactionSet,
  findings: Findings,
): Remittance => {
  const cursor = cursorOf(segments);
  const head = takeAll(cursor, HEAD);
  const bpr = findSegment(head, 'BPR');
  const trn = findSegment(head, 'TRN');
  if (!bpr) findings.fault(st, 'BPR (the payment) is missing.');
  if (!trn) findings.fault(st, 'TRN (the number of the payment) is missing.');
  const claims = readAllClaims(cursor, findings);
  const ofPayment = findingsOfPart(findings);
  const adjustments = [...takeEach(cursor, 'PLB')].flatMap((plb) => readProviderAdjustments(plb, ofPayment));
  const rest = cursor.peek();
  if (rest) findings.fault(rest, NOT_EXPECTED);
  const payer = partyIn(head, 'PR');
  const remittance = {
    control,
    at: bpr?.at ?? st.at,
    paid: bpr ? centsIn(bpr, 2, 'amount paid', ofPayment) : 0,
    method: bpr ? textIn(bpr, 4) : null,
    date: dateOfPayment(bpr, head, findings),
    trace: trn ? neededIn(trn, 2, 'number of the payment', findings) : '',
    payer: { name: payer.name, id: (trn ? textIn(trn, 3) : null) ?? payer.id },
    payee: partyIn(head, 'PE'),
    claims,
    adjustments,
  };
  return { ...remittance, unreadable: sentencesOf(ofPayment) };
};
