import { z } from 'zod';
import { getCall, postCall, uploadCall } from '../call.ts';
import { MAX_ID, stampText } from '../wire.ts';
import { CONNECTION_KINDS, Connection, ConnectionRow } from './connections.ts';
import { LOGO_BYTES, LOGO_TOO_LARGE } from './rules.ts';
import { OperatorPart, PayerSettings, SiteSettings } from './schema.ts';

/** Sets the site's plan override password (docs/rules/sites.md, rule 7); null removes it. Its hash never leaves the server. */
export const setOverridePassword = postCall(['sites/set-override-password'], {
  name: 'sites.setOverridePassword',
  roles: ['admin'],
  effect: 'write',
  input: z.strictObject({ password: z.string().max(500).nullable() }),
  output: z.strictObject({ carePlanPass: z.boolean() }),
});

/** Why a button for an outside service does nothing now; null if it works. */
const reason = z.string().nullable();

/** The site's settings for admins, the operator's part of them, and which outside services are set up. */
export const getSettings = getCall(['sites/get-settings'], {
  name: 'sites.getSettings',
  roles: ['admin'],
  effect: 'read',
  input: z.strictObject({}),
  output: SiteSettings.extend({
    operator: OperatorPart,
    services: z.strictObject({ updateSandata: reason, balance: reason }),
    /** The revision of an uploaded logo; null if there is none. */
    logo: z.int().nullable(),
    rev: z.int(),
  }),
});

export const saveSettings = postCall(['sites/save-settings'], {
  name: 'sites.saveSettings',
  roles: ['admin'],
  effect: 'write',
  input: SiteSettings.extend({ rev: z.int().min(0).max(MAX_ID) }),
  output: z.strictObject({ rev: z.int() }),
});

/** Sets the state whose rules apply. Only possible while the agency has no records (docs/rules/states.md, rule 4). */
export const saveState = postCall(['sites/save-state'], {
  name: 'sites.saveState',
  roles: ['admin'],
  effect: 'write',
  /** The time zone is only needed if the state has more than one. */
  input: z.strictObject({ state: z.string().max(2), timeZone: z.string().max(60) }),
  output: z.null(),
});

/** 'Update Sandata': refreshes the procedure codes and asks again about pending records. */
export const updateSandata = postCall(['modules/updateSandata.php', 'updateSandata.php'], {
  name: 'sites.updateSandata',
  roles: ['admin'],
  effect: 'write',
  input: z.strictObject({}),
  output: z.null(),
});

/** The balance of the text messaging account, in dollars. */
export const getBalance = getCall(['modules/getTwillioBalance.php', 'getTwillioBalance.php'], {
  name: 'sites.getBalance',
  roles: ['admin', 'user'],
  needs: ['smsEnabled'],
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({ amount: z.string() }),
});

const admin = { roles: ['admin'] } as const;
const revision = z.int().min(0).max(MAX_ID);
const saved = z.strictObject({ rev: z.int() });

/** A PNG or JPEG, printed at the top of documents and shown in the menu. */
export const uploadLogo = uploadCall(['sites/upload-logo'], {
  ...admin,
  name: 'sites.uploadLogo',
  effect: 'write',
  upload: { maxBytes: LOGO_BYTES, tooLarge: LOGO_TOO_LARGE },
  input: z.strictObject({}),
  output: saved,
});

export const removeLogo = postCall(['sites/remove-logo'], {
  ...admin,
  name: 'sites.removeLogo',
  effect: 'write',
  input: z.strictObject({}),
  output: z.null(),
});

/** Newest first. */
export const listUpdateNotes = getCall(['sites/list-update-notes'], {
  ...admin,
  name: 'sites.listUpdateNotes',
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(z.strictObject({ order: z.int(), note: z.string(), created: stampText })),
});

/** Shown once to everybody who signs in. */
export const addUpdateNote = postCall(['sites/add-update-note'], {
  ...admin,
  name: 'sites.addUpdateNote',
  effect: 'write',
  creates: true,
  input: z.strictObject({ note: z.string().max(5_000) }),
  output: z.strictObject({ order: z.int() }),
});

export const getPayer = getCall(['sites/get-payer'], {
  ...admin,
  name: 'sites.getPayer',
  effect: 'read',
  input: z.strictObject({}),
  output: PayerSettings.extend({
    /** What files for the payer still need, in words. */
    lacks: z.array(z.string()),
    rev: z.int(),
  }),
});

export const savePayer = postCall(['sites/save-payer'], {
  ...admin,
  name: 'sites.savePayer',
  effect: 'write',
  input: PayerSettings.extend({ rev: revision }),
  output: saved,
});

export const listConnections = getCall(['sites/list-connections'], {
  ...admin,
  name: 'sites.listConnections',
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(ConnectionRow),
});

export const saveConnection = postCall(['sites/save-connection'], {
  ...admin,
  name: 'sites.saveConnection',
  effect: 'write',
  input: z.strictObject({ connection: Connection, rev: revision }),
  output: saved,
});

/** Restores what the operator has set, if anything. */
export const removeConnection = postCall(['sites/remove-connection'], {
  ...admin,
  name: 'sites.removeConnection',
  effect: 'write',
  input: z.strictObject({ kind: z.enum(CONNECTION_KINDS), rev: revision }),
  output: saved,
});

/** Tries the entered values, saved or not. Nothing is sent to anybody. */
export const testConnection = postCall(['sites/test-connection'], {
  ...admin,
  name: 'sites.testConnection',
  effect: 'write',
  input: z.strictObject({ connection: Connection }),
  output: z.strictObject({ works: z.boolean(), answer: z.string() }),
});
