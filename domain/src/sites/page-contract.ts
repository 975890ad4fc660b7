import { z } from 'zod';
import { CustomRole, type RoleCopy } from '../accounts/custom-role.ts';
import { fileOutput, getCall, open, postCall } from '../call.ts';
import { MAX_ID } from '../wire.ts';

/** What every page needs to know about its site. The settings themselves are another contract, which only Configuration loads. */

/** A map of site names to origins: only the site's own entry, or on a picker host all of them. */
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

/** Settings that every page knows as they were set. */
export const shownSwitches = {
  /** Minutes without input after which a session ends (docs/rules/sites.md, rule 5). */
  idleMinutes: z.int(),
  /** Bounds of temporary plans in days: how far back and ahead they may start, and how long they may last. */
  temporaryBack: z.int(),
  temporaryAhead: z.int(),
  temporaryLength: z.int(),
  /** Minutes after its planned start from which a visit without a check-in is open. */
  lateMinutes: z.int(),
  /** If a caregiver calls out later than this many minutes before the start, they are asked to call the office too; 0 for never. */
  callTooMinutes: z.int(),
  /** Role provider only sees the clients of its own plans. */
  ownClientsOnly: z.boolean(),
  /** Role user may correct people that it created, for an hour. */
  correctsOwnRecords: z.boolean(),
  /** Today opens after signing in, for office users who have not chosen otherwise. */
  startOnToday: z.boolean(),
  /** Texts and e-mails together. */
  messagesPerDay: z.int(),
  /** The minimum length of new passwords, 8 to 15; 0 applies only the rule for all passwords. */
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
    /** The state whose rules apply, as in addresses: 'CO' (docs/rules/states.md). */
    state: z.string(),
    /** The agency's telephone, or else the one answered day and night; '' if there is none. */
    officePhone: z.string(),
    ...shownSwitches,
    /** Records for the aggregator go to its simulator on this machine. */
    rehearsal: z.boolean(),
    /** Files for the payer can be handed to its simulator on this machine. */
    payerRehearsal: z.boolean(),
    /** Set if the caller has a copy of a role (docs/rules/accounts.md, rule 20). */
    custom: CustomRole.optional(),
  }),
});
type Shown = z.output<(typeof capabilities)['output']>;
export type Capabilities = Readonly<Omit<Shown, 'langGroup' | 'custom'>> & {
  readonly langGroup: readonly string[];
  readonly custom?: RoleCopy | undefined;
};

/** The newest update note, which is shown once (docs/rules/sites.md, rule 9). */
export const latestUpdate = getCall(['modules/getUpdate.php', 'getUpdate.php'], {
  name: 'sites.latestUpdate',
  roles: ['admin', 'user', 'provider', 'evv'],
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({
    order: z.int(),
    data: z.string(),
    /** Somebody has closed it with the caller's account, here or on another device. */
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

/** The site's logo; `min` asks for the icon. */
export const logo = getCall(['modules/getLogo.php', 'getLogo.php'], {
  name: 'sites.logo',
  roles: open('the login screen shows the logo'),
  effect: 'read',
  input: z.strictObject({ site: z.string().max(100).optional(), min: z.string().max(5).optional() }),
  output: fileOutput,
});
