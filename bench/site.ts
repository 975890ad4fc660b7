import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createExampleData } from '../server/src/operations/example-data.ts';
import { Scope } from '../server/src/platform/auth/scope.ts';
import { DEMO_ENTRY } from '../server/src/platform/config/config.ts';
import { startEmbeddedPostgres } from '../server/src/platform/db/embedded.ts';
import type { OpenedSite } from '../server/src/platform/site/sites.ts';
import { openSite } from '../server/src/sites/open-site.ts';
import { freePort } from '../server/testing/free-port.ts';
import { launchServer, signInOver } from '../server/testing/server-process.ts';

import { beginProfile, FLAMES, INSPECTED } from './profile.ts';

export const DEMO_PASSWORD = 'Bench-Mark-2026';

const EMPTY_ENTRY = { ...DEMO_ENTRY, name: 'empty', hosts: ['empty.test'] };

export interface BenchSite {
  /** The demo site, opened a second time in this process: for preparing, changing rows and looking. */
  readonly site: OpenedSite;
  readonly scope: Scope;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** How long the example data took. */
  readonly madeMs: number;
  /** A second site on the same PostgreSQL, with nothing in it; who opens it closes it. */
  empty(): Promise<OpenedSite>;
  /** The real server in a process of its own, with an admin signed in. */
  serve(): Promise<{ pid: number; url: string; cookie: string; stop(): Promise<void> }>;
  stop(): Promise<void>;
}

/** A PostgreSQL of its own in a temporary folder, with example people, plans and visits of the asked size. */
export const benchSite = async (size: {
  clients: number;
  providers: number;
  /** Of past visits; none unless given. */
  months?: number;
}): Promise<BenchSite> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'homecare-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const { host, port, user } = postgres.connection;
  const urlOf = (database: string) => `postgresql://${user}@localhost:${port}/${database}?host=${host}`;
  const site = await openSite(DEMO_ENTRY, { url: urlOf('postgres') }, dataDir, { limits: 'none' });
  const stopAll = async () => {
    await site.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const scope = await Scope.startJob(site, 'bench');
  const begun = performance.now();
  await createExampleData(scope, { months: 0, ...size, say: () => undefined });
  const madeMs = performance.now() - begun;
  await site.pool.query('analyze');
  return {
    site,
    scope,
    dataDir,
    madeMs,
    databaseUrl: urlOf(`homecare_${DEMO_ENTRY.name}`),
    empty: () => openSite(EMPTY_ENTRY, { url: urlOf('postgres') }, dataDir, { limits: 'none' }),
    serve: async () => {
      const environment = {
        DATA_DIR: dataDir,
        DATABASE_URL: urlOf('postgres'),
        PORT: await freePort(),
        DEMO_PASSWORD,
      };
      const server = await launchServer(environment, INSPECTED).ready.catch(async (error: unknown) => {
        await stopAll();
        throw error;
      });
      const cookie = await signInOver(server.url, 'admin', DEMO_PASSWORD);
      const draw = FLAMES === undefined ? undefined : await beginProfile(server.output(), FLAMES);
      const stop = async () => {
        await draw?.();
        server.kill('SIGTERM');
        await server.ended;
      };
      return { pid: server.pid, url: server.url, cookie, stop };
    },
    stop: stopAll,
  };
};

export const limitFile = (name: string) => fileURLToPath(new URL(`limits/${name}.ts`, import.meta.url));

/** A limit in a process of its own; it writes its address as its first line. */
export const startLimit = (
  name: string,
  env: Record<string, string>,
): Promise<{ url: string; stop(): void }> =>
  new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(process.execPath, [limitFile(name)], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the limit ${name} ended with code ${code}`)));
    child.stdout?.once('data', (line) => resolve({ url: String(line).trim(), stop: () => child.kill() }));
  });
