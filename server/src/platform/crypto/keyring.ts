import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../config/config-error.ts';
import { parseKey } from './key-text.ts';
import { masterKeyName } from './master-key.ts';
import { secretsOf } from './secrets.ts';

/**
 * The keys of one site. The last one seals; earlier ones open what they sealed, such as old backups and the change log, which cannot
 * be resealed. Fingerprints use the first key forever, because a unique index compares them.
 */
export interface Keys {
  readonly keys: readonly Buffer[];
  /** Not everything sealed by earlier keys has been resealed; rotate-key continues with it. */
  readonly isRotating: boolean;
}

const Hex = z.string().regex(/^[0-9a-f]{64}$/);
const Content = z.strictObject({
  site: z.string(),
  keys: z.array(Hex).min(1).max(250),
  isRotating: z.boolean(),
});
/** The file's content: sealed by a master key, or plain without one. */
const KeyFile = z.union([
  z.strictObject({ format: z.literal(2), site: z.string(), master: z.string(), sealed: z.base64() }),
  z.strictObject({ format: z.literal(2), content: Content }),
]);

const refuse = (site: string, why: string) => new ConfigError(`The key file of site ${site} ${why}`);

const contentOf = (text: string, site: string, master: Buffer | undefined): z.output<typeof Content> => {
  // The format of the first release: one hex key, which does not say whose it is.
  const first = parseKey(text);
  if (first) return { site, keys: [first.toString('hex')], isRotating: false };
  const read = KeyFile.safeParse(jsonOf(text));
  if (!read.success) throw refuse(site, 'is damaged.');
  if ('content' in read.data) return read.data.content;
  const { master: name, sealed } = read.data;
  if (!master)
    throw refuse(
      site,
      'is sealed with a master key: set MASTER_KEY_FILE, MASTER_KEY or MASTER_KEY_COMMAND as before.',
    );
  if (masterKeyName(master) !== name) throw refuse(site, 'is sealed with another master key.');
  try {
    return Content.parse(jsonOf(secretsOf(master).decrypt(Buffer.from(sealed, 'base64'))));
  } catch {
    throw refuse(site, 'is damaged.');
  }
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Another site's file, copied by mistake, is refused before anything is sealed with it. */
export const readKeys = (text: string, site: string, master: Buffer | undefined): Keys => {
  const { site: owner, keys, isRotating } = contentOf(text, site, master);
  if (owner !== site) throw refuse(site, `is that of site ${owner}.`);
  return { keys: keys.map((key) => Buffer.from(key, 'hex')), isRotating };
};

export const writeKeys = ({ keys, isRotating }: Keys, site: string, master: Buffer | undefined): string => {
  const content = { site, keys: keys.map((key) => key.toString('hex')), isRotating };
  if (!master) return `${JSON.stringify({ format: 2, content })}\n`;
  const sealed = secretsOf(master).encrypt(JSON.stringify(content)).toString('base64');
  return `${JSON.stringify({ format: 2, site, master: masterKeyName(master), sealed })}\n`;
};

/** False if a plain file is still to be sealed by the master key, or has the first format without need. */
export const isSealedBy = (text: string, master: Buffer) => {
  const read = KeyFile.safeParse(jsonOf(text));
  return read.success && 'master' in read.data && read.data.master === masterKeyName(master);
};

/**
 * Writes the name to disk before anything is sealed that only this ring opens, because rows may be committed on another machine.
 * Windows has no such call and needs none.
 */
export const syncFolderOf = (file: string) => {
  if (process.platform === 'win32') return;
  const folder = openSync(path.dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
};

const LOOK_MS = 1_000;

/** Each change replaces the file, so two within one tick of the disk's clock differ too. */
const stateOf = (file: string) => {
  const { ino, mtimeMs, size } = statSync(file);
  return `${ino} ${mtimeMs} ${size}`;
};

/**
 * The present keys of a site. Another process may add one at any time, which then seals. The file is checked once a second, and at
 * once if something was sealed with an unknown key.
 */
export class Keyring {
  readonly #file: string;
  readonly #site: string;
  readonly #master: Buffer | undefined;
  #keys: Keys;
  #changed: string;
  #looked = performance.now();

  constructor(file: string, site: string, master: Buffer | undefined) {
    this.#file = file;
    this.#site = site;
    this.#master = master;
    this.#changed = stateOf(file);
    this.#keys = readKeys(readFileSync(file, 'utf8'), site, master);
  }

  #look() {
    this.#looked = performance.now();
    const changed = stateOf(this.#file);
    if (changed === this.#changed) return;
    this.#keys = readKeys(readFileSync(this.#file, 'utf8'), this.#site, this.#master);
    this.#changed = changed;
  }

  get now(): Keys {
    if (performance.now() - this.#looked > LOOK_MS) this.#look();
    return this.#keys;
  }

  /** The number of the sealing key; 0 is the first. */
  get current(): number {
    return this.now.keys.length - 1;
  }

  /** Undefined if there is no such key. */
  keyOf(number: number): Buffer | undefined {
    if (number >= this.#keys.keys.length) this.#look();
    return this.#keys.keys[number];
  }

  /** Adds a key that seals from now on, or notes that everything sealed by earlier ones has been resealed. */
  change(change: 'add' | 'settle') {
    this.#look();
    const { keys } = this.#keys;
    const after =
      change === 'add' ? { keys: [...keys, randomBytes(32)], isRotating: true } : { keys, isRotating: false };
    const draft = `${this.#file}.new`;
    writeFileSync(draft, writeKeys(after, this.#site, this.#master), { mode: 0o600, flush: true });
    renameSync(draft, this.#file);
    syncFolderOf(this.#file);
    this.#look();
  }
}
