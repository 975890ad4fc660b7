import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { COLORADO_PAYER } from '@homecare/domain/aggregator/colorado.ts';
import type { AggregatorAccess } from '../../aggregator/intake.ts';
import { DEMO_ENTRY, type SitesFile } from '../config/config.ts';

/** The simulated aggregator of the demo site: a process of its own that ends with this one. */
export interface Rehearsal {
  readonly access: AggregatorAccess;
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('../../../../simulators/src/sandata.ts', import.meta.url));
const START_MS = 20_000;
const RESTART_MS = 1_000;
const READY_MS = '1500';

/** Only the demo site rehearses, and only while it names no aggregator of its own. */
export const wantsRehearsal = (file: Pick<SitesFile, 'sites'>): boolean =>
  file.sites.some((entry) => entry.name === DEMO_ENTRY.name && !entry.aggregator) && existsSync(PROGRAM);

/** Undefined when it does not start: then records wait, as without an address. */
export const startRehearsal = async (
  dataDir: string,
  warn: (message: string) => void,
): Promise<Rehearsal | undefined> => {
  const folder = path.join(dataDir, 'rehearsal');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const login = { account: '12345', user: 'agency', password: randomBytes(18).toString('base64url') };
  let stopped = false;
  let child: ChildProcess | undefined;

  const launch = (port: string): Promise<string | undefined> =>
    new Promise((resolve) => {
      const launched = spawn(process.execPath, [PROGRAM], {
        stdio: ['pipe', 'pipe', 'ignore'],
        env: {
          PORT: port,
          READY_MS,
          SANDATA_ACCOUNT: login.account,
          SANDATA_USER: login.user,
          SANDATA_PASSWORD: login.password,
          STATE_FILE: path.join(folder, 'sandata.jsonl'),
          // Its input ends with this process, however that ends.
          ENDS_WITH_STDIN: '1',
        },
      });
      child = launched;
      const timer = setTimeout(() => launched.kill('SIGKILL'), START_MS);
      launched.stdin.on('error', () => undefined);
      launched.stdout.once('data', (text) => {
        clearTimeout(timer);
        resolve(/http:\S+/.exec(String(text))?.[0]);
      });
      launched.once('error', () => resolve(undefined));
      launched.once('exit', () => {
        clearTimeout(timer);
        resolve(undefined);
        if (!stopped && port !== '0') setTimeout(() => void (stopped || launch(port)), RESTART_MS).unref();
      });
    });

  const url = await launch('0');
  if (!url) {
    warn('the simulated aggregator did not start: records wait');
    return undefined;
  }
  // From here on it comes back at the same address.
  child?.once('exit', () => {
    if (!stopped) setTimeout(() => void (stopped || launch(new URL(url).port)), RESTART_MS).unref();
  });
  return {
    access: {
      ...login,
      url,
      providerId: DEMO_ENTRY.letterhead?.medicaidProviderId ?? '9000123456',
      payerId: COLORADO_PAYER,
      pollSeconds: 2,
      isRehearsal: true,
    },
    stop: async () => {
      stopped = true;
      const last = child;
      if (!last || last.exitCode !== null || last.signalCode !== null) return;
      const ended = new Promise((resolve) => last.once('exit', resolve));
      last.kill('SIGTERM');
      await ended;
    },
  };
};
