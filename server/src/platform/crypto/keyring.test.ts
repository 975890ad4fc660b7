import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyCheck, keyFile, siteKeyring } from './keys.ts';
import { readMasterKey } from './master-key.ts';
import { keyNumberOf, secretsOf } from './secrets.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'homecare-keys-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const master = randomBytes(32);
const fileText = (site: string) => readFile(keyFile(dataDir, site), 'utf8');

describe('the keys of a site', () => {
  test('are made once, unreadable for others, and never where data may exist', async () => {
    await expect(siteKeyring({ dataDir }, 'mesa', false)).rejects.toThrow('Restore keys/mesa.key.');
    const made = await siteKeyring({ dataDir }, 'mesa', true);
    expect((await stat(keyFile(dataDir, 'mesa'))).mode & 0o077).toBe(0);
    expect((await siteKeyring({ dataDir }, 'mesa', false)).now).toEqual(made.now);
  });

  test('of the first release are accepted as they are', async () => {
    const key = randomBytes(32);
    await siteKeyring({ dataDir }, 'mesa', true);
    await writeFile(keyFile(dataDir, 'mesa'), `${key.toString('hex')}\n`);
    expect((await siteKeyring({ dataDir }, 'mesa', false)).now.keys).toEqual([key]);
  });

  test('are sealed by a master key from the first start with one, and then need it', async () => {
    const [first] = (await siteKeyring({ dataDir }, 'mesa', true)).now.keys;
    const hex = first?.toString('hex') ?? '';
    expect(await fileText('mesa')).toContain(hex);
    expect((await siteKeyring({ dataDir, master }, 'mesa', false)).now.keys).toEqual([first]);
    expect(await fileText('mesa')).not.toContain(hex);
    await expect(siteKeyring({ dataDir }, 'mesa', false)).rejects.toThrow('is sealed with a master key: set');
    await expect(siteKeyring({ dataDir, master: randomBytes(32) }, 'mesa', false)).rejects.toThrow(
      'The key file of site mesa is sealed with another master key.',
    );
  });

  test.each([
    ['open', undefined],
    ['sealed', master],
  ])('of another site are refused, %s', async (_, key) => {
    for (const site of ['mesa', 'aurora']) await siteKeyring({ dataDir, master: key }, site, true);
    await cp(keyFile(dataDir, 'aurora'), keyFile(dataDir, 'mesa'));
    await expect(siteKeyring({ dataDir, master: key }, 'mesa', false)).rejects.toThrow(
      'The key file of site mesa is that of site aurora.',
    );
  });

  test('with a changed byte in their file are refused', async () => {
    await siteKeyring({ dataDir, master }, 'mesa', true);
    const text = await fileText('mesa');
    const at = text.indexOf('"sealed":"') + 60;
    await writeFile(
      keyFile(dataDir, 'mesa'),
      text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1),
    );
    await expect(siteKeyring({ dataDir, master }, 'mesa', false)).rejects.toThrow('is damaged');
    await writeFile(keyFile(dataDir, 'mesa'), 'ab'.repeat(31));
    await expect(siteKeyring({ dataDir, master }, 'mesa', false)).rejects.toThrow('is damaged');
    expect(existsSync(`${keyFile(dataDir, 'mesa')}.new`)).toBe(false);
  });

  test('are followed by other processes, which open values of a new key at once and seal with it within two seconds', async () => {
    const mine = await siteKeyring({ dataDir, master }, 'mesa', true);
    const theirs = await siteKeyring({ dataDir, master }, 'mesa', false);
    const [here, there] = [secretsOf(mine), secretsOf(theirs)];
    const before = here.encrypt('185-33-1919');
    expect(keyNumberOf(before)).toBe(0);
    theirs.change('add');
    const after = there.encrypt('185-33-1919');
    expect(keyNumberOf(after)).toBe(1);
    expect([here.decrypt(after), there.decrypt(before)]).toEqual(['185-33-1919', '185-33-1919']);
    await expect.poll(() => keyNumberOf(here.encrypt('x')), { timeout: 3_000 }).toBe(1);
    // A unique index compares fingerprints of any time.
    expect(there.fingerprint('185331919')).toEqual(
      secretsOf(mine.keyOf(0) ?? master).fingerprint('185331919'),
    );
    expect(theirs.now.isRotating).toBe(true);
    theirs.change('settle');
    expect((await siteKeyring({ dataDir, master }, 'mesa', false)).now).toEqual({
      keys: [mine.keyOf(0), mine.keyOf(1)],
      isRotating: false,
    });
  });

  test('are identified by a check that depends on all of them', () => {
    const [a, b] = [randomBytes(32), randomBytes(32)];
    const checks = [keyCheck(a), keyCheck(b), keyCheck(a, b), keyCheck(b, a)];
    expect(new Set(checks).size).toBe(4);
  });
});

describe('the master key', () => {
  const hex = master.toString('hex');
  test('comes from the environment, a file or a program', async () => {
    const file = path.join(dataDir, 'master');
    await writeFile(file, `${hex}\n`);
    expect(readMasterKey({ value: hex })).toEqual(master);
    expect(readMasterKey({ file })).toEqual(master);
    expect(readMasterKey({ command: `cat '${file}'` })).toEqual(master);
    expect(readMasterKey({})).toBeUndefined();
  });

  test.each([
    ['too short', { value: 'abcd' }, 'MASTER_KEY is not a master key: it has 64 hexadecimal digits'],
    ['a file that is not there', { file: '/nowhere' }, 'The file of MASTER_KEY_FILE does not exist.'],
    ['a program that fails', { command: 'exit 3' }, 'The program of MASTER_KEY_COMMAND failed'],
    ['a program that prints something else', { command: 'echo no' }, 'What MASTER_KEY_COMMAND prints is not'],
  ])('is refused: %s', (_, source, sentence) => expect(() => readMasterKey(source)).toThrow(sentence));
});
