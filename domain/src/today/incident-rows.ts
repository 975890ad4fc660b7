import { sayClock, sayDay, sayStamp } from '../calendar.ts';
import { isDue, isPast, sayStep } from '../incidents/deadlines.ts';
import type { IncidentRow, NextStep } from '../incidents/schema.ts';
import { KIND_WORDS } from '../incidents/words.ts';
import { sayName } from '../person-name.ts';
import { type Around, type Draft, startOfDay, type TodayFacts } from './facts.ts';
import { namedAs } from './named.ts';

/** Incidents that somebody has to be told of, also where no deadline is known, and follow-ups whose last day has come. */

/** With what is due of them: the first of it, and what there is besides. */
const dueOf = (row: IncidentRow, today: string) => {
  const [next, ...others] = row.steps.filter((step) => isDue(step, today));
  return next ? [{ ...row, next, others }] : [];
};

const figureOf = ({ due, day }: NextStep, { zone, now }: Around): Draft['figure'] => {
  if (due === null) return { main: 'unknown', note: 'the deadline' };
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
  const due = incidents.flatMap((row) => dueOf(row, around.today));
  return due.map(
    ({ id, clientId, client, kind, date, next, others }): Draft => ({
      key: `incident:${id}`,
      kind: 'incident',
      tone: isPast(next, around.now) ? 'danger' : 'warn',
      title: `${sayName(client)}: ${next.words}`,
      text: [
        `${KIND_WORDS[kind]} on ${sayDay(date)}`,
        ...others.map((step) => `also: ${sayStep(step, around.zone)}`),
      ].join('; '),
      named: [namedAs(clientId, client)],
      figure: figureOf(next, around),
      count: 1,
      cents: null,
      // Where no deadline is known it may be over: as early as it happened.
      at: next.day === null && next.due !== null ? next.due : startOfDay(next.day ?? date, around.zone),
      place: { list: 'incidents' },
      placeCount: due.length,
      button: next.kind === 'tell' ? 'Report' : 'Follow up',
      mend: { by: 'incident', id },
    }),
  );
};
