import type { Critical, Duty, Harm, IncidentKind, NoticeDraft, Recipient } from './schema.ts';

/** How the office reads what is chosen; the phone has its own words in each language. */

export const KIND_WORDS: Readonly<Record<IncidentKind, string>> = {
  fall: 'Fall',
  death: 'Death',
  hospital: 'Hospital',
  emergency: 'Medical emergency',
  injury: 'Injury or illness',
  abuse: 'Abuse, neglect, exploitation',
  property: 'Property damage or theft',
  medication: 'Medication error',
  missing: 'Missing person',
  crime: 'Criminal activity',
  housing: 'Unsafe housing',
  unusual: 'Unusual action',
  other: 'Other',
};

export const HARM_WORDS: Readonly<Record<Harm, string>> = {
  unknown: 'Not known yet',
  none: 'No harm',
  firstAid: 'First aid',
  doctor: 'Needed a doctor',
  hospital: 'Needed a hospital',
  death: 'Death',
};

export const CRITICAL_WORDS: Readonly<Record<Critical, string>> = {
  undecided: 'Not decided yet',
  yes: 'Yes, critical',
  no: 'No, not critical',
};

export const RECIPIENT_WORDS: Readonly<Record<Recipient, string>> = {
  caseManager: 'Case Manager',
  police: 'Police',
  healthDepartment: 'Health department',
  protectiveServices: 'Protective services',
  doctor: 'Doctor',
  family: 'Family',
  other: 'Someone else',
};

/** In a sentence: 'Tell the case manager'. */
export const RECIPIENT_IN_SENTENCE: Readonly<Record<Recipient, string>> = {
  caseManager: 'the case manager',
  police: 'the police',
  healthDepartment: 'the health department',
  protectiveServices: 'protective services',
  doctor: 'the doctor',
  family: 'the family',
  other: 'them',
};

export const OUTCOME_WORDS: Readonly<Record<NoticeDraft['outcome'], string>> = {
  told: 'Told',
  notNeeded: 'Not needed',
};

export const DUTY_WORDS: Readonly<Record<Duty['state'], string>> = {
  open: 'Open',
  told: 'Told',
  toldLate: 'Told late',
  notNeeded: 'Not needed',
};
