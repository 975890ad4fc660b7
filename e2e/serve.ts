// The real product on an empty DATA_DIR, as `npm start` runs it; nothing is left of it afterwards.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD } from './demo-password.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'homecare-e2e-'));
const inherited = { ...process.env, DATABASE_URL: process.env.E2E_DATABASE_URL ?? '' };
const child = spawn(process.execPath, ['scripts/start.mjs'], {
  env: { ...inherited, DATA_DIR: dataDir, DEMO_PASSWORD, HOST: '127.0.0.1' },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
