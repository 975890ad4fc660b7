import { readTyped } from '../addresses/rules.ts';
import type { AddressSuggestion } from '../addresses/schema.ts';
import type { FieldError } from '../errors.ts';
import { fold } from '../fold.ts';
import { hasControl, isPhone } from '../formats.ts';
import type { KnownPerson } from '../people/doubles.ts';
import { ACTIVE_STATUS, KIND, STATUS } from '../people/kind-and-status.ts';
import type { PersonDraft } from '../people/schema.ts';
import { personName } from '../person-name.ts';
import type { Candidate, CandidateDraft, CandidateStatus } from './schema.ts';

export const CANDIDATE_ADDED = 'Candidate has been added';
export const CANDIDATE_CHANGED = 'Candidate has been changed';
export const CANDIDATE_DELETED = 'Candidate has been deleted';
export const CANDIDATE_RESTORED = 'Candidate is back';
export const CANDIDATE_GONE = 'This candidate was deleted or hired already';

/** Required fields, in the order of their messages (docs/rules/candidates.md, rule 1). */
const REQUIRED = [
  'Name',
  'Phone',
  'Address',
  'DateAvailable',
  'AddressLatitude',
  'AddressLongitude',
] as const;
export type CandidateField = (typeof REQUIRED)[number];

export const emptyField = (field: CandidateField) => `Error: ${field} cant be empty`;

export const CANDIDATE_MAX = { Name: 120, Address: 250 } as const;

const faultOf = (field: CandidateField, draft: CandidateDraft): string | undefined => {
  const value = draft[field];
  if (value === undefined || value === null || value === '') return emptyField(field);
  if (field === 'Phone') return isPhone(String(value)) ? undefined : 'Phone looks like (303) 555-0100';
  if (field === 'AddressLatitude') return within(value, 90) ? undefined : 'AddressLatitude is -90 to 90';
  if (field === 'AddressLongitude') return within(value, 180) ? undefined : 'AddressLongitude is -180 to 180';
  if (field === 'Name' || field === 'Address') return textFault(field, String(value));
  return undefined;
};

const within = (value: unknown, most: number) => typeof value === 'number' && Math.abs(value) <= most;

const textFault = (field: keyof typeof CANDIDATE_MAX, text: string) => {
  if (hasControl(text)) return `${field} holds characters that cannot be shown`;
  return [...text].length > CANDIDATE_MAX[field]
    ? `${field} has at most ${CANDIDATE_MAX[field]} characters`
    : undefined;
};

/** Validates a candidate before it is saved. */
export const checkCandidate = (draft: CandidateDraft): FieldError[] =>
  REQUIRED.flatMap((field) => {
    const message = faultOf(field, draft);
    return message ? [{ field, message }] : [];
  });

/** Whether the address has a ZIP code, from which the server can derive missing coordinates. */
export const canBeLocated = ({ Address }: Pick<CandidateDraft, 'Address'>) =>
  readTyped(Address ?? '').zip.length === 5;

/** The only change of status: deleting and hiring both archive (docs/rules/candidates.md, rule 4). */
export const CANDIDATE_MOVES: readonly { readonly from: CandidateStatus; readonly to: CandidateStatus }[] = [
  { from: 'Active', to: 'Archive' },
];
export const mayMove = (from: CandidateStatus, to: CandidateStatus) =>
  from === to || CANDIDATE_MOVES.some((move) => move.from === from && move.to === to);

/** Newest first; candidates created at the same moment are ordered by id. */
export const byDateCreated = (a: Candidate, b: Candidate) =>
  a.DateCreated === b.DateCreated ? b.id - a.id : a.DateCreated < b.DateCreated ? 1 : -1;

/** Whether each typed word occurs in the name or address, or the typed digits in the phone number. */
export const matchesCandidate = ({ Name, Phone, Address }: Candidate, typed: string) => {
  const text = fold(`${Name} ${Address} ${Phone}`);
  const digits = Phone.replace(/\D/g, '');
  return fold(typed)
    .split(/\s+/)
    .every((word) => {
      const number = word.replace(/[()-]/g, '');
      return text.includes(word) || (/^\d{3,}$/.test(number) && digits.includes(number));
    });
};

/** An address on one line: 'street, city, ST ZIP'. */
export const suggestionLine = ({
  Address,
  City,
  State,
  PostalCode,
}: Pick<AddressSuggestion, 'Address' | 'City' | 'State' | 'PostalCode'>) =>
  `${Address}, ${City}, ${State} ${PostalCode}`;

/** Splits 'Maria Elena Lopez' or 'Lopez, Maria Elena' into last and first name. */
export const splitName = (name: string) => {
  const comma = name.indexOf(',');
  if (comma >= 0) return { LastName: name.slice(0, comma).trim(), FirstName: name.slice(comma + 1).trim() };
  const space = name.lastIndexOf(' ');
  return space < 0
    ? { LastName: name, FirstName: '' }
    : { LastName: name.slice(space + 1), FirstName: name.slice(0, space).trim() };
};

/** What the candidate's data fills into a new provider record; the user enters the rest. */
export const providerOf = (candidate: Candidate): PersonDraft => {
  const { street, city, state, zip } = readTyped(candidate.Address);
  return {
    [KIND]: 'Provider',
    ...splitName(candidate.Name),
    Phone: candidate.Phone,
    Address: street,
    City: city,
    State: state || null,
    PostalCode: zip || null,
    AddressLatitude: candidate.AddressLatitude,
    AddressLongitude: candidate.AddressLongitude,
    AddressApproximate: candidate.AddressApproximate,
  };
};

/** The fields by which a candidate is compared with people and other candidates. */
export const comparedCandidate = ({
  Name,
  Phone,
  Address,
}: Pick<CandidateDraft, 'Name' | 'Phone' | 'Address'>) => {
  const { street, zip } = readTyped(Address ?? '');
  return { ...splitName(Name ?? ''), Phone, Address: street, PostalCode: zip };
};

/** Whether a change may turn the candidate into a different person, so that duplicates must be checked again. */
export const isSomebodyElse = (before: CandidateDraft, after: CandidateDraft): boolean =>
  (['Name', 'Phone', 'Address'] as const).some(
    (field) => after[field] !== undefined && after[field] !== before[field],
  );

/** Shapes a candidate like a known person, to compare newcomers with it. */
export const knownCandidate = (candidate: Candidate): KnownPerson => ({
  ...comparedCandidate(candidate),
  ID: candidate.id,
  [STATUS]: ACTIVE_STATUS,
});
export const candidateKnownAs = (known: KnownPerson) => `${personName(known)} (candidate)`;
