import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accountInitials } from '@homecare/domain/accounts/rules.ts';
import type { Call, Role } from '@homecare/domain/call.ts';
import { done } from '@homecare/domain/errors.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { z } from 'zod';
import { buildRegistry } from '../src/app.ts';
import { healthMeasures } from '../src/health/metrics.ts';
import { hashPassword } from '../src/platform/auth/passwords.ts';
import { Scope } from '../src/platform/auth/scope.ts';
import { hashToken, newToken } from '../src/platform/auth/sessions.ts';
import type { Clock } from '../src/platform/clock/clock.ts';
import { DEMO_ENTRY, type SiteEntry } from '../src/platform/config/config.ts';
import { mutate } from '../src/platform/db/mutate.ts';
import type { Registry } from '../src/platform/http/registry.ts';
import { buildServer } from '../src/platform/http/server.ts';
import type { ChosenLimits } from '../src/platform/http/shed.ts';
import { processLog } from '../src/platform/log/log.ts';
import { unservedMachine } from '../src/platform/site/machine.ts';
import type { Settings } from '../src/platform/site/site.ts';
import { type OpenedSite, Sites } from '../src/platform/site/sites.ts';
import { openSite } from '../src/sites/open-site.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { requestOf } from './requests.ts';

/** A clock that only moves when a test sets it. */
export class TestClock implements Clock {
  #now: Temporal.Instant;
  constructor(now: string) {
    this.#now = Temporal.Instant.from(now);
  }
  now() {
    return this.#now;
  }
  set(now: string) {
    this.#now = Temporal.Instant.from(now);
  }
  advance(duration: Temporal.DurationLike) {
    this.#now = this.#now.add(duration);
  }
}

/** What a test sees of an answer. */
export interface Answer<T> {
  readonly status: number;
  readonly code: number;
  /** The reason of a refusal. */
  readonly reason: string | undefined;
  readonly Info: string | undefined;
  readonly errors: readonly { field: string; message: string }[];
  readonly data: T | undefined;
  readonly insertId: number | undefined;
  readonly headers: Record<string, unknown>;
  readonly text: string;
  readonly bytes: Buffer;
}

export interface Caller {
  readonly accountId: number | null;
  readonly cookie: string | null;
  /** The key of another program. */
  readonly key?: string | undefined;
  /** Calls over HTTP; a successful answer is parsed strictly with the declared output schema. */
  call<I extends z.ZodType, O extends z.ZodType>(
    call: Call<I, O>,
    input: z.output<I>,
    headers?: Record<string, string>,
  ): Promise<Answer<z.output<O>>>;
  raw(options: InjectOptions): Promise<Answer<unknown>>;
}

export interface TestServer {
  readonly app: FastifyInstance;
  readonly registry: Registry;
  readonly site: OpenedSite;
  readonly database: TestDatabase;
  /** Its files and keys. */
  readonly dataDir: string;
  readonly clock: TestClock;
  /** Lines of the log, including requests. */
  readonly log: string[];
  /** Has the settings of the last request; a test that changes them without one starts a job of its own. */
  readonly scope: Scope;
  /** A new account of this role, signed in. */
  as(role: Role, options?: { providerId?: number; temporary?: boolean; site?: OpenedSite }): Promise<Caller>;
  /** One of `others`. */
  siteNamed(name: string): OpenedSite;
  anonymous(): Caller;
  withCookie(cookie: string): Caller;
  /** Another program, which sends its key and nothing else a browser sends. */
  withKey(key: string): Caller;
  /** The same caller at a second process on the same database, with nothing the first has cached. */
  atSecondInstance(caller: Caller): Promise<Caller>;
  stop(): Promise<void>;
}

export const TEST_PASSWORD = 'Correct-Horse-7';
// Signing in has its own tests; tests that only need a session do not pay for two hashes.
let hash: Promise<string> | undefined;
const testHash = () => {
  hash ??= hashPassword(TEST_PASSWORD);
  return hash;
};

const caller = (
  app: FastifyInstance,
  cookie: string | null,
  accountId: number | null,
  host: string,
  key?: string,
): Caller => {
  const own = key === undefined ? { 'x-requested-with': 'homecare' } : { authorization: `Bearer ${key}` };
  const raw = async (options: InjectOptions): Promise<Answer<unknown>> => {
    const response = await app.inject({
      ...options,
      headers: { host, ...own, ...(cookie && { cookie }), ...options.headers },
    });
    const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json');
    const body: Record<string, unknown> = isJson && response.body ? response.json() : {};
    return {
      status: response.statusCode,
      code: typeof body.code === 'number' ? body.code : response.statusCode,
      reason: typeof body.reason === 'string' ? body.reason : undefined,
      Info: typeof body.Info === 'string' ? body.Info : undefined,
      errors: Array.isArray(body.errors) ? body.errors : [],
      data: body.data,
      insertId: typeof body.insert_id === 'number' ? body.insert_id : undefined,
      headers: response.headers,
      text: response.body,
      bytes: response.rawPayload,
    };
  };
  return {
    accountId,
    cookie,
    key,
    raw,
    call: async (call, input, headers) => {
      const answer = await raw({
        ...requestOf(call, input),
        headers: { ...requestOf(call, input).headers, ...headers },
      });
      const isData =
        answer.status === 200 && String(answer.headers['content-type']).startsWith('application/json');
      return { ...answer, data: isData ? call.output.parse(answer.data) : undefined };
    },
  };
};

/** A site that bills, with room for all clients of a test. */
export const WITH_BILLING: Partial<SiteEntry> = {
  capabilities: { premium: true, version: 1, maxClients: 10_000, billing: true },
};

/** The real server on a new database, in process; `others` adds more sites. */
export const testServer = async (
  options: {
    now?: string;
    entry?: Partial<SiteEntry>;
    others?: readonly string[];
    /** For all others. */
    otherEntry?: Partial<SiteEntry>;
    payer?: string;
    trustedProxies?: readonly string[];
    limits?: ChosenLimits;
    /** 0 logs every statement. */
    slowStatementMs?: number;
  } = {},
): Promise<TestServer> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'homecare-data-'));
  const clock = new TestClock(options.now ?? '2026-11-20T17:00:00Z');
  const databases: TestDatabase[] = [];
  const lines: string[] = [];
  const log = processLog(true, (line) => lines.push(line));
  const openOn = (entry: SiteEntry, { connection }: TestDatabase) =>
    openSite(entry, connection, dataDir, {
      clock,
      own: connection,
      poolSize: 6,
      payer:
        options.payer === undefined ? undefined : { url: () => options.payer, follow: async () => undefined },
      log,
      ...(options.slowStatementMs !== undefined && { slowStatementMs: options.slowStatementMs }),
    });
  const open = async (entry: SiteEntry) => {
    const database = await testDatabase();
    databases.push(database);
    return openOn(entry, database);
  };
  const entry = { ...DEMO_ENTRY, ...options.entry };
  const site = await open(entry);
  const others: OpenedSite[] = [];
  for (const name of options.others ?? [])
    others.push(
      await open({ ...DEMO_ENTRY, ...options.otherEntry, name, title: name, hosts: [`${name}.agency.test`] }),
    );
  for (const opened of [site, ...others]) await switchAllOn(opened);
  const sites = new Sites([site, ...others], { pickerHosts: ['pick.agency.test'] });
  const machine = unservedMachine(dataDir);
  const registry = buildRegistry(sites, machine);
  const { trustedProxies = [], limits } = options;
  const measures = healthMeasures(machine);
  const app = await buildServer({ sites, registry, log, trustedProxies, limits, measures });
  await app.ready();
  const database = databases[0] ?? (await testDatabase());
  const secondInstance = async () => {
    const second = await openOn(entry, database);
    const own = new Sites([second], { pickerHosts: [] });
    const instance = await buildServer({
      sites: own,
      registry: buildRegistry(own, machine),
      log,
      trustedProxies: [],
    });
    await instance.ready();
    return { instance, close: () => instance.close().then(() => second.close()) };
  };
  let second: ReturnType<typeof secondInstance> | undefined;
  let serial = 0;
  return {
    app,
    registry,
    site,
    database,
    dataDir,
    clock,
    log: lines,
    get scope() {
      return Scope.ofJob({ site, settings: known(site) }, 'test');
    },
    as: async (role, more = {}) => {
      serial += 1;
      const of = more.site ?? site;
      const host = of.hosts[0] ?? 'localhost';
      const name = `${role}${serial}`;
      const { id } = await of.db
        .insertInto('accounts')
        .values({
          login: name,
          password_hash: await testHash(),
          full_name: `Test ${role}`,
          role,
          initials: accountInitials(`Test ${role}`),
          provider_id: more.providerId ?? null,
          reset_password: more.temporary ?? false,
          password_expires: more.temporary ? of.clock.now().add({ hours: 72 }).toString() : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const token = newToken();
      const now = of.clock.now().toString();
      await of.db
        .insertInto('sessions')
        .values({
          token_hash: hashToken(token),
          account_id: id,
          created: now,
          last_seen: now,
          address: '127.0.0.1',
        })
        .execute();
      return caller(app, `homecare=${of.name}~${token}`, id, host);
    },
    siteNamed: (name) => {
      const found = sites.opened.find((one) => one.name === name);
      if (!found) throw new Error(`no site ${name}`);
      return found;
    },
    anonymous: () => caller(app, null, null, site.hosts[0] ?? 'localhost'),
    withCookie: (cookie) => caller(app, cookie, null, site.hosts[0] ?? 'localhost'),
    withKey: (key) => caller(app, null, null, site.hosts[0] ?? 'localhost', key),
    atSecondInstance: async ({ cookie, accountId, key }) => {
      second ??= secondInstance();
      return caller((await second).instance, cookie, accountId, site.hosts[0] ?? 'localhost', key);
    },
    stop: async () => {
      await (await second)?.close();
      await app.close();
      for (const opened of [site, ...others]) await opened.close();
      for (const database of databases) await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const known = (site: OpenedSite): Settings => {
  const settings = site.lastSettings();
  if (!settings) throw new Error('the site has read no settings yet');
  return settings;
};

const switchAllOn = async (site: OpenedSite) => {
  const scope = await Scope.startJob(site, 'test');
  await mutate(scope, 'test', async (tx, record) => {
    record({ entity: 'settings', id: null, action: 'insert' });
    const value = JSON.stringify({
      smsEnabled: true,
      emailEnabled: true,
      sandataEnabled: true,
      eligibility: true,
      langGroup: ['English', 'Spanish'],
    });
    await tx.insertInto('settings').values({ key: 'switches', value }).execute();
    return done(null);
  });
  await site.readSettings();
};
