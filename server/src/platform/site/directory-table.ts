import { rename } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { z } from 'zod';
import { assertHosts, readSites, SiteEntry, SitesFile, sitesPath } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { Connections, type SitePool, type Statements } from '../db/connections.ts';
import { assertDurable, type Ways } from '../db/databases.ts';
import { openPool } from '../db/pool.ts';
import { HOLDER } from '../jobs/lease.ts';
import { RESTS_AFTER_MS, type Schedule, USED_DUE_MS } from '../jobs/schedule.ts';
import { type Directory, repeat } from './directory.ts';

/** A process that does not renew its claims is dead, and another takes over the agency. */
const CLAIM_SECONDS = 15;

const TABLES = `create schema if not exists homecare;
  create table if not exists homecare.directory (
    id boolean primary key default true check (id), settings jsonb not null, rev bigint not null default 1);
  create table if not exists homecare.sites (
    name text primary key, place bigint generated always as identity, entry jsonb not null,
    due timestamptz not null default now(), ran timestamptz not null default now(),
    used timestamptz not null default '-infinity', holder text, claimed_until timestamptz not null default '-infinity');
  create index if not exists sites_due on homecare.sites (due)`;

const Settings = SitesFile.omit({ sites: true });

/** The tables exist, created by another process or by the owner. */
const isThere = async (pool: Statements) => {
  const { rows } = await pool.query<{ there: boolean }>(
    `select to_regclass('homecare.sites') is not null as there`,
  );
  return rows[0]?.there === true;
};

const make = async ({ direct, owner }: Ways, role: string) => {
  const making = openPool(owner ?? direct, { max: 1, onError: () => undefined });
  try {
    await making.query(
      `begin; select pg_advisory_xact_lock(hashtext('homecare directory')); ${TABLES}; commit`,
    );
    if (owner)
      await making.query(`grant usage on schema homecare to "${role.replaceAll('"', '""')}";
        grant select, insert, update, delete on all tables in schema homecare to "${role.replaceAll('"', '""')}"`);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '42501')
      throw new ConfigError(
        'The role of DATABASE_URL may not keep the directory of sites in its database: run npm run site -- list once with DATABASE_OWNER_URL, or name a database that belongs to the role.',
      );
    throw error;
  } finally {
    await making.end();
  }
};

/** The directory in the database of DATABASE_URL, for any number of processes. */
export class TableDirectory implements Directory {
  readonly schedule: Schedule;
  readonly #pool: SitePool;

  private constructor(pool: SitePool) {
    this.#pool = pool;
    this.schedule = new TableSchedule(pool);
  }

  /** Creates missing tables; an earlier sites.json is taken over and put aside. */
  static async open(ways: Ways, dataDir: string, connections = new Connections(2)): Promise<TableDirectory> {
    const pool = connections.poolOf('the directory', ways.app, { reserved: 1 });
    await assertDurable(pool);
    if (!(await isThere(pool))) {
      const { rows } = await pool.query<{ role: string }>('select current_user as role');
      await make(ways, rows[0]?.role ?? '');
    }
    const directory = new TableDirectory(pool);
    await directory.#takeOver(dataDir);
    return directory;
  }

  async #takeOver(dataDir: string) {
    const file = await readSites(dataDir);
    if (!file) return;
    await this.change((known) => ({
      ...(known ?? file),
      sites: [
        ...(known?.sites ?? []),
        ...file.sites.filter(({ name }) => !known?.sites.some((site) => site.name === name)),
      ],
    }));
    await rename(sitesPath(dataDir), `${sitesPath(dataDir)}.taken-over`);
  }

  read() {
    return readAll(this.#pool);
  }

  async change(work: (file: SitesFile | undefined) => SitesFile) {
    const client = await this.#pool.connect();
    try {
      await client.query(
        "begin; set local lock_timeout = '20s'; lock table homecare.directory in exclusive mode",
      );
      const before = await readAll(client);
      const after = SitesFile.parse(work(before));
      assertHosts(after, 'The directory of sites');
      await writeAll(client, before, after);
      await client.query('commit');
      return after;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }

  follow(onChange: (file: SitesFile) => void, onError: (error: unknown) => void) {
    // The first check reads the directory again, so that changes since startup are reported too.
    let known = '';
    return repeat(async () => {
      const revision = await this.#revision();
      if (revision === known) return;
      const file = await this.read();
      known = revision;
      if (file) onChange(file);
    }, onError);
  }

  async #revision() {
    const { rows } = await this.#pool.query<{ rev: string }>('select rev::text from homecare.directory');
    return rows[0]?.rev ?? '';
  }

  async check() {
    await this.#pool.query('select 1');
  }

  end() {
    return this.#pool.end();
  }
}

const Row = z.object({ settings: Settings, sites: z.array(SiteEntry) });

const readAll = async (database: Statements): Promise<SitesFile | undefined> => {
  const { rows } = await database.query(
    `select settings, (select coalesce(jsonb_agg(entry order by place), '[]') from homecare.sites) as sites
     from homecare.directory`,
  );
  if (rows.length === 0) return undefined;
  const read = Row.safeParse(rows[0]);
  if (!read.success) throw new ConfigError(`The directory of sites: ${z.prettifyError(read.error)}`);
  return { sites: read.data.sites, ...read.data.settings };
};

const writeAll = async (client: pg.ClientBase, before: SitesFile | undefined, after: SitesFile) => {
  const { sites, ...settings } = after;
  await client.query(
    `insert into homecare.directory as d (settings) values ($1) on conflict (id)
     do update set settings = excluded.settings, rev = d.rev + 1`,
    [JSON.stringify(settings)],
  );
  const names = sites.map(({ name }) => name);
  await client.query('delete from homecare.sites where name <> all($1)', [names]);
  for (const entry of sites)
    if (
      !isDeepStrictEqual(
        entry,
        before?.sites.find(({ name }) => name === entry.name),
      )
    )
      await client.query(
        `insert into homecare.sites (name, entry) values ($1, $2)
         on conflict (name) do update set entry = excluded.entry`,
        [entry.name, JSON.stringify(entry)],
      );
};

/** Due times are stored with the entries: one statement a second finds what is due, however many agencies there are. */
class TableSchedule implements Schedule {
  readonly #pool: SitePool;

  constructor(pool: SitePool) {
    this.#pool = pool;
  }

  async claim(most: number) {
    const { rows } = await this.#pool.query<{ name: string; since: string; isResting: boolean }>(
      `with due as (select name from homecare.sites where due <= now() and claimed_until < now()
         order by due limit $1 for update skip locked)
       update homecare.sites site set holder = $2, claimed_until = now() + make_interval(secs => $3)
       from due where site.name = due.name
       returning site.name, extract(epoch from site.ran) * 1000 as since,
         site.used < now() - make_interval(secs => $4) as "isResting"`,
      [most, HOLDER, CLAIM_SECONDS, RESTS_AFTER_MS / 1_000],
    );
    return rows.map((row) => ({ ...row, since: Number(row.since) }));
  }

  async renew(names: readonly string[]) {
    await this.#pool.query(
      `update homecare.sites set claimed_until = now() + make_interval(secs => $3)
       where name = any($1) and holder = $2`,
      [names, HOLDER, CLAIM_SECONDS],
    );
  }

  async settle(name: string, ran: number, next: number) {
    await this.#pool.query(
      `update homecare.sites set due = to_timestamp($3), ran = to_timestamp($4), holder = null,
         claimed_until = '-infinity' where name = $1 and holder = $2`,
      [name, HOLDER, next / 1_000, ran / 1_000],
    );
  }

  async bringForward(name: string, next: number) {
    await this.#pool.query(
      'update homecare.sites set due = to_timestamp($2) where name = $1 and due > to_timestamp($2)',
      [name, next / 1_000],
    );
  }

  async use(names: readonly string[]) {
    await this.#pool.query(
      `update homecare.sites set used = now(), due = least(due, now() + make_interval(secs => $2))
       where name = any($1)`,
      [names, USED_DUE_MS / 1_000],
    );
  }
}
