import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../server/testing/free-port.ts';
import { DEMO_PASSWORD } from './demo-password.ts';

/** Sets up the agency that each file of stories begins with: an empty DATA_DIR, started once as `npm start` does. */
const setUp = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'homecare-e2e-first-'));
  const removeAll = () => rmSync(dataDir, { recursive: true, force: true });
  const port = await freePort();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: port,
      DEMO_PASSWORD,
      HOST: '127.0.0.1',
    },
    stdio: ['ignore', process.env.E2E_VERBOSE ? 'inherit' : 'ignore', 'inherit'],
  });
  try {
    await untilReady(child, `http://localhost:${port}`);
    child.kill('SIGTERM');
    await once(child, 'exit');
  } catch (error) {
    child.kill('SIGKILL');
    removeAll();
    throw error;
  }
  // The workers inherit it.
  process.env.E2E_FIRST_AGENCY = dataDir;
  return removeAll;
};

// biome-ignore lint/style/noDefaultExport: Playwright asks for it.
export { setUp as default };

/** Waits for the product to answer at this address; rejects when its process ended. */
const untilReady = async (child: ChildProcess, url: string): Promise<void> => {
  while (child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(50);
  }
  throw new Error('the product ended before it answered');
};
