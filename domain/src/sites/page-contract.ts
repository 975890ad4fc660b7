import { z } from 'zod';
import { CustomRole, type RoleCopy } from '../accounts/custom-role.ts';
import { fileOutput, getCall, open, postCall } from '../call.ts';
import { MAX_ID } from '../wire.ts';

/** What every page asks of its site; the settings behind it are another contract, which only Configuration loads. */

/** Map of site name to origin: the own entry only; every entry on a picker host. */
export const siteConfig = getCall(['modules/siteConfig.php', 'siteConfig.php'], {
  name: 'sites.siteConfig',
  roles: open('the login screen needs the name of the site'),
  effect: 'read',
  input: z.strictObject({}),
  output: z.record(
    z.string(),
    z.strictObject({ origin: z.string(), title: z.string(), picker: z.boolean() }),
  ),
});

/** Switches that every page knows as they were set. */
export const shownSwitches = {
  /** Minutes without input after which a session ends (docs/rules/sites.md, rule 5). */
  idleMinutes: z.int(),
  /** Bounds of temporary plans, in days: their start back from today and ahead, and how long they last. */
  temporaryBack: z.int(),
  temporaryAhead: z.int(),
  temporaryLength: z.int(),
  /** After its planned start, from which a visit without a check-in is open. */
  lateMinutes: z.int(),
  /** Before its planned start, from which a caregiver who cannot come is asked to call the office too; 0: never. */
  callTooMinutes: z.int(),
  /** Role provider sees the clients of its own plans alone. */
  ownClientsOnly: z.boolean(),
  /** Role user corrects the people that it created, for an hour. */
  correctsOwnRecords: z.boolean(),
  /** Today opens after signing in, for whom of the office has not chosen otherwise. */
  startOnToday: z.boolean(),
  /** Texts and e-mails together. */
  messagesPerDay: z.int(),
  /** Least characters of new passwords, 8 to 15; 0 leaves it at the rule for every password. */
  passwordLength: z.int(),
};

export const capabilities = getCall(['modules/getPremium.php', 'getPremium.php'], {
  name: 'sites.capabilities',
  roles: ['admin', 'user', 'provider', 'evv'],
  effect: 'read',
  duringReset: true,
  input: z.strictObject({}),
  output: z.strictObject({
    premium: z.boolean(),
    smsEnabled: z.boolean(),
    emailEnabled: z.boolean(),
    eligibility: z.boolean(),
    sandataEnabled: z.boolean(),
    billing: z.boolean(),
    maxClients: z.int(),
    version: z.int(),
    langGroup: z.array(z.string()),
    carePlanPass: z.boolean(),
    temporaryEnabled: z.boolean(),
    archiveOnSaveEnabled: z.boolean(),
    timeZone: z.string(),
    /** Whose rules count, as addresses name it: 'CO' (docs/rules/states.md). */
    state: z.string(),
    /** The agency's telephone, else the one that is answered day and night; '' is none. */
    officePhone: z.string(),
    ...shownSwitches,
    /** What is sent to the aggregator goes to its simulator on this machine. */
    rehearsal: z.boolean(),
    /** Files for the payer can be handed to its simulator on this machine. */
    payerRehearsal: z.boolean(),
    /** Of a caller who has a copy of a role; a role itself has none (docs/rules/accounts.md, rule 20). */
    custom: CustomRole.optional(),
  }),
});
type Shown = z.output<(typeof capabilities)['output']>;
export type Capabilities = Readonly<Omit<Shown, 'langGroup' | 'custom'>> & {
  readonly langGroup: readonly string[];
  readonly custom?: RoleCopy | undefined;
};

/** Newest update note; shown once per new one (docs/rules/sites.md, rule 9). */
export const latestUpdate = getCall(['modules/getUpdate.php', 'getUpdate.php'], {
  name: 'sites.latestUpdate',
  roles: ['admin', 'user', 'provider', 'evv'],
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({
    order: z.int(),
    data: z.string(),
    /** The caller's account has closed it, here or on another device. */
    seen: z.boolean(),
  }),
});

/** The caller has read the update notes up to this one. */
export const markUpdateSeen = postCall(['sites/mark-update-seen'], {
  name: 'sites.markUpdateSeen',
  roles: ['admin', 'user', 'provider', 'evv'],
  effect: 'write',
  input: z.strictObject({ order: z.int().min(1).max(MAX_ID) }),
  output: z.null(),
});

/** The logo image of the page's site; `min` asks for the icon. */
export const logo = getCall(['modules/getLogo.php', 'getLogo.php'], {
  name: 'sites.logo',
  roles: open('the login screen shows the logo'),
  effect: 'read',
  input: z.strictObject({ site: z.string().max(100).optional(), min: z.string().max(5).optional() }),
  output: fileOutput,
});
