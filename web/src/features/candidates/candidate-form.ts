import { canBeLocated, checkCandidate } from '@homecare/domain/candidates/rules.ts';
import { type Candidate, type CandidateDraft, CandidateWrite } from '@homecare/domain/candidates/schema.ts';
import type { FieldError } from '@homecare/domain/errors.ts';
import { isIsoDate, NO_DATE } from '../../ui/inputs.tsx';

/** What was typed; the point belongs to the address that it was chosen with. */
export interface CandidateForm {
  readonly Name: string;
  readonly Phone: string;
  readonly Address: string;
  readonly DateAvailable: string;
  readonly point: ChosenPoint | undefined;
}

interface ChosenPoint {
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly approximate: boolean;
}

export const EMPTY: CandidateForm = { Name: '', Phone: '', Address: '', DateAvailable: '', point: undefined };

export const formOfCandidate = (candidate: Candidate): CandidateForm => ({
  Name: candidate.Name,
  Phone: candidate.Phone,
  Address: candidate.Address,
  DateAvailable: candidate.DateAvailable,
  point: {
    address: candidate.Address,
    latitude: candidate.AddressLatitude,
    longitude: candidate.AddressLongitude,
    approximate: candidate.AddressApproximate,
  },
});

/** Typing another address drops the point, typing the chosen one again brings it back. */
const pointOf = ({ Address, point }: CandidateForm) =>
  point?.address === Address.trim() ? point : undefined;

/** As the server reads it. */
export const draftOfForm = (form: CandidateForm): CandidateDraft => {
  const point = pointOf(form);
  return CandidateWrite.parse({
    Name: form.Name,
    Phone: form.Phone,
    Address: form.Address,
    DateAvailable: isIsoDate(form.DateAvailable) ? form.DateAvailable : null,
    AddressLatitude: point?.latitude ?? null,
    AddressLongitude: point?.longitude ?? null,
    AddressApproximate: point?.approximate ?? false,
  });
};

/** The coordinates have no input of their own and come with the address. */
export const placeOf = ({ field, message }: FieldError): FieldError => ({
  field: field.startsWith('Address') ? 'Address' : field,
  message,
});

const isCoordinate = (field: string) => field === 'AddressLatitude' || field === 'AddressLongitude';

/** As the server checks it, which finds the point of an address that names a ZIP. */
export const checkForm = (form: CandidateForm): FieldError[] => {
  const draft = draftOfForm(form);
  const isNoDate = form.DateAvailable.trim() !== '' && !isIsoDate(form.DateAvailable);
  return checkCandidate(draft)
    .filter(({ field }) => !isCoordinate(field) || !canBeLocated(draft))
    .map((error) => (isNoDate && error.field === 'DateAvailable' ? { ...error, message: NO_DATE } : error));
};
