import {
  type BillingProvider,
  CLAIM_VERSION,
  type ClaimFile,
  type ClaimSet,
  type Patient,
  type Subscriber,
} from '../claim.ts';
import { readEnvelope, setsOf, type TransactionSet } from '../x12/envelope.ts';
import { dayIn, neededIn } from '../x12/fields.ts';
import { collectFindings, type Findings, type Reading, readingOf } from '../x12/findings.ts';
import { type Cursor, cursorOf, element, type Segment, takeEach } from '../x12/segments.ts';
import { readClaim } from './837p-read-claim.ts';
import {
  readAddress,
  readContacts,
  readCoverage,
  readDemographics,
  readNamed,
  readParty,
  readReferences,
} from './837p-read-parts.ts';

/** The next level of this kind below the given one. */
const takeLevel = (cursor: Cursor, level: string, parent: Segment | null): Segment | undefined => {
  const next = cursor.peek();
  if (next?.id !== 'HL' || element(next, 3) !== level) return undefined;
  return element(next, 2) === (parent ? element(parent, 1) : '') ? cursor.take('HL') : undefined;
};

const readClaims837 = (cursor: Cursor, findings: Findings) => {
  const claims = [];
  for (const clm of takeEach(cursor, 'CLM')) claims.push(readClaim(clm, cursor, findings));
  return claims;
};

const readPatient = (hl: Segment, cursor: Cursor, findings: Findings): Patient => {
  const pat = cursor.take('PAT');
  const party = readParty(cursor, 'QC', hl, findings);
  const address = readAddress(cursor, findings);
  const demographics = readDemographics(cursor, findings);
  const references = readReferences(cursor);
  return {
    relationship: pat ? neededIn(pat, 1, 'relationship', findings) : '',
    party,
    address,
    demographics,
    references,
    claims: readClaims837(cursor, findings),
  };
};

const readSubscriber = (hl: Segment, cursor: Cursor, findings: Findings): Subscriber => {
  const coverage = readCoverage(cursor.take('SBR'), hl, findings);
  const party = readParty(cursor, 'IL', hl, findings);
  const address = readAddress(cursor, findings);
  const demographics = readDemographics(cursor, findings);
  const references = readReferences(cursor);
  const payer = readNamed(cursor, 'PR', hl, findings);
  const claims = readClaims837(cursor, findings);
  const patients: Patient[] = [];
  for (let next = takeLevel(cursor, '23', hl); next; next = takeLevel(cursor, '23', hl))
    patients.push(readPatient(next, cursor, findings));
  return { coverage, party, address, demographics, references, payer, claims, patients };
};

const readProvider = (hl: Segment, cursor: Cursor, findings: Findings): BillingProvider => {
  const prv = cursor.take('PRV', 'BI');
  const named = readNamed(cursor, '85', hl, findings);
  const contacts = readContacts(cursor);
  const payTo = cursor.take('NM1', '87') ? readAddress(cursor, findings) : null;
  const subscribers: Subscriber[] = [];
  for (let next = takeLevel(cursor, '22', hl); next; next = takeLevel(cursor, '22', hl))
    subscribers.push(readSubscriber(next, cursor, findings));
  return {
    ...named,
    taxonomy: prv ? neededIn(prv, 3, 'taxonomy code', findings) : null,
    contacts,
    payTo,
    subscribers,
  };
};

const readSet = ({ control, head, segments }: TransactionSet, findings: Findings): ClaimSet => {
  const cursor = cursorOf(segments);
  const bht = cursor.take('BHT');
  if (!bht) findings.fault(head, 'BHT does not follow it.');
  const submitter = readParty(cursor, '41', bht ?? head, findings);
  const contacts = readContacts(cursor);
  const receiver = readParty(cursor, '40', bht ?? head, findings);
  const providers: BillingProvider[] = [];
  for (let hl = takeLevel(cursor, '20', null); hl; hl = takeLevel(cursor, '20', null))
    providers.push(readProvider(hl, cursor, findings));
  const rest = cursor.peek();
  if (rest) findings.fault(rest, 'it is not expected here, or not supported.');
  return {
    control,
    purpose: bht ? element(bht, 2) : '',
    reference: bht ? element(bht, 3) : '',
    date: bht ? dayIn(bht, 4, 'date', findings) : '',
    time: bht ? element(bht, 5) : '',
    kind: bht ? element(bht, 6) : '',
    submitter: { party: submitter, contacts },
    receiver,
    providers,
  };
};

/**
 * Reads a complete file of professional claims. Anything that the model cannot hold is a fault naming its segment, and is
 * never dropped.
 */
export const readClaims = (text: string): Reading<ClaimFile> => {
  const findings = collectFindings();
  const interchange = readEnvelope(text, findings);
  if (!interchange) return readingOf<ClaimFile>(undefined, findings);
  const sets = setsOf(interchange, { set: '837', name: 'claim file (837)' }, findings);
  for (const { group, set } of sets)
    if (group.version !== CLAIM_VERSION)
      findings.fault(set.head, `only ${CLAIM_VERSION} (professional claims) is read.`);
  const [group, ...others] = interchange.groups;
  if (others.length > 0) findings.fault(null, 'The file holds more than one group of claims.');
  if (!group || findings.faults.length > 0) return readingOf<ClaimFile>(undefined, findings);
  const { sender, receiver, date, time, control } = group.head;
  const file = {
    head: interchange.head,
    group: { sender, receiver, date, time, control },
    sets: sets.map(({ set }) => readSet(set, findings)),
  };
  return readingOf(file, findings);
};
