// The agencies of one worker of the stories, one after the other: the real product on a copy of the first agency.
// Each message of the parent ends one and starts the next, as it wishes; nothing is left of any.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_ENTRY } from '../server/src/platform/config/config.ts';
import { readEnvironment } from '../server/src/platform/config/environment.ts';
import { start } from '../server/src/start.ts';
import { freePort } from '../server/testing/free-port.ts';
import { startTwilio } from '../simulators/src/twilio.ts';
import { DEMO_PASSWORD } from './demo-password.ts';
import type { Agency, Wishes } from './own-agency.ts';

const first = process.env.E2E_FIRST_AGENCY;
if (!first) throw new Error('the first agency was not set up');

/** The example agency has an account with a provider of texts, which is simulated here. */
const startTexts = async (publicUrl: string) => {
  const account = { accountSid: `AC${'e'.repeat(32)}`, authToken: 'e2e' };
  const number = '+13035550110';
  const incomingUrl = `${publicUrl}/homecare/api/hooks/twilio/message`;
  const twilio = await startTwilio({ ...account, number, incomingUrl });
  return { ...twilio, settings: { ...account, from: number, url: twilio.url } };
};

const open = async ({
  localServices,
}: Wishes): Promise<{ readonly agency: Agency; end(): Promise<void> }> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'homecare-e2e-'));
  cpSync(first, dataDir, { recursive: true, verbatimSymlinks: true });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const texts = await startTexts(url);
  const demo = { ...DEMO_ENTRY, publicUrl: url, localServices, textMessages: texts.settings };
  writeFileSync(
    join(dataDir, 'sites.json'),
    JSON.stringify({ sites: [demo], pickerHosts: [], trustedProxies: [] }),
  );
  const stop = await start(
    readEnvironment({ DATA_DIR: dataDir, PORT: port, DEMO_PASSWORD, HOST: '127.0.0.1' }),
  );
  const end = async () => {
    await stop();
    await texts.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { agency: { url, twilio: texts.url }, end };
};

let running: ReturnType<typeof open> | undefined;
const endRunning = async () => (await running)?.end();

process.on('message', async (wishes: Wishes) => {
  const ending = endRunning();
  running = open(wishes);
  process.send?.((await running).agency);
  await ending;
});
// The worker has ended.
process.on('disconnect', async () => {
  await endRunning();
  process.exit();
});
