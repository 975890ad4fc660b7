import pg from 'pg';
import type { SiteEntry } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import type { SitePool } from './connections.ts';
import { type Connection, onDatabase, openPool, sessionSettings } from './pool.ts';

/** The name of a site's database on the common server. */
export const databaseName = (site: string) => `homecare_${site.replaceAll('-', '_')}`;

/** The ways to reach one database, or the server on which databases are created. */
export interface Ways {
  /** For the application, possibly through a pooler. */
  readonly app: Connection;
  /** Bypasses any pooler, for migrations, COPY and backup. */
  readonly direct: Connection;
  /** For the role that owns the schema, if it is not the application's. */
  readonly owner: Connection | undefined;
}

/** One way for every purpose. */
export const oneWay = (connection: Connection): Ways => ({
  app: connection,
  direct: connection,
  owner: undefined,
});

/** The ways given by DATABASE_URL and its companions; undefined if the database is embedded. */
export const givenWays = (env: {
  readonly databaseUrl: string | undefined;
  readonly databaseDirectUrl: string | undefined;
  readonly databaseOwnerUrl: string | undefined;
}): Ways | undefined => {
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl } = env;
  if (!databaseUrl) return undefined;
  return {
    app: { url: databaseUrl, isPooled: databaseDirectUrl !== undefined },
    direct: { url: databaseDirectUrl ?? databaseUrl },
    owner: databaseOwnerUrl ? { url: databaseOwnerUrl } : undefined,
  };
};

/** The same place with another role. */
const as = (there: Connection, { url }: { readonly url: string }): Connection => {
  if (!('url' in there)) return { url };
  const target = new URL(there.url);
  const { username, password } = new URL(url);
  return { url: Object.assign(target, { username, password }).toString() };
};

/** The ways to a site: on the common server, or in a database named by its entry. */
export const waysTo = (
  { name, databaseUrl, databaseDirectUrl }: Pick<SiteEntry, 'name' | 'databaseUrl' | 'databaseDirectUrl'>,
  server: Ways,
): Ways => {
  if (databaseUrl) {
    const direct = { url: databaseDirectUrl ?? databaseUrl };
    const { owner } = server;
    return {
      app: { url: databaseUrl, isPooled: databaseDirectUrl !== undefined },
      direct,
      owner: owner && 'url' in owner ? as(direct, owner) : undefined,
    };
  }
  const database = databaseName(name);
  return {
    app: onDatabase(server.app, database),
    direct: onDatabase(server.direct, database),
    owner: server.owner && onDatabase(server.owner, database),
  };
};

/** Creates the database on this server if it is missing; returns whether it was created. */
export const createDatabase = async (server: Connection, name: string): Promise<boolean> => {
  const pool = openPool(server, { max: 1, onError: () => undefined });
  try {
    const { rowCount } = await pool.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return false;
    await pool.query(`create database "${name.replaceAll('"', '""')}"`);
    return true;
  } catch (error) {
    // Another process has just created it.
    if (error instanceof pg.DatabaseError && (error.code === '42P04' || error.code === '23505')) return false;
    throw error;
  } finally {
    await pool.end();
  }
};

interface Found {
  readonly fsync: string;
  readonly pages: string;
  readonly commit: string;
  readonly version: string;
  readonly role: string;
  readonly session: Readonly<Record<string, string>>;
}

/** An acknowledged write must survive a power cut, so a server configured otherwise is refused. */
export const assertDurable = async (pool: Pick<SitePool, 'query' | 'isPooled'>): Promise<void> => {
  const names = Object.keys(sessionSettings());
  const { rows } = await pool.query<Found>(
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
       current_setting('synchronous_commit') as commit, current_setting('server_version_num') as version,
       current_user as role, (select jsonb_object_agg(name, current_setting(name)) from unnest($1::text[]) name) as session`,
    [names],
  );
  const row = rows[0];
  if (row?.fsync !== 'on' || row.pages !== 'on' || row.commit === 'off')
    throw new ConfigError(
      'The PostgreSQL server runs with fsync, full_page_writes or synchronous_commit off: data could be lost. Turn them on.',
    );
  if (Number(row.version) < 150_000) throw new ConfigError('The PostgreSQL server is older than version 15.');
  if (pool.isPooled) assertArrived(row);
};

/** Behind a pooler, the role must have the session settings. Without them, dates would be wrong and statements could hang. */
const assertArrived = ({ role, session }: Found) => {
  const wanted = Object.entries(sessionSettings());
  const missing = wanted.filter(([name, value]) => !session[name]?.startsWith(value));
  if (missing.length === 0) return;
  const statements = missing.map(([name, value]) => `ALTER ROLE "${role}" SET ${name} = '${value}';`);
  throw new ConfigError(
    `Through the pooler of DATABASE_URL these settings do not arrive. Run on the server, then reconnect the pooler: ${statements.join(' ')}`,
  );
};
