import type { BoardVisit } from '@homecare/domain/schedule/schema.ts';
import type { VisitEvent, VisitOutcome } from '@homecare/domain/staffing/schema.ts';
import { sayEvent, sayOutcome } from '../staffing/Story.tsx';

interface Told {
  readonly events: readonly VisitEvent[];
  readonly outcomes: readonly VisitOutcome[];
}

/** What is known of a visit, in the order in which it happened; null: nobody has checked in. */
export const stepsOf = (
  visit: Pick<BoardVisit, 'startedAt' | 'endedAt'> | null,
  { events, outcomes }: Told,
) =>
  [
    ...events.map((event) => ({ at: event.at, words: sayEvent(event) })),
    ...(visit?.startedAt ? [{ at: visit.startedAt, words: 'Checked in' }] : []),
    ...(visit?.endedAt ? [{ at: visit.endedAt, words: 'Checked out' }] : []),
    ...outcomes.map((outcome) => ({ at: outcome.at, words: sayOutcome(outcome) })),
  ].toSorted((a, b) => Temporal.Instant.compare(Temporal.Instant.from(a.at), Temporal.Instant.from(b.at)));
