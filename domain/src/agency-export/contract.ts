import { z } from 'zod';
import { fileOutput, getCall, postCall } from '../call.ts';
import { MAX_ID, stampText, wireInt } from '../wire.ts';

const admin = { roles: ['admin'] } as const;

export const EXPORT_STATES = ['waiting', 'ready', 'failed', 'removed'] as const;

/** An archive of everything, as admins see it. */
export const AgencyExport = z.strictObject({
  id: z.int(),
  asked: stampText,
  askedBy: z.string(),
  state: z.enum(EXPORT_STATES),
  /** Bytes. */
  size: z.number().nullable(),
  /** The moment that it shows. */
  made: stampText.nullable(),
  error: z.string().nullable(),
});
export type AgencyExport = z.output<typeof AgencyExport>;

/** The last archives, the newest first. */
export const listExports = getCall(['agency-export/list'], {
  name: 'agencyExport.list',
  ...admin,
  effect: 'poll',
  input: z.strictObject({}),
  output: z.array(AgencyExport),
});

/** Begins one; it is written while everybody works on. */
export const makeExport = postCall(['agency-export/make'], {
  name: 'agencyExport.make',
  ...admin,
  effect: 'write',
  input: z.strictObject({}),
  output: z.null(),
  creates: true,
});

export const downloadExport = getCall(['agency-export/download'], {
  name: 'agencyExport.download',
  ...admin,
  effect: 'read',
  input: z.strictObject({ id: wireInt(1, MAX_ID) }),
  output: fileOutput,
});

/** Removes it before its time. */
export const removeExport = postCall(['agency-export/remove'], {
  name: 'agencyExport.remove',
  ...admin,
  effect: 'write',
  input: z.strictObject({ id: z.int().min(1).max(MAX_ID) }),
  output: z.null(),
});

/** An archive holds everything of everybody: it does not lie about. */
export const KEPT_HOURS = 24;
