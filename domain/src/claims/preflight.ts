import { type Par, parOn } from '../authorizations/pars.ts';
import { showDate } from '../calendar.ts';
import { counted } from '../counted.ts';
import { isIcd10 } from '../formats.ts';
import type { MemberId } from '../states/pack.ts';
import { isMemberId } from '../states/rules.ts';
import { isDay } from '../wire.ts';
import { type ClaimAgency, type ClaimClient, codeOf, digitsOf, phoneDigits } from './claim-file.ts';
import type { DayLine } from './day-lines.ts';
import { x12Text } from './x12/characters.ts';

/** Data that a claim is missing, in words that tell staff whose record to open and what to enter. */
export interface MissingData {
  /** Null for the agency's own data. */
  readonly clientId: number | null;
  readonly field: string;
  readonly message: string;
}

export interface Preflight {
  /** If there is any, no file can be created. */
  readonly agency: readonly MissingData[];
  /** Clients who are left out until their data is complete. */
  readonly clients: readonly MissingData[];
  /** Lines of clients whose data is complete. */
  readonly ready: readonly DayLine[];
}

type Check = readonly [failed: boolean, field: string, message: string];

export const failedOf = (checks: readonly Check[]) =>
  checks.flatMap(([failed, field, message]) => (failed ? [{ field, message }] : []));
const missingOf = (clientId: number | null, checks: readonly Check[]): MissingData[] =>
  failedOf(checks).map((item) => ({ clientId, ...item }));

/** Luhn's check digit over 80840 and the number. */
export const isNpi = (npi: string): boolean => {
  if (!/^\d{10}$/.test(npi)) return false;
  const sum = [...`80840${npi}`].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
};

const hasLetter = (text: string | null) => /[A-Z]/.test(x12Text(text, 60));
const isEmpty = (text: string | null) => (text ?? '').trim() === '';
const isState = (text: string | null) => /^[A-Z]{2}$/.test(text ?? '');
const isPostBox = (text: string) => /\bP\.?\s*O\.?\s*BOX\b|\bPOST OFFICE BOX\b/i.test(text);

export const NO_PROVIDER_ID = 'An agency without an NPI needs its Medicaid provider number.';

/** What every file needs to know about the agency. */
export const checkSender = ({ name, tpid, npi, receiver, payerId }: ClaimAgency): Check[] => [
  [!hasLetter(name), 'Agency name', 'The name of the agency is missing.'],
  [
    !/^[A-Z0-9]{2,15}$/i.test(tpid),
    'TPID',
    'The trading partner number is missing or is not 2 to 15 letters and digits.',
  ],
  [npi !== null && !isNpi(npi), 'NPI', 'The NPI has a wrong digit.'],
  [isEmpty(receiver), 'Receiver', 'The receiver of files for the payer is missing.'],
  [isEmpty(payerId), 'Payer id', 'The payer id is missing.'],
];
export const checkEin = ({ ein }: ClaimAgency): Check => [
  digitsOf(ein).length !== 9,
  'EIN',
  'The tax number (EIN) must have nine digits.',
];

/** Settings of the agency that a file of claims needs. */
export const checkAgency = (agency: ClaimAgency): MissingData[] => {
  const atypical = agency.npi === null;
  return missingOf(null, [
    ...checkSender(agency),
    [
      !atypical && !/^[A-Z0-9]{9}X$/.test(agency.taxonomy ?? ''),
      'Taxonomy',
      'The taxonomy code is missing or is not ten characters that end in X, such as 253Z00000X.',
    ],
    [
      atypical && !/^[A-Z0-9]{3,20}$/i.test(agency.medicaidProviderId ?? ''),
      'Medicaid provider id',
      NO_PROVIDER_ID,
    ],
    checkEin(agency),
    [isEmpty(x12Text(agency.address, 55)), 'Address', 'The address of the agency is missing.'],
    [isPostBox(agency.address), 'Address', 'A claim needs the street address of the agency, not a post box.'],
    [x12Text(agency.city, 30).length < 2, 'City', 'The city of the agency is missing.'],
    [!isState(agency.state), 'State', 'The state of the agency must be two letters.'],
    [digitsOf(agency.zip).length !== 9, 'ZIP', 'The ZIP code of the agency must have nine digits (ZIP+4).'],
    [!hasLetter(agency.contactName), 'Contact', 'The name of the person to call about claims is missing.'],
    [
      phoneDigits(agency.contactPhone).length !== 10,
      'Contact phone',
      'The telephone number for claims must have ten digits.',
    ],
  ]);
};

export const memberShape = ({ shape }: MemberId): string => `The Medicaid number must be ${shape}.`;

const checkClient = (client: ClaimClient, today: string, memberId: MemberId): MissingData[] => {
  const zip = digitsOf(client.postalCode).length;
  const dob = client.dob ?? '';
  return missingOf(client.id, [
    [
      !hasLetter(client.lastName),
      'LastName',
      'The last name is missing or has no letters that a claim can hold.',
    ],
    [
      !hasLetter(client.firstName),
      'FirstName',
      'The first name is missing or has no letters that a claim can hold.',
    ],
    [isEmpty(client.medicaid), 'Medicaid', 'The Medicaid number is missing.'],
    [
      !isEmpty(client.medicaid) && !isMemberId(memberId, codeOf(client.medicaid)),
      'Medicaid',
      memberShape(memberId),
    ],
    [!isDay(dob), 'DOB', 'The date of birth is missing.'],
    [isDay(dob) && dob > today, 'DOB', 'The date of birth is in the future.'],
    [isEmpty(client.gender), 'Gender', 'The gender is missing.'],
    [isEmpty(x12Text(client.address, 55)), 'Address', 'The address is missing.'],
    [x12Text(client.city, 30).length < 2, 'City', 'The city is missing.'],
    [!isState(client.state), 'State', 'The state must be two letters.'],
    [zip !== 5 && zip !== 9, 'PostalCode', 'The ZIP code must have 5 or 9 digits.'],
    [isEmpty(client.diagnosis), 'ICD-10', 'The ICD-10 code of the diagnosis is missing.'],
    [
      !isEmpty(client.diagnosis) && !isIcd10(client.diagnosis ?? ''),
      'ICD-10',
      'The ICD-10 code is a letter, a digit and 1 to 5 more, such as R68.89.',
    ],
  ]);
};

/** Checks of single days. Each is reported once per type, with the first day it affects. */
const DAY_CHECKS: readonly (readonly [
  isWrong: (line: DayLine, today: string) => boolean,
  field: string,
  sentence: (type: string, day: string) => string,
])[] = [
  [
    ({ procedureCode }) => procedureCode === null,
    'Procedure code',
    (type, day) => `Type ${type} has no procedure code on ${day}: enter it in Configuration.`,
  ],
  [({ par }) => par === null, 'PAR', (type, day) => `No PAR for ${type} covers ${day}.`],
  [({ charge }) => charge <= 0, 'Rate', (type, day) => `The rate for ${type} is 0 on ${day}.`],
  [
    ({ isRateOutdated }) => isRateOutdated,
    'Rate',
    (type, day) =>
      `The rate for ${type} on ${day} changed after its billing record was saved: open it in Billing, press Modify and Save.`,
  ],
  [
    ({ day }, today) => day > today,
    'Date',
    (type, day) => `${type} is billed for ${day}, which is in the future.`,
  ],
];

const checkDays = (clientId: number, lines: readonly DayLine[], today: string): MissingData[] =>
  DAY_CHECKS.flatMap(([isWrong, field, sentence]) => {
    const first = new Map<string, string>();
    for (const line of lines)
      if (isWrong(line, today) && !first.has(line.type)) first.set(line.type, line.day);
    return [...first].map(([type, day]) => ({ clientId, field, message: sentence(type, showDate(day)) }));
  });

/** Authorizations that the file would exceed: by how many units, and from which day to which. */
const checkUnits = (clientId: number, lines: readonly DayLine[], pars: readonly Par[]): MissingData[] => {
  const byPar = Map.groupBy(lines, ({ type, day }) => parOn(pars, type, day));
  return [...byPar].flatMap(([par, own]) => {
    if (!par || par.units === null) return [];
    const { number, type, units } = par;
    const days = own.toSorted((a, b) => a.day.localeCompare(b.day));
    let claimed = par.used;
    let runsOut: string | undefined;
    for (const line of days) {
      claimed += line.units;
      if (claimed > units) runsOut ??= line.day;
    }
    if (runsOut === undefined) return [];
    const short = `${counted(claimed - units, 'unit')} short until ${showDate(days.at(-1)?.day ?? runsOut)}`;
    const total = `This file would claim ${claimed} of its ${counted(units, 'unit')}.`;
    const message = `PAR ${number} for ${type} runs out on ${showDate(runsOut)}: ${short}. ${total}`;
    return [{ clientId, field: 'PAR', message }];
  });
};

/**
 * Everything that is missing or wrong before a file is created. A client with missing data is left out entirely, so that a
 * claim is never sent in parts.
 */
export const preflight = (
  agency: ClaimAgency,
  people: ReadonlyMap<number, { readonly client: ClaimClient; readonly pars: readonly Par[] }>,
  lines: readonly DayLine[],
  { today, memberId }: { readonly today: string; readonly memberId: MemberId },
): Preflight => {
  const byClient = Map.groupBy(lines, ({ clientId }) => clientId);
  const clients: MissingData[] = [];
  const ready: DayLine[] = [];
  for (const [clientId, own] of byClient) {
    const person = people.get(clientId);
    const missing = person
      ? [
          ...checkClient(person.client, today, memberId),
          ...checkDays(clientId, own, today),
          ...checkUnits(clientId, own, person.pars),
        ]
      : [{ clientId, field: 'Client', message: 'The record of the client was not found.' }];
    if (missing.length > 0) clients.push(...missing);
    else ready.push(...own);
  }
  return { agency: checkAgency(agency), clients, ready };
};
