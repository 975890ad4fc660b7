import { z } from 'zod';
import { fileOutput, getCall, postCall } from '../call.ts';
import { MAX_ID, stampText, wireInt } from '../wire.ts';

const admin = { roles: ['admin'] } as const;

export const EXPORT_STATES = ['waiting', 'ready', 'failed', 'removed'] as const;

/** An archive of all the agency's data, as admins see it. */
export const AgencyExport = z.strictObject({
  id: z.int(),
  asked: stampText,
  askedBy: z.string(),
  state: z.enum(EXPORT_STATES),
  /** Bytes. */
  size: z.number().nullable(),
  /** The moment whose data it holds. */
  made: stampText.nullable(),
  error: z.string().nullable(),
});
export type AgencyExport = z.output<typeof AgencyExport>;

/** The latest archives, newest first. */
export const listExports = getCall(['agency-export/list'], {
  name: 'agencyExport.list',
  ...admin,
  effect: 'poll',
  input: z.strictObject({}),
  output: z.array(AgencyExport),
});

/** Starts an archive. It is written in the background while everybody goes on working. */
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

/** Deletes an archive before it expires. */
export const removeExport = postCall(['agency-export/remove'], {
  name: 'agencyExport.remove',
  ...admin,
  effect: 'write',
  input: z.strictObject({ id: z.int().min(1).max(MAX_ID) }),
  output: z.null(),
});

/** Hours until an archive is deleted. It holds everybody's data, so it must not be left lying around. */
export const KEPT_HOURS = 24;
