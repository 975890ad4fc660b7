import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { COLORADO_AGGREGATOR } from '@homecare/domain/states/colorado/aggregator.ts';
import { DEMO_ENTRY, type SitesFile } from '../platform/config/config.ts';
import type { AggregatorAccess } from '../platform/site/connections.ts';
import type { RehearsedPayer } from '../platform/site/site.ts';
import { runSimulator, type Simulator } from './simulator.ts';

/** The demo site's simulated aggregator: a separate process that ends with this one. */
export interface Rehearsal {
  readonly access: AggregatorAccess;
  stop(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('../../../simulators/src/sandata.ts', import.meta.url));
const READY_MS = '1500';

/** Only the demo site rehearses, and only if no other aggregator is configured. */
export const wantsRehearsal = (file: Pick<SitesFile, 'sites'>): boolean =>
  file.sites.some((entry) => entry.name === DEMO_ENTRY.name && !entry.aggregator) && existsSync(PROGRAM);

/** Undefined if it does not start; then records wait, as without an address. */
export const startRehearsal = async (
  dataDir: string,
  warn: (message: string) => void,
): Promise<Rehearsal | undefined> => {
  const folder = path.join(dataDir, 'rehearsal');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const login = { account: '12345', user: 'agency', password: randomBytes(18).toString('base64url') };
  const simulator = await runSimulator(PROGRAM, {
    READY_MS,
    SANDATA_ACCOUNT: login.account,
    SANDATA_USER: login.user,
    SANDATA_PASSWORD: login.password,
    STATE_FILE: path.join(folder, 'sandata.jsonl'),
  });
  if (!simulator) {
    warn('the simulated aggregator did not start: records wait');
    return undefined;
  }
  return {
    access: {
      ...login,
      url: simulator.url,
      providerId: DEMO_ENTRY.letterhead?.medicaidProviderId ?? '9000123456',
      payerId: COLORADO_AGGREGATOR.payerId,
      pollSeconds: 2,
      isRehearsal: true,
    },
    stop: simulator.stop,
  };
};

const PAYER = fileURLToPath(new URL('../../../simulators/src/payer.ts', import.meta.url));

/** Claims are rehearsed on the demo site only. */
export const mayRehearseClaims = (file: Pick<SitesFile, 'sites'>): boolean =>
  file.sites.some(({ name }) => name === DEMO_ENTRY.name) && existsSync(PAYER);

/** A payer that accepts and answers the demo site's files of claims; undefined if it does not start. */
export const startPayer = async (
  dataDir: string,
  warn: (message: string) => void,
): Promise<Simulator | undefined> => {
  const folder = path.join(dataDir, 'rehearsal');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const simulator = await runSimulator(PAYER, { STATE_FILE: path.join(folder, 'payer.jsonl') });
  if (!simulator) warn('the simulated payer did not start: claims are not answered');
  return simulator;
};

/**
 * Runs the simulated payer while the site sends tests; a setting of an admin starts and stops it. It is updated with each read of
 * the settings, one after the other.
 */
export const followingPayer = (
  start: () => Promise<Simulator | undefined>,
): RehearsedPayer & { stop(): Promise<void> } => {
  let running: Simulator | undefined;
  let wanted = false;
  let ended = false;
  let work = Promise.resolve();
  const settle = async () => {
    if (wanted && !ended && !running) running = await start();
    if ((!wanted || ended) && running) {
      const last = running;
      running = undefined;
      await last.stop();
    }
  };
  const next = () => {
    work = work.then(settle, settle);
    return work;
  };
  return {
    url: () => (wanted ? running?.url : undefined),
    follow: (usage) => {
      if (wanted === (usage === 'T')) return work;
      wanted = usage === 'T';
      return next();
    },
    stop: () => {
      ended = true;
      return next();
    },
  };
};
