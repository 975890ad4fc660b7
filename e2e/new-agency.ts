import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DEMO_ENTRY } from '../server/src/platform/config/config.ts';
import { freePort } from '../server/testing/free-port.ts';

/** An installation with the example agency at localhost, to which an operator has just added an agency of its own. */
export interface NewAgency {
  readonly url: string;
  readonly sample: string;
  readonly login: string;
  /** Good for the first sign-in of its admin. */
  readonly password: string;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';
const LOGIN = 'maria';

/** Waits until this host is answered for. */
const untilAnswered = async (url: string): Promise<void> => {
  for (let tries = 0; tries < 1_200; tries += 1) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await pause(50);
  }
  throw new Error(`nothing answers at ${url}`);
};

/** As an operator does it, beside the running product. */
const addAgency = async (env: NodeJS.ProcessEnv): Promise<string> => {
  const words = [
    ...['add', 'aurora', '--title', 'Aurora Home Care', '--place', 'Aurora, Colorado', '--host', HOST],
    ...['--admin', LOGIN, '--admin-name', 'Maria Lopez', '--premium', '--billing', '--version', '2'],
  ];
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['server/src/operations/site.ts', ...words], { env });
  const password = /Temporary password: (\S+)/.exec(stdout)?.[1];
  if (!password) throw new Error(`the agency was not added: ${stdout}`);
  return password;
};

export const startNewAgency = async (): Promise<NewAgency> => {
  const first = process.env.E2E_FIRST_AGENCY;
  if (!first) throw new Error('the first agency was not set up');
  const dataDir = mkdtempSync(join(tmpdir(), 'homecare-e2e-new-'));
  cpSync(first, dataDir, { recursive: true, verbatimSymlinks: true });
  const demo = { ...DEMO_ENTRY, hosts: ['localhost'] };
  const sites = { sites: [demo], pickerHosts: [], trustedProxies: [] };
  writeFileSync(join(dataDir, 'sites.json'), JSON.stringify(sites));
  const port = await freePort();
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, PORT: port, HOST };
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [url, sample] = [`http://${HOST}:${port}`, `http://localhost:${port}`];
  const stop = async () => {
    if (child.exitCode === null) {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await untilAnswered(`${sample}/readyz`);
    const password = await addAgency(env);
    await untilAnswered(`${url}/homecare/api/modules/siteConfig.php`);
    return { url, sample, login: LOGIN, password, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
