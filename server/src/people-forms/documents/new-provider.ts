import { showDate } from '@homecare/domain/calendar.ts';
import { formatPhone, formatSsn } from '@homecare/domain/formats.ts';
import { sayCategory } from '@homecare/domain/payroll/categories.ts';
import { isDay } from '@homecare/domain/wire.ts';
import { BANK_ACCOUNT, blankBoxes } from '../../platform/documents/blank-boxes.ts';
import type { Block } from '../../platform/documents/blocks.ts';

/** The seven values as sent. */
export interface NewProviderValues {
  readonly name: string;
  readonly address: string;
  readonly ssn: string;
  readonly tel: string;
  readonly marital: string;
  readonly whAllow: string;
  readonly dob: string;
}

const CHECK_LIST = [
  'Application',
  'Identity papers seen',
  'I-9',
  'W-4',
  'Background check',
  'CAPS check',
  'Safety training',
  'Skill validation',
  'Staff evaluation plan',
  'Vaccination',
  'Job description',
  'Privacy',
];

const shownDate = (text: string) => (isDay(text) ? showDate(text) : text);

/** The hiring sheet: what is known before hiring, and space for the rest. */
export const newProviderBlocks = (values: NewProviderValues, categories: readonly string[]): Block[] => [
  { kind: 'section', text: 'Employee' },
  {
    kind: 'fields',
    fields: [
      { label: 'Name', span: 6, value: values.name },
      { label: 'DOB', span: 3, value: shownDate(values.dob) },
      { label: 'SSI #', span: 3, value: formatSsn(values.ssn) },
      { label: 'Address', span: 9, value: values.address },
      { label: 'Phone', span: 3, value: formatPhone(values.tel) },
      { label: 'Marital', span: 6, value: values.marital },
      { label: 'Withholding allowances', span: 6, value: values.whAllow },
    ],
  },
  { kind: 'section', text: 'Employment' },
  blankBoxes([
    ['Start Date', 3],
    ['DL/ID number', 3],
    ['DL/ID Expiration', 3],
    ['Work authorization', 3],
  ]),
  { kind: 'gap', height: 4 },
  {
    kind: 'table',
    columns: [
      { head: 'Pay category', width: 60 },
      { head: 'Rate an hour', width: 40 },
    ],
    rowHeight: 20,
    rows: categories.map((category) => [sayCategory(category), '']),
  },
  { kind: 'section', text: 'Emergency contact' },
  blankBoxes([
    ['Name', 5],
    ['Relation', 3],
    ['Phone', 4],
    ['Address', 12],
  ]),
  ...BANK_ACCOUNT,
  { kind: 'page' },
  { kind: 'section', text: 'Check list' },
  {
    kind: 'table',
    columns: [
      { head: 'Paper or step', width: 46 },
      { head: 'Date', width: 20 },
      { head: 'Initials', width: 14 },
      { head: 'Remark', width: 20 },
    ],
    rowHeight: 20,
    rows: CHECK_LIST.map((label) => [{ check: { label } }, '', '', '']),
  },
  { kind: 'section', text: 'Remarks' },
  { kind: 'lines', count: 8 },
  {
    kind: 'signatures',
    signatures: [{ role: 'Employee', name: values.name }, { role: 'Agency' }],
  },
];
