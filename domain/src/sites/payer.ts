import { type ClaimAgency, digitsOf } from '../claims/claim-file.ts';
import { checkAgency } from '../claims/preflight.ts';
import { MOST_MEMBERS } from '../eligibility/270-write.ts';
import type { FieldError } from '../errors.ts';
import type { PayerSettings } from './schema.ts';

/** The agency as its payer knows it: rules for what an admin enters. */

const MOST_CHARACTERS = 80;

export const tidyPayer = (payer: PayerSettings): PayerSettings => ({
  tpid: payer.tpid.trim(),
  filePrefix: payer.filePrefix.trim(),
  usage: payer.usage,
  receiver: payer.receiver.trim().toUpperCase(),
  payerId: payer.payerId.trim().toUpperCase(),
  npi: payer.npi.trim(),
  taxonomy: payer.taxonomy.trim().toUpperCase(),
  medicaidProviderId: payer.medicaidProviderId.trim(),
  ein: payer.ein.trim(),
  name: payer.name.trim(),
  address: payer.address.trim(),
  address2: payer.address2.trim(),
  city: payer.city.trim(),
  state: payer.state.trim().toUpperCase(),
  zip: payer.zip.trim(),
  contactName: payer.contactName.trim(),
  contactPhone: payer.contactPhone.trim(),
  membersPerFile: payer.membersPerFile,
});

/** The settings in the form that files for the payer need. */
export const agencyOf = ({ membersPerFile: _, ...payer }: PayerSettings): ClaimAgency => ({
  ...payer,
  npi: payer.npi || null,
  taxonomy: payer.taxonomy || null,
  medicaidProviderId: payer.medicaidProviderId || null,
  address2: payer.address2 || null,
});

/** Fields by the names that the preflight of claims uses. */
const PAYER_FIELDS: Readonly<Record<string, keyof PayerSettings>> = {
  'Agency name': 'name',
  TPID: 'tpid',
  NPI: 'npi',
  Taxonomy: 'taxonomy',
  'Medicaid provider id': 'medicaidProviderId',
  EIN: 'ein',
  Address: 'address',
  City: 'city',
  State: 'state',
  ZIP: 'zip',
  Contact: 'contactName',
  'Contact phone': 'contactPhone',
};

/** Checks tidied payer settings. What is entered must be right; what is missing is only required when a file is created. */
export const checkPayer = (payer: PayerSettings): FieldError[] => {
  const entered = checkAgency(agencyOf(payer)).flatMap(({ field, message }) => {
    const name = PAYER_FIELDS[field];
    return name !== undefined && payer[name] !== '' ? [{ field: name, message }] : [];
  });
  const checks: readonly (readonly [keyof PayerSettings, boolean, string])[] = [
    [
      'filePrefix',
      !/^[A-Za-z0-9_-]{0,20}$/.test(payer.filePrefix),
      'A file prefix is at most 20 letters, digits, hyphens and underscores.',
    ],
    ['receiver', !/^[A-Z0-9]{2,15}$/.test(payer.receiver), 'The receiver is 2 to 15 letters and digits.'],
    ['payerId', !/^[A-Z0-9_-]{2,60}$/.test(payer.payerId), 'The payer id is 2 to 60 letters and digits.'],
    [
      'ein',
      payer.ein.length > 20 || digitsOf(payer.ein).length > 9,
      'The tax number (EIN) must have nine digits.',
    ],
    [
      'membersPerFile',
      payer.membersPerFile < 1 || payer.membersPerFile > MOST_MEMBERS,
      `A file holds 1 to ${MOST_MEMBERS.toLocaleString('en-US')} members.`,
    ],
    ...(
      [
        'name',
        'address',
        'address2',
        'city',
        'contactName',
        'medicaidProviderId',
        'zip',
        'contactPhone',
      ] as const
    ).map(
      (field) =>
        [field, payer[field].length > MOST_CHARACTERS, `At most ${MOST_CHARACTERS} characters.`] as const,
    ),
  ];
  const found = [
    ...entered,
    ...checks.flatMap(([field, wrong, message]) => (wrong ? [{ field, message }] : [])),
  ];
  return found.filter(({ field }, at) => found.findIndex((other) => other.field === field) === at);
};
