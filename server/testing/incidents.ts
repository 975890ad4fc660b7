import type { InputOf } from '@homecare/domain/call.ts';
import type { saveIncident, saveNotice } from '@homecare/domain/incidents/contract.ts';

type Facts = InputOf<typeof saveIncident>['facts'];

/** A fall in the kitchen on a day, known on the same one. */
export const fallOn = (date: string, over: Partial<Facts> = {}): Facts => ({
  kind: 'fall',
  critical: 'yes',
  date,
  time: '09:30',
  minutes: null,
  place: 'Kitchen',
  what: 'Slipped on the wet floor beside the sink.',
  harm: 'firstAid',
  measures: 'Helped up, ice on the knee, called the daughter.',
  others: '',
  witnessed: 'observed',
  reporter: 'Ana Office',
  knownAt: `${date}T17:00:00Z`,
  ...over,
});

export const newIncidentOn = (date: string, clientId: number, over: Partial<Facts> = {}) => ({
  ...{ id: null, rev: null, clientId, providerId: null },
  facts: fallOn(date, over),
});

type Notice = InputOf<typeof saveNotice>['notice'];
export const toldAt = (at: string, over: Partial<Notice> = {}): Notice => ({
  ...{ whom: 'caseManager', outcome: 'told', name: 'Maria Lopez', at, memo: 'By phone', isMistake: false },
  ...over,
});
