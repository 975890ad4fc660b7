import { SWITCH_DEFAULTS } from '@homecare/domain/sites/limits.ts';
import { RecordedAttempt, VISIT_STATUSES, type Visit, VisitTasks } from '@homecare/domain/visits/schema.ts';
import { z } from 'zod';
import { inStore, rowsOf, seal, unseal } from './store.ts';

/** Visits are stored for at most two days. */
const LONGEST = 48 * 3_600_000;

/** Only what the caregiver needs offline: no family name, address, phone number or notes. */
const StoredVisit = z.object({
  id: z.int(),
  name: z.string(),
  date: z.string(),
  start: z.string(),
  end: z.string(),
  status: z.enum(VISIT_STATUSES),
  in: z.string().nullable(),
  out: z.string().nullable(),
  startLocationError: z.boolean(),
  endLocationError: z.boolean(),
  tasks: VisitTasks,
  /** Visits stored by an earlier release have none. */
  attempts: z.array(RecordedAttempt).default([]),
  rejected: z.array(RecordedAttempt).default([]),
});

/** Data of the agency and the caregiver. Without it no time could be shown. */
const Agency = z.object({
  timeZone: z.string(),
  site: z.string(),
  title: z.string(),
  picker: z.boolean(),
  /** Full name of the caregiver; missing in days stored by an earlier release. */
  caregiver: z.string().default(''),
  officePhone: z.string().default(''),
  callTooMinutes: z.int().default(SWITCH_DEFAULTS.callTooMinutes),
});
export type Agency = z.output<typeof Agency>;

const StoredDay = z.object({ visits: z.array(StoredVisit), agency: Agency, clockOffset: z.number() });

/** 'Baca, Guadalupe' → 'Guadalupe', the only name stored on a phone. A stored name stays unchanged. */
export const firstName = (name: string) => name.split(', ').at(-1) ?? '';

const keptVisit = (visit: Visit): z.input<typeof StoredVisit> => ({
  id: visit.id,
  name: firstName(visit.ClientName),
  date: visit.Date,
  start: visit.PlanStartTime,
  end: visit.PlanEndTime,
  status: visit.Status,
  in: visit.startedAt,
  out: visit.endedAt,
  startLocationError: visit.StartLocationError,
  endLocationError: visit.EndLocationError,
  tasks: visit.Tasks,
  attempts: visit.Attempts,
  rejected: visit.RejectedAttempts,
});

const NO_PLAN = 0;
/** Whether the visit was read from the phone, so that address and phone number are unknown. */
export const isFromPhone = (visit: Visit) => visit.CareID === NO_PLAN;

const visitOf = (kept: z.output<typeof StoredVisit>, ProviderID: number): Visit => ({
  id: kept.id,
  CareID: NO_PLAN,
  ClientID: 0,
  ProviderID,
  ClientName: kept.name,
  ProviderName: '',
  Date: kept.date,
  Status: kept.status,
  aggregatorStatus: null,
  PlanStartTime: kept.start,
  PlanEndTime: kept.end,
  startedAt: kept.in,
  endedAt: kept.out,
  AddressLatitude: null,
  AddressLongitude: null,
  AddressStartLatitude: null,
  AddressStartLongitude: null,
  AddressEndLatitude: null,
  AddressEndLongitude: null,
  CreatedTS: '',
  EditedTS: null,
  EditedBy: null,
  EditedVia: null,
  StartEdited: false,
  EndEdited: false,
  StartLocationError: kept.startLocationError,
  EndLocationError: kept.endLocationError,
  StartLate: false,
  EndLate: false,
  Notes: null,
  Tasks: kept.tasks,
  ClientPhone: null,
  ClientAddress: '',
  ClientAddressLatitude: null,
  ClientAddressLongitude: null,
  ClientAddressApproximate: false,
  ProviderPhone: null,
  IOBSE: null,
  ReviewHints: [],
  ReviewSeenBy: null,
  aggregatorMessage: null,
  Attempts: kept.attempts,
  RejectedAttempts: kept.rejected,
  ClosedCode: null,
  ClosedMemo: null,
  ClosedBy: null,
  rev: 0,
});

interface Day {
  readonly visits: readonly Visit[];
  readonly agency: Agency;
  /** Milliseconds by which the server's clock is ahead of the phone's. */
  readonly clockOffset: number;
}

export const keepDay = async (owner: string, date: string, { visits, agency, clockOffset }: Day) => {
  if (visits.some(isFromPhone)) return;
  const day: z.input<typeof StoredDay> = { visits: visits.map(keptVisit), agency, clockOffset };
  const sealed = await seal(day);
  await inStore('days', 'readwrite', (days) => days.put({ date, owner, savedAt: Date.now(), sealed }));
};

const isRow = (row: unknown): row is { date: string; owner: string; savedAt: number; sealed: unknown } =>
  typeof row === 'object' &&
  row !== null &&
  'date' in row &&
  typeof row.date === 'string' &&
  'owner' in row &&
  typeof row.owner === 'string' &&
  'savedAt' in row &&
  typeof row.savedAt === 'number' &&
  'sealed' in row;

/** Deletes days of other accounts and those older than 48 hours. */
const freshRows = async (owner: string | undefined) => {
  const rows = (await rowsOf('days')).filter(isRow);
  const isFresh = (row: (typeof rows)[number]) =>
    (owner === undefined || row.owner === owner) && Math.abs(Date.now() - row.savedAt) < LONGEST;
  for (const row of rows)
    if (!isFresh(row)) await inStore('days', 'readwrite', (days) => days.delete(row.date));
  return rows.filter(isFresh);
};

export const sweepDays = () => freshRows(undefined).then(() => undefined);

export interface RestoredDay {
  readonly date: string;
  readonly savedAt: number;
  readonly visits: Visit[];
  readonly agency: Agency;
  readonly clockOffset: number;
}

/** The days stored for this caregiver, latest stored first. */
export const restoreDays = async (owner: string, providerId: number): Promise<RestoredDay[]> => {
  const days = await Promise.all(
    (await freshRows(owner)).map(async ({ date, savedAt, sealed }) => {
      const { data } = StoredDay.safeParse(await unseal(sealed));
      return data
        ? [{ ...data, date, savedAt, visits: data.visits.map((visit) => visitOf(visit, providerId)) }]
        : [];
    }),
  );
  return days.flat().toSorted((a, b) => b.savedAt - a.savedAt);
};
