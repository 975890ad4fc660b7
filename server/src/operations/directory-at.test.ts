import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { folderStore } from '../platform/log-archive/archive-store.ts';
import { SealedArchive, stampOf } from '../platform/log-archive/sealed-archive.ts';
import { directoryAt } from './restore-at.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'homecare-notes-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const archive = new SealedArchive(folderStore(folder), Buffer.alloc(32, 7));
const at = (time: string) => Temporal.Instant.from(`2026-11-22T${time}Z`);
const note = (time: string, sites: string, keys: Record<string, string>) =>
  archive.put(`directory/${stampOf(at(time))}`, Readable.from([JSON.stringify({ sites, keys })]));

test('restoring to an instant finds its sites, and keys for what was sealed between two notes', async () => {
  await expect(directoryAt(archive, 'latest')).rejects.toThrow(/holds no directory of sites/);
  await note('14:00:00', 'mesa, aspen', { 'mesa.key': 'ring [0]', 'aspen.key': 'ring of aspen' });
  // The keyring grew at 14:00:05; aspen was removed together with its key.
  await note('14:00:25', 'mesa', { 'mesa.key': 'ring [0, 1]' });
  await note('14:10:00', 'mesa, vail', { 'mesa.key': 'ring [0, 1, 2]', 'vail.key': 'ring of vail' });

  expect(await directoryAt(archive, at('14:00:20'))).toEqual({
    sites: 'mesa, aspen',
    keys: { 'mesa.key': 'ring [0, 1]', 'aspen.key': 'ring of aspen' },
  });
  expect((await directoryAt(archive, at('13:00:00'))).sites).toBe('mesa, aspen');
  expect(await directoryAt(archive, at('14:05:00'))).toEqual({
    sites: 'mesa',
    keys: { 'mesa.key': 'ring [0, 1, 2]', 'vail.key': 'ring of vail' },
  });
  expect((await directoryAt(archive, 'latest')).keys['mesa.key']).toBe('ring [0, 1, 2]');
});
