import type { FieldError } from '@homecare/domain/errors.ts';
import type {
  Critical,
  Harm,
  Incident,
  IncidentFacts,
  IncidentKind,
} from '@homecare/domain/incidents/schema.ts';
import { isClock, isIsoDate, NO_DATE, NO_TIME } from '../../ui/inputs.tsx';
import { momentFaults, stampOf, typedMoment } from './stamps.ts';

/** An incident as it is typed. */
export interface IncidentDraft {
  readonly clientId: number | null;
  readonly providerId: number | null;
  readonly kind: IncidentKind;
  readonly critical: Critical;
  readonly harm: Harm;
  readonly date: string;
  readonly time: string;
  /** As it was typed, where it is no number. */
  readonly minutes: string | number | null;
  readonly place: string;
  readonly what: string;
  readonly measures: string;
  readonly others: string;
  readonly reporter: string;
  readonly witnessed: IncidentFacts['witnessed'];
  readonly knownDay: string;
  readonly knownClock: string;
}

export const LABELS = {
  clientId: 'Client',
  providerId: 'Caregiver',
  minutes: 'Lasted (minutes)',
  what: 'What happened',
  measures: 'What was done',
  others: 'Persons involved and witnesses',
  reporter: 'Reported by',
  witnessed: 'Observed or reported',
  knownDay: 'Known since (date)',
  knownClock: 'Known since (time)',
} as const satisfies Partial<Record<keyof IncidentDraft, string>>;
export const labelOf = (name: string): string | undefined =>
  Object.entries(LABELS).find(([key]) => key === name)?.[1];

interface Around {
  readonly zone: string;
  readonly reporter: string;
}

export const newDraft = (now: Temporal.Instant, { zone, reporter }: Around): IncidentDraft => {
  const { day, clock } = typedMoment(now, zone);
  return {
    ...{ clientId: null, providerId: null, kind: 'fall', critical: 'undecided', harm: 'unknown' },
    ...{ date: day, time: '', minutes: null, place: '', what: '', measures: '', others: '' },
    ...{ reporter, witnessed: 'observed', knownDay: day, knownClock: clock },
  };
};

export const storedDraft = ({ clientId, providerId, facts }: Incident, zone: string): IncidentDraft => {
  const { knownAt, time, ...said } = facts;
  const { day, clock } = typedMoment(knownAt, zone);
  return { ...said, clientId, providerId, time: time ?? '', knownDay: day, knownClock: clock };
};

const A_WEEK = 10_080;
/** null: nobody knows; undefined: it is no length. */
const minutesOf = ({ minutes }: IncidentDraft): number | null | undefined => {
  if (minutes === null || minutes === '') return null;
  return typeof minutes === 'number' && Number.isInteger(minutes) && minutes > 0 && minutes <= A_WEEK
    ? minutes
    : undefined;
};

/** What cannot be read yet. */
export const faultsOf = (draft: IncidentDraft): FieldError[] => [
  ...(draft.clientId === null ? [{ field: 'clientId', message: 'Choose the client.' }] : []),
  ...(isIsoDate(draft.date) ? [] : [{ field: 'date', message: NO_DATE }]),
  ...(draft.time === '' || isClock(draft.time) ? [] : [{ field: 'time', message: NO_TIME }]),
  ...(minutesOf(draft) === undefined
    ? [{ field: 'minutes', message: 'Enter whole minutes, at most a week.' }]
    : []),
  ...momentFaults({ day: draft.knownDay, clock: draft.knownClock }, { day: 'knownDay', clock: 'knownClock' }),
];

export const factsOf = (draft: IncidentDraft, zone: string): IncidentFacts => {
  const { clientId: _, providerId: _p, knownDay, knownClock, time, ...said } = draft;
  return {
    ...said,
    minutes: minutesOf(draft) ?? null,
    time: time || null,
    knownAt: stampOf({ day: knownDay, clock: knownClock }, zone),
  };
};
