import { addDays } from '../calendar.ts';
import type { FormDefinition } from './schema.ts';

/** Which forms are to be filled about whom, and until when (docs/rules/agency-forms.md). */

/** A monthly form is asked for so long before its last day. */
export const AHEAD_DAYS = 7;
/** What is filled before the first visit belongs to the start of care. */
const BEFORE_START_DAYS = 30;

export interface Fall {
  readonly day: string;
  /** The moment; the beginning of the day where nobody knows it. */
  readonly at: Temporal.Instant;
}

/** Somebody who is cared for, or who cares, now. */
export interface Subject {
  /** Of care, or of work; null: the record does not say. */
  readonly start: string | null;
  /** Of a client. */
  readonly falls: readonly Fall[];
}

/** That a form, in whatever version, was filled about them. */
export interface Filling {
  readonly day: string;
  readonly at: Temporal.Instant;
}

export interface Due {
  /** From this day on it is asked for. */
  readonly opens: string;
  /** The last day for it. */
  readonly due: string;
}

const latest = (days: readonly string[]): string | undefined => days.toSorted().at(-1);

/** The last day of a shorter month where the day does not exist. */
const addMonths = (day: string, months: number) => Temporal.PlainDate.from(day).add({ months }).toString();

/** A form of the same day answers for a fall that had happened by then. */
const isAfter = (filling: Filling, fall: Fall) =>
  filling.day > fall.day || (filling.day === fall.day && Temporal.Instant.compare(filling.at, fall.at) >= 0);

type Planned = Pick<FormDefinition, 'when' | 'since'>;

const ofStart = (
  days: number,
  { since }: Planned,
  { start }: Subject,
  fillings: readonly Filling[],
): Due | null => {
  if (start === null || start < since) return null;
  const from = addDays(start, -BEFORE_START_DAYS);
  return fillings.some(({ day }) => day >= from) ? null : { opens: start, due: addDays(start, days) };
};

const ofMonths = (
  months: number,
  { since }: Planned,
  { start }: Subject,
  fillings: readonly Filling[],
): Due => {
  const from = latest([since, ...(start === null ? [] : [start]), ...fillings.map(({ day }) => day)]);
  const due = addMonths(from ?? since, months);
  return { opens: addDays(due, -AHEAD_DAYS), due };
};

const ofFalls = (
  days: number,
  { since }: Planned,
  { falls }: Subject,
  fillings: readonly Filling[],
): Due | null => {
  const [first] = falls
    .filter((fall) => fall.day >= since && !fillings.some((filling) => isAfter(filling, fall)))
    .toSorted((a, b) => Temporal.Instant.compare(a.at, b.at));
  return first ? { opens: first.day, due: addDays(first.day, days) } : null;
};

/** Nobody is asked by a mistyped year. */
const LATEST = '2999-12-31';

const startOf = ({ start }: Subject) => (start !== null && start > LATEST ? null : start);

/** It is asked for from a start on that no record says: it would never be due, and nobody would miss it. */
export const isStartMissing = ({ when }: Planned, subject: Subject, fillings: readonly Filling[]): boolean =>
  when.kind === 'start' && startOf(subject) === null && fillings.length === 0;

/** null: nobody has to fill it now. */
export const dueOf = (planned: Planned, known: Subject, fillings: readonly Filling[]): Due | null => {
  const { when, since } = planned;
  if (since > LATEST) return null;
  const subject = { ...known, start: startOf(known) };
  switch (when.kind) {
    case 'hand':
      return null;
    case 'start':
      return ofStart(when.days, planned, subject, fillings);
    case 'every':
      return ofMonths(when.months, planned, subject, fillings);
    case 'fall':
      return ofFalls(when.days, planned, subject, fillings);
  }
};

export const isOpen = ({ opens }: Due, day: string): boolean => opens <= day;
export const isOverdue = ({ due }: Pick<Due, 'due'>, today: string): boolean => due < today;
