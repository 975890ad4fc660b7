import { csvLine } from './import-files.ts';
import { sampleSsn } from './sample-people.ts';

/** A spreadsheet like a real agency's: caregivers and clients in one list, with its own column names. */

export const ODD_HEADS = [
  'Caregiver or Client?',
  'Family Name',
  'Given Name (legal)',
  'Sex',
  'Patient D.O.B. (mm/dd/yyyy)',
  'Social Security No.',
  'Home Street Address',
  'Town',
  'ST',
  'Zip Code',
  'Client’s Cell Phone #',
  'Emergency Contact Name',
  'Emergency Contact Phone Number',
  'Emergency address',
  'Relationship',
  'Private Pay?',
  'Service Codes',
  'Dx',
  'SOC Date',
  'Last Home Visit',
  'Case Manager Name',
  'Case Manager Phone',
  'Physician',
  'Physician Phone',
  'Date Hired',
  'Driver License Expiration',
  'Safety Training',
  'CBI',
  'CAPS',
  'Staff Evaluation',
  'Favorite color',
] as const;

const two = (number: number) => String(number).padStart(2, '0');

/** Unique names of three letters, without digits. */
const lettersOf = (number: number) =>
  [Math.floor(number / 676), Math.floor(number / 26) % 26, number % 26]
    .map((letter) => String.fromCharCode(97 + letter))
    .join('');

interface OddRow {
  readonly number: number;
  readonly isClient: boolean;
  readonly today: Temporal.PlainDate;
}

/** A row about a person who resembles nobody else. */
export const oddRow = ({ number, isClient, today }: OddRow): string[] => {
  const day = (date: Temporal.PlainDate) => `${date.month}/${date.day}/${date.year}`;
  const of = (mine: boolean, text: string) => (mine ? text : '');
  return [
    isClient ? 'Client' : 'Caregiver',
    `Q${lettersOf(number)}son`,
    `W${lettersOf(700 - number)}ny`,
    number % 2 === 0 ? 'F' : 'M',
    `${1 + (number % 12)}/${1 + (number % 28)}/${1955 + (number % 40)}`,
    of(!isClient, sampleSsn(40_000 + number)),
    `${100 + number * 7} S Havana St`,
    'Aurora',
    'Colorado',
    '80012',
    `720.555.${two(Math.floor(number / 100))}${two(number % 100)}`,
    `K${lettersOf(number)} Sample`,
    `(303) 555-01${two(number % 100)}`,
    of(isClient, '1 Main St, Aurora'),
    of(isClient, 'Sister'),
    of(isClient, 'Y'),
    of(isClient, 'PRSNL'),
    of(isClient, 'I10'),
    of(isClient, day(today.subtract({ months: 8 }))),
    of(isClient, day(today.subtract({ months: 1 }))),
    of(isClient, 'Ana Ruiz'),
    of(isClient, '303-555-0100'),
    of(isClient, 'Dr. Chen'),
    of(isClient, '303-555-0101'),
    of(!isClient, day(today.subtract({ years: 1 }))),
    of(!isClient, day(today.add({ years: 2 }))),
    of(!isClient, day(today.subtract({ months: 6 }))),
    of(!isClient, day(today.subtract({ months: 6 }))),
    of(!isClient, day(today.subtract({ months: 6 }))),
    of(!isClient, day(today.subtract({ months: 6 }))),
    'teal',
  ];
};

/** `count` people, every third of them a caregiver. */
export const oddRows = (count: number, today: Temporal.PlainDate): string[][] =>
  Array.from({ length: count }, (_, at) => oddRow({ number: at + 1, isClient: at % 3 !== 0, today }));

export const oddFile = (rows: readonly (readonly string[])[]): string =>
  [csvLine(ODD_HEADS), ...rows.map(csvLine)].join('\r\n');
