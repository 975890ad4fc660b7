import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildEmployee } from '@homecare/domain/aggregator/people-records.ts';
import { afterAll, expect, test } from 'vitest';
import { askStatus, postRecords } from '../aggregator/intake.ts';
import { DEMO_ENTRY } from '../platform/config/config.ts';
import type { AggregatorAccess } from '../platform/site/connections.ts';
import { followingPayer, startRehearsal, wantsRehearsal } from './rehearsal.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'homecare-rehearsal-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const own = {
  url: 'https://evv.example',
  account: '1',
  user: 'a',
  password: 'b',
  providerId: '1',
  payerId: 'X',
  pollSeconds: 300,
};

test('only the demo site rehearses, and only if it has no other aggregator', () => {
  expect(wantsRehearsal({ sites: [DEMO_ENTRY] })).toBe(true);
  expect(wantsRehearsal({ sites: [{ ...DEMO_ENTRY, aggregator: own }] })).toBe(false);
  expect(wantsRehearsal({ sites: [{ ...DEMO_ENTRY, name: 'mesa' }] })).toBe(false);
});

test('the simulated payer runs while the site sends tests, in whatever order settings changed, and ends with its server', async () => {
  const happened: string[] = [];
  const payer = followingPayer(async () => {
    happened.push('started');
    return { url: 'http://127.0.0.1:1', stop: async () => void happened.push('stopped') };
  });
  expect(payer.url()).toBeUndefined();
  await payer.follow('T');
  await payer.follow('T');
  expect([payer.url(), happened]).toEqual(['http://127.0.0.1:1', ['started']]);
  const stopping = payer.follow('P');
  // From that moment on, not only once the process has ended.
  expect(payer.url()).toBeUndefined();
  await stopping;
  expect(happened).toEqual(['started', 'stopped']);
  await Promise.all([payer.follow('T'), payer.follow('P'), payer.follow('T')]);
  expect(payer.url()).toBeDefined();
  await payer.stop();
  await payer.follow('T');
  expect([payer.url(), happened.filter((word) => word === 'started').length]).toEqual([
    undefined,
    happened.filter((word) => word === 'stopped').length,
  ]);
});

const employee = (access: AggregatorAccess, sequence: number) => {
  const source = {
    id: 7,
    firstName: 'Pat',
    lastName: 'Lee',
    archiveDate: null,
    email: null,
    startDate: null,
  };
  const built = buildEmployee(source, { agency: access, sequence });
  if (!built.ok) throw new Error('not built');
  return built.record;
};
const uuidOf = (reply: Awaited<ReturnType<typeof postRecords>>) =>
  reply.kind === 'answer' ? JSON.stringify(reply.json).match(/"uuid":"([^"]+)"/)?.[1] : undefined;

test('the simulated payer answers, keeps its memory across a restart and ends with its server', async () => {
  const warnings: string[] = [];
  const first = await startRehearsal(dataDir, (line) => void warnings.push(line));
  if (!first) throw new Error(warnings.join());
  const uuid = uuidOf(await postRecords(first.access, 'Provider', [employee(first.access, 1)]));
  expect(uuid).toBeDefined();
  await first.stop();
  expect(await askStatus(first.access, 'Provider', uuid ?? '')).toMatchObject({ kind: 'closed' });

  const second = await startRehearsal(dataDir, (line) => void warnings.push(line));
  if (!second) throw new Error(warnings.join());
  expect(await askStatus(second.access, 'Provider', uuid ?? '')).toMatchObject({ kind: 'answer' });
  // Other programs on this machine learn nothing.
  const stranger = { ...second.access, password: 'guess' };
  expect(await postRecords(stranger, 'Provider', [employee(stranger, 2)])).toMatchObject({ kind: 'closed' });
  await second.stop();
  expect(warnings).toEqual([]);
});
