import { showDate } from '../calendar.ts';
import { counted } from '../counted.ts';
import type {
  About,
  Answer,
  CorrectionKind,
  Filler,
  FormDefinition,
  Question,
  RecordField,
  When,
} from './schema.ts';

/** How the office reads what a form asks and what was answered; the phone has its own words around the agency's. */

export const ABOUT_WORDS: Readonly<Record<About, string>> = { client: 'Client', caregiver: 'Caregiver' };

export const BY_WORDS: Readonly<Record<Filler, string>> = {
  office: 'The office',
  phone: 'Caregivers, on the phone',
  either: 'Office or caregiver',
};

export const QUESTION_WORDS: Readonly<Record<Question['kind'], string>> = {
  text: 'Text',
  choice: 'Choice',
  date: 'Date',
  number: 'Number',
  signature: 'Signature',
  photo: 'Photo',
  field: 'From the record',
  heading: 'Heading',
};

export const FIELD_WORDS: Readonly<Record<RecordField, string>> = {
  name: 'Name',
  birthDate: 'Date of birth',
  phone: 'Phone',
  address: 'Address',
  medicaid: 'Medicaid ID',
  doctor: 'Doctor',
  diagnosis: 'Diagnosis',
  caregiver: 'Caregiver of the visit',
  visitDate: 'Date of the visit',
  visitPlanned: 'Planned time of the visit',
  visitRecorded: 'Check-in and check-out',
};

export const WHEN_WORDS: Readonly<Record<When['kind'], string>> = {
  hand: 'When somebody starts it',
  start: 'At the start',
  every: 'Again and again',
  fall: 'After a fall',
};

export const START_OF: Readonly<Record<About, string>> = {
  client: 'start of care',
  caregiver: 'start of work',
};

const within = (days: number) => (days === 0 ? 'on the same day' : `within ${counted(days, 'day')}`);

/** 'Every 3 months', 'Within 7 days of the start of care' */
export const sayWhen = ({ when, about }: Pick<FormDefinition, 'when' | 'about'>): string => {
  switch (when.kind) {
    case 'hand':
      return WHEN_WORDS.hand;
    case 'start':
      return when.days === 0
        ? `On the day of the ${START_OF[about]}`
        : `Within ${counted(when.days, 'day')} of the ${START_OF[about]}`;
    case 'every':
      return when.months === 1 ? 'Every month' : `Every ${when.months} months`;
    case 'fall':
      return `After a fall, ${within(when.days)}`;
  }
};

/** With its unit, as a column and a line of the log name it. */
export const sayQuestion = (question: Question): string =>
  question.kind === 'number' && question.unit ? `${question.label} (${question.unit})` : question.label;

const BIG = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** 'Corrected by A.B.' */
export const CORRECTION_WORDS: Readonly<Record<CorrectionKind, string>> = {
  answers: 'Corrected',
  mistake: 'Marked as entered by mistake',
  restored: 'Counted again',
};

export const sayAnswer = (answer: Answer): string => {
  switch (answer.kind) {
    case 'text':
    case 'field':
      return answer.text;
    case 'choice':
      return answer.chosen.join(', ');
    case 'date':
      return showDate(answer.day);
    case 'number':
      return BIG.format(answer.number);
    case 'signature':
      return answer.ink === null ? `Signed by name: ${answer.name}` : `Signed by hand: ${answer.name}`;
    case 'photo':
      return 'Photo';
  }
};
