import { cardsOfClaim } from '../claims/batch.ts';
import { expectedOf } from '../claims/expected.ts';
import { readEnvelope } from '../claims/x12/envelope.ts';
import { collectFindings } from '../claims/x12/findings.ts';
import { element, type Segment } from '../claims/x12/segments.ts';
import { centsOf, quantityOf } from '../claims/x12/values.ts';
import { showMoney } from '../money.ts';
import { sum } from '../sum.ts';
import type { BookBatch, BookClaim } from './facts.ts';
import type { BookPart, BookRecord, CheckResult } from './schema.ts';
import { newTally, type Tally } from './tally.ts';

/** Checks of a file of claims: what it holds, what was kept of it, and what the payer said. */

const recordOf = (
  kind: 'claim' | 'batch',
  id: string,
  month: string,
  clientId: number | null,
): BookRecord => ({
  kind,
  id,
  clientId,
  month,
  day: null,
});

// --- Files

interface FiledClaim {
  readonly id: string;
  readonly charge: number | undefined;
  lines: number;
  units: number;
  lineCharge: number;
  /** What its lines say that insurers paid, of each at most its charge. */
  insured: number;
}

/** The claims of a file as its bytes say: CLM with their lines SV1, and SVD what each insurer paid of the line before it. */
const claimsIn = (segments: readonly Segment[]): FiledClaim[] => {
  const claims: FiledClaim[] = [];
  let left = 0;
  for (const segment of segments) {
    if (segment.id === 'CLM')
      claims.push({
        id: element(segment, 1),
        charge: centsOf(element(segment, 2)),
        lines: 0,
        units: 0,
        lineCharge: 0,
        insured: 0,
      });
    const claim = claims.at(-1);
    if (!claim) continue;
    const cents = centsOf(element(segment, 2)) ?? 0;
    if (segment.id === 'SV1') {
      claim.lines += 1;
      claim.units += quantityOf(element(segment, 4))?.digits ?? 0;
      claim.lineCharge += cents;
      left = cents;
    } else if (segment.id === 'SVD') {
      const paid = Math.min(left, Math.max(0, cents));
      claim.insured += paid;
      left -= paid;
    }
  }
  return claims;
};

const readFile = (batch: BookBatch) => {
  const findings = collectFindings();
  const interchange = readEnvelope(batch.file, findings);
  const sets = interchange?.groups.flatMap(({ sets: own }) => own) ?? [];
  return {
    isWhole: findings.faults.length === 0 && sets.length > 0,
    interchange: interchange?.head.control,
    claims: sets.flatMap(({ segments }) => claimsIn(segments)),
  };
};

const breakFiledClaim = (
  tally: Tally,
  claim: BookClaim,
  filed: FiledClaim | undefined,
  month: string,
): void => {
  const record = recordOf('claim', claim.id, month, claim.clientId);
  const units = sum(claim.lines.map((line) => line.units));
  const isSame =
    filed?.charge === claim.charge &&
    filed.lines === claim.lines.length &&
    filed.units === units &&
    filed.lineCharge === claim.charge;
  if (!filed) tally.break(`Claim ${claim.id} is not in the file that was sent.`, record);
  else if (!isSame)
    tally.break(
      `Claim ${claim.id} asks for ${showMoney(claim.charge)} in ${claim.lines.length} lines; its file has ${showMoney(filed.lineCharge)} in ${filed.lines}.`,
      record,
    );
  const insured = sum(claim.lines.map((line) => line.insured ?? 0));
  // A void takes back what was sent, with what insurers have said by then.
  if (filed && claim.frequency !== '8' && filed.insured !== insured)
    tally.break(
      `Insurers paid ${showMoney(insured)} of claim ${claim.id}; its file says ${showMoney(filed.insured)}.`,
      record,
    );
};

/** Files sent are the claims in them (docs/rules/books.md, rule 5). `previous`: the number of the file before, null for the first. */
export const checkFile = (batch: BookBatch, previous: number | null): CheckResult => {
  const tally = newTally('files');
  const record = recordOf('batch', String(batch.id), batch.month, null);
  const { isWhole, interchange, claims } = readFile(batch);
  tally.look();
  if (!isWhole) tally.break(`File ${batch.id} cannot be read.`, record);
  if (isWhole && interchange !== batch.interchange)
    tally.break(
      `File ${batch.id} was kept as interchange ${batch.interchange} and says ${interchange}.`,
      record,
    );
  if (previous !== null && batch.id !== previous + 1)
    tally.break(`Files ${previous + 1} to ${batch.id - 1} are missing.`, record);
  const filed = new Map(claims.map((claim) => [claim.id, claim]));
  for (const claim of batch.sent) {
    tally.add('inFiles', claim.charge, recordOf('claim', claim.id, batch.month, claim.clientId));
    breakFiledClaim(tally, claim, filed.get(claim.id), batch.month);
    filed.delete(claim.id);
  }
  for (const id of filed.keys()) tally.break(`The file has claim ${id}, which is not on record.`, record);
  const lines = batch.sent.flatMap((claim) => claim.lines);
  const isCounted =
    batch.claims === batch.sent.length &&
    batch.lines === lines.length &&
    batch.units === sum(lines.map(({ units }) => units)) &&
    batch.amount === sum(batch.sent.map(({ charge }) => charge));
  if (!isCounted) tally.break(`The totals of file ${batch.id} are not those of its claims.`, record);
  return tally.result();
};

// --- Claims and their payments

/** Lines, their shares and the parts of billing records add up to the claim. */
const breakSums = (tally: Tally, claim: BookClaim, record: BookRecord): void => {
  const charge = sum(claim.lines.map((line) => line.charge));
  const units = sum(claim.lines.map((line) => line.units));
  if (charge !== claim.charge || units !== claim.units)
    tally.break(
      `Claim ${claim.id} asks for ${showMoney(claim.charge)}, its lines come to ${showMoney(charge)}.`,
      record,
    );
  for (const { control, charge: ofLine, units: inLine, shares } of claim.lines)
    if (
      sum(shares.map(({ amount }) => amount)) !== ofLine ||
      sum(shares.map((share) => share.units)) !== inLine
    )
      tally.break(`Line ${control} is not the sum of its billing records.`, record);
  const parts = new Map(claim.parts.map((part) => [part.cardId, part]));
  for (const own of cardsOfClaim(claim)) {
    const part = parts.get(own.cardId);
    if (part?.charge !== own.charge || part.units !== own.units)
      tally.break(`Claim ${claim.id} and billing record ${own.cardId} disagree on what was asked.`, record);
    else if ((part.insured ?? 0) !== own.insured)
      tally.break(
        `Claim ${claim.id} and billing record ${own.cardId} disagree on what insurers paid.`,
        record,
      );
    parts.delete(own.cardId);
  }
  for (const cardId of parts.keys())
    tally.break(`Billing record ${cardId} is not in the lines of claim ${claim.id}.`, record);
};

const postings = ({ answers }: BookClaim) =>
  answers.filter(({ outcome }) => outcome === 'paid' || outcome === 'taken back');

/** What the payer paid is the same in answers, claim and billing records. */
const breakPaid = (tally: Tally, claim: BookClaim, record: BookRecord): void => {
  const answers = postings(claim);
  const answered = sum(answers.map(({ paid }) => paid ?? 0));
  if ((claim.paid ?? 0) !== answered)
    tally.break(
      `The payer paid ${showMoney(answered)} for claim ${claim.id}, ${showMoney(claim.paid ?? 0)} is on record.`,
      record,
    );
  if (sum(claim.parts.map(({ paid }) => paid ?? 0)) !== answered)
    tally.break(`What was paid for claim ${claim.id} is not what its billing records have.`, record);
  for (const { paid, lines } of answers)
    if (lines && sum(lines.map((line) => line.paid)) !== (paid ?? 0))
      tally.break(`A payment of claim ${claim.id} is not the sum of its lines.`, record);
  const keys = answers.flatMap(({ key }) => key ?? []).toSorted();
  for (const { cardId, posted } of claim.parts)
    if (JSON.stringify(posted.toSorted()) !== JSON.stringify(keys))
      tally.break(`Billing record ${cardId} does not have the payments of claim ${claim.id}.`, record);
};

const unpaidPart = (claim: BookClaim, unpaid: number): BookPart => {
  if (claim.paid === null) return claim.isRejected ? 'rejected' : 'open';
  if (unpaid < 0) return 'paidAbove';
  return claim.answers.some(({ outcome }) => outcome === 'taken back') ? 'takenBack' : 'adjusted';
};

/** Paid, by insurers too, adjusted, settled and open are what was charged, line by line (docs/rules/books.md, rule 4). */
const addLines = (tally: Tally, claim: BookClaim, record: BookRecord): void => {
  const answers = postings(claim);
  let settled = claim.settled;
  for (const line of claim.lines) {
    const paid = sum(
      answers.flatMap(
        ({ lines }) => lines?.filter(({ control }) => control === line.control).map((one) => one.paid) ?? [],
      ),
    );
    tally.add('paid', paid, record);
    tally.add('insured', line.insured ?? 0, record);
    const unpaid = expectedOf(line) - paid;
    const given = Math.min(settled, Math.max(0, unpaid));
    settled -= given;
    tally.add('settled', given, record);
    tally.add(unpaidPart(claim, unpaid), unpaid - given, record);
  }
};

export const checkPayments = (batch: BookBatch): CheckResult => {
  const tally = newTally('payments');
  for (const claim of batch.sent) {
    tally.look();
    const record = recordOf('claim', claim.id, batch.month, claim.clientId);
    breakSums(tally, claim, record);
    breakPaid(tally, claim, record);
    // A void asks for nothing.
    if (claim.frequency === '8') continue;
    addLines(tally, claim, record);
    const left = sum(claim.lines.map(expectedOf)) - (claim.paid ?? 0);
    if (claim.settled > left)
      tally.break(
        `${showMoney(claim.settled)} of claim ${claim.id} was settled, ${showMoney(left)} is left of it.`,
        record,
      );
  }
  return tally.result();
};

export const checkBatch = (batch: BookBatch, previous: number | null): CheckResult[] => [
  checkFile(batch, previous),
  checkPayments(batch),
];
