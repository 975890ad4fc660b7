import { nameSegment } from '../claims/837p-write.ts';
import {
  type ClaimAgency,
  codeOf,
  digitsOf,
  type FileNumbers,
  interchangeOf,
  organisation,
  x12FileName,
} from '../claims/claim-file.ts';
import { checkEin, checkSender, failedOf, memberShape, NO_PROVIDER_ID } from '../claims/preflight.ts';
import { x12Text } from '../claims/x12/characters.ts';
import { showDay } from '../claims/x12/values.ts';
import { segment, writeInterchange } from '../claims/x12/writing.ts';
import { joinName } from '../person-name.ts';
import type { ClaimFileRules, MemberId } from '../states/pack.ts';
import { isMemberId } from '../states/rules.ts';
import { isDay } from '../wire.ts';
import type { LeftOut } from './schema.ts';

/** Writes eligibility requests (270, 005010X279A1) to the state's Medicaid program. */

export const ELIGIBILITY_VERSION = '005010X279A1';
/** The most members in one file (docs/rules/eligibility.md, rule 3); a site may set fewer. */
export const MOST_MEMBERS = 5_000;

export interface ClientToAsk {
  readonly id: number;
  readonly lastName: string;
  readonly firstName: string;
  readonly medicaid: string | null;
  readonly dob: string | null;
  /** Male, Female or Unknown, as in the record. */
  readonly gender: string | null;
  readonly isPrivate: boolean;
  readonly isArchived: boolean;
}

/** The day in question, and the format of the state's member numbers. */
interface AskedOf {
  readonly day: string;
  readonly memberId: MemberId;
}

/** Why a client is left out; null if nothing is missing. */
const reasonToLeaveOut = (
  { isArchived, isPrivate, medicaid, dob, lastName }: ClientToAsk,
  { day, memberId }: AskedOf,
): string | null => {
  if (isArchived) return 'The client is archived.';
  if (isPrivate) return 'The client pays privately.';
  if (codeOf(medicaid) === '') return 'The Medicaid number is missing.';
  if (!isMemberId(memberId, codeOf(medicaid))) return memberShape(memberId);
  if (!isDay(dob ?? '')) return 'The date of birth is missing.';
  if ((dob ?? '') > day) return 'The date of birth comes after the day that is asked about.';
  return /[A-Z]/.test(x12Text(lastName, 60)) ? null : 'The last name has no letters that a file can hold.';
};

export interface Chosen {
  /** Sorted by Medicaid number. */
  readonly members: readonly ClientToAsk[];
  readonly refused: readonly LeftOut[];
}

export const chooseMembers = (clients: readonly ClientToAsk[], asked: AskedOf): Chosen => {
  const refused: LeftOut[] = [];
  const members: ClientToAsk[] = [];
  for (const client of clients) {
    const reason = reasonToLeaveOut(client, asked);
    if (reason === null) members.push(client);
    else refused.push({ clientId: client.id, client: joinName(client.lastName, client.firstName), reason });
  }
  const number = ({ medicaid }: ClientToAsk) => codeOf(medicaid);
  return {
    members: members.toSorted((a, b) =>
      number(a) < number(b) ? -1 : number(a) > number(b) ? 1 : a.id - b.id,
    ),
    refused,
  };
};

/** Splits members into files of at most `most`, keeping the order. */
export const inFiles = <T>(members: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(members.length / most) }, (_, n) => members.slice(n * most, (n + 1) * most));

/** Data of the agency that a request needs but lacks. */
export const missingOfAgency = (agency: ClaimAgency) =>
  failedOf([
    ...checkSender(agency),
    [agency.npi === null && codeOf(agency.medicaidProviderId) === '', 'Medicaid provider id', NO_PROVIDER_ID],
    checkEin(agency),
  ]);

/** Our own number of a question, which the answer returns. */
export const traceOf = (request: number, place: number): string => `E${request}-${place}`;

const person = ({ lastName: last, firstName: first, medicaid }: ClientToAsk) =>
  nameSegment('IL', {
    kind: 'person',
    last,
    first,
    middle: null,
    suffix: null,
    identity: { qualifier: 'MI', value: codeOf(medicaid) },
  });

const GENDERS: Readonly<Record<string, string>> = { Male: 'M', Female: 'F' };

export interface Request {
  readonly id: number;
  /** The day in question. */
  readonly day: string;
  readonly members: readonly ClientToAsk[];
  readonly numbers: Pick<FileNumbers, 'interchange' | 'group' | 'date' | 'time'>;
}

export const writeRequest = (
  { agency, rules }: { readonly agency: ClaimAgency; readonly rules: ClaimFileRules },
  { id, day, members, numbers }: Request,
): string => {
  const { date, time, group } = numbers;
  const provider =
    agency.npi === null
      ? organisation(agency.name, 'SV', agency.medicaidProviderId ?? '')
      : organisation(agency.name, 'XX', agency.npi);
  const body = [
    segment('BHT', '0022', '13', `E${id}`, showDay(date), time),
    segment('HL', '1', '', '20', '1'),
    nameSegment('PR', organisation(rules.payer, 'PI', agency.payerId)),
    segment('HL', '2', '1', '21', '1'),
    nameSegment('1P', provider),
    ...members.flatMap((member, index) => [
      segment('HL', String(index + 3), '2', '22', '0'),
      // The sender of a trace is identified by 9 and its tax number.
      segment('TRN', '1', traceOf(id, index + 1), `9${digitsOf(agency.ein)}`),
      person(member),
      segment('DMG', 'D8', showDay(member.dob ?? ''), GENDERS[member.gender ?? ''] ?? ''),
      segment('DTP', '291', 'D8', showDay(day)),
      segment('EQ', '30'),
    ]),
  ];
  return writeInterchange(
    interchangeOf(agency, numbers),
    {
      functional: 'HS',
      sender: agency.tpid,
      receiver: agency.receiver,
      date,
      time,
      control: group,
      version: ELIGIBILITY_VERSION,
    },
    [{ set: '270', control: '0001', version: ELIGIBILITY_VERSION, body }],
  );
};

/** tp12345678_270_20261122_000000102.x12 (docs/rules/eligibility.md, rule 6) */
export const requestFileName = (
  agency: Parameters<typeof x12FileName>[0],
  date: string,
  interchange: number,
): string => x12FileName(agency, `270_${showDay(date)}`, interchange);
