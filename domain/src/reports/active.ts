import { dayBefore } from '../calendar.ts';
import { sum } from '../sum.ts';

/** Works out when somebody was active from the recorded changes of status (docs/rules/reports.md, rule 11). */

/** A change that archived somebody, set them active again, or corrected the archive date; null fields did not change. */
export interface ActiveMove {
  /** The day of the change. */
  readonly on: string;
  readonly cur: 'y' | 'n' | null;
  readonly archiveDate: string | null;
  readonly returnDate: string | null;
}

export interface ActivePerson {
  /** Start Date of a provider, StartOfCare of a client. */
  readonly start: string | null;
  readonly created: string;
  readonly isActive: boolean;
  readonly archiveDate: string | null;
  readonly returnDate: string | null;
}

/** Active from one day until another, exclusive; null if still active. */
export interface ActiveSpan {
  readonly from: string;
  readonly until: string | null;
}

const later = (a: string, b: string) => (a > b ? a : b);

export const activeSpans = (person: ActivePerson, moves: readonly ActiveMove[]): ActiveSpan[] => {
  const spans: { from: string; until: string | null }[] = [
    { from: person.start ?? person.created, until: null },
  ];
  const last = () => spans[spans.length - 1];
  for (const move of moves) {
    const span = last();
    if (!span) continue;
    if (move.cur === 'y' && span.until !== null)
      spans.push({ from: later(move.returnDate ?? move.on, span.until), until: null });
    else if (move.cur !== 'y' && move.archiveDate !== null) span.until = move.archiveDate;
  }
  // A record imported as archived, or set active in another way, has no recorded change.
  const span = last();
  if (span && !person.isActive && span.until === null && person.archiveDate !== null)
    span.until = person.archiveDate;
  if (span && person.isActive && span.until !== null)
    spans.push({ from: later(person.returnDate ?? span.until, span.until), until: null });
  return spans.filter(({ from, until }) => until === null || from < until);
};

export const isActiveOn = (spans: readonly ActiveSpan[], day: string) =>
  spans.some(({ from, until }) => from <= day && (until === null || day < until));

export const isActiveDuring = (spans: readonly ActiveSpan[], from: string, through: string) =>
  spans.some((span) => span.from <= through && (span.until === null || from < span.until));

/** How many people came and left in a range of days. */
export interface Flow {
  readonly opening: number;
  readonly started: number;
  readonly returned: number;
  readonly left: number;
  readonly closing: number;
}

/** Opening + started + returned − left = closing (docs/rules/reports.md, rule 12). */
export const flowOf = (people: readonly (readonly ActiveSpan[])[], from: string, through: string): Flow => {
  const isIn = (day: string | null) => day !== null && from <= day && day <= through;
  const before = dayBefore(from);
  const count = (countOf: (spans: readonly ActiveSpan[]) => number) =>
    sum(people.map((spans) => countOf(spans)));
  return {
    opening: count((spans) => Number(isActiveOn(spans, before))),
    started: count(([first]) => Number(first !== undefined && isIn(first.from))),
    returned: count((spans) => spans.slice(1).filter((span) => isIn(span.from)).length),
    left: count((spans) => spans.filter((span) => isIn(span.until)).length),
    closing: count((spans) => Number(isActiveOn(spans, through))),
  };
};
