import { sayClock, sayDay, sayStamp } from '../calendar.ts';
import { isPast } from '../incidents/deadlines.ts';
import type { IncidentRow, NextStep } from '../incidents/schema.ts';
import { KIND_WORDS } from '../incidents/words.ts';
import { sayName } from '../person-name.ts';
import { type Around, type Draft, startOfDay, type TodayFacts } from './facts.ts';
import { namedAs } from './named.ts';

/** Incidents that somebody has to be told of, and follow-ups whose last day has come. */

interface Due extends IncidentRow {
  readonly next: NextStep;
}

/** Whoever has to be told is there from the first moment on. */
const isDue =
  (today: string) =>
  (row: IncidentRow): row is Due =>
    row.next !== null && (row.next.kind === 'tell' || (row.next.day ?? '') <= today);

const figureOf = ({ due, day }: NextStep, { zone, now }: Around): Draft['figure'] => {
  const note = isPast({ due }, now) ? 'overdue' : 'the deadline';
  if (day !== null) return { main: sayDay(day), note };
  return {
    main: sayClock(due, zone),
    note: isPast({ due }, now)
      ? `overdue since ${sayStamp(due, zone)}`
      : (sayStamp(due, zone).split(',')[0] ?? note),
  };
};

export const incidentRows = ({ incidents = [] }: TodayFacts, around: Around): Draft[] => {
  const due = incidents.filter(isDue(around.today)).toSorted((a, b) => a.next.due.localeCompare(b.next.due));
  return due.map(
    ({ id, clientId, client, kind, date, next }): Draft => ({
      key: `incident:${id}`,
      kind: 'incident',
      tone: isPast(next, around.now) ? 'danger' : 'warn',
      title: `${sayName(client)}: ${next.words}`,
      text: `${KIND_WORDS[kind]} on ${sayDay(date)}`,
      named: [namedAs(clientId, client)],
      figure: figureOf(next, around),
      count: 1,
      cents: null,
      at: next.day === null ? next.due : startOfDay(next.day, around.zone),
      place: { list: 'incidents' },
      placeCount: due.length,
      button: next.kind === 'tell' ? 'Report' : 'Follow up',
      mend: { by: 'incident', id },
    }),
  );
};
