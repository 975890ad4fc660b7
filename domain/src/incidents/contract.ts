import { z } from 'zod';
import { fileOutput, getCall, postCall } from '../call.ts';
import { EXPORT_FORMATS } from '../list-export/people-contract.ts';
import { MAX_ID, wireInt } from '../wire.ts';
import { FollowUpDraft, Incident, IncidentFacts, IncidentRow, NoticeDraft, PhoneReport } from './schema.ts';

const office = { roles: ['admin', 'user'] } as const;
const id = z.int().min(1).max(MAX_ID);
const queryId = wireInt(1, MAX_ID).pipe(z.int());
const rev = z.int().min(0).max(MAX_ID);

/** The newest first, without what was written about them. */
export const listIncidents = getCall(['incidents/list'], {
  name: 'incidents.list',
  ...office,
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(IncidentRow),
});

export const getIncident = getCall(['incidents/get'], {
  name: 'incidents.get',
  ...office,
  effect: 'read',
  input: z.strictObject({ id: queryId }),
  output: Incident,
});

/** A new one, or with `id` and the revision that was seen an amended one: the record log keeps what was said before. */
export const saveIncident = postCall(['incidents/save'], {
  name: 'incidents.save',
  ...office,
  effect: 'write',
  creates: true,
  input: z.strictObject({
    id: id.nullable(),
    rev: rev.nullable(),
    clientId: id,
    providerId: id.nullable(),
    facts: IncidentFacts,
  }),
  output: Incident,
});

/** By a caregiver, of one of their own visits. */
export const reportIncident = postCall(['incidents/report'], {
  name: 'incidents.report',
  roles: ['evv'],
  effect: 'write',
  creates: true,
  input: PhoneReport,
  output: z.strictObject({ id }),
});

/** `no` null: a new entry. */
const entry = { id, rev, no: z.int().min(1).max(1000).nullable() } as const;

/** That somebody was told, or why they need not be; an entry is amended, never taken away. */
export const saveNotice = postCall(['incidents/save-notice'], {
  name: 'incidents.saveNotice',
  ...office,
  effect: 'write',
  input: z.strictObject({ ...entry, notice: NoticeDraft }),
  output: Incident,
});

export const saveFollowUp = postCall(['incidents/save-follow-up'], {
  name: 'incidents.saveFollowUp',
  ...office,
  effect: 'write',
  input: z.strictObject({ ...entry, followUp: FollowUpDraft }),
  output: Incident,
});

/** With what came of it, once nothing is open; null opens it again. */
export const closeIncident = postCall(['incidents/close'], {
  name: 'incidents.close',
  ...office,
  effect: 'write',
  input: z.strictObject({ id, rev, resolution: z.string().trim().max(2000).nullable() }),
  output: Incident,
});

/** The Incident Form with everything that is known. */
export const printIncident = getCall(['incidents/print'], {
  name: 'incidents.print',
  ...office,
  effect: 'read',
  input: z.strictObject({ id: queryId }),
  output: fileOutput,
});

/** The list as a table. */
export const exportIncidents = getCall(['incidents/export'], {
  name: 'incidents.export',
  ...office,
  effect: 'read',
  input: z.strictObject({ format: z.enum(EXPORT_FORMATS) }),
  output: fileOutput,
});
