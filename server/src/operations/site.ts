import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { foldLogin } from '@homecare/domain/accounts/rules.ts';
import { counted } from '@homecare/domain/counted.ts';
import { done } from '@homecare/domain/errors.ts';
import type { StatePack } from '@homecare/domain/states/pack.ts';
import { FIRST_PACK, findPack, PACKS } from '@homecare/domain/states/registry.ts';
import { valueOn } from '@homecare/domain/states/rules.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { createAccount, recoverAdmin, resetPassword } from '../accounts/service.ts';
import { LOGS, type LogName } from '../log-seals/seal.ts';
import { type Verified, verifyLog } from '../log-seals/service.ts';
import { hashPassword } from '../platform/auth/passwords.ts';
import { Scope } from '../platform/auth/scope.ts';
import { FACTOR_REQUIRED } from '../platform/auth/sessions.ts';
import { SiteEntry, SitesFile } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/config-error.ts';
import { readEnvironment } from '../platform/config/environment.ts';
import { readMasterKey } from '../platform/crypto/master-key.ts';
import type { Ways } from '../platform/db/databases.ts';
import { mutate } from '../platform/db/mutate.ts';
import type { Bucket } from '../platform/files/s3-store.ts';
import { writeSetting } from '../platform/settings/settings.ts';
import { type Directory, FileDirectory } from '../platform/site/directory.ts';
import type { OpenedSite } from '../platform/site/sites.ts';
import { openSite } from '../sites/open-site.ts';
import { beginState } from '../sites/state.ts';
import { OperationRefused } from './archive.ts';
import { moveSite } from './move.ts';
import { reachServer, runCommand } from './reach-server.ts';
import { rotateKey } from './rotate-key.ts';

const USAGE = `Usage:
  npm run site -- list
  npm run site -- add NAME --title TITLE --host HOST [--host HOST ...] --admin LOGIN --admin-name "FULL NAME"
      [--state CO] [--place PLACE] [--time-zone America/Denver] [--premium] [--billing] [--version 2] [--max-clients N]
  npm run site -- show [NAME]             the entry of a site, or what belongs to none
  npm run site -- set [NAME] FILE         the same from a file of JSON, - for the standard input
  npm run site -- migrate [NAME]          migrations of one site, or of all
  npm run site -- move NAME --to URL [--direct URL]
  npm run site -- recover NAME LOGIN
  npm run site -- rotate-key [NAME]       a new key for one site, or for all, while people work
  npm run site -- verify-log [NAME] [--seal DIGEST ...]
                                          whether the logs of one site, or of all, still are what was sealed`;

/** Minimum length of a login and a full name (docs/rules/accounts.md, rule 6). */
const SHORTEST = 3;

export interface SiteRequest {
  readonly entry: SiteEntry;
  readonly admin: { readonly login: string; readonly fullName: string };
  /** Whose rules apply; the first state by default. */
  readonly pack?: StatePack;
}

/** Where this installation keeps its sites. */
export interface Installation {
  readonly server: Ways;
  readonly directory: Directory;
  readonly dataDir: string;
  /** Seals the keys of the sites. */
  readonly master?: Buffer | undefined;
  /** Where documents are stored, if not in DATA_DIR. */
  readonly bucket?: Bucket | undefined;
}

// ---- the command line

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const OPTIONS = {
  title: text,
  place: text,
  state: text,
  host: { type: 'string', multiple: true },
  'time-zone': text,
  premium: flag,
  billing: flag,
  version: text,
  'max-clients': text,
  admin: text,
  'admin-name': text,
} as const;

/** Parses `add NAME --title ...`; every refusal is one sentence. */
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
  const pack = readState(values.state);
  const zone =
    values['time-zone'] ?? valueOn(pack.rules.timeZone, Temporal.Now.plainDateISO('UTC').toString());
  if (zone === undefined)
    throw new OperationRefused(`--time-zone is missing: ${pack.name} has more than one.`);
  const entry = SiteEntry.safeParse({
    name,
    title: needed('title'),
    place: values.place ?? '',
    hosts: readHosts(values.host ?? []),
    timeZone: readZone(zone),
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
  return { entry: entry.data, admin, pack };
};

const readState = (given: string | undefined): StatePack => {
  const pack = given === undefined ? FIRST_PACK : findPack(given.trim().toUpperCase());
  if (!pack)
    throw new OperationRefused(
      `--state is one of ${PACKS.map(({ state, name }) => `${state} (${name})`).join(', ')}.`,
    );
  return pack;
};

/** Names as browsers send them in the Host header: lower case, no scheme, no path. */
const readHosts = (given: readonly string[]): string[] => {
  const hosts = given.map((host) => host.trim().toLowerCase());
  if (hosts.length === 0) throw new OperationRefused(`--host is missing.\n${USAGE}`);
  for (const host of hosts)
    if (!/^(\[[0-9a-f:]+\]|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/.test(host))
      throw new OperationRefused(
        `'${host}' is not a host: use one like care.example.org or care.example.org:8443.`,
      );
  return [...new Set(hosts)];
};

const readZone = (zone: string): string => {
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId;
  } catch {
    throw new OperationRefused(`'${zone}' is not a time zone: use one like America/Denver.`);
  }
};

// ---- what it does

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 59 random bits in a form that can be read aloud on the phone; valid for one sign-in within 72 hours. */
const temporaryPassword = () =>
  Array.from({ length: 3 }, () =>
    Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-');

const noSites: SitesFile = { sites: [], pickerHosts: [], trustedProxies: [] };

/**
 * Makes a new agency: database, migrations (which include the types of the first state), key, first admin, and finally its entry in
 * the directory. A run that was killed is completed by running it again. Returns the temporary password.
 */
export const addSite = async (
  { server, directory, dataDir, master }: Installation,
  { entry, admin, pack = FIRST_PACK }: SiteRequest,
): Promise<string> => {
  refuseTaken((await directory.read()) ?? noSites, entry);
  const site = await openSite(entry, server, dataDir, { poolSize: 2, masterKey: master });
  try {
    const password = temporaryPassword();
    await makeFirstAdmin(site, { admin, pack }, password);
    await directory.change((now = noSites) => {
      refuseTaken(now, entry);
      return { ...now, sites: [...now.sites, entry] };
    });
    return password;
  } finally {
    await site.close();
  }
};

const refuseTaken = (file: SitesFile, entry: SiteEntry) => {
  if (file.sites.some(({ name }) => name === entry.name))
    throw new OperationRefused(`There is a site '${entry.name}' already.`);
  const used = [...file.sites.flatMap(({ hosts }) => hosts), ...file.pickerHosts];
  const taken = entry.hosts.find((host) => used.includes(host));
  if (taken) throw new OperationRefused(`The host ${taken} belongs to another site.`);
};

/** In an empty site, or again for an admin whom a killed run made and who has never signed in. */
const makeFirstAdmin = async (
  site: OpenedSite,
  { admin, pack }: Required<Pick<SiteRequest, 'admin' | 'pack'>>,
  password: string,
) => {
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
    if (pack !== FIRST_PACK)
      await beginState(tx, FIRST_PACK, pack, { today: scope.today().toString(), record });
    // For a new site only; an existing one keeps what its admins have chosen.
    await writeSetting(tx, FACTOR_REQUIRED, true);
    record({ entity: 'setting', id: null, action: 'update', changes: { [FACTOR_REQUIRED]: [false, true] } });
    return done(null);
  });
  if (!made.ok) throw new OperationRefused(made.info);
};

const entryNamed = (file: SitesFile | undefined, name: string): SiteEntry => {
  const entry = file?.sites.find((site) => site.name === name);
  if (!entry) throw new OperationRefused(`There is no site '${name}': see npm run site -- list.`);
  return entry;
};

/** A new temporary password for an admin; their sessions end and failed attempts no longer count. */
export const recoverAccess = async (
  { server, directory, dataDir, master }: Installation,
  name: string,
  login: string,
): Promise<string> => {
  const entry = entryNamed(await directory.read(), name);
  const site = await openSite(entry, server, dataDir, { poolSize: 2, masterKey: master });
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

const LOG_NAMES = { change_log: 'Change log', access_log: 'Access log' } as const;

/** What a log contains, and a sentence for each part that differs from what was sealed. */
const describeLog = (log: LogName, { seals, rows, since, newest, findings }: Verified): string[] => [
  `${LOG_NAMES[log]}: ${counted(rows, 'row')} under ${counted(seals, 'seal')}, ${counted(since, 'row')} since.`,
  ...(newest ? [`  The newest seal, of ${newest.day}: ${newest.digest}`] : []),
  ...findings.map((finding) => `  ${finding}`),
];

const whyClosed = (error: unknown) =>
  error instanceof ConfigError ? error.message : 'Its database cannot be opened.';

/** `noted` are digests recorded elsewhere, each of which must still be that of a seal. */
export const verifyLogs = async (
  { server, directory, dataDir, master }: Installation,
  { name, noted }: { readonly name: string | undefined; readonly noted: readonly string[] },
): Promise<{ lines: string[]; isSound: boolean }> => {
  const { sites } = (await directory.read()) ?? noSites;
  const chosen = name === undefined ? sites : [entryNamed({ ...noSites, sites }, name)];
  const lines: string[] = [];
  const digests = new Set<string>();
  let isSound = true;
  for (const entry of chosen) {
    lines.push(`${entry.name}:`);
    const open = () => openSite(entry, server, dataDir, { poolSize: 2, mayCreate: false, masterKey: master });
    // A site that cannot be opened does not keep the others from being verified.
    const site = name === undefined ? await open().catch((error: unknown) => whyClosed(error)) : await open();
    if (typeof site === 'string') {
      lines.push(`  ${site} Nothing of it was verified.`);
      isSound = false;
      continue;
    }
    try {
      for (const log of LOGS) {
        const verified = await verifyLog(site.db, log);
        for (const digest of verified.digests) digests.add(digest);
        if (verified.findings.length > 0) isSound = false;
        lines.push(...describeLog(log, verified));
      }
    } finally {
      await site.close();
    }
  }
  const missing = noted.filter((digest) => !digests.has(digest.toLowerCase()));
  for (const digest of missing)
    lines.push(
      `No seal has the digest ${digest}: it was removed, or the log was sealed again from the start.`,
    );
  return { lines, isSound: isSound && missing.length === 0 };
};

// ---- entries

const Common = SitesFile.omit({ sites: true });

/** The entry of a site or, without a name, picker hosts, trusted proxies and limits. */
export const showEntry = async (directory: Directory, name: string | undefined): Promise<string> => {
  const file = (await directory.read()) ?? noSites;
  const { sites: _, ...common } = file;
  return JSON.stringify(name === undefined ? common : entryNamed(file, name), null, 2);
};

export const setEntry = (
  directory: Directory,
  name: string | undefined,
  text: string,
): Promise<SitesFile> => {
  const read = <T>(schema: z.ZodType<T>): T => {
    const parsed = schema.safeParse(parseJson(text));
    if (!parsed.success) throw new OperationRefused(z.prettifyError(parsed.error));
    return parsed.data;
  };
  return directory.change((now = noSites) => {
    if (name === undefined) return { ...read(Common), sites: now.sites };
    const before = entryNamed(now, name);
    const entry = read(SiteEntry);
    if (entry.name !== name) throw new OperationRefused(`The entry is that of '${entry.name}'.`);
    if (entry.databaseUrl !== before.databaseUrl)
      throw new OperationRefused('Another database is for npm run site -- move, which takes the data along.');
    return { ...now, sites: now.sites.map((site) => (site === before ? entry : site)) };
  });
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new OperationRefused('This is not JSON.');
  }
};

/** One after the other, so that none waits for a lock of another. */
const migrateSites = async (
  { server, directory, dataDir, master }: Installation,
  name: string | undefined,
) => {
  const { sites } = (await directory.read()) ?? noSites;
  const chosen = name === undefined ? sites : [entryNamed({ ...noSites, sites }, name)];
  for (const entry of chosen) {
    let count = 0;
    const site = await openSite(entry, server, dataDir, {
      poolSize: 2,
      mayCreate: false,
      masterKey: master,
      onMigration: () => {
        count += 1;
      },
    });
    await site.close();
    say(`${entry.name}: ${count === 0 ? 'nothing to do' : `${count} migrations`}`);
  }
};

/** A new key for one site or for all; existing values are resealed while people work. */
const rotateKeys = async (
  { server, directory, dataDir, master, bucket }: Installation,
  name: string | undefined,
) => {
  const { sites } = (await directory.read()) ?? noSites;
  for (const entry of name === undefined ? sites : [entryNamed({ ...noSites, sites }, name)]) {
    const site = await openSite(entry, server, dataDir, {
      poolSize: 2,
      mayCreate: false,
      masterKey: master,
      bucket,
      limits: 'none',
    });
    try {
      const { values, files } = await rotateKey(site, (line) => say(`${entry.name}: ${line}`));
      say(`${entry.name}: ${counted(values, 'value')} and ${counted(files, 'file')} have the new key.`);
    } finally {
      await site.close();
    }
  }
};

// ---- main

const say = (...lines: string[]): void => void process.stdout.write(`${lines.join('\n')}\n`);

const sayPassword = (password: string) =>
  say(
    `Temporary password: ${password}`,
    'It is shown only once, expires after 72 hours and must be changed at the first sign-in.',
  );

const reaching = async (work: (at: Installation) => Promise<void>) => {
  const env = readEnvironment(process.env);
  const server = await reachServer(env, { alone: false });
  try {
    const { ways, directory } = server;
    await work({
      server: ways,
      directory,
      dataDir: env.dataDir,
      master: readMasterKey(env.masterKey),
      bucket: env.bucket,
    });
  } finally {
    await server.stop();
  }
};

const ACTIONS: Record<string, (args: readonly string[]) => Promise<void>> = {
  list: async () => {
    const env = readEnvironment(process.env);
    const show = async (directory: Directory) => {
      const file = (await directory.read()) ?? noSites;
      say(...(file.sites.length > 0 ? describeSites(file) : ['There are no sites yet.']));
    };
    // The file can be read without a database.
    await (env.databaseUrl ? reaching((at) => show(at.directory)) : show(new FileDirectory(env.dataDir)));
  },
  add: async (args) => {
    const request = readSiteRequest(args);
    const { entry, admin } = request;
    await reaching(async (at) => {
      const password = await addSite(at, request);
      say(`Site '${entry.name}' was added: ${entry.title} at ${entry.hosts.join(', ')}.`);
      say(`Admin: ${admin.login}`);
      sayPassword(password);
      say('A running application serves it within five seconds.');
    });
  },
  show: ([name]) => reaching(async ({ directory }) => say(await showEntry(directory, name))),
  set: async (args) => {
    const [name, source] = args.length > 1 ? args : [undefined, ...args];
    if (source === undefined) throw new OperationRefused(USAGE);
    const content = await readFile(source === '-' ? '/dev/stdin' : source, 'utf8');
    await reaching(async ({ directory }) => void (await setEntry(directory, name, content)));
    say('Saved. A running application follows within five seconds.');
  },
  move: async (args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { to: text, direct: text },
      allowPositionals: true,
    });
    const [name, ...more] = positionals;
    const { to: url, direct: directUrl } = values;
    if (!name || more.length > 0 || !url) throw new OperationRefused(USAGE);
    if (!readEnvironment(process.env).databaseUrl)
      throw new OperationRefused('Sites of the embedded database are taken elsewhere by backup and restore.');
    await reaching(async ({ server, directory }) => {
      const { readOnlyMs, rows } = await moveSite({ server, directory, name, url, directUrl, say });
      say(`${name} was moved: ${rows} rows. It took no writes for ${(readOnlyMs / 1_000).toFixed(1)} s.`);
    });
  },
  migrate: ([name]) => reaching((at) => migrateSites(at, name)),
  recover: async ([name, login, ...more]) => {
    if (!name || !login || more.length > 0) throw new OperationRefused(USAGE);
    await reaching(async (at) => sayPassword(await recoverAccess(at, name, login)));
  },
  'rotate-key': ([name, ...more]) => {
    if (more.length > 0) throw new OperationRefused(USAGE);
    return reaching((at) => rotateKeys(at, name));
  },
  'verify-log': async (args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { seal: { type: 'string', multiple: true } },
      allowPositionals: true,
    });
    const [name, ...more] = positionals;
    if (more.length > 0) throw new OperationRefused(USAGE);
    await reaching(async (at) => {
      const { lines, isSound } = await verifyLogs(at, { name, noted: values.seal ?? [] });
      say(...lines);
      if (!isSound) throw new OperationRefused('The logs are not what was sealed.');
    });
  },
};

const main = async () => {
  const [name = '', ...args] = process.argv.slice(2);
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action) throw new OperationRefused(USAGE);
  await action(args);
};

if (import.meta.main) await runCommand(main);
