import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { foldLogin } from '@homecare/domain/accounts/rules.ts';
import { done } from '@homecare/domain/errors.ts';
import { sql } from 'kysely';
import { createAccount, recoverAdmin, resetPassword } from '../accounts/service.ts';
import { hashPassword } from '../platform/auth/passwords.ts';
import { Scope } from '../platform/auth/scope.ts';
import { readSites, SiteEntry, type SitesFile, writeSites } from '../platform/config/config.ts';
import { readEnvironment } from '../platform/config/environment.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { Connection } from '../platform/db/pool.ts';
import type { OpenedSite } from '../platform/site/sites.ts';
import { openSite } from '../sites/open-site.ts';
import { OperationRefused } from './archive.ts';
import { reachServer, runCommand } from './reach-server.ts';

const USAGE = `Usage:
  npm run site -- list
  npm run site -- add NAME --title TITLE --host HOST [--host HOST ...] --admin LOGIN --admin-name "FULL NAME"
      [--place PLACE] [--time-zone America/Denver] [--premium] [--billing] [--version 2] [--max-clients N]
  npm run site -- recover NAME LOGIN`;

/** Least length of a login and a full name (docs/rules/accounts.md, rule 6). */
const SHORTEST = 3;

export interface SiteRequest {
  readonly entry: SiteEntry;
  readonly admin: { readonly login: string; readonly fullName: string };
}

/** Where the sites of this installation are kept. */
export interface Installation {
  readonly server: Connection;
  readonly dataDir: string;
}

// ---- the command line

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = {
  title: text,
  place: text,
  host: { type: 'string', multiple: true },
  'time-zone': text,
  premium: flag,
  billing: flag,
  version: text,
  'max-clients': text,
  admin: text,
  'admin-name': text,
} as const;

/** What `add NAME --title ...` asks for; every refusal is one sentence. */
export const readSiteRequest = (args: readonly string[]): SiteRequest => {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const [name, ...others] = positionals;
  if (!name || others.length > 0) throw new OperationRefused(`Give one name to the new site.\n${USAGE}`);
  const needed = (option: 'title' | 'admin' | 'admin-name') => {
    const value = values[option]?.trim();
    if (!value) throw new OperationRefused(`--${option} is missing.\n${USAGE}`);
    return value;
  };
  const whole = (option: 'version' | 'max-clients', otherwise: number) => {
    const value = values[option] ?? String(otherwise);
    if (!/^\d{1,6}$/.test(value)) throw new OperationRefused(`--${option} is a whole number.`);
    return Number(value);
  };
  const entry = SiteEntry.safeParse({
    name,
    title: needed('title'),
    place: values.place ?? '',
    hosts: readHosts(values.host ?? []),
    timeZone: readZone(values['time-zone'] ?? 'America/Denver'),
    capabilities: {
      premium: values.premium ?? false,
      billing: values.billing ?? false,
      version: whole('version', 1),
      maxClients: whole('max-clients', 10_000),
    },
  });
  if (!entry.success) throw new OperationRefused(entry.error.issues[0]?.message ?? 'The site is incomplete.');
  const admin = { login: foldLogin(needed('admin')), fullName: needed('admin-name') };
  if (admin.login.length < SHORTEST || admin.fullName.length < SHORTEST)
    throw new OperationRefused(`Login and full name of the admin have at least ${SHORTEST} characters.`);
  return { entry: entry.data, admin };
};

/** Names as browsers send them in the Host header: lower case, no scheme, no path. */
const readHosts = (given: readonly string[]): string[] => {
  const hosts = given.map((host) => host.trim().toLowerCase());
  if (hosts.length === 0) throw new OperationRefused(`--host is missing.\n${USAGE}`);
  for (const host of hosts)
    if (!/^(\[[0-9a-f:]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/.test(host))
      throw new OperationRefused(
        `'${host}' is no host: it looks like care.example.org or care.example.org:8443.`,
      );
  return [...new Set(hosts)];
};

const readZone = (zone: string): string => {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId;
  } catch {
    throw new OperationRefused(`'${zone}' is no time zone: it looks like America/Denver.`);
  }
};

// ---- what it does

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 59 random bits in a form that can be read over the telephone; good for one sign-in within 72 hours. */
const temporaryPassword = () =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-');

const noSites: SitesFile = { sites: [], pickerHosts: [], trustedProxies: [] };

/**
 * A new agency: database, migrations (Colorado types with them), key, first admin, and last its line in sites.json. A run
 * that was killed is taken up by running it again. Answers the temporary password.
 */
export const addSite = async (
  { server, dataDir }: Installation,
  { entry, admin }: SiteRequest,
): Promise<string> => {
  const file = (await readSites(dataDir)) ?? noSites;
  if (file.sites.some(({ name }) => name === entry.name))
    throw new OperationRefused(`There is a site '${entry.name}' already.`);
  const used = [...file.sites.flatMap(({ hosts }) => hosts), ...file.pickerHosts];
  const taken = entry.hosts.find((host) => used.includes(host));
  if (taken) throw new OperationRefused(`The host ${taken} belongs to another site.`);
  const site = await openSite(entry, server, dataDir, { poolSize: 2 });
  try {
    const password = temporaryPassword();
    await makeFirstAdmin(site, admin, password);
    await writeSites(dataDir, { ...file, sites: [...file.sites, entry] });
    return password;
  } finally {
    await site.close();
  }
};

/** In an empty site; or again for an admin whom a killed run made and who has never signed in. */
const makeFirstAdmin = async (site: OpenedSite, admin: SiteRequest['admin'], password: string) => {
  const scope = await Scope.startJob(site, 'operator');
  const made = await mutate(scope, 'sites.add', async (tx, record) => {
    const { rows } = await sql<{ id: number; login: string; fresh: boolean }>`select id, login,
      reset_password and not exists (select from sessions where account_id = accounts.id) as fresh
      from accounts for update`.execute(tx);
    const [before, ...others] = rows;
    if (before && (others.length > 0 || !before.fresh || before.login !== admin.login))
      throw new OperationRefused(
        `The database of '${site.name}' has accounts already: choose another name, or restore its backup.`,
      );
    const created = before
      ? done(before.id)
      : await createAccount(tx, scope, { ...admin, role: 'admin', password, temporary: true });
    if (!created.ok) return created;
    if (before) await resetPassword(tx, scope, before.id, await hashPassword(password), true);
    record({ entity: 'account', id: created.data, action: 'insert', changes: { role: [null, 'admin'] } });
    return done(null);
  });
  if (!made.ok) throw new OperationRefused(made.info);
};

/** A new temporary password for an admin; sessions end, failed attempts are forgotten. */
export const recoverAccess = async (
  { server, dataDir }: Installation,
  name: string,
  login: string,
): Promise<string> => {
  const entry = (await readSites(dataDir))?.sites.find((site) => site.name === name);
  if (!entry) throw new OperationRefused(`There is no site '${name}': see npm run site -- list.`);
  const site = await openSite(entry, server, dataDir, { poolSize: 2 });
  try {
    const password = temporaryPassword();
    const recovered = await recoverAdmin(await Scope.startJob(site, 'operator'), login, password);
    if (!recovered.ok) throw new OperationRefused(recovered.info);
    return password;
  } finally {
    await site.close();
  }
};

export const describeSites = ({ sites }: SitesFile): string[] =>
  sites.map(({ name, title, hosts, timeZone, capabilities }) => {
    const { premium, billing, version, maxClients } = capabilities;
    const on = [premium && 'premium', billing && 'billing', `version ${version}`].filter(Boolean).join(', ');
    const most = maxClients === 0 ? 'any number of clients' : `at most ${maxClients} active clients`;
    return `${name}: ${title} at ${hosts.join(', ')} (${timeZone}; ${on}; ${most})`;
  });

// ---- main

const say = (...lines: string[]): void => void process.stdout.write(`${lines.join('\n')}\n`);

const sayPassword = (password: string) =>
  say(
    `Temporary password: ${password}`,
    'It is shown this once, ends after 72 hours and must be changed at the first sign-in.',
  );

const reaching = async (work: (at: Installation) => Promise<void>) => {
  const env = readEnvironment(process.env);
  const server = await reachServer(env, { alone: false });
  try {
    await work({ server: server.connection, dataDir: env.dataDir });
  } finally {
    await server.stop();
  }
};

const ACTIONS: Record<string, (args: readonly string[]) => Promise<void>> = {
  list: async () => {
    const { dataDir } = readEnvironment(process.env);
    const file = (await readSites(dataDir)) ?? noSites;
    say(...(file.sites.length > 0 ? describeSites(file) : [`${dataDir} holds no sites yet.`]));
  },
  add: async (args) => {
    const request = readSiteRequest(args);
    const { entry, admin } = request;
    await reaching(async (at) => {
      const password = await addSite(at, request);
      say(`Site '${entry.name}' was added: ${entry.title} at ${entry.hosts.join(', ')}.`);
      say(`Admin: ${admin.login}`);
      sayPassword(password);
      say('Start the application again to serve it.');
    });
  },
  recover: async ([name, login, ...more]) => {
    if (!name || !login || more.length > 0) throw new OperationRefused(USAGE);
    await reaching(async (at) => sayPassword(await recoverAccess(at, name, login)));
  },
};

const main = async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action) throw new OperationRefused(USAGE);
  await action(args);
};

if (import.meta.main) await runCommand(main);
