import {
  type Claim,
  type ClaimProvider,
  type Diagnosis,
  FREQUENCIES,
  type LineAdjudication,
  type OtherPayer,
  type ServiceLine,
} from '../claim.ts';
import { type Adjustment, readAdjustments } from '../x12/adjustments.ts';
import {
  centsIn,
  dayIn,
  dayOrNull,
  neededIn,
  type Procedure,
  procedureIn,
  quantityIn,
  textIn,
} from '../x12/fields.ts';
import type { Findings } from '../x12/findings.ts';
import { type Cursor, components, element, type Segment, takeEach } from '../x12/segments.ts';
import { rangeOf, whole } from '../x12/values.ts';
import { partyOf, readAddress, readCoverage, readNamed, readReferences } from './837p-read-parts.ts';

const NO_PROCEDURE: Procedure = { qualifier: '', code: '', modifiers: [] };

const neededProcedure = (segment: Segment, place: number, findings: Findings): Procedure => {
  const procedure = procedureIn(segment, place, findings);
  if (procedure === null) findings.fault(segment, 'the procedure code is missing.');
  return procedure ?? NO_PROCEDURE;
};

const readAllAdjustments = (cursor: Cursor, findings: Findings): Adjustment[] => {
  const found: Adjustment[] = [];
  for (const cas of takeEach(cursor, 'CAS')) found.push(...readAdjustments(cas, findings));
  return found;
};

const readAdjudications = (cursor: Cursor, findings: Findings): LineAdjudication[] => {
  const found: LineAdjudication[] = [];
  for (const svd of takeEach(cursor, 'SVD')) {
    const adjustments = readAllAdjustments(cursor, findings);
    const dtp = cursor.take('DTP', '573');
    const owed = cursor.take('AMT', 'EAF');
    found.push({
      payer: neededIn(svd, 1, 'payer', findings),
      paid: centsIn(svd, 2, 'amount paid', findings),
      procedure: neededProcedure(svd, 3, findings),
      units: quantityIn(svd, 5, 'number of units', findings),
      adjustments,
      day: dtp ? dayOrNull(dtp, 3, 'day of payment', findings) : null,
      owed: owed ? centsIn(owed, 2, 'amount still owed', findings) : null,
    });
  }
  return found;
};

const readDays = (cursor: Cursor, line: Segment, findings: Findings) => {
  const dtp = cursor.take('DTP', '472');
  if (!dtp) {
    findings.fault(line, 'the day of service (DTP*472) does not follow it.');
    return { from: '', through: '' };
  }
  if (element(dtp, 2) === 'RD8') {
    const range = rangeOf(element(dtp, 3));
    if (!range) findings.fault(dtp, 'the days of service are not a range of dates.');
    return range ?? { from: '', through: '' };
  }
  const day = dayIn(dtp, 3, 'day of service', findings);
  return { from: day, through: day };
};

const readLine = (lx: Segment, cursor: Cursor, findings: Findings): ServiceLine => {
  const sv1 = cursor.take('SV1');
  if (!sv1) findings.fault(lx, 'SV1 (the service) does not follow it.');
  const days = readDays(cursor, lx, findings);
  const control = cursor.take('REF', '6R');
  const adjudications = readAdjudications(cursor, findings);
  if (!sv1)
    return {
      ...days,
      procedure: NO_PROCEDURE,
      charge: 0,
      measure: '',
      units: whole(0),
      place: null,
      pointers: [],
      control: null,
      adjudications,
    };
  const units = quantityIn(sv1, 4, 'number of units', findings);
  if (units === null) findings.fault(sv1, 'the number of units is missing.');
  return {
    ...days,
    procedure: neededProcedure(sv1, 1, findings),
    charge: centsIn(sv1, 2, 'charge', findings),
    measure: element(sv1, 3),
    units: units ?? whole(0),
    place: textIn(sv1, 5),
    pointers: components(sv1, 7).filter(Boolean).map(Number),
    control: control ? textIn(control, 2) : null,
    adjudications,
  };
};

const readOtherPayer = (sbr: Segment, cursor: Cursor, findings: Findings): OtherPayer => {
  const coverage = readCoverage(sbr, sbr, findings);
  const adjustments = readAllAdjustments(cursor, findings);
  const amounts = [];
  for (const amt of takeEach(cursor, 'AMT'))
    amounts.push({ qualifier: element(amt, 1), cents: centsIn(amt, 2, 'amount', findings) });
  const oi = cursor.take('OI');
  if (!oi) findings.fault(sbr, 'OI does not follow it.');
  return {
    coverage,
    adjustments,
    amounts,
    benefitsAssigned: oi ? element(oi, 3) : '',
    signatureSource: oi ? textIn(oi, 4) : null,
    release: oi ? element(oi, 6) : '',
    subscriber: readNamed(cursor, 'IL', sbr, findings),
    payer: readNamed(cursor, 'PR', sbr, findings),
  };
};

const CLAIM_ROLES = ['82', '77', 'DN', 'P3', 'DQ'] as const;

const readClaimProviders = (cursor: Cursor, findings: Findings): ClaimProvider[] => {
  const found: ClaimProvider[] = [];
  for (let nm1 = cursor.take('NM1', ...CLAIM_ROLES); nm1; nm1 = cursor.take('NM1', ...CLAIM_ROLES)) {
    const prv = cursor.take('PRV', 'PE');
    const address = readAddress(cursor, findings);
    found.push({
      role: element(nm1, 1),
      party: partyOf(nm1),
      taxonomy: prv ? textIn(prv, 3) : null,
      address,
      references: readReferences(cursor),
    });
  }
  return found;
};

const readDiagnoses = (hi: Segment | undefined): Diagnosis[] =>
  hi
    ? hi.elements.map((_, index) => {
        const [qualifier = '', code = ''] = components(hi, index + 1);
        return { qualifier, code };
      })
    : [];

export const readClaim = (clm: Segment, cursor: Cursor, findings: Findings): Claim => {
  const references = readReferences(cursor);
  const diagnoses = readDiagnoses(cursor.take('HI'));
  const providers = readClaimProviders(cursor, findings);
  const otherPayers: OtherPayer[] = [];
  for (const sbr of takeEach(cursor, 'SBR')) otherPayers.push(readOtherPayer(sbr, cursor, findings));
  const lines: ServiceLine[] = [];
  for (const lx of takeEach(cursor, 'LX')) lines.push(readLine(lx, cursor, findings));
  const [place = '', , said] = components(clm, 5);
  const frequency = FREQUENCIES.find((one) => one === said);
  if (!frequency) findings.fault(clm, 'the claim frequency is none of 1, 7 and 8.');
  if (lines.length === 0) findings.fault(clm, 'the claim has no service line.');
  return {
    id: neededIn(clm, 1, 'claim number', findings),
    charge: centsIn(clm, 2, 'charge', findings),
    place,
    frequency: frequency ?? '1',
    providerSignature: element(clm, 6),
    acceptsAssignment: element(clm, 7),
    benefitsAssigned: element(clm, 8),
    release: element(clm, 9),
    references,
    diagnoses,
    providers,
    otherPayers,
    lines,
  };
};
