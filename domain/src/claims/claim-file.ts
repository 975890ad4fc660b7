import type { ClaimFileRules } from '../states/pack.ts';
import type { Address, Claim, ClaimFile, Organisation, Person, Subscriber } from './claim.ts';
import {
  type FirstPayer,
  type FirstPayers,
  NO_FIRST_PAYERS,
  payersOfClaim,
  responsibilityAfter,
  withFirstPayers,
} from './second-payer.ts';
import type { SentClaim } from './sent-claim.ts';
import type { InterchangeHead, Qualified } from './x12/envelope.ts';
import { whole } from './x12/values.ts';

/** The agency as its payer knows it. An atypical agency has no NPI and uses its Medicaid provider number. */
export interface ClaimAgency {
  readonly name: string;
  /** Trading partner number (TPID). */
  readonly tpid: string;
  readonly npi: string | null;
  readonly taxonomy: string | null;
  readonly medicaidProviderId: string | null;
  readonly ein: string;
  readonly address: string;
  readonly address2: string | null;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly contactName: string;
  readonly contactPhone: string;
  /** T until the payer has accepted test files. */
  readonly usage: 'T' | 'P';
  /** The prefix of its file names. */
  readonly filePrefix: string;
  /** Who receives the files, and the payer named inside them. */
  readonly receiver: string;
  readonly payerId: string;
}

export interface ClaimClient {
  readonly id: number;
  readonly lastName: string | null;
  readonly firstName: string | null;
  readonly middleName: string | null;
  readonly medicaid: string | null;
  readonly dob: string | null;
  /** Male, Female or Unknown, as in the client's record. */
  readonly gender: string | null;
  readonly address: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postalCode: string | null;
  /** ICD-10, with or without the dot. */
  readonly diagnosis: string | null;
}

export interface FileNumbers {
  readonly interchange: number;
  readonly group: number;
  readonly batch: number;
  /** The time of writing in the site's zone: YYYY-MM-DD and HHMM. */
  readonly date: string;
  readonly time: string;
}

/** The envelope (ISA) of a file from the agency to its payer. */
export const interchangeOf = (
  agency: ClaimAgency,
  { interchange, date, time }: Pick<FileNumbers, 'interchange' | 'date' | 'time'>,
): InterchangeHead => {
  const none = { qualifier: '00', value: '' };
  return {
    authorization: none,
    security: none,
    sender: { qualifier: 'ZZ', value: agency.tpid },
    receiver: { qualifier: 'ZZ', value: agency.receiver },
    date,
    time,
    control: interchange,
    acknowledgement: false,
    usage: agency.usage,
  };
};

export const digitsOf = (text: string | null): string => (text ?? '').replace(/\D/g, '');
/** Upper-case letters and digits only, so that codes and member numbers can be compared. */
export const codeOf = (text: string | null): string => (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '');
/** Ten digits, without the country code 1. */
export const phoneDigits = (text: string): string => digitsOf(text).replace(/^1(?=\d{10}$)/, '');

const GENDERS: Readonly<Record<string, string>> = { Male: 'M', Female: 'F' };
const genderOf = (gender: string | null): string => GENDERS[gender ?? ''] ?? 'U';

export const organisation = (name: string, qualifier: string, value: string): Organisation => ({
  kind: 'organisation',
  name,
  identity: { qualifier, value },
});

const addressOf = (
  at: Pick<ClaimClient, 'address' | 'address2' | 'city' | 'state'>,
  zip: string | null,
): Address => ({
  line1: at.address ?? '',
  line2: at.address2,
  city: at.city ?? '',
  state: at.state,
  zip: digitsOf(zip),
});

const claimOf = (sent: SentClaim, diagnosis: string | null): Claim => {
  const references: Qualified[] = [];
  if (sent.par !== null) references.push({ qualifier: 'G1', value: sent.par });
  if (sent.original !== null) references.push({ qualifier: 'F8', value: sent.original });
  return {
    id: sent.id,
    charge: sent.charge,
    place: sent.place,
    frequency: sent.frequency,
    providerSignature: 'Y',
    acceptsAssignment: 'A',
    benefitsAssigned: 'Y',
    release: 'Y',
    references,
    diagnoses: [{ qualifier: 'ABK', code: codeOf(diagnosis) }],
    providers: [],
    otherPayers: [],
    lines: sent.lines.map((line) => ({
      procedure: { qualifier: 'HC', code: line.procedureCode, modifiers: line.modifiers },
      charge: line.charge,
      measure: 'UN',
      units: whole(line.units),
      place: null,
      pointers: [1],
      from: line.day,
      through: line.day,
      control: line.control,
      adjudications: [],
    })),
  };
};

const personOf = (client: ClaimClient, memberId: string): Person => ({
  kind: 'person',
  last: client.lastName ?? '',
  first: client.firstName,
  middle: client.middleName,
  suffix: null,
  identity: { qualifier: 'MI', value: codeOf(memberId) },
});

/** The agency that asks for payment, and the file rules of its payer. */
interface Payee {
  readonly agency: ClaimAgency;
  readonly rules: ClaimFileRules;
}

/** A client of Medicaid is always the insured person, even with insurers that pay before Medicaid. */
const subscriberOf = (
  client: ClaimClient,
  { agency, rules }: Payee,
  claims: readonly SentClaim[],
  { responsibility, payers }: { readonly responsibility: string; readonly payers: readonly FirstPayer[] },
): Subscriber => ({
  coverage: {
    responsibility,
    relationship: '18',
    group: null,
    groupName: null,
    insuranceType: null,
    filing: 'MC',
  },
  party: personOf(client, client.medicaid ?? ''),
  address: addressOf(client, client.postalCode),
  demographics: { born: client.dob ?? '', gender: genderOf(client.gender) },
  references: [],
  payer: {
    party: organisation(rules.payer, 'PI', agency.payerId),
    address: null,
    references:
      agency.npi === null && agency.medicaidProviderId !== null
        ? [{ qualifier: 'G2', value: agency.medicaidProviderId }]
        : [],
  },
  claims: claims.map((claim) =>
    withFirstPayers(claimOf(claim, client.diagnosis), payers, {
      party: personOf(client, ''),
      address: addressOf(client, client.postalCode),
      references: [],
    }),
  ),
  patients: [],
});

/** Clients in order, each with all their claims, in transactions small enough for every payer. */
const subscriberSets = (
  payee: Payee,
  clients: ReadonlyMap<number, ClaimClient>,
  claims: readonly SentClaim[],
  firstPayers: FirstPayers,
): Subscriber[][] => {
  const payersOf = (claim: SentClaim) => firstPayers.get(claim.clientId) ?? [];
  const responsibilityOf = (claim: SentClaim) =>
    responsibilityAfter(payersOfClaim(claim.lines, payersOf(claim)).length);
  // Claims after another payer are separate, because one statement per level says how Medicaid is asked.
  const groups = Map.groupBy(claims, (claim) => `${claim.clientId} ${responsibilityOf(claim)}`);
  const sets: Subscriber[][] = [[]];
  let room = payee.rules.claimsPerSet;
  for (const own of groups.values()) {
    const [first] = own;
    const client = first && clients.get(first.clientId);
    if (!first || !client) continue;
    const asked = { responsibility: responsibilityOf(first), payers: payersOf(first) };
    if (own.length > room && (sets.at(-1)?.length ?? 0) > 0) {
      sets.push([]);
      room = payee.rules.claimsPerSet;
    }
    room -= own.length;
    sets.at(-1)?.push(subscriberOf(client, payee, own, asked));
  }
  return sets;
};

/** The file of a batch. Its contents must have passed the preflight. */
export const claimFile = (
  { agency, rules }: Payee,
  clients: ReadonlyMap<number, ClaimClient>,
  claims: readonly SentClaim[],
  { interchange, group, batch, date, time }: FileNumbers,
  firstPayers: FirstPayers = NO_FIRST_PAYERS,
): ClaimFile => {
  const submitter = organisation(agency.name, '46', agency.tpid);
  const provider = {
    taxonomy: agency.npi === null ? null : agency.taxonomy,
    party:
      agency.npi === null
        ? { kind: 'organisation' as const, name: agency.name, identity: null }
        : organisation(agency.name, 'XX', agency.npi),
    address: addressOf(agency, agency.zip),
    references: [{ qualifier: 'EI', value: digitsOf(agency.ein) }],
    contacts: [],
    payTo: null,
  };
  return {
    head: interchangeOf(agency, { interchange, date, time }),
    group: { sender: agency.tpid, receiver: agency.receiver, date, time, control: group },
    sets: subscriberSets({ agency, rules }, clients, claims, firstPayers).map((subscribers, index) => ({
      control: String(index + 1).padStart(4, '0'),
      purpose: '00',
      reference: `B${batch}-${index + 1}`,
      date,
      time,
      kind: 'CH',
      submitter: {
        party: submitter,
        contacts: [
          {
            name: agency.contactName,
            numbers: [{ qualifier: 'TE', value: phoneDigits(agency.contactPhone) }],
          },
        ],
      },
      receiver: organisation(rules.payer, '46', agency.receiver),
      providers: [{ ...provider, subscribers }],
    })),
  };
};

/** The file name is built from month or day and the envelope's number. */
export const x12FileName = (
  { filePrefix, tpid, usage }: Pick<ClaimAgency, 'filePrefix' | 'tpid' | 'usage'>,
  what: string,
  interchange: number,
): string =>
  `${filePrefix}${tpid}_${what}_${String(interchange).padStart(9, '0')}${usage === 'T' ? '_TEST' : ''}.x12`;

/** tp12345678_837P_202611_000000101.x12 (docs/rules/claims.md, rule 11) */
export const claimFileName = (
  agency: Parameters<typeof x12FileName>[0],
  month: string,
  interchange: number,
): string => x12FileName(agency, `837P_${month.replace('-', '')}`, interchange);
