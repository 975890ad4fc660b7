// The real product on an empty DATA_DIR, as `npm start` runs it; nothing is left of it afterwards.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DEMO_ENTRY } from '../server/src/platform/config/config.ts';
import { startTwilio } from '../simulators/src/twilio.ts';
import { DEMO_PASSWORD } from './demo-password.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'homecare-e2e-'));
// The demo agency has an account with a provider of texts, which is simulated here.
const publicUrl = `http://localhost:${process.env.PORT}`;
const account = { accountSid: `AC${'e'.repeat(32)}`, authToken: 'e2e' };
const number = '+13035550110';
const { url } = await startTwilio({
  ...account,
  number,
  port: Number(process.env.E2E_TWILIO_PORT),
  incomingUrl: `${publicUrl}/homecare/api/hooks/twilio/message`,
});
const demo = { ...DEMO_ENTRY, publicUrl, textMessages: { ...account, from: number, url } };
writeFileSync(
  join(dataDir, 'sites.json'),
  JSON.stringify({ sites: [demo], pickerHosts: [], trustedProxies: [] }),
);
const inherited = { ...process.env, DATABASE_URL: process.env.E2E_DATABASE_URL ?? '' };
const child = spawn(process.execPath, ['scripts/start.mjs'], {
  env: { ...inherited, DATA_DIR: dataDir, DEMO_PASSWORD, HOST: '127.0.0.1' },
  stdio: ['inherit', 'inherit', 'pipe'],
});
// What went as it should is not said between the stories.
createInterface({ input: child.stderr }).on('line', (line) => {
  if (!line.startsWith('{"level":"info"')) process.stderr.write(`${line}\n`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
