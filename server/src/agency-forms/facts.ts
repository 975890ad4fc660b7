import type { Answer, Question, RecordField } from '@homecare/domain/agency-forms/schema.ts';
import { sayTime, showDate, showStamp } from '@homecare/domain/calendar.ts';
import type { PersonFacts, VisitFacts } from './record-queries.ts';

/** What the records said when a form was filled, in words: it stays with the form. */

interface Records {
  readonly person: PersonFacts;
  readonly visit: VisitFacts | undefined;
  readonly zone: string;
}

const recorded = ({ startedAt, endedAt }: VisitFacts, zone: string) =>
  [startedAt, endedAt].map((at) => (at === null ? 'none' : showStamp(at, zone))).join(' to ');

const sayField = (field: RecordField, { person, visit, zone }: Records): string | null => {
  switch (field) {
    case 'birthDate':
      return showDate(person.birthDate);
    case 'caregiver':
      return visit?.caregiver ?? null;
    case 'visitDate':
      return visit ? showDate(visit.date) : null;
    case 'visitPlanned':
      return visit ? `${sayTime(visit.start)} to ${sayTime(visit.end)}` : null;
    case 'visitRecorded':
      return visit ? recorded(visit, zone) : null;
    default:
      return person[field];
  }
};

export const fieldAnswers = (
  questions: readonly Question[],
  records: Records,
): Extract<Answer, { readonly kind: 'field' }>[] =>
  questions.flatMap((question) =>
    question.kind === 'field'
      ? [{ kind: 'field' as const, key: question.key, text: sayField(question.field, records) ?? '' }]
      : [],
  );
